//! Puts a picture where it was wanted.

use std::fmt;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::terminal;
use crate::words;

/// Where a picture is now.
#[derive(Debug)]
pub enum Written {
    OnStdout,
    In(PathBuf),
}

impl Written {
    pub fn is_on_stdout(&self) -> bool {
        matches!(self, Self::OnStdout)
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnStdout => f.write_str("-"),
            Self::In(path) => f.write_str(&words::shown(&path.display().to_string(), 4_000)),
        }
    }
}

/// Writes the picture into `wanted`, or into a new file of this folder.
pub fn write(base64: &str, wanted: Option<&Path>) -> Result<Written> {
    let jpeg = STANDARD.decode(base64).context("the picture came broken")?;
    match wanted {
        Some(path) if path == Path::new("-") => {
            io::stdout().write_all(&jpeg).context("cannot write the picture")?;
            Ok(Written::OnStdout)
        }
        Some(path) => {
            if let Some(other) = other_kind(path) {
                terminal::remark(&format!("what is written is a JPEG, although its name ends in .{other}"));
            }
            std::fs::write(path, &jpeg).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(Written::In(path.to_owned()))
        }
        None => {
            let (mut file, path) = fresh().context("cannot write a picture in this folder; name a file")?;
            file.write_all(&jpeg).with_context(|| format!("cannot write {}", path.display()))?;
            Ok(Written::In(path))
        }
    }
}

/// The ending of a name that promises another kind of picture: programs that go by the name would stumble.
fn other_kind(path: &Path) -> Option<String> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    matches!(ending.as_str(), "png" | "webp" | "gif" | "bmp" | "tif" | "tiff" | "avif").then_some(ending)
}

/// The first of `screenshot-1.jpg`, `screenshot-2.jpg`, … that is not there yet.
fn fresh() -> io::Result<(File, PathBuf)> {
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
