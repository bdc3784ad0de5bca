//! Captures screenshots of a page: one picture pixel per CSS pixel, unless the viewport is very large.
//!
//! Invariant: a picture never shows the content of a frame or field that the snapshot withholds;
//! [`Screenshot::redact_and_mark`] covers it.

use crate::looking::observe::closed;
use std::fmt::Write as _;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{FailCode, Node, NodeState, Outcome, Ref, Region, Snapshot, TabId};
use webhand_port::{Done, Picture, WatchedView};
use webhand_rt::timeout;
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::driver::{Capture, Clip, DriverError, SessionId};
use crate::looking::frames::Extent;
use crate::pictures::Pictures;
use crate::pictures::marks::{Mark, draw};
use crate::pointing::points::Pictured;

impl Pictures {
    pub(crate) async fn screenshot(
        &self,
        target: Option<Ref>,
        region: Option<Region>,
        full: bool,
        marks: bool,
    ) -> Result<Done, ActionError> {
        self.access.unblocked()?;
        if let Some(region) = region {
            return self.zoom(region).await;
        }
        let area = match target {
            Some(target) => CaptureArea::Box(self.mouse.reveal(&self.elements.element(target)?).await?.bounds),
            None if full => CaptureArea::Whole,
            None => CaptureArea::View,
        };
        // The snapshot is taken before the picture, because it decides which boxes are covered and marked.
        let extent = if full { Extent::Whole } else { Extent::Near };
        let seen = match self.looker.fresh(extent).await {
            // The browser can capture a page whose script hangs, so an older snapshot serves.
            Err(_) if !marks => self.newest_look(extent).await?,
            seen => seen?,
        };
        let (_, session) = self.access.current()?;
        let shot = self.capture_in_time(&session, area).await?;
        self.note_picture(area, &shot);
        let mut text = format!("took a picture{}", shot.area_text(area));
        let marks = if marks { marks_on(&seen, &shot, area) } else { Vec::new() };
        if !marks.is_empty() {
            let _ = write!(text, ", with the refs of {} elements", marks.len());
        }
        let picture = shot.redact_and_mark(&seen, &marks).ok_or_else(drawing_failed)?;
        Ok(Done { outcome: Outcome::done(text), picture: Some(picture) })
    }

    /// Captures a region of the last picture, enlarged. Points of later actions still refer to the last picture.
    async fn zoom(&self, region: Region) -> Result<Done, ActionError> {
        let Pictured { begins, scale } = self.points.pictured();
        let page = self.pages.page().ok().map(|place| place.document);
        let begins = begins.filter(|(document, _)| Some(*document) == page).map(|(_, at)| at);
        let Region { left, top, right, bottom } = region;
        let area = CaptureArea::Region {
            begins,
            within: [left, top, right - left, bottom - top].map(|length| length / scale),
        };
        let seen = self.looker.fresh(if begins.is_some() { Extent::Whole } else { Extent::Near }).await?;
        let (_, session) = self.access.current()?;
        let shot = self.capture_in_time(&session, area).await?;
        let times = shot.scale / scale;
        let text = format!(
            "took a picture of this part, {times:.1} times as large; points are still told on the picture before: \
             x = {left:.0} + x here / {times:.1}, y = {top:.0} + y here / {times:.1}"
        );
        let picture = shot.redact_and_mark(&seen, &[]).ok_or_else(drawing_failed)?;
        Ok(Done { outcome: Outcome::done(text), picture: Some(picture) })
    }

    /// Captures the viewport and draws the refs of `marked` on it. A failed capture is no error: the run goes on
    /// with the text of the page.
    pub(crate) async fn picture(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        let (_, session) = self.access.current().ok()?;
        let seen = match marked {
            Some(seen) => self.looker.redacted(seen).into_owned(),
            None => self.newest_look(Extent::Near).await.ok()?,
        };
        let shot = self.capture_in_time(&session, CaptureArea::View).await.ok()?;
        self.note_picture(CaptureArea::View, &shot);
        let marks = if marked.is_some() { marks_on(&seen, &shot, CaptureArea::View) } else { Vec::new() };
        shot.redact_and_mark(&seen, &marks)
    }

    /// Returns the newest snapshot of this page, redacted, or takes a new one if there is none.
    async fn newest_look(&self, extent: Extent) -> Result<Snapshot, ActionError> {
        let (tab, _) = self.access.current()?;
        match self.known_look(tab) {
            Some(seen) => Ok(seen),
            None => self.looker.fresh(extent).await,
        }
    }

    /// Remembers where this picture lies on the page, because the points of later actions refer to it.
    fn note_picture(&self, area: CaptureArea, shot: &Screenshot) {
        let document = self.pages.page().ok().map(|place| place.document);
        let begins = document.filter(|_| !matches!(area, CaptureArea::View)).map(|document| (document, shot.on_page));
        *self.points.pictured.lock().unwrap_or_else(PoisonError::into_inner) = Pictured { begins, scale: shot.scale };
    }

    async fn capture_in_time(&self, session: &SessionId, area: CaptureArea) -> Result<Screenshot, ActionError> {
        match timeout(CAPTURED_WITHIN, self.capture(session, area)).await {
            Ok(Ok(shot)) => Ok(shot),
            // The person can allow what is missing.
            Ok(Err(error @ DriverError::NeedsDebugger { .. })) => Err(error.into()),
            Ok(Err(error)) => {
                tracing::debug!(%error, "no picture");
                Err(capture_timed_out())
            }
            Err(_elapsed) => {
                tracing::debug!("no picture in time");
                Err(capture_timed_out())
            }
        }
    }

    async fn capture(&self, session: &SessionId, area: CaptureArea) -> Result<Screenshot, DriverError> {
        let pictures = self.access.driver().pictures();
        let (view, ratio) = tokio::join!(pictures.layout(session, CAPTURED_WITHIN), self.pixel_ratio());
        let view = view?;
        let shown = (view.client_width, view.client_height);
        let [x, y, width, height] = match area {
            CaptureArea::Box([x, y, width, height]) => {
                let [x, y] = [x, y].map(f64::from);
                let [width, height] = [width, height].map(|length| f64::from(length.max(1)).min(MOST_HEIGHT));
                [view.page_x + x, view.page_y + y, width, height]
            }
            CaptureArea::Whole => [0.0, 0.0, view.content_width.min(MOST_HEIGHT), view.content_height.min(MOST_HEIGHT)],
            CaptureArea::View => [view.page_x, view.page_y, shown.0, shown.1],
            CaptureArea::Region { begins, within: [x, y, width, height] } => {
                let (left, top) = begins.unwrap_or((view.page_x, view.page_y));
                [left + x, top + y, width.clamp(1.0, MOST_HEIGHT), height.clamp(1.0, MOST_HEIGHT)]
            }
        };
        let scale = match area {
            CaptureArea::View => largest_scale(width, height).min(1.0),
            CaptureArea::Region { .. } => largest_scale(width, height).min(MOST_ENLARGED),
            CaptureArea::Whole | CaptureArea::Box(_) => 1.0,
        };
        let origin = (x - view.page_x, y - view.page_y);
        let is_in_view =
            origin.0 >= 0.0 && origin.1 >= 0.0 && origin.0 + width <= shown.0 && origin.1 + height <= shown.1;
        let shot = Capture { clip: Clip { x, y, width, height, scale: scale / ratio }, beyond_viewport: !is_in_view };
        // A capture of a page that draws nothing may wait for ever for the next frame; a second capture wakes it.
        let second = async {
            webhand_rt::sleep(SECOND_AFTER).await;
            pictures.capture(session, shot, CAPTURED_WITHIN).await
        };
        let jpeg = tokio::select! {
            first = pictures.capture(session, shot, CAPTURED_WITHIN) => first,
            second = second => second,
        }?;
        let is_cut = matches!(area, CaptureArea::Whole) && view.content_height > MOST_HEIGHT;
        Ok(Screenshot { jpeg, origin, on_page: (x, y), scale, is_cut })
    }

    /// Returns the device pixels per CSS pixel.
    async fn pixel_ratio(&self) -> f64 {
        let Ok(place) = self.access.current().and_then(|(tab, _)| self.pages.top(tab)) else { return 1.0 };
        let ratio = match self.pages.ask(&place, &PageCommand::PixelRatio {}, CAPTURED_WITHIN).await {
            Ok(PageReply::PixelRatio { ratio }) => ratio,
            _ => 1.0,
        };
        if (0.25..=8.0).contains(&ratio) { ratio } else { 1.0 }
    }

    /// The view for a person who watches. It waits for no turn and leaves the last picture as the one that points refer
    /// to.
    pub(crate) async fn watch(&self, covering: Option<&Snapshot>) -> WatchedView {
        let Ok((tab, session)) = self.access.current() else { return WatchedView::Nothing };
        let dialog = self.access.read(|world| world.tabs.get(tab).and_then(|tab| tab.dialog.clone()));
        if let Some(dialog) = dialog {
            return WatchedView::Dialog(dialog);
        }
        // While the page is the person's, nothing of it is kept from them.
        let is_theirs = self.access.read(|world| world.leases.is_lent(self.access.lease));
        let seen = match covering {
            Some(seen) => Some(self.looker.redacted(seen).into_owned()),
            None if is_theirs => None,
            // Before a page's first look it is not known what of it must be covered.
            None => match self.known_look(tab) {
                Some(seen) => Some(seen),
                None => return WatchedView::Nothing,
            },
        };
        let Ok(shot) = self.capture_in_time(&session, CaptureArea::View).await else { return WatchedView::Nothing };
        let drawn = match seen {
            Some(seen) => shot.redact_and_mark(&seen, &[]),
            None => Some(Picture { jpeg: shot.jpeg }),
        };
        drawn.map_or(WatchedView::Nothing, WatchedView::Picture)
    }

    /// The newest snapshot of the page that a tab shows, redacted.
    fn known_look(&self, tab: TabId) -> Option<Snapshot> {
        let url = self.access.read(|world| world.top(tab).map(|frame| frame.url.clone()));
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let newest = newest.filter(|seen| seen.tab == tab && Some(&seen.url) == url.as_ref())?;
        Some(self.looker.redacted(&newest).into_owned())
    }

    /// As [`Self::picture`], but waits for its turn; returns nothing while a dialog is open or the page cannot be read
    /// (an error page, a PDF).
    pub(crate) async fn view(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        let _turn = self.access.turn.lock().await;
        let is_drawn = self.access.read(|world| {
            let tab = world.current(self.access.lease).filter(|tab| tab.dialog.is_none())?;
            closed(world, tab.id).is_none().then_some(())
        });
        is_drawn?;
        self.picture(marked).await
    }
}

/// The area of a page that a picture shows.
#[derive(Debug, Clone, Copy)]
enum CaptureArea {
    View,
    Whole,
    /// A box in viewport coordinates.
    Box([i32; 4]),
    /// A box within the last picture. That picture begins at `begins` on the page, or else at the viewport's corner.
    Region {
        begins: Option<(f64, f64)>,
        within: [f64; 4],
    },
}

/// A captured picture, not yet redacted.
struct Screenshot {
    jpeg: Vec<u8>,
    /// The upper left corner in viewport coordinates.
    origin: (f64, f64),
    /// The upper left corner in page coordinates.
    on_page: (f64, f64),
    /// Pixels of the picture per CSS pixel.
    scale: f64,
    /// Whether the page goes on below the picture.
    is_cut: bool,
}

impl Screenshot {
    /// Covers the boxes of redacted nodes and draws the marks.
    fn redact_and_mark(self, seen: &Snapshot, marks: &[Mark]) -> Option<Picture> {
        let covered: Vec<[i32; 4]> =
            seen.nodes.iter().filter(|node| is_redacted(node)).filter_map(|node| self.box_of(node)).collect();
        if covered.is_empty() && marks.is_empty() {
            return Some(Picture { jpeg: self.jpeg });
        }
        draw(&self.jpeg, &covered, marks).map(|jpeg| Picture { jpeg })
    }

    /// Returns the box of a node in pixels of the picture.
    fn box_of(&self, node: &Node) -> Option<[i32; 4]> {
        let [x, y, width, height] = node.bounds?.map(f64::from);
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and no page is wider than that")]
        let bounds = [x - self.origin.0.trunc(), y - self.origin.1.trunc(), width, height]
            .map(|length| (length * self.scale).round() as i32);
        Some(bounds)
    }

    fn area_text(&self, area: CaptureArea) -> &'static str {
        match area {
            CaptureArea::View | CaptureArea::Region { .. } => "",
            CaptureArea::Box(_) => " of the element",
            CaptureArea::Whole if self.is_cut => " of the upper part of the page; it goes on below: scroll there",
            CaptureArea::Whole => " of the whole page",
        }
    }
}

/// Returns the marks for the elements that the picture shows.
fn marks_on(seen: &Snapshot, shot: &Screenshot, area: CaptureArea) -> Vec<Mark> {
    let shows = |node: &&Node| node.in_view || matches!(area, CaptureArea::Whole);
    let mark = |node: &Node| Some(Mark { label: node.target?.to_string(), bounds: shot.box_of(node)? });
    seen.nodes.iter().filter(shows).filter_map(mark).take(MOST_MARKS).collect()
}

/// Whether a snapshot withholds the content of this node: a frame that may not be read, or a filled secret field.
pub(super) fn is_redacted(node: &Node) -> bool {
    node.is(NodeState::Withheld) || node.is(NodeState::Filled)
}

/// Returns the largest scale at which providers do not shrink the picture. They shrink silently, and coordinates that
/// their models return for a shrunk picture are wrong.
fn largest_scale(width: f64, height: f64) -> f64 {
    let by_length = MOST_LENGTH / width.max(height).max(1.0);
    let by_area = (MOST_AREA / (width * height).max(1.0)).sqrt();
    by_length.min(by_area)
}

fn capture_timed_out() -> ActionError {
    ActionError::failed(FailCode::TimedOut, "the browser gave no picture in time; go on with the text")
}

fn drawing_failed() -> ActionError {
    ActionError::failed(FailCode::Internal, "the picture could not be marked; take it without marks")
}

const CAPTURED_WITHIN: Duration = Duration::from_secs(3);
const SECOND_AFTER: Duration = Duration::from_millis(150);
/// A model cannot use a larger picture.
const MOST_HEIGHT: f64 = 8_000.0;
/// Limits of the longer side and the area, in pixels, up to which providers keep the size of a picture.
const MOST_LENGTH: f64 = 1_568.0;
const MOST_AREA: f64 = 1_150_000.0;
/// A larger scale shows no more detail.
const MOST_ENLARGED: f64 = 4.0;
const MOST_MARKS: usize = 500;
