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
        gate_port: Some(4711),
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
fn further_flags_come_after_the_usual_ones_and_so_win() {
    let further = [OsString::from("--window-size=800,600")];
    let given = flags(&FlagConditions { further: &further, ..plain() });
    assert_eq!(given.iter().rfind(|flag| flag.to_string_lossy().starts_with("--window-size")), further.last());
}

#[test]
fn no_further_flag_leads_past_the_gate() {
    let bypasses = [
        "--no-proxy-server",
        "--proxy-server=direct://",
        "--proxy-bypass-list=*",
        "--proxy-pac-url=data:,",
        "--host-resolver-rules=",
    ];
    let further = bypasses.map(OsString::from);
    let given = flags(&FlagConditions { further: &further, ..plain() });
    for bypass in further {
        assert!(!given.contains(&bypass), "{bypass:?}");
    }
    assert!(has(&plain(), "--proxy-server=http://127.0.0.1:4711"));
    assert!(has(&plain(), "--proxy-bypass-list=<-loopback>"));
}
