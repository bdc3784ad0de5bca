//! Where keys come from: a variable, a file that nobody else can read and that `VARIABLE_FILE` names, or the system's
//! keychain, in this order.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use super::open::OpenContext;
use crate::format::Key;

/// Why there is no key although one was set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeySourceError {
    #[error("{0} does not hold a key: it is empty or has characters no key has; copy it again from your provider")]
    NotAKey(String),
    #[error("the file that {0} names cannot be read; check its path")]
    Unreadable(String),
    #[error("the file that {0} names can be read by others; allow it to its owner only: chmod 600")]
    Open(String),
    #[error("the keychain was asked for {0}, but {1}")]
    Keychain(String, String),
}

/// A key, and where it was found.
#[derive(Debug, Clone)]
pub struct FoundKey {
    pub key: Key,
    /// The variable, or the keychain, for people.
    pub place: String,
}

/// Looks for the key that belongs to `variable`.
///
/// # Errors
/// When one was set that cannot be used.
pub fn find_key(variable: &str, means: OpenContext<'_>) -> Result<Option<FoundKey>, KeySourceError> {
    let set = |name: &str| (means.env)(name).filter(|value| !value.is_empty());
    if let Some(value) = set(variable) {
        let key = Key::new(&value).map_err(|_| KeySourceError::NotAKey(variable.to_owned()))?;
        return Ok(Some(FoundKey { key, place: variable.to_owned() }));
    }
    let name = format!("{variable}_FILE");
    let Some(path) = set(&name) else { return kept(variable, means) };
    let text = read(Path::new(&path), &name)?;
    let key = Key::new(&text).map_err(|_| KeySourceError::NotAKey(format!("the file that {name} names")))?;
    Ok(Some(FoundKey { key, place: name }))
}

fn kept(variable: &str, means: OpenContext<'_>) -> Result<Option<FoundKey>, KeySourceError> {
    let kept = (means.keychain)(variable).map_err(|why| KeySourceError::Keychain(variable.to_owned(), why))?;
    let Some(text) = kept else { return Ok(None) };
    let place = "the keychain".to_owned();
    match Key::new(&text) {
        Ok(key) => Ok(Some(FoundKey { key, place })),
        Err(_) => Err(KeySourceError::NotAKey(place)),
    }
}

fn read(path: &Path, name: &str) -> Result<String, KeySourceError> {
    let unreadable = |_| KeySourceError::Unreadable(name.to_owned());
    let file = File::open(path).map_err(unreadable)?;
    if is_open(&file.metadata().map_err(unreadable)?) {
        return Err(KeySourceError::Open(name.to_owned()));
    }
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text).map_err(unreadable)?;
    Ok(text)
}

#[cfg(unix)]
fn is_open(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o077 != 0
}

/// Elsewhere the rights of the folder decide, which are private by default in a person's own.
#[cfg(not(unix))]
fn is_open(_: &fs::Metadata) -> bool {
    false
}

const MOST_BYTES: u64 = 16 << 10;
