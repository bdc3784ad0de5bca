//! A second brain checks the claim of the first to be done.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{Input, Task};

use super::{TestRun, arrived, calls, done, saw, task};
use crate::replay;

/// The effects of a run that ends with these inputs after its first look; checks that its journal replays to the same.
fn checked(inputs: impl IntoIterator<Item = Input>) -> String {
    let test = TestRun::new(Task { verifier: Some("other".to_owned()), ..task() }).play([arrived(), saw()]);
    let test = test.play(inputs);
    replay(&test.journal).expect("its own journal");
    let first = test.log.iter().position(|line| line.starts_with("verify")).expect("it is checked");
    test.log[first..].join("\n")
}

fn agrees() -> Input {
    calls([("done", json!({"answer": "The lamp is there."}))])
}

fn disagrees() -> Input {
    calls([("fail", json!({"reason": "The basket is empty."}))])
}

#[test]
fn a_claim_that_is_borne_out_ends_the_run() {
    assert_snapshot!(checked([done(), agrees()]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Done { answer: "There is a lamp.", evidence: [Seen("a second brain checked it")] }
    "#);
}

#[test]
fn a_no_is_sent_back_once() {
    assert_snapshot!(checked([done(), disagrees(), saw(), done(), agrees()]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    observe
    ask brain
      Failed(Unproven): Not finished yet: a second brain says "The basket is empty.". See whether that is so. If it is, finish the task or fail; if it is not, say done again and why.
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Done { answer: "There is a lamp.", evidence: [Seen("a second brain checked it")] }
    "#);
}

#[test]
fn a_second_no_leaves_the_answer_unproven() {
    assert_snapshot!(checked([done(), disagrees(), saw(), done(), disagrees()]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    observe
    ask brain
      Failed(Unproven): Not finished yet: a second brain says "The basket is empty.". See whether that is so. If it is, finish the task or fail; if it is not, say done again and why.
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Unproven { answer: "There is a lamp.", evidence: [], why: "a second brain says \"The basket is empty.\"" }
    "#);
}

#[test]
fn a_verifier_that_does_something_else_or_fails_decides_nothing() {
    let clicks = calls([("click", json!({"ref": "e1"}))]);
    assert_snapshot!(checked([done(), clicks]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Done { answer: "There is a lamp.", evidence: [Seen("not checked: the second brain said neither yes nor no")] }
    "#);
    let away = Input::NotAnswered { why: "There is no connection.".to_owned(), retry: true };
    assert_snapshot!(checked([done(), away]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Done { answer: "There is a lamp.", evidence: [Seen("not checked: There is no connection")] }
    "#);
}

#[test]
fn a_check_that_was_interrupted_is_made_again() {
    assert_snapshot!(checked([done(), Input::Resumed, agrees()]), @r#"
    verify
      note: The agent says it is done and answers: "There is a lamp."
    verify
      note: The agent says it is done and answers: "There is a lamp."
    finish: Done { answer: "There is a lamp.", evidence: [Seen("a second brain checked it")] }
    "#);
}
