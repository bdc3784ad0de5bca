use std::ffi::OsString;
use std::path::Path;

use super::{Circumstances, Sandbox, Window, flags};

fn plain() -> Circumstances<'static> {
    Circumstances {
        profile: Path::new("/home/ana/profile"),
        window: Window::Visible,
        sandbox: Sandbox::On,
        language: None,
        shared_memory_is_small: false,
        further: &[],
    }
}

fn has(around: &Circumstances<'_>, flag: &str) -> bool {
    flags(around).iter().any(|given| given == flag)
}

#[test]
fn the_sandbox_goes_only_for_root() {
    assert!(!has(&plain(), "--no-sandbox"));
    assert!(has(&Circumstances { sandbox: Sandbox::OffForRoot, ..plain() }, "--no-sandbox"));
}

#[test]
fn a_visible_browser_is_not_headless() {
    assert!(!has(&plain(), "--headless=new"));
    assert!(has(&Circumstances { window: Window::Headless, ..plain() }, "--headless=new"));
}

#[test]
fn profile_and_language_are_the_callers() {
    let around = Circumstances { language: Some("es"), ..plain() };
    assert!(has(&around, "--user-data-dir=/home/ana/profile"));
    assert!(has(&around, "--lang=es"));
}

#[test]
fn further_flags_come_last_and_so_win() {
    let further = [OsString::from("--window-size=800,600")];
    let given = flags(&Circumstances { further: &further, ..plain() });
    assert_eq!(given.last(), further.last());
}
