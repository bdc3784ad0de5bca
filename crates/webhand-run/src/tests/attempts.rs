//! Repeated failures on an element lead to suggestions, and giving up comes last.

use insta::assert_snapshot;
use serde_json::json;

use super::{Input, TestRun, acted, arrived, calls, click, failed, page, plain, play, saw, task};

/// A shop with a link of two names, a search and a long page.
fn shop() -> Input {
    let mut page = page();
    page.nodes[0].href = Some("https://shop.test/lamps/blue".to_owned());
    page.nodes[1].name = page.nodes[0].name.clone();
    page.nodes[2].role = "searchbox".to_owned();
    page.viewport.max_scroll_y = 900.0;
    Input::Observed(Box::new(page))
}

fn missed() -> [Input; 4] {
    [click("e1"), plain(), failed("covered"), Input::TimerFired]
}

#[test]
fn other_ways_are_suggested_after_an_element_failed_twice() {
    let test =
        TestRun::new(task()).play([arrived(), shop()]).play(missed()).play([shop()]).play(missed()).play([shop()]);
    assert_snapshot!(test.log.last().expect("a prompt"), @r#"
    ask brain
      Failed(Covered): covered
      note: button "B1" has failed 2 times. Do not try it the same way again. Other ways: the keyboard: press Enter with ref e1; its address: open "https://shop.test/lamps/blue"; button e2 of the same name; the site's search: e3; scroll down: the page goes on below.
    "#);
}

#[test]
fn the_keyboard_is_no_way_to_what_is_disabled() {
    let off = || {
        let mut page = page();
        page.nodes[0].states.push("disabled".to_owned());
        Input::Observed(Box::new(page))
    };
    let test = TestRun::new(task()).play([arrived(), off()]).play(missed()).play([off()]).play(missed()).play([off()]);
    assert_snapshot!(test.log.last().expect("a prompt"), @r#"
    ask brain
      Failed(Covered): covered
      note: button "B1" has failed 2 times. Do not try it the same way again. Other ways: wait, look at the page again, or ask the person.
    "#);
}

#[test]
fn a_success_in_between_begins_the_count_anew() {
    let success = [click("e1"), plain(), acted("clicked"), shop()];
    let test = TestRun::new(task()).play([arrived(), shop()]).play(missed()).play([shop()]).play(success);
    let transcript = test.play(missed()).play([shop()]).transcript();
    assert!(!transcript.contains("Other ways"), "{transcript}");
}

fn give_up() -> Input {
    calls([("fail", json!({"reason": "There is no lamp."}))])
}

#[test]
fn giving_up_before_anything_was_tried_is_sent_back_once() {
    assert_snapshot!(play([arrived(), shop(), give_up(), shop(), give_up()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    observe
    ask brain
      Failed(Untried): Not yet: nothing shows that you have scrolled to the end, or waited for what comes late, or looked at other pages, tabs or menus, or used the site's search, or asked the person. Try what can help here; if nothing can, fail again and say what you tried.
    finish: Failed { reason: "There is no lamp.", tried: [] }
    "#);
}

#[test]
fn giving_up_is_accepted_at_once_when_every_alternative_was_tried() {
    let tried = calls([
        ("wait", json!({"ms": 500})),
        ("click", json!({"ref": "e1"})),
        ("ask", json!({"question": "Where are the lamps?"})),
    ]);
    let reply = Input::Replied(webhand_model::PersonReply::No);
    let log = play([arrived(), saw(), tried, acted("waited"), plain(), acted("clicked"), reply, saw(), give_up()]);
    assert!(log.ends_with("finish: Failed { reason: \"There is no lamp.\", tried: [\"wait\", \"click\"] }"), "{log}");
}
