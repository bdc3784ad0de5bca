//! The settings that a profile gets.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::{ask_for_logins, refuse_other_programs};
use crate::flags::Window;

#[test]
fn a_profile_keeps_its_own_settings() -> anyhow::Result<()> {
    let profile = TempDir::new()?;
    let file = profile.path().join("Default/Preferences");
    refuse_other_programs(profile.path())?;
    let fresh: Value = serde_json::from_slice(&std::fs::read(&file)?)?;
    assert_eq!(fresh["policy"]["url_blocklist"], json!(["*"]));
    std::fs::write(&file, r#"{"profile":{"name":"Ana"}}"#)?;
    refuse_other_programs(profile.path())?;
    let kept: Value = serde_json::from_slice(&std::fs::read(&file)?)?;
    assert_eq!((&kept["profile"]["name"], &kept["policy"]), (&json!("Ana"), &fresh["policy"]));
    Ok(())
}

#[test]
fn only_a_window_asks_for_logins() -> anyhow::Result<()> {
    let profile = TempDir::new()?;
    let file = profile.path().join("Local State");
    let auth = || anyhow::Ok(serde_json::from_slice::<Value>(&std::fs::read(&file)?)?["auth"].clone());
    ask_for_logins(profile.path(), Window::Visible)?;
    assert!(!file.exists());
    ask_for_logins(profile.path(), Window::Headless)?;
    assert_eq!(auth()?, json!({"schemes": ""}));
    std::fs::write(&file, r#"{"auth":{"schemes":"","other":1}}"#)?;
    ask_for_logins(profile.path(), Window::Visible)?;
    assert_eq!(auth()?, json!({"other": 1}));
    Ok(())
}
