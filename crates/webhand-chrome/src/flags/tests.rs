use std::ffi::OsString;
use std::path::Path;

use super::{FlagConditions, Sandbox, Window, flags};

fn plain() -> FlagConditions<'static> {
    FlagConditions {
        profile: Path::new("/home/ana/profile"),
        window: Window::Visible,
        sandbox: Sandbox::On,
        language: None,
        shared_memory_is_small: false,
        further: &[],
    }
}

fn has(conditions: &FlagConditions<'_>, flag: &str) -> bool {
    flags(conditions).iter().any(|given| given == flag)
}

#[test]
fn the_sandbox_goes_only_for_root() {
    assert!(!has(&plain(), "--no-sandbox"));
    assert!(has(&FlagConditions { sandbox: Sandbox::OffForRoot, ..plain() }, "--no-sandbox"));
}

#[test]
fn a_visible_browser_is_not_headless() {
    assert!(!has(&plain(), "--headless=new"));
    assert!(has(&FlagConditions { window: Window::Headless, ..plain() }, "--headless=new"));
}

#[test]
fn profile_and_language_are_the_callers() {
    let conditions = FlagConditions { language: Some("es"), ..plain() };
    assert!(has(&conditions, "--user-data-dir=/home/ana/profile"));
    assert!(has(&conditions, "--lang=es"));
}

#[test]
fn further_flags_come_last_and_so_win() {
    let further = [OsString::from("--window-size=800,600")];
    let given = flags(&FlagConditions { further: &further, ..plain() });
    assert_eq!(given.last(), further.last());
}
