//! Pictures of a page, one pixel per CSS pixel.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use tokio::time::timeout;
use webhand_port::Picture;

use super::Hands;
use crate::cdp::protocol::{CaptureScreenshot, Clip, Evaluate, LayoutMetrics, Screenshot};
use crate::cdp::{CdpError, Session};

impl Hands {
    /// The visible part, the whole page, or one box of the viewport. A picture that fails is never fatal.
    pub(super) async fn picture(&self, part: Option<[i32; 4]>, full: bool) -> Option<Picture> {
        let (_, session) = self.current().ok()?;
        match timeout(CAPTURED_WITHIN, capture(&session, part, full)).await {
            Ok(Ok(screenshot)) => STANDARD.decode(screenshot.data).ok().map(|jpeg| Picture { jpeg }),
            Ok(Err(error)) => {
                tracing::debug!(%error, "no picture");
                None
            }
            Err(_elapsed) => {
                tracing::debug!("no picture in time");
                None
            }
        }
    }
}

async fn capture(session: &Session, part: Option<[i32; 4]>, full: bool) -> Result<Screenshot, CdpError> {
    let layout = session.call_within(&LayoutMetrics {}, CAPTURED_WITHIN).await?;
    let scale = 1.0 / pixel_ratio(session).await;
    let view = layout.css_visual_viewport;
    let (width, height) = (layout.css_layout_viewport.client_width, layout.css_layout_viewport.client_height);
    let clip = match part {
        Some([x, y, width, height]) => Clip {
            x: view.page_x + f64::from(x),
            y: view.page_y + f64::from(y),
            width: f64::from(width.max(1)),
            height: f64::from(height.max(1)),
            scale,
        },
        None if full => Clip {
            x: 0.0,
            y: 0.0,
            width: layout.css_content_size.width,
            height: layout.css_content_size.height.min(MOST_HEIGHT),
            scale,
        },
        None => Clip { x: view.page_x, y: view.page_y, width, height, scale },
    };
    let shot = CaptureScreenshot {
        format: "jpeg",
        quality: 70,
        clip: Some(clip),
        capture_beyond_viewport: full,
        optimize_for_speed: true,
    };
    // A capture of a page that draws nothing can wait for ever for its next frame; a second one wakes it.
    let second = async {
        tokio::time::sleep(SECOND_AFTER).await;
        session.call_within(&shot, CAPTURED_WITHIN).await
    };
    tokio::select! {
        first = session.call_within(&shot, CAPTURED_WITHIN) => first,
        second = second => second,
    }
}

/// Pixels of the screen per CSS pixel; asked in the page's own world, so a page that lies gets a picture of odd size.
async fn pixel_ratio(session: &Session) -> f64 {
    let asked = session.call_within(&Evaluate::value("devicePixelRatio"), CAPTURED_WITHIN).await;
    asked.ok().and_then(|ratio| ratio.result.value.as_f64()).filter(|ratio| (0.25..=8.0).contains(ratio)).unwrap_or(1.0)
}

const CAPTURED_WITHIN: Duration = Duration::from_secs(3);
const SECOND_AFTER: Duration = Duration::from_millis(150);
const MOST_HEIGHT: f64 = 16_000.0;
