//! The person speaks to the brain while the run works.

use insta::assert_snapshot;
use serde_json::json;

use super::stop::states;
use super::{Input, TestRun, YES, acted, arrived, calls, click, done, order, play, saw, task};
use crate::replay;

fn told(text: &str) -> Input {
    Input::Told(text.to_owned())
}

#[test]
fn the_brain_is_shown_it_in_every_prompt_from_then_on() {
    let log = play([arrived(), saw(), told("only the red one"), click("e1"), super::plain(), acted("clicked"), saw()]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask brain
      Done: clicked
      note: After step 1 the person said, and it counts like the task: "only the red one"
    "#);
}

#[test]
fn a_claim_to_be_done_that_did_not_know_it_is_sent_back_once() {
    let log = play([arrived(), saw(), told("and a bulb"), done(), saw(), done()]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    observe
    ask brain
      Failed(Skipped): Not finished yet: the person said something meanwhile, which the notes tell. Do that too, then say done again.
      note: After step 1 the person said, and it counts like the task: "and a bulb"
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn it_answers_no_question_and_disturbs_no_state() {
    for (state, before) in states() {
        let quiet = TestRun::new(task()).play(before.clone());
        let spoken = TestRun::new(task()).play(before).play([told("yes")]);
        let effects =
            |test: &TestRun| test.log.iter().filter(|line| !line.starts_with("rest for")).cloned().collect::<Vec<_>>();
        assert_eq!(effects(&quiet), effects(&spoken), "{state}");
        assert_eq!(quiet.run.awaited(), spoken.run.awaited(), "{state}");
        assert!(replay(&spoken.journal).is_ok(), "{state}");
    }
    let test = TestRun::new(task()).play([arrived(), saw(), click("e1"), order("40"), told("yes, order it")]);
    assert!(!test.transcript().contains("by person"), "{}", test.transcript());
    let test = test.play([YES, order("40")]);
    assert!(test.transcript().ends_with("act click {\"ref\":\"e1\"} by person"), "{}", test.transcript());
}

#[test]
fn an_address_in_it_is_open_as_one_in_the_task_and_a_quoted_one_is_not() {
    let open = |url: &str| calls([("open", json!({"url": url}))]);
    let asks = |said: &str| {
        let from = "https://elsewhere.test/list?q=1";
        play([arrived(), saw(), told(said), open(from)]).contains("ask person")
    };
    assert!(!asks("look at https://elsewhere.test/list?q=1 too"));
    assert!(asks("look at the list too"));
    assert!(asks("what does \"see https://elsewhere.test/list?q=1 now\" mean"));
}
