//! Renders a picture with the touched elements marked on it.

use webhand_model::Viewport;

use super::html::Html;
use super::timeline::{StepPage, TimelineItem, TimelineStep};
use super::{PictureUrls, picture_variable};

/// The pictures before and after the actions of a step, beside each other; empty if there are none.
pub fn step_figures(step: &TimelineStep, after: Option<&StepPage>, number: usize, pictures: &PictureUrls) -> Html {
    let before = step.page.as_ref().and_then(|page| StepPicture::of(page, pictures));
    let acted = step.items.iter().any(|item| matches!(item, TimelineItem::Action(_) | TimelineItem::Request { .. }));
    let after = after.filter(|_| acted).and_then(|page| StepPicture::of(page, pictures));
    let after = after
        .or_else(|| last_taken(step, pictures))
        .filter(|after| before.as_ref().is_none_or(|before| before.at != after.at));
    let caption = match &step.page {
        _ if !acted => "",
        Some(page) if page.is_earlier => "Before, seen earlier",
        Some(_) | None => Place::Before.word(),
    };
    let (has_before, has_after) = (before.is_some(), after.is_some());
    let other = |there: bool, place: Place| there.then(|| (place.id(number), place.word()));
    let before = before.map(|picture| {
        let marks = step.page.as_ref().map(marks).unwrap_or_default();
        picture.figure((Place::Before, caption), number, &marks, other(has_after, Place::After))
    });
    let after = after.map(|picture| {
        picture.figure((Place::After, Place::After.word()), number, &[], other(has_before, Place::Before))
    });
    let figures: Html = before.into_iter().chain(after).collect();
    if figures.is_empty() { figures } else { Html::element("div", "looks", figures) }
}

/// The picture that the last action of a step took, where no look follows.
fn last_taken(step: &TimelineStep, pictures: &PictureUrls) -> Option<StepPicture> {
    let taken = step.items.iter().rev().find_map(|item| match item {
        TimelineItem::Action(act) => act.outcome.as_ref()?.picture.as_ref(),
        TimelineItem::Request { .. }
        | TimelineItem::Question { .. }
        | TimelineItem::Problem(_)
        | TimelineItem::Told(_)
        | TimelineItem::Remark(_) => None,
    })?;
    let viewport = step.page.as_ref().map(|page| page.viewport).unwrap_or_default();
    let title = step.page.as_ref().map(|page| page.title.clone()).unwrap_or_default();
    Some(StepPicture { at: place_of(taken, pictures)?, title, viewport })
}

/// Which of the two pictures of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Before,
    After,
}

impl Place {
    fn id(self, step: usize) -> String {
        match self {
            Self::Before => format!("picture-{step}"),
            Self::After => format!("after-{step}"),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Before => "Before",
            Self::After => "After",
        }
    }
}

/// A picture of a page.
struct StepPicture {
    /// Its place in the list of pictures.
    at: usize,
    title: String,
    viewport: Viewport,
}

impl StepPicture {
    fn of(page: &StepPage, pictures: &PictureUrls) -> Option<Self> {
        let at = place_of(page.picture.as_ref()?, pictures)?;
        Some(Self { at, title: page.title.clone(), viewport: page.viewport })
    }

    /// The picture, which can be enlarged; from there a link leads to the other one.
    fn figure(
        self,
        (place, caption): (Place, &str),
        step: usize,
        marks: &[ElementMark],
        other: Option<(String, &'static str)>,
    ) -> Html {
        let numbers: Vec<_> = marks.iter().map(|mark| mark.numbers.as_str()).collect();
        let marked = match numbers.as_slice() {
            [] => String::new(),
            numbers => format!(", with what was touched by {} marked", numbers.join(", ")),
        };
        let when = match place {
            Place::Before => "as seen in",
            Place::After => "after",
        };
        let alt = format!("The page “{}” {when} step {step}{marked}", self.title);
        let boxes: Html = marks.iter().map(ElementMark::html).collect();
        let (id, back) = (place.id(step), format!("#step-{step}"));
        let enlarge =
            Html::element_with("a", &[("href", &format!("#{id}")), ("class", "enlarge"), ("title", "Enlarge")], "");
        let close = Html::element_with("a", &[("href", &back), ("class", "close")], "Close");
        let other = other
            .map(|(id, word)| Html::element_with("a", &[("href", &format!("#{id}")), ("class", "close other")], word));
        let inside = picture(self.at, &alt, self.viewport)
            .and(boxes)
            .and(if caption.is_empty() { Html::default() } else { Html::element("figcaption", "", caption) })
            .and(enlarge)
            .and(other.unwrap_or_default())
            .and(close);
        Html::element_with("figure", &[("class", "look"), ("id", &id)], inside)
    }
}

fn place_of(name: &str, pictures: &PictureUrls) -> Option<usize> {
    pictures.keys().position(|known| known == name)
}

/// A picture that the brain requested.
pub fn requested_figure(name: &str, what: &str, pictures: &PictureUrls) -> Html {
    let Some(at) = place_of(name, pictures) else { return Html::default() };
    Html::element("figure", "look", picture(at, what, Viewport::default()))
}

fn picture(at: usize, alt: &str, viewport: Viewport) -> Html {
    let known = viewport.width > 0.0 && viewport.height > 0.0;
    let (width, height) = if known { (viewport.width, viewport.height) } else { USUAL_SIZE };
    let style = format!("background-image:var({});aspect-ratio:{width:.0}/{height:.0}", picture_variable(at));
    Html::element_with("div", &[("class", "picture"), ("role", "img"), ("aria-label", alt), ("style", &style)], "")
}

/// A box on the picture, and the numbers of the actions on its element.
struct ElementMark {
    numbers: String,
    place: MarkPlace,
    side: NumberSide,
}

/// Where a box is, in percent of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
struct MarkPlace {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

/// Where the numbers of a box stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberSide {
    Before,
    Behind,
    Inside,
    /// Inside, so many lines lower or higher, where the others are taken.
    Shifted(i8),
}

/// The boxes that lie on the picture. An element touched more than once has one box with all its numbers, and numbers take
/// a place where no other stands.
fn marks(seen: &StepPage) -> Vec<ElementMark> {
    let mut marks: Vec<ElementMark> = Vec::new();
    for (number, bounds) in &seen.marks {
        let Some(place) = locate(*bounds, seen.viewport) else { continue };
        if let Some(earlier) = marks.iter_mut().find(|earlier| earlier.place == place) {
            earlier.numbers = format!("{}, {number}", earlier.numbers);
            continue;
        }
        let taken: Vec<(f64, f64)> = marks.iter().map(|mark| mark.side.spot(mark.place)).collect();
        let is_free = |side: &NumberSide| {
            let (x, y) = side.spot(place);
            let is_shifted = matches!(side, NumberSide::Shifted(_));
            let has_room = (0.0..=100.0 - ROOM_FOR_NUMBERS).contains(&x) && (!is_shifted || (0.0..=100.0).contains(&y));
            has_room && taken.iter().all(|(a, b)| (a - x).abs() >= ROOM_FOR_NUMBERS || (b - y).abs() >= LINE_OF_NUMBERS)
        };
        let shifted = (1..=MOST_SHIFTED).flat_map(|lines| [NumberSide::Shifted(lines), NumberSide::Shifted(-lines)]);
        let sides = [NumberSide::Before, NumberSide::Behind, NumberSide::Inside].into_iter().chain(shifted);
        let side = { sides }.find(is_free).unwrap_or(NumberSide::Inside);
        marks.push(ElementMark { numbers: number.to_string(), place, side });
    }
    marks
}

impl NumberSide {
    /// The left end and the middle of the numbers, in percent of the picture.
    fn spot(self, MarkPlace { left, top, right, bottom }: MarkPlace) -> (f64, f64) {
        let middle = f64::midpoint(top, bottom);
        match self {
            Self::Before => (left - ROOM_FOR_NUMBERS, middle),
            Self::Behind => (right, middle),
            Self::Inside => (left, middle),
            Self::Shifted(lines) => (left, middle + f64::from(lines) * LINE_OF_NUMBERS),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Before => "mark",
            Self::Behind => "mark behind",
            Self::Inside => "mark inside",
            Self::Shifted(_) => "mark shifted",
        }
    }

    /// How far the numbers are moved, for the style sheet.
    fn shift(self) -> String {
        match self {
            Self::Before | Self::Behind | Self::Inside => String::new(),
            Self::Shifted(lines) => format!("--lines:{lines}"),
        }
    }
}

impl ElementMark {
    fn html(&self) -> Html {
        let MarkPlace { left, top, right, bottom } = self.place;
        let style = format!("left:{left:.2}%;top:{top:.2}%;width:{:.2}%;height:{:.2}%", right - left, bottom - top);
        let attributes = [("class", self.side.class()), ("style", style.as_str()), ("aria-hidden", "true")];
        let shift = self.side.shift();
        let style: &[(&'static str, &str)] = if shift.is_empty() { &[] } else { &[("style", &shift)] };
        Html::element_with("span", &attributes, Html::element_with("b", style, self.numbers.as_str()))
    }
}

/// The position of a box on the picture; `None` if the box is outside of the picture.
fn locate([x, y, width, height]: [i32; 4], viewport: Viewport) -> Option<MarkPlace> {
    let percent = |length: f64, whole: f64| if whole > 0.0 { length / whole * 100.0 } else { f64::NAN };
    let left = percent(f64::from(x), viewport.width).max(0.0);
    let top = percent(f64::from(y), viewport.height).max(0.0);
    let right = percent(f64::from(x.saturating_add(width)), viewport.width).min(100.0);
    let bottom = percent(f64::from(y.saturating_add(height)), viewport.height).min(100.0);
    let visible = right > left && bottom > top;
    visible.then_some(MarkPlace { left, top, right, bottom })
}

/// The width of the numbers on a small screen, in percent of the picture's width, and their height.
const ROOM_FOR_NUMBERS: f64 = 10.0;
const LINE_OF_NUMBERS: f64 = 6.0;
const MOST_SHIFTED: i8 = 14;
/// Of a picture whose page is not known.
const USUAL_SIZE: (f64, f64) = (1280.0, 800.0);
