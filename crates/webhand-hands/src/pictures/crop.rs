//! Cuts a part out of a picture, for browsers that give only the whole of what is visible.

use jpeg_encoder::{ColorType, Encoder};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

/// The part `[x, y, width, height]`, in CSS pixels, of a picture with `ratio` pixels for each; `scale` is that of the
/// result. `None` for a picture that cannot be read.
pub(crate) fn crop(jpeg: &[u8], [x, y, width, height]: [f64; 4], ratio: f64, scale: f64) -> Option<Vec<u8>> {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let pixels = decoder.decode().ok()?;
    let info = decoder.info()?;
    let (across, down) = (usize::from(info.width), usize::from(info.height));
    if pixels.len() != across * down * 3 {
        return None;
    }
    let (columns, rows) = (length(width * scale)?, length(height * scale)?);
    let place = |at: u16, begin: f64, most: usize| {
        let place = (begin + (f64::from(at) + 0.5) / scale) * ratio;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let place = place as usize;
        place.min(most.saturating_sub(1))
    };
    let mut cut = Vec::with_capacity(usize::from(columns) * usize::from(rows) * 3);
    for row in 0..rows {
        let line = place(row, y, down) * across;
        for column in 0..columns {
            let at = (line + place(column, x, across)) * 3;
            cut.extend_from_slice(pixels.get(at..at + 3)?);
        }
    }
    let mut written = Vec::new();
    Encoder::new(&mut written, QUALITY).encode(&cut, columns, rows, ColorType::Rgb).ok()?;
    Some(written)
}

fn length(length: f64) -> Option<u16> {
    let rounded = length.round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (1.0..=f64::from(u16::MAX)).contains(&rounded).then_some(rounded as u16)
}

const QUALITY: u8 = 80;
