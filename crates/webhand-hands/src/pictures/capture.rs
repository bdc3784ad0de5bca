//! Pictures of a page, one pixel per CSS pixel unless the view is very large.

use crate::looking::observe::closed;
use std::fmt::Write as _;
use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{FailCode, Node, NodeState, Outcome, Ref, Region, Snapshot};
use webhand_port::{Done, Picture};
use webhand_rt::timeout;
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::driver::{Capture, Clip, DriverError, SessionId};
use crate::looking::frames::Extent;
use crate::pictures::Pictures;
use crate::pictures::marks::{Mark, drawn};
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
        let part = match target {
            Some(target) => Part::Box(self.mouse.reveal(&self.elements.element(target)?).await?.bounds),
            None if full => Part::Whole,
            None => Part::View,
        };
        // Looked at first: a picture cannot be marked with what comes later, and must not show what is not told.
        let extent = if full { Extent::Whole } else { Extent::Near };
        let seen = match self.looker.fresh(extent).await {
            // A page that hangs can still be pictured.
            Err(_) if !marks => self.known(extent).await?,
            seen => seen?,
        };
        let (_, session) = self.access.current()?;
        let Some(shot) = self.shoot(&session, part).await else {
            return Err(not_in_time());
        };
        self.note_picture(part, &shot);
        let mut text = format!("took a picture{}", shot.told(part));
        let marks = if marks { marks_on(&seen, &shot, part) } else { Vec::new() };
        if !marks.is_empty() {
            let _ = write!(text, ", with the refs of {} elements", marks.len());
        }
        let picture = shot.finished(&seen, &marks).ok_or_else(undrawn)?;
        Ok(Done { outcome: Outcome::done(text), picture: Some(picture) })
    }

    /// A part of the last picture, enlarged. That one stays the one on which points are told.
    async fn zoom(&self, region: Region) -> Result<Done, ActionError> {
        let Pictured { begins, scale } = self.points.pictured();
        let page = self.pages.page().ok().map(|place| place.document);
        let begins = begins.filter(|(document, _)| Some(*document) == page).map(|(_, at)| at);
        let Region { left, top, right, bottom } = region;
        let part =
            Part::Region { begins, within: [left, top, right - left, bottom - top].map(|length| length / scale) };
        let seen = self.looker.fresh(if begins.is_some() { Extent::Whole } else { Extent::Near }).await?;
        let (_, session) = self.access.current()?;
        let Some(shot) = self.shoot(&session, part).await else { return Err(not_in_time()) };
        let times = shot.scale / scale;
        let text = format!(
            "took a picture of this part, {times:.1} times as large; points are still told on the picture before: \
             x = {left:.0} + x here / {times:.1}, y = {top:.0} + y here / {times:.1}"
        );
        let picture = shot.finished(&seen, &[]).ok_or_else(undrawn)?;
        Ok(Done { outcome: Outcome::done(text), picture: Some(picture) })
    }

    /// The visible part, with the refs of `marked` on it. A picture that fails is never fatal.
    pub(crate) async fn picture(&self, marked: Option<&Snapshot>) -> Option<Picture> {
        let (_, session) = self.access.current().ok()?;
        let seen = match marked {
            Some(seen) => self.looker.redacted(seen).into_owned(),
            None => self.known(Extent::Near).await.ok()?,
        };
        let shot = self.shoot(&session, Part::View).await?;
        self.note_picture(Part::View, &shot);
        let marks = if marked.is_some() { marks_on(&seen, &shot, Part::View) } else { Vec::new() };
        shot.finished(&seen, &marks)
    }

    /// The newest look at this page as far as it may be told, or a new one if there is none.
    async fn known(&self, extent: Extent) -> Result<Snapshot, ActionError> {
        let (tab, _) = self.access.current()?;
        let url = self.access.read(|world| world.top(tab).map(|frame| frame.url.clone()));
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match newest.filter(|seen| seen.tab == tab && Some(&seen.url) == url.as_ref()) {
            Some(seen) => Ok(self.looker.redacted(&seen).into_owned()),
            None => self.looker.fresh(extent).await,
        }
    }

    /// Points are told on the picture that was taken last.
    fn note_picture(&self, part: Part, shot: &Shot) {
        let document = self.pages.page().ok().map(|place| place.document);
        let begins = document.filter(|_| !matches!(part, Part::View)).map(|document| (document, shot.on_page));
        *self.points.pictured.lock().unwrap_or_else(PoisonError::into_inner) = Pictured { begins, scale: shot.scale };
    }

    async fn shoot(&self, session: &SessionId, part: Part) -> Option<Shot> {
        match timeout(CAPTURED_WITHIN, self.capture(session, part)).await {
            Ok(Ok(shot)) => Some(shot),
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

    async fn capture(&self, session: &SessionId, part: Part) -> Result<Shot, DriverError> {
        let pictures = self.access.driver().pictures();
        let (view, ratio) = tokio::join!(pictures.layout(session, CAPTURED_WITHIN), self.pixel_ratio());
        let view = view?;
        let shown = (view.client_width, view.client_height);
        let [x, y, width, height] = match part {
            Part::Box([x, y, width, height]) => {
                let [x, y] = [x, y].map(f64::from);
                let [width, height] = [width, height].map(|length| f64::from(length.max(1)).min(MOST_HEIGHT));
                [view.page_x + x, view.page_y + y, width, height]
            }
            Part::Whole => [0.0, 0.0, view.content_width.min(MOST_HEIGHT), view.content_height.min(MOST_HEIGHT)],
            Part::View => [view.page_x, view.page_y, shown.0, shown.1],
            Part::Region { begins, within: [x, y, width, height] } => {
                let (left, top) = begins.unwrap_or((view.page_x, view.page_y));
                [left + x, top + y, width.clamp(1.0, MOST_HEIGHT), height.clamp(1.0, MOST_HEIGHT)]
            }
        };
        let scale = match part {
            Part::View => fitting(width, height).min(1.0),
            Part::Region { .. } => fitting(width, height).min(MOST_ENLARGED),
            Part::Whole | Part::Box(_) => 1.0,
        };
        let origin = (x - view.page_x, y - view.page_y);
        let is_in_view =
            origin.0 >= 0.0 && origin.1 >= 0.0 && origin.0 + width <= shown.0 && origin.1 + height <= shown.1;
        let shot = Capture { clip: Clip { x, y, width, height, scale: scale / ratio }, beyond_viewport: !is_in_view };
        // A capture of a page that draws nothing can wait for ever for its next frame; a second one wakes it.
        let second = async {
            webhand_rt::sleep(SECOND_AFTER).await;
            pictures.capture(session, shot, CAPTURED_WITHIN).await
        };
        let jpeg = tokio::select! {
            first = pictures.capture(session, shot, CAPTURED_WITHIN) => first,
            second = second => second,
        }?;
        let is_cut = matches!(part, Part::Whole) && view.content_height > MOST_HEIGHT;
        Ok(Shot { jpeg, origin, on_page: (x, y), scale, is_cut })
    }

    /// Pixels of the screen per CSS pixel.
    async fn pixel_ratio(&self) -> f64 {
        let Ok(place) = self.access.current().and_then(|(tab, _)| self.pages.top(tab)) else { return 1.0 };
        let ratio = match self.pages.ask(&place, &PageCommand::PixelRatio {}, CAPTURED_WITHIN).await {
            Ok(PageReply::PixelRatio { ratio }) => ratio,
            _ => 1.0,
        };
        if (0.25..=8.0).contains(&ratio) { ratio } else { 1.0 }
    }

    /// A picture of the visible part with the refs of `marked` on it, unless there is nothing that can be drawn.
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

/// What a picture is of.
#[derive(Debug, Clone, Copy)]
enum Part {
    View,
    Whole,
    /// A box of the viewport.
    Box([i32; 4]),
    /// A box of a picture that begins there on the page, or at the viewport's corner.
    Region {
        begins: Option<(f64, f64)>,
        within: [f64; 4],
    },
}

struct Shot {
    jpeg: Vec<u8>,
    /// Where its upper left corner is in the viewport.
    origin: (f64, f64),
    /// The same in the page.
    on_page: (f64, f64),
    /// Pixels of the picture per CSS pixel.
    scale: f64,
    /// The page goes on below it.
    is_cut: bool,
}

impl Shot {
    /// The picture as it may be shown: without what the look does not tell, and with its marks.
    fn finished(self, seen: &Snapshot, marks: &[Mark]) -> Option<Picture> {
        let covered: Vec<[i32; 4]> =
            seen.nodes.iter().filter(|node| is_secret(node)).filter_map(|node| self.box_of(node)).collect();
        if covered.is_empty() && marks.is_empty() {
            return Some(Picture { jpeg: self.jpeg });
        }
        drawn(&self.jpeg, &covered, marks).map(|jpeg| Picture { jpeg })
    }

    /// Where an element is in the picture.
    fn box_of(&self, node: &Node) -> Option<[i32; 4]> {
        let [x, y, width, height] = node.bounds?.map(f64::from);
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and no page is wider than that")]
        let bounds = [x - self.origin.0.trunc(), y - self.origin.1.trunc(), width, height]
            .map(|length| (length * self.scale).round() as i32);
        Some(bounds)
    }

    fn told(&self, part: Part) -> &'static str {
        match part {
            Part::View | Part::Region { .. } => "",
            Part::Box(_) => " of the element",
            Part::Whole if self.is_cut => " of the upper part of the page; it goes on below: scroll there",
            Part::Whole => " of the whole page",
        }
    }
}

/// The elements to be marked, in pixels of the picture.
fn marks_on(seen: &Snapshot, shot: &Shot, part: Part) -> Vec<Mark> {
    let shows = |node: &&Node| node.in_view || matches!(part, Part::Whole);
    let mark = |node: &Node| Some(Mark { label: node.target?.to_string(), bounds: shot.box_of(node)? });
    seen.nodes.iter().filter(shows).filter_map(mark).take(MOST_MARKS).collect()
}

/// What a look does not tell: a frame that may not be read, and what stands in a field for secrets.
fn is_secret(node: &Node) -> bool {
    node.is(NodeState::Withheld) || node.is(NodeState::Filled)
}

/// By how much a picture is at most enlarged. Providers make larger ones smaller without telling, and then their
/// models point elsewhere than they mean.
fn fitting(width: f64, height: f64) -> f64 {
    let by_length = MOST_LENGTH / width.max(height).max(1.0);
    let by_area = (MOST_AREA / (width * height).max(1.0)).sqrt();
    by_length.min(by_area)
}

fn not_in_time() -> ActionError {
    ActionError::failed(FailCode::TimedOut, "the browser gave no picture in time; go on with the text")
}

fn undrawn() -> ActionError {
    ActionError::failed(FailCode::Internal, "the picture could not be marked; take it without marks")
}

const CAPTURED_WITHIN: Duration = Duration::from_secs(3);
const SECOND_AFTER: Duration = Duration::from_millis(150);
/// Taller or wider pictures are of no use to anybody.
const MOST_HEIGHT: f64 = 8_000.0;
/// Of a picture of the view, in pixels.
const MOST_LENGTH: f64 = 1_568.0;
const MOST_AREA: f64 = 1_150_000.0;
/// Beyond that nothing more is to be seen.
const MOST_ENLARGED: f64 = 4.0;
const MOST_MARKS: usize = 500;
