//! Settings of the browser that stand in its profile, because no flag and no command changes them.

use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value, json};

/// Has the browser refuse addresses that belong to other programs (`tel:`, `mailto:`, `zoommtg:`).
///
/// Without this it asks the person in a window of its own, which nobody sees in a headless browser: until it is answered,
/// the page takes no input. Schemes cannot be counted up, so all are refused but those of the web and of the browser.
///
/// # Errors
/// When the profile cannot be read or written.
pub(crate) fn refuse_other_programs(profile: &Path) -> io::Result<()> {
    let folder = profile.join("Default");
    let file = folder.join("Preferences");
    let mut settings: Map<String, Value> = match fs::read(&file) {
        // A file that is no JSON is replaced by the browser anyway.
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
        Err(error) => return Err(error),
    };
    let policy = settings.entry("policy").or_insert_with(|| json!({}));
    let wanted = json!({"url_blocklist": ["*"], "url_allowlist": OPENED_SCHEMES});
    if *policy == wanted {
        return Ok(());
    }
    *policy = wanted;
    fs::create_dir_all(&folder)?;
    fs::write(&file, serde_json::to_vec(&settings)?)
}

const OPENED_SCHEMES: &[&str] = &[
    "http://*",
    "https://*",
    "about:*",
    "blob:*",
    "data:*",
    "javascript:*",
    "chrome://*",
    "chrome-error://*",
    "chrome-extension://*",
    "chrome-untrusted://*",
    "devtools://*",
];

#[cfg(test)]
mod tests;
