//! Writes the picture of a verb to its file or to standard output.

use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;

use crate::display;
use crate::terminal;

/// Where a picture was written.
#[derive(Debug)]
pub enum WrittenPicture {
    OnStdout,
    In(PathBuf),
}

impl WrittenPicture {
    pub fn is_on_stdout(&self) -> bool {
        matches!(self, Self::OnStdout)
    }
}

impl fmt::Display for WrittenPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnStdout => f.write_str("-"),
            Self::In(path) => f.write_str(&display::one_line(&path.display().to_string(), 4_000)),
        }
    }
}

/// Writes the picture to `wanted`, or to a new file in the current folder.
pub fn write(base64: &str, wanted: Option<&Path>) -> Result<WrittenPicture> {
    let jpeg = STANDARD.decode(base64).context("the picture came broken")?;
    match wanted {
        Some(path) if path == Path::new("-") => {
            io::stdout().write_all(&jpeg).context("cannot write the picture")?;
            Ok(WrittenPicture::OnStdout)
        }
        Some(path) => {
            let picture = match ending(path).as_str() {
                "png" => as_png(&jpeg).context("the picture came broken")?,
                other => {
                    warn_of_ending(other);
                    jpeg
                }
            };
            std::fs::write(path, &picture).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(WrittenPicture::In(path.to_owned()))
        }
        None => {
            let (mut file, path) = create_numbered().context("cannot write a picture in this folder; name a file")?;
            file.write_all(&jpeg).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(WrittenPicture::In(path))
        }
    }
}

fn ending(path: &Path) -> String {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase()
}

/// Warns about a file ending of another picture format, because many programs trust the ending.
fn warn_of_ending(ending: &str) {
    if matches!(ending, "webp" | "gif" | "bmp" | "tif" | "tiff" | "avif") {
        terminal::print_note(&format!("what is written is a JPEG, although its name ends in .{ending}"));
    }
}

fn as_png(jpeg: &[u8]) -> Result<Vec<u8>> {
    let mut decoder = JpegDecoder::new(ZCursor::new(jpeg));
    let pixels = decoder.decode()?;
    let info = decoder.info().context("it has no size")?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, info.width.into(), info.height.into());
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// Creates the first of `screenshot-1.jpg`, `screenshot-2.jpg`, … that does not exist.
fn create_numbered() -> io::Result<(File, PathBuf)> {
    for number in 1..=MOST_TRIED {
        let path = PathBuf::from(format!("screenshot-{number}.jpg"));
        match File::create_new(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

const MOST_TRIED: u32 = 10_000;
