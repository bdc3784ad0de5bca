//! Secrets that the person enters and neither brain nor journal sees.

use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{FieldKind, Input, PersonReply, TargetFacts};

use super::{NO, TestRun, acted, arrived, calls, facts, saw, task};
use crate::replay;

fn asks() -> Input {
    calls([("ask", json!({"question": "Which code did they send you?", "secret": "code"}))])
}

fn fills() -> Input {
    calls([("fill", json!({"ref": "e1", "value": "{{secret:code}}"}))])
}

fn password_field() -> Input {
    Input::Inspected(facts(Some(TargetFacts {
        role: "textbox".to_owned(),
        name: "Code".to_owned(),
        field: FieldKind::OneTimeCode,
        href: None,
        submits: false,
        enter_submits: false,
        form: None,
    })))
}

const ENTERED: Input = Input::Replied(PersonReply::Entered);

fn transcript(inputs: impl IntoIterator<Item = Input>) -> String {
    let test = TestRun::new(task()).play([arrived(), saw()]).play(inputs);
    replay(&test.journal).expect("its own journal");
    test.log[3..].join("\n")
}

#[test]
fn a_brain_gets_a_placeholder_and_fills_it_in_where_it_was_entered_for() {
    assert_snapshot!(transcript([asks(), ENTERED, saw(), fills(), password_field(), acted("filled")]), @r#"
    ask person: Which code did they send you?
    observe
    ask brain
      Done: The person entered it. Fill it in on https://shop.test as {{secret:code}}.
    inspect fill {"ref":"e1","value":"{{secret:code}}"}
    act fill {"ref":"e1","value":"{{secret:code}}"} by policy
    observe
    "#);
}

#[test]
fn a_secret_that_was_not_entered_is_not_filled_in() {
    assert_snapshot!(transcript([asks(), NO, saw(), fills()]), @r#"
    ask person: Which code did they send you?
    observe
    ask brain
      Refused: The person did not enter it.
    rest for 1000 ms
    "#);
}

#[test]
fn a_new_browser_has_no_secrets_and_an_open_question_is_asked_again() {
    let gone =
        transcript([asks(), ENTERED, saw(), Input::Resumed, arrived(), saw(), fills(), Input::TimerFired, saw()]);
    assert!(
        gone.ends_with("Failed(NotFound): There is no secret \"code\" now: `ask` for it, with `secret`."),
        "{gone}"
    );
    assert_snapshot!(transcript([asks(), Input::Resumed, ENTERED, arrived(), saw(), fills()]), @r#"
    ask person: Which code did they send you?
    ask person: Which code did they send you?
    act open {"url":"https://shop.test/lamps"} by policy
    observe with picture
    ask brain
      Done: The person entered it. Fill it in on https://shop.test as {{secret:code}}.
      note: The browser was started again; the last page was loaded anew. Refs of before are void.
    inspect fill {"ref":"e1","value":"{{secret:code}}"}
    "#);
}

#[test]
fn a_bad_name_for_a_secret_is_an_error() {
    let odd = calls([("ask", json!({"question": "?", "secret": "My Code!"}))]);
    assert!(transcript([odd, Input::TimerFired, saw()]).contains("Failed(BadCall): a secret is called by"));
}
