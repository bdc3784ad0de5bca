//! A run without the browser's debugger meets what only the debugger can do.

use insta::assert_snapshot;
use webhand_model::{FailCode, Outcome, StartLevel, Task};

use super::{Input, NO, TestRun, YES, acted, arrived, click, page_of, plain, saw, task};
use crate::replay;

fn quiet_task() -> Task {
    Task { start_level: StartLevel::Quiet, ..task() }
}

fn needs_debugger() -> Input {
    Input::Acted(Outcome::failed(FailCode::NeedsDebugger, "the browser can upload files only at the debugger level"))
}

/// The page in the same tab, as other hands see it.
fn saw_again() -> Input {
    Input::Observed(Box::new(page_of(2)))
}

#[test]
fn a_yes_changes_to_the_debugger_in_the_same_tab() {
    let mut test = TestRun::new(quiet_task()).play([arrived(), saw(), click("e1"), plain(), needs_debugger(), YES]);
    test.run = replay(&test.journal).expect("its own journal").run;
    test.log.push("-- with the debugger --".to_owned());
    let test = test.play([Input::Resumed, saw_again(), click("e1"), plain(), acted("uploaded"), saw_again()]);
    assert_snapshot!(test.transcript(), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    ask person: May this run use the browser's debugger from now on?
    use debugger
    -- with the debugger --
    observe with picture
    ask brain
      Failed(NeedsDebugger): the browser can upload files only at the debugger level. The person has allowed the debugger since: do it again.
      note: The tab is driven with the browser's debugger now. Refs of before are void.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask brain
      Done: uploaded
    "#);
    assert!(replay(&test.journal).is_ok());
}

#[test]
fn a_no_holds_for_the_run_and_the_brain_goes_on_without() {
    let once = [click("e1"), plain(), needs_debugger()];
    let test = TestRun::new(quiet_task()).play([arrived(), saw()]).play(once.clone()).play([NO]);
    let test = test.play([Input::TimerFired, saw()]).play(once);
    assert_snapshot!(test.transcript(), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    ask person: May this run use the browser's debugger from now on?
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(NeedsDebugger): the browser can upload files only at the debugger level. The person does not allow the debugger in this run: find another way, or say what cannot be done.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    rest for 2000 ms
    "#);
}

#[test]
fn a_run_that_began_with_the_debugger_asks_nothing() {
    let test = TestRun::new(task()).play([arrived(), saw(), click("e1"), plain(), needs_debugger()]);
    assert!(!test.transcript().contains("ask person"), "{}", test.transcript());
}
