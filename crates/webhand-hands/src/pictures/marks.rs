//! Draws refs onto a picture: a frame around each element and a label with its ref. Covers redacted boxes.
//!
//! The marks are drawn here and not in the page, so that no page can see them and they cost the page no time. A label
//! never overlaps another one while there is room beside its element.

use jpeg_encoder::{ColorType, Encoder};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

/// The frame and label of one element: its ref and its box in pixels of the picture.
#[derive(Debug, Clone)]
pub(crate) struct Mark {
    pub(crate) label: String,
    pub(crate) bounds: [i32; 4],
}

/// Paints over the covered boxes and draws the marks. Returns nothing if the JPEG cannot be decoded.
pub(crate) fn draw(jpeg: &[u8], covered: &[[i32; 4]], marks: &[Mark]) -> Option<Vec<u8>> {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let pixels = decoder.decode().ok()?;
    let info = decoder.info()?;
    let mut canvas = Canvas { pixels, width: i32::from(info.width), height: i32::from(info.height) };
    if canvas.pixels.len() != usize::from(info.width) * usize::from(info.height) * 3 {
        return None;
    }
    for bounds in covered {
        canvas.fill(*bounds, COVER);
    }
    let colour = |at: usize| COLOURS[at % COLOURS.len()];
    for (at, mark) in marks.iter().enumerate() {
        canvas.frame(mark.bounds, colour(at));
    }
    let mut labels: Vec<[i32; 4]> = Vec::new();
    for (at, mark) in marks.iter().enumerate() {
        let place = canvas.place_label(mark, marks, &labels);
        canvas.fill(place, colour(at));
        canvas.write(&mark.label, (place[0] + PADDING, place[1] + PADDING));
        labels.push(place);
    }
    let mut marked = Vec::new();
    Encoder::new(&mut marked, QUALITY).encode(&canvas.pixels, info.width, info.height, ColorType::Rgb).ok()?;
    Some(marked)
}

struct Canvas {
    pixels: Vec<u8>,
    width: i32,
    height: i32,
}

type Colour = [u8; 3];

impl Canvas {
    fn set_pixel(&mut self, x: i32, y: i32, colour: Colour) {
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
            return;
        }
        let Ok(at) = usize::try_from((y * self.width + x) * 3) else { return };
        if let Some(pixel) = self.pixels.get_mut(at..at + 3) {
            pixel.copy_from_slice(&colour);
        }
    }

    fn fill(&mut self, [x, y, width, height]: [i32; 4], colour: Colour) {
        for row in y.max(0)..(y + height).min(self.height) {
            for column in x.max(0)..(x + width).min(self.width) {
                self.set_pixel(column, row, colour);
            }
        }
    }

    fn frame(&mut self, [x, y, width, height]: [i32; 4], colour: Colour) {
        let (width, height) = (width.max(LINE * 2), height.max(LINE * 2));
        self.fill([x, y, width, LINE], colour);
        self.fill([x, y + height - LINE, width, LINE], colour);
        self.fill([x, y, LINE, height], colour);
        self.fill([x + width - LINE, y, LINE, height], colour);
    }

    /// Chooses the position of a label beside its element that overlaps no other label and hides the least.
    fn place_label(&self, mark: &Mark, marks: &[Mark], labels: &[[i32; 4]]) -> [i32; 4] {
        let [x, y, width, height] = mark.bounds;
        let length = i32::try_from(mark.label.len()).unwrap_or(0);
        let (across, down) = (length * (GLYPH_WIDTH + GAP) - GAP + PADDING * 2, GLYPH_HEIGHT + PADDING * 2);
        let (right, middle) = (x + width, y + (height - down) / 2);
        let corners = [
            (x, y - down),
            (right - across, y - down),
            (right, middle),
            (x - across, middle),
            (x, y + height),
            (right - across, middle),
            (x, y),
        ];
        let inside = |(x, y): (i32, i32)| {
            [x.clamp(0, (self.width - across).max(0)), y.clamp(0, (self.height - down).max(0)), across, down]
        };
        let places = corners.map(inside);
        let hidden = |place: &[i32; 4]| {
            // Every position overlaps the elements that contain this one, so those do not count.
            let others = marks.iter().filter(|other| !contains(other.bounds, mark.bounds));
            let own = overlap_area(*place, mark.bounds) * 2;
            own + others.map(|other| overlap_area(*place, other.bounds)).sum::<i32>()
        };
        let is_free = |place: &&[i32; 4]| labels.iter().all(|other| overlap_area(**place, *other) == 0);
        places.iter().filter(is_free).min_by_key(|place| hidden(place)).copied().unwrap_or(places[0])
    }

    fn write(&mut self, text: &str, (mut x, y): (i32, i32)) {
        for letter in text.chars() {
            for (row, bits) in (0..).zip(glyph(letter)) {
                for column in 0..5 {
                    if bits & (0b1_0000 >> column) != 0 {
                        self.fill([x + column * SCALE, y + row * SCALE, SCALE, SCALE], WHITE);
                    }
                }
            }
            x += GLYPH_WIDTH + GAP;
        }
    }
}

/// Returns the number of pixels that two boxes have in common.
fn overlap_area(a: [i32; 4], b: [i32; 4]) -> i32 {
    let length = |at: usize| (a[at] + a[at + 2]).min(b[at] + b[at + 2]) - a[at].max(b[at]);
    length(0).max(0).saturating_mul(length(1).max(0))
}

fn contains(outer: [i32; 4], inner: [i32; 4]) -> bool {
    (0..2).all(|at| outer[at] <= inner[at] && outer[at] + outer[at + 2] >= inner[at] + inner[at + 2])
}

/// Returns the bitmap of a letter that occurs in refs: seven rows of five dots.
fn glyph(letter: char) -> [u8; 7] {
    match letter {
        '0' => [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
        '1' => [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
        '2' => [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
        '3' => [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
        '4' => [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
        '5' => [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
        '6' => [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
        '7' => [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
        '8' => [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
        '9' => [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
        'e' => [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110],
        'f' => [0b00110, 0b01001, 0b01000, 0b11100, 0b01000, 0b01000, 0b01000],
        _ => [0b11111; 7],
    }
}

/// The colours are dark enough for white letters, and neighbours in the list differ clearly.
const COLOURS: [Colour; 6] = [[204, 0, 68], [0, 90, 200], [0, 120, 50], [140, 40, 180], [170, 80, 0], [0, 110, 130]];
/// A grey that shows that the box is covered.
const COVER: Colour = [120, 120, 128];
const WHITE: Colour = [255, 255, 255];
const SCALE: i32 = 2;
const GLYPH_WIDTH: i32 = 5 * SCALE;
const GLYPH_HEIGHT: i32 = 7 * SCALE;
const GAP: i32 = 1;
const PADDING: i32 = 1;
const LINE: i32 = 2;
const QUALITY: u8 = 85;

#[cfg(test)]
mod tests;
