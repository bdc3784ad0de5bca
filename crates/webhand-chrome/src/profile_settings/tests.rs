//! The settings that a profile gets.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::refuse_other_programs;

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
