//! Renders a picture with the touched elements marked on it.

use webhand_model::Viewport;

use super::PictureUrls;
use super::html::Html;
use super::timeline::StepPage;

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
    Html::element("figure", "look", image(address, &alt, seen.viewport).and(boxes))
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
    style: String,
    class: &'static str,
}

/// The boxes that lie on the picture. An element touched more than once has one box with all its numbers.
fn marks(seen: &StepPage) -> Vec<ElementMark> {
    let mut marks: Vec<ElementMark> = Vec::new();
    for (number, bounds) in &seen.marks {
        let Some((style, class)) = locate(*bounds, seen.viewport) else { continue };
        match marks.iter_mut().find(|earlier| earlier.style == style) {
            Some(earlier) => earlier.numbers = format!("{}, {number}", earlier.numbers),
            None => marks.push(ElementMark { numbers: number.to_string(), style, class }),
        }
    }
    marks
}

impl ElementMark {
    fn html(&self) -> Html {
        let attributes = [("class", self.class), ("style", &self.style), ("aria-hidden", "true")];
        Html::element_with("span", &attributes, Html::element("b", "", self.numbers.as_str()))
    }
}

/// The position of a box on the picture in percent, and the side of the box with room for its numbers; `None` if the box
/// is outside of the picture.
fn locate([x, y, width, height]: [i32; 4], viewport: Viewport) -> Option<(String, &'static str)> {
    let percent = |length: f64, whole: f64| if whole > 0.0 { length / whole * 100.0 } else { f64::NAN };
    let left = percent(f64::from(x), viewport.width).max(0.0);
    let top = percent(f64::from(y), viewport.height).max(0.0);
    let right = percent(f64::from(x.saturating_add(width)), viewport.width).min(100.0);
    let bottom = percent(f64::from(y.saturating_add(height)), viewport.height).min(100.0);
    let visible = right > left && bottom > top;
    let class = if left >= ROOM_FOR_NUMBERS {
        "mark"
    } else if right <= 100.0 - ROOM_FOR_NUMBERS {
        "mark behind"
    } else {
        "mark inside"
    };
    let style = format!("left:{left:.2}%;top:{top:.2}%;width:{:.2}%;height:{:.2}%", right - left, bottom - top);
    visible.then_some((style, class))
}

/// The width of the numbers on a small screen, in percent of the picture's width.
const ROOM_FOR_NUMBERS: f64 = 10.0;
