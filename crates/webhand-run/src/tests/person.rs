use insta::assert_snapshot;
use serde_json::json;
use webhand_model::PersonReply;

use super::{Input, NO, TestRun, YES, acted, arrived, calls, click, done, order, play, saw, task};

#[test]
fn asks_before_an_order_and_acts_on_a_yes() {
    let log = play([arrived(), saw(), click("e1"), order("40"), YES, order("40"), acted("ordered"), saw(), done()]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by person
    observe with picture
    ask brain
      Done: ordered
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn a_no_is_told_to_the_brain_and_keeps_the_rest_from_running() {
    let answer = calls([("click", json!({"ref": "e1"})), ("click", json!({"ref": "e2"}))]);
    let give_up = calls([("fail", json!({"reason": "They said no."}))]);
    assert_snapshot!(play([arrived(), saw(), answer, order("40"), NO, saw(), give_up]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    observe
    ask brain
      Refused: The person said no.
      Failed(Skipped): not done: an earlier call did not succeed
    finish: Refused { reason: "They said no." }
    "#);
}

#[test]
fn words_instead_of_a_yes_are_a_no() {
    let reply = Input::Replied(PersonReply::Text("only if it is cheaper".to_owned()));
    let log = play([arrived(), saw(), click("e1"), order("40"), reply, saw()]);
    assert!(log.ends_with("Refused: The person did not allow it and said \"only if it is cheaper\"."), "{log}");
}

#[test]
fn a_changed_form_voids_the_yes_and_is_asked_about_anew() {
    let log =
        play([arrived(), saw(), click("e1"), order("40"), YES, order("4000"), YES, order("4000"), acted("ordered")]);
    assert_snapshot!(log, @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    inspect click {"ref":"e1"}
    ask person: https://shop.test: click button "Go on"? It sends something that cannot be taken back.
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by person
    observe with picture
    "#);
}

#[test]
fn a_form_that_became_harmless_needs_no_second_question() {
    let log = play([arrived(), saw(), click("e1"), order("40"), YES, super::plain()]);
    assert!(log.ends_with("act click {\"ref\":\"e1\"} by policy"), "{log}");
}

#[test]
fn a_yes_to_an_address_opens_it() {
    let open = calls([("open", json!({"url": "https://news.test/"}))]);
    assert_snapshot!(play([arrived(), saw(), open, YES]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    ask person: https://news.test: go there and read?
    act open {"url":"https://news.test/"} by person
    "#);
}

#[test]
fn the_third_refusal_ends_the_run() {
    let refused = || [saw(), click("e1"), order("40"), NO];
    let inputs = [arrived()].into_iter().chain(refused()).chain(refused()).chain(refused());
    let log = play(inputs);
    assert!(log.ends_with("finish: Refused { reason: \"The person said no.\" }"), "{log}");
    assert_eq!(log.matches("ask person").count(), 3);
}

#[test]
fn a_reply_to_an_earlier_question_answers_nothing() {
    let mut test = TestRun::new(task()).play([arrived(), saw(), click("e1"), order("40")]);
    let first = test.run.awaited();
    test = test.play([YES, order("4000")]);
    let before = test.log.len();
    test.feed(Some(first), YES);
    assert_eq!(test.log.len(), before, "{}", test.transcript());
}

#[test]
fn an_address_from_a_link_is_followed_where_a_composed_one_is_asked_about() {
    let mut task = task();
    let may_read = webhand_model::OriginPattern::parse("news.test").expect("an origin");
    task.grants.push(webhand_model::Grant { origins: may_read, permission: webhand_model::Permission::Read });
    let mut page = super::page();
    page.nodes[0].href = Some("https://news.test/today?id=7".to_owned());
    let open = |url: &'static str| calls([("open", json!({ "url": url }))]);
    let linked = Input::Observed(Box::new(page));
    let transcript = |url| TestRun::new(task.clone()).play([arrived(), linked.clone(), open(url)]).transcript();
    assert!(transcript("https://news.test/today?id=7").ends_with("by policy"));
    assert!(transcript("https://news.test/today?id=8").contains("is the brain's own"));
}
