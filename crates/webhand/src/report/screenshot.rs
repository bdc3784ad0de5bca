//! Renders a picture with the touched elements marked on it.

use webhand_model::Viewport;

use super::PictureUrls;
use super::html::Html;
use super::timeline::{StepPage, TimelineStep};

/// The picture of a page; empty if there is none.
pub fn page_figure(seen: &StepPage, step: usize, pictures: &PictureUrls) -> Html {
    let Some(address) = seen.picture.as_ref().and_then(|name| pictures.get(name)) else { return Html::default() };
    let marks = marks(seen);
    let numbers: Vec<_> = marks.iter().map(|mark| mark.numbers.as_str()).collect();
    let marked = match numbers.as_slice() {
        [] => String::new(),
        numbers => format!(", with what was touched by {} marked", numbers.join(", ")),
    };
    let alt = format!("The page “{}” as seen in step {step}{marked}", seen.title);
    let boxes: Html = marks.iter().map(ElementMark::html).collect();
    let (id, back) = (format!("picture-{step}"), format!("#step-{step}"));
    let enlarge =
        Html::element_with("a", &[("href", &format!("#{id}")), ("class", "enlarge"), ("title", "Enlarge")], "");
    let close = Html::element_with("a", &[("href", &back), ("class", "close")], "Close");
    let inside = image(address, &alt, seen.viewport).and(boxes).and(enlarge).and(close);
    Html::element_with("figure", &[("class", "look"), ("id", &id)], inside)
}

/// Whether a step begins with a picture.
pub fn has_picture(step: &TimelineStep, pictures: &PictureUrls) -> bool {
    step.page.as_ref().and_then(|seen| seen.picture.as_ref()).is_some_and(|name| pictures.contains_key(name))
}

/// A picture that the brain requested.
pub fn requested_figure(name: &str, what: &str, pictures: &PictureUrls) -> Html {
    let Some(address) = pictures.get(name) else { return Html::default() };
    Html::element("figure", "look", image(address, what, Viewport::default()))
}

fn image(address: &str, alt: &str, viewport: Viewport) -> Html {
    let (width, height) = (format!("{:.0}", viewport.width), format!("{:.0}", viewport.height));
    let mut attributes = vec![("src", address), ("alt", alt)];
    if viewport.width > 0.0 && viewport.height > 0.0 {
        attributes.extend([("width", width.as_str()), ("height", height.as_str())]);
    }
    Html::open("img", &attributes)
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
    /// Inside, one line lower, where the others are taken.
    Below,
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
            let has_room = (0.0..=100.0 - ROOM_FOR_NUMBERS).contains(&x);
            has_room && taken.iter().all(|(a, b)| (a - x).abs() >= ROOM_FOR_NUMBERS || (b - y).abs() >= LINE_OF_NUMBERS)
        };
        let sides = [NumberSide::Before, NumberSide::Behind, NumberSide::Inside, NumberSide::Below];
        let side = sides.into_iter().find(is_free).unwrap_or(NumberSide::Inside);
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
            Self::Below => (left, middle + LINE_OF_NUMBERS),
        }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Before => "mark",
            Self::Behind => "mark behind",
            Self::Inside => "mark inside",
            Self::Below => "mark below",
        }
    }
}

impl ElementMark {
    fn html(&self) -> Html {
        let MarkPlace { left, top, right, bottom } = self.place;
        let style = format!("left:{left:.2}%;top:{top:.2}%;width:{:.2}%;height:{:.2}%", right - left, bottom - top);
        let attributes = [("class", self.side.class()), ("style", style.as_str()), ("aria-hidden", "true")];
        Html::element_with("span", &attributes, Html::element("b", "", self.numbers.as_str()))
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
