//! Settings of the browser that stand in its profile, because no flag and no command changes them.

use std::path::Path;
use std::{fs, io};

use serde_json::{Map, Value, json};

use crate::flags::Window;

/// Has the browser refuse addresses that belong to other programs (`tel:`, `mailto:`, `zoommtg:`).
///
/// Without this it asks the person in a window of its own, which nobody sees in a headless browser: until it is answered,
/// the page takes no input. Schemes cannot be counted up, so all are refused but those of the web and of the browser.
///
/// # Errors
/// When the profile cannot be read or written.
pub(crate) fn refuse_other_programs(profile: &Path) -> io::Result<()> {
    let wanted = json!({"url_blocklist": ["*"], "url_allowlist": OPENED_SCHEMES});
    change_settings(&profile.join("Default"), "Preferences", |settings| {
        settings.insert("policy".to_owned(), wanted);
    })
}

/// Has a browser without a window show the page that comes with a refusal instead of asking for a name and a password.
///
/// That dialog is seen by nobody, and until it is answered the page stands still. Once requests are paused, the hands
/// answer it; before, only this keeps it from opening. In a window the person answers it.
///
/// # Errors
/// When the profile cannot be read or written.
pub(crate) fn ask_for_logins(profile: &Path, window: Window) -> io::Result<()> {
    change_settings(profile, "Local State", |settings| match (window, settings.get_mut("auth")) {
        (Window::Headless, Some(Value::Object(auth))) => {
            auth.insert("schemes".to_owned(), json!(""));
        }
        (Window::Headless, Some(_) | None) => {
            settings.insert("auth".to_owned(), json!({"schemes": ""}));
        }
        (Window::Visible, Some(Value::Object(auth))) => {
            auth.remove("schemes");
        }
        (Window::Visible, Some(_) | None) => {}
    })
}

/// Changes a file of settings. A file that is no JSON is replaced by the browser anyway.
fn change_settings(folder: &Path, name: &str, change: impl FnOnce(&mut Map<String, Value>)) -> io::Result<()> {
    let file = folder.join(name);
    let before: Map<String, Value> = match fs::read(&file) {
        Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
        Err(error) => return Err(error),
    };
    let mut settings = before.clone();
    change(&mut settings);
    if settings == before {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
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
