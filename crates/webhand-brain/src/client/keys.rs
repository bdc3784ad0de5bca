//! Finds a key: in a variable, in the private file that `VARIABLE_FILE` names, or in the system's keychain, in this order.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use super::open::OpenContext;
use crate::format::ApiKey;

/// Why a key that is set cannot be used.
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

/// A key and its source.
#[derive(Debug, Clone)]
pub struct FoundKey {
    pub key: ApiKey,
    /// The variable, or the keychain, for people.
    pub place: String,
}

/// Looks for the key that belongs to `variable`.
///
/// # Errors
/// When a key is set that cannot be used.
pub fn find_key(variable: &str, context: OpenContext<'_>) -> Result<Option<FoundKey>, KeySourceError> {
    let set = |name: &str| (context.env)(name).filter(|value| !value.is_empty());
    if let Some(value) = set(variable) {
        let key = ApiKey::new(&value).map_err(|_| KeySourceError::NotAKey(variable.to_owned()))?;
        return Ok(Some(FoundKey { key, place: variable.to_owned() }));
    }
    let name = format!("{variable}_FILE");
    let Some(path) = set(&name) else { return find_in_keychain(variable, context) };
    let text = read(Path::new(&path), &name)?;
    let key = ApiKey::new(&text).map_err(|_| KeySourceError::NotAKey(format!("the file that {name} names")))?;
    Ok(Some(FoundKey { key, place: name }))
}

fn find_in_keychain(variable: &str, context: OpenContext<'_>) -> Result<Option<FoundKey>, KeySourceError> {
    let kept = (context.keychain)(variable).map_err(|why| KeySourceError::Keychain(variable.to_owned(), why))?;
    let Some(text) = kept else { return Ok(None) };
    let place = "the keychain".to_owned();
    match ApiKey::new(&text) {
        Ok(key) => Ok(Some(FoundKey { key, place })),
        Err(_) => Err(KeySourceError::NotAKey(place)),
    }
}

fn read(path: &Path, name: &str) -> Result<String, KeySourceError> {
    let unreadable = |_| KeySourceError::Unreadable(name.to_owned());
    let file = File::open(path).map_err(unreadable)?;
    if is_readable_by_others(&file.metadata().map_err(unreadable)?) {
        return Err(KeySourceError::Open(name.to_owned()));
    }
    let mut text = String::new();
    file.take(MOST_BYTES).read_to_string(&mut text).map_err(unreadable)?;
    Ok(text)
}

#[cfg(unix)]
fn is_readable_by_others(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o077 != 0
}

/// Other systems protect a person's own folder by its permissions, which are private by default.
#[cfg(not(unix))]
fn is_readable_by_others(_: &fs::Metadata) -> bool {
    false
}

const MOST_BYTES: u64 = 16 << 10;
