//! The person takes a run's browser from another terminal and gives it back.

use crate::support::{Machine, RunProcess, Site, signal};
use crate::verbs::run_ok;

#[test]
fn a_run_whose_browser_is_taken_stops_at_once_and_goes_on_when_it_is_given_back() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let mut run = RunProcess::start(&machine, &["run", "wait 60 seconds", "--url", &site.at("/mail"), "--json"]);
    run.until("/what/intent/intent/act/action/action", |name| name == "wait");
    let id = machine.only_run();
    let early = machine.run(&["runs", "give-back", &id]);
    assert_eq!(early.code, Some(2), "it was not taken: {early:?}");
    let taken = machine.run(&["runs", "take", &id]);
    assert!(taken.out.contains("webhand runs give-back"), "{taken:?}");
    // No person can see a headless browser, so the run waits without one.
    let (code, last) = run.end();
    assert_eq!(code, Some(4), "{last}");
    assert!(last["result"]["question"]["kind"]["hand_over"] == "nowhere", "{last}");
    machine.assert_no_browser_is_left();
    let mut run = RunProcess::start(&machine, &["runs", "give-back", &id, "--json"]);
    run.until("/what/intent/intent", |intent| intent == "step_in");
    run.until("/what/intent/intent", |intent| intent == "ask_brain");
    signal(&run.process, "INT");
    run.end();
    machine.assert_no_browser_is_left();
}

#[test]
fn an_agent_whose_person_took_the_browser_is_told_so_until_it_is_given_back() {
    let machine = Machine::new();
    let site = Site::start(&machine);
    run_ok(&machine, &["open", &site.at("/mail")]);
    let id = machine.only_run();
    assert_eq!(machine.run(&["runs", "brain", &id, "literal"]).code, Some(2), "it has no brain to change");
    assert_eq!(machine.run(&["runs", "take", &id]).code, Some(0));
    let refused = machine.run(&["get", "title"]);
    assert!(refused.code == Some(1) && refused.err.contains("The person has the browser"), "{refused:?}");
    let back = machine.run(&["runs", "give-back", &id]);
    assert_eq!(back.code, Some(0), "{back:?}");
    assert!(run_ok(&machine, &["get", "title"]).out.contains("Inbox"));
}
