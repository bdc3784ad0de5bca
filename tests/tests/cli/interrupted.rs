//! A program that is stopped in the middle leaves nothing running, does nothing twice and can be resumed.

use crate::support::{Machine, ORDER, RunProcess, Site, signal};

#[test]
fn ctrl_c_parks_the_run_so_that_it_can_be_resumed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", "wait 60 seconds", "--url", &site.at("/mail"), "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    signal(&run.process, "INT");
    let (code, last) = run.end();
    assert_eq!((code, last["result"]["outcome"].as_str()), (Some(6), Some("parked")));
    machine.assert_no_browser_is_left();
    assert!(machine.run(&["runs", "show", &machine.only_run()]).out.contains("webhand runs resume"));
}

#[test]
fn a_cancelled_run_has_an_outcome_of_its_own() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", "wait 60 seconds", "--url", &site.at("/mail"), "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    assert_eq!(machine.run(&["runs", "cancel", &machine.only_run()]).code, Some(0));
    let (code, last) = run.end();
    assert_eq!((code, last["result"]["outcome"].as_str()), (Some(130), Some("cancelled")));
    let report = last["result"]["report"].as_str().unwrap();
    assert!(std::fs::read_to_string(report).unwrap().contains("Cancelled"));
    machine.assert_no_browser_is_left();
}

#[test]
fn a_request_to_end_leaves_a_run_that_can_be_resumed() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", "wait 60 seconds", "--url", &site.at("/mail"), "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    signal(&run.process, "TERM");
    let (code, last) = run.end();
    assert_eq!((code, last["result"]["outcome"].as_str()), (Some(6), Some("parked")));
    machine.assert_no_browser_is_left();
    let id = machine.only_run();
    assert!(machine.run(&["runs", "show", &id]).out.contains("webhand runs resume"));
    assert_eq!(machine.run(&["runs", "cancel", &id]).code, Some(0));
    assert_eq!(machine.run(&["runs", "resume", &id]).code, Some(2), "it is over");
}

/// Kills the program at the first event that fits, resumes the run, and counts the orders.
fn orders_after_a_crash(pointer: &str, value: &str) -> usize {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", ORDER, "--url", &site.at("/shop"), "--yes", "--json"]);
    run.until(pointer, |found| found == value);
    run.process.kill().unwrap();
    run.process.wait().unwrap();
    machine.assert_no_browser_is_left();
    let id = machine.only_run();
    let resumed = machine.run(&["runs", "resume", &id, "--yes", "--json"]);
    assert!(matches!(resumed.code, Some(0 | 1 | 3 | 4 | 5 | 6)), "{resumed:?}");
    machine.assert_no_browser_is_left();
    site.marks("Order")
}

#[test]
fn an_order_is_never_placed_twice_whenever_the_program_is_killed() {
    for (pointer, value) in [
        ("/what/intent/intent/act/action/action", "fill"),
        ("/what/intent/intent/act/class", "commit"),
        ("/what/intent/intent/rule/request/method", "POST"),
    ] {
        let orders = orders_after_a_crash(pointer, value);
        assert!(orders <= 1, "{orders} orders after a crash at {value}");
    }
}

#[test]
fn a_profile_is_kept_while_its_run_can_be_resumed_and_swept_when_it_is_over() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", "wait 60 seconds", "--url", &site.at("/mail"), "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    run.process.kill().unwrap();
    run.process.wait().unwrap();
    machine.assert_no_browser_is_left();
    let profile = machine.data().join("runs").join(machine.only_run()).join("profile");
    assert!(profile.exists());
    assert_eq!(machine.run(&["runs", "cancel", &machine.only_run()]).code, Some(0));
    assert!(!profile.exists());
}

#[test]
fn what_a_killed_demo_leaves_is_swept_by_the_next_run() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut demo = RunProcess::start(&machine, &["demo", "--only", "3", "--json"]);
    demo.until("/what/input/input/observed", |_| true);
    demo.process.kill().unwrap();
    demo.process.wait().unwrap();
    machine.assert_no_browser_is_left();
    let folders = || std::fs::read_dir(machine.data().join("runs")).unwrap().count();
    assert_eq!(folders(), 2, "the demo's own folder, and its run's");
    assert_eq!(machine.run(&["run", "read the page", "--url", &site.at("/")]).code, Some(0));
    assert_eq!(folders(), 2, "the interrupted run's, and the new one's");
}
