//! Pictures for a model that must not see personal data: the elements that show some are painted over.
//!
//! A picture of the viewport is painted by the boxes of the newest look. Other pictures (an element, a region, the whole
//! page) have other coordinates, so they are withheld while the page shows personal data. Text inside of images, and a page
//! that moves between the look and its picture, are not covered.

use jpeg_encoder::{ColorType, Encoder};
use serde_json::Value;
use webhand_guard::PersonalData;
use webhand_model::{Node, PictureSource, Prompt, Snapshot};
use webhand_port::Picture;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

/// The picture that goes to the model.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum PictureForModel {
    /// As it was taken; also when there is none.
    Unchanged,
    Painted(Picture),
    Withheld,
}

impl PictureForModel {
    pub(super) fn shown<'a>(&'a self, taken: Option<&'a Picture>) -> Option<&'a Picture> {
        match self {
            Self::Unchanged => taken,
            Self::Painted(picture) => Some(picture),
            Self::Withheld => None,
        }
    }
}

/// The picture of a prompt, in which no known personal data can be read.
pub(super) fn redact(table: &PersonalData, prompt: &Prompt, taken: Option<&Picture>) -> PictureForModel {
    let (Some(picture), Some((source, _))) = (taken, prompt.picture()) else { return PictureForModel::Unchanged };
    let page = &prompt.observation.snapshot;
    let showing = showing(table, page);
    match area_of(source, prompt) {
        PictureArea::WholePage if page.is_partial() => PictureForModel::Withheld,
        PictureArea::Viewport | PictureArea::Part | PictureArea::WholePage if showing.is_empty() => {
            PictureForModel::Unchanged
        }
        PictureArea::Viewport => paint_boxes(picture, page, &showing).unwrap_or(PictureForModel::Withheld),
        PictureArea::Part | PictureArea::WholePage => PictureForModel::Withheld,
    }
}

/// The picture of a look with paint over what shows personal data; `None` if it has to be withheld.
#[must_use]
pub fn redact_look(table: &PersonalData, page: &Snapshot, taken: &Picture) -> Option<Picture> {
    match paint_boxes(taken, page, &showing(table, page))? {
        PictureForModel::Unchanged => Some(taken.clone()),
        PictureForModel::Painted(picture) => Some(picture),
        PictureForModel::Withheld => None,
    }
}

/// The elements in which personal data can be read.
fn showing<'a>(table: &PersonalData, page: &'a Snapshot) -> Vec<&'a Node> {
    let shows =
        |node: &&Node| [Some(&node.name), node.value.as_ref()].into_iter().flatten().any(|text| table.finds(text));
    page.nodes.iter().filter(shows).collect()
}

/// The area of the page that a picture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureArea {
    Viewport,
    /// An element or a region, or the viewport before a later call of the same answer moved the page.
    Part,
    WholePage,
}

fn area_of(source: PictureSource, prompt: &Prompt) -> PictureArea {
    let PictureSource::Call(at) = source else { return PictureArea::Viewport };
    let calls = prompt.turns.last().map(|turn| turn.answer.calls.as_slice()).unwrap_or_default();
    let argument =
        |name: &str| calls.get(at).and_then(|call| call.arguments.get(name)).filter(|value| !value.is_null());
    if argument("full") == Some(&Value::Bool(true)) {
        PictureArea::WholePage
    } else if argument("ref").or(argument("region")).is_some() || at + 1 < calls.len() {
        PictureArea::Part
    } else {
        PictureArea::Viewport
    }
}

/// Paints over the elements in view; `None` if one of them has no box.
fn paint_boxes(picture: &Picture, page: &Snapshot, showing: &[&Node]) -> Option<PictureForModel> {
    let [width, _] = picture.size()?;
    let scale = f64::from(width) / page.viewport.width.max(1.0);
    let mut boxes = Vec::new();
    for node in showing {
        match node.bounds {
            Some(bounds) if node.in_view || touches(bounds, page) => {
                boxes.push(bounds.map(|length| f64::from(length) * scale));
            }
            None if node.in_view => return None,
            Some(_) | None => {}
        }
    }
    if boxes.is_empty() {
        return Some(PictureForModel::Unchanged);
    }
    paint(picture, &boxes).map(PictureForModel::Painted)
}

fn touches([x, y, width, height]: [i32; 4], page: &Snapshot) -> bool {
    let [left, top, right, bottom] = [x, y, x.saturating_add(width), y.saturating_add(height)].map(f64::from);
    right > 0.0 && bottom > 0.0 && left < page.viewport.width && top < page.viewport.height
}

/// Paints boxes, `[x, y, width, height]` in pixels of the picture, with a margin for glyphs that reach over their box.
fn paint(picture: &Picture, boxes: &[[f64; 4]]) -> Option<Picture> {
    let mut decoder = JpegDecoder::new(ZCursor::new(&picture.jpeg));
    let mut pixels = decoder.decode().ok()?;
    let info = decoder.info()?;
    let (width, height) = (usize::from(info.width), usize::from(info.height));
    if pixels.len() != width * height * 3 {
        return None;
    }
    for [x, y, box_width, box_height] in boxes {
        let [left, right] = [x - MARGIN, x + box_width + MARGIN].map(|at| pixel(at, width));
        let [top, bottom] = [y - MARGIN, y + box_height + MARGIN].map(|at| pixel(at, height));
        for row in top..bottom {
            pixels[(row * width + left) * 3..(row * width + right) * 3].fill(PAINT);
        }
    }
    let mut jpeg = Vec::new();
    Encoder::new(&mut jpeg, QUALITY).encode(&pixels, info.width, info.height, ColorType::Rgb).ok()?;
    Some(Picture { jpeg })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value is between 0 and the length")]
fn pixel(at: f64, length: usize) -> usize {
    let length = u16::try_from(length).unwrap_or(u16::MAX);
    at.clamp(0.0, f64::from(length)).round() as usize
}

const MARGIN: f64 = 3.0;
const PAINT: u8 = 0x60;
const QUALITY: u8 = 80;
