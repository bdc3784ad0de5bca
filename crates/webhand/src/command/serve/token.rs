//! The file that holds the server's token, for its owner alone.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use webhand_api::http::Token;

use crate::data_dir::make_private;

/// The token of earlier starts, or a new one.
pub fn read_or_create(path: &Path) -> Result<Token> {
    match fs::symlink_metadata(path) {
        Ok(about) => read(path, &about),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(path),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

fn read(path: &Path, about: &fs::Metadata) -> Result<Token> {
    let is_owned = about.is_file() && about.uid() == rustix::process::getuid().as_raw();
    if !is_owned || about.mode() & 0o077 != 0 {
        bail!("others may know the token in {}; delete the file and another is made", path.display());
    }
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    Token::parse(&text).with_context(|| format!("{} is damaged", path.display()))
}

/// Creates the token. The file is written beside its place and linked there whole, so that no reader sees half a token
/// and two starts agree on one.
fn create(path: &Path) -> Result<Token> {
    let failed = || format!("cannot write {}", path.display());
    make_private(path.parent().unwrap_or(Path::new(".")))?;
    let token = Token::generate();
    let beside = path.with_extension(format!("{}.tmp", std::process::id()));
    let mut file =
        OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&beside).with_context(failed)?;
    let put = writeln!(file, "{}", token.as_secret_text()).and_then(|()| fs::hard_link(&beside, path));
    let _ = fs::remove_file(&beside);
    match put {
        Ok(()) => Ok(token),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let about = fs::symlink_metadata(path).with_context(failed)?;
            read(path, &about)
        }
        Err(error) => Err(error).with_context(failed),
    }
}

#[cfg(test)]
mod tests;
