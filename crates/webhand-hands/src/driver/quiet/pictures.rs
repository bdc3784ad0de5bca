//! Pictures of the tab that its window shows.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::FutureExt as _;
use webhand_wire::{QuietCommand, QuietReply};

use super::QuietDriver;
use super::commands::{tab_of, unexpected};
use super::state::Document;
use crate::driver::{Answer, Capture, Clip, DriverError, Layout, Screenshots, SessionId};
use crate::pictures::crop;

impl Screenshots for QuietDriver {
    fn layout<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Layout> {
        async move {
            let Document { tab, name, .. } = self.top(session)?;
            let reply = self.call(QuietCommand::Layout { tab, document: name }, within).await?;
            let QuietReply::Layout { page, client, content } = reply else { return Err(unexpected(&reply)) };
            let ([page_x, page_y], [client_width, client_height]) = (page, client);
            let [content_width, content_height] = content;
            Ok(Layout { page_x, page_y, client_width, client_height, content_width, content_height })
        }
        .boxed()
    }

    fn capture<'a>(&'a self, session: &'a SessionId, capture: Capture, within: Duration) -> Answer<'a, Vec<u8>> {
        async move {
            if capture.beyond_viewport {
                let why = "a picture of what is out of view can be taken only at the debugger level".to_owned();
                return Err(DriverError::NeedsDebugger { why });
            }
            let view = self.layout(session, within).await?;
            let reply = self.call(QuietCommand::Capture { tab: tab_of(session)? }, within).await?;
            let QuietReply::Picture { jpeg, ratio } = reply else { return Err(unexpected(&reply)) };
            let unreadable = || DriverError::BadReply { call: "a picture".to_owned(), why: "it is no JPEG".to_owned() };
            let jpeg = STANDARD.decode(jpeg).map_err(|_| unreadable())?;
            // The picture begins where the visible part does.
            let Clip { x, y, width, height, scale } = capture.clip;
            crop(&jpeg, [x - view.page_x, y - view.page_y, width, height], ratio, scale).ok_or_else(unreadable)
        }
        .boxed()
    }
}
