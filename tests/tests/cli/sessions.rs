//! The processes of sessions: how they begin, are distinguished, and end.

use std::time::Instant;

use serde_json::Value;

use crate::support::{DEADLINE, Machine, ProgramOutput, Site};
use crate::verbs::run_ok;

fn sessions(machine: &Machine) -> Vec<Value> {
    let mut lines = run_ok(machine, &["sessions", "--json"]).json();
    lines.pop();
    lines
}

fn pid(machine: &Machine) -> String {
    sessions(machine)[0]["pid"].to_string()
}

fn kill(name: &str, pid: &str) {
    assert!(std::process::Command::new("kill").args([&format!("-{name}"), pid]).status().unwrap().success());
}

/// Waits until no session is left, nor a file of one.
fn assert_nothing_is_left(machine: &Machine) {
    machine.assert_no_browser_is_left();
    let until = Instant::now() + DEADLINE;
    loop {
        let left: Vec<_> = std::fs::read_dir(machine.sessions()).unwrap().flatten().map(|e| e.file_name()).collect();
        if left.is_empty() {
            break;
        }
        assert!(Instant::now() < until, "{left:?}");
        std::thread::yield_now();
    }
    let folders = std::fs::read_dir(machine.data().join("runs")).map_or(0, Iterator::count);
    assert_eq!(folders, 0, "a folder of a session is left");
}

#[test]
fn the_first_verb_begins_a_session_and_the_next_ones_find_it() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["open", &site.at("/mail")]);
    let first = pid(&machine);
    assert!(run_ok(&machine, &["get", "title"]).out.contains("Inbox (25)"));
    assert_eq!(pid(&machine), first);
    let shown = run_ok(&machine, &["sessions"]).out;
    assert!(shown.contains("default  pid ") && shown.contains("1 tab, idle"), "{shown}");
    assert!(shown.contains("/mail \"Inbox (25)"), "{shown}");
    let closed = run_ok(&machine, &["close"]);
    assert_eq!(closed.out, "closed session default\n");
    assert_nothing_is_left(&machine);
    assert_eq!(run_ok(&machine, &["close"]).out, "there is no session default\n");
}

#[test]
fn two_sessions_do_not_touch_each_other() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["open", &site.at("/mail"), "--session", "a"]);
    run_ok(&machine, &["open", &site.at("/shop"), "--session", "b"]);
    assert!(run_ok(&machine, &["get", "url", "--session", "a"]).out.contains("/mail"));
    let by_environment = machine.command(&["get", "url"]).env("WEBHAND_SESSION", "b").output().unwrap();
    assert!(ProgramOutput::from(by_environment).out.contains("/shop"));
    assert_eq!(sessions(&machine).len(), 2);
    run_ok(&machine, &["close", "--session", "a"]);
    assert!(run_ok(&machine, &["get", "url", "--session", "b"]).out.contains("/shop"));
    assert_eq!(run_ok(&machine, &["close", "--all"]).out, "closed session b\nclosed 1 session\n");
    assert_nothing_is_left(&machine);
}

#[test]
fn all_sessions_can_be_ended_in_a_shell_that_names_one() {
    let machine = Machine::new();
    let close = |arguments: &[&str]| {
        ProgramOutput::from(machine.command(arguments).env("WEBHAND_SESSION", "a").output().unwrap())
    };
    let closed = close(&["close", "--all"]);
    assert_eq!((closed.code, closed.out.as_str()), (Some(0), "closed 0 sessions\n"), "{}", closed.err);
    assert_eq!(close(&["close", "--all", "--json"]).json(), [serde_json::json!({"result": {"closed": 0}})]);
    let both = close(&["close", "--all", "--session", "a"]);
    assert_eq!(both.code, Some(2), "{}", both.out);
}

#[test]
fn nothing_is_left_of_a_session_that_could_not_be_begun() {
    let machine = Machine::new();
    for terms in [["--allow", "a.test,b.test"], ["--browser-path", "/nonexistent"], ["--data-dir", "/dev/null/data"]] {
        let refused = machine.run(&[&["tab", "list"][..], &terms].concat());
        assert!(matches!(refused.code, Some(1 | 2)), "{terms:?}: {}{}", refused.out, refused.err);
        assert_eq!(std::fs::read_dir(machine.sessions()).unwrap().count(), 0, "{terms:?}");
    }
}

#[test]
fn verbs_that_come_at_once_end_up_in_the_same_session() {
    let machine = Machine::new();
    let started: Vec<_> = (0..3).map(|_| machine.command(&["tab", "list", "--json"]).spawn().unwrap()).collect();
    for process in started {
        let ended = ProgramOutput::from(process.wait_with_output().unwrap());
        assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    }
    assert_eq!(sessions(&machine).len(), 1);
    let roots = std::fs::read_dir(machine.data().join("runs")).unwrap().count();
    assert_eq!(roots, 1, "one run, one browser");
}

#[test]
fn a_session_that_nobody_uses_ends_by_itself() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list", "--idle-timeout", "0.05"]);
    assert_nothing_is_left(&machine);
}

#[test]
fn a_session_that_was_killed_takes_its_browser_with_it_and_the_next_verb_begins_anew() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list"]);
    let first = pid(&machine);
    kill("KILL", &first);
    machine.assert_no_browser_is_left();
    let anew = run_ok(&machine, &["get", "url"]);
    assert!(anew.err.contains("there was no session default; this is a new one"), "{}", anew.err);
    assert_ne!(pid(&machine), first);
    assert_eq!(sessions(&machine).len(), 1);
    wait_for_folders(&machine, 1);
}

/// The next session also deletes the files that a killed one left.
fn wait_for_folders(machine: &Machine, expected: usize) {
    let until = Instant::now() + DEADLINE;
    let count = || std::fs::read_dir(machine.data().join("runs")).map_or(0, Iterator::count);
    while count() != expected {
        assert!(Instant::now() < until, "there are {} folders of runs", count());
        std::thread::yield_now();
    }
}

#[test]
fn a_session_ends_with_its_browser() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list"]);
    machine.kill_browsers();
    assert_nothing_is_left(&machine);
    run_ok(&machine, &["tab", "list"]);
}

#[test]
fn a_session_that_hangs_can_be_ended_and_blocks_nobody() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list"]);
    let first = pid(&machine);
    kill("STOP", &first);
    run_ok(&machine, &["tab", "list", "--session", "other"]);
    assert!(run_ok(&machine, &["sessions"]).out.contains("does not answer; end it with: webhand close"));
    assert!(run_ok(&machine, &["close"]).out.contains("did not react and was killed"));
    run_ok(&machine, &["tab", "list"]);
    assert_ne!(pid(&machine), first);
}

#[test]
fn terms_are_set_with_the_first_verb() {
    let machine = Machine::new();
    run_ok(&machine, &["tab", "list", "--allow", "localhost"]);
    run_ok(&machine, &["tab", "list", "--allow", "localhost"]);
    let other = machine.run(&["tab", "list", "--allow", "all", "--mode", "careful"]);
    assert_eq!(other.code, Some(2), "{}", other.out);
    assert!(other.err.contains("--allow, --mode") && other.err.contains("webhand close"), "{}", other.err);
}

#[test]
fn what_cannot_be_meant_begins_nothing() {
    let machine = Machine::new();
    for arguments in [
        &["back", "--allow", "a b"][..],
        &["back", "--browser-path", "/nowhere"],
        &["back", "--profile", "../up"],
        &["back", "--session", "a/b"],
        &["back", "--idle-timeout", "0"],
    ] {
        let ended = machine.run(arguments);
        assert_eq!(ended.code, Some(2), "{arguments:?}: {}", ended.err);
    }
    assert!(sessions(&machine).is_empty());
    assert_nothing_is_left(&machine);
}
