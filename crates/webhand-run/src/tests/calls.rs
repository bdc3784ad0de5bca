use insta::assert_snapshot;
use serde_json::json;
use webhand_model::{Node, Outcome, PersonReply, PictureSource, RefResolver as _, Task};

use super::{Input, TestRun, acted, arrived, calls, click, done, failed, moved_on, page, plain, play, saw, task};

#[test]
fn looks_decides_acts_and_finishes() {
    assert_snapshot!(play([arrived(), saw(), click("e1"), plain(), acted("clicked"), saw(), done()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask brain
      Done: clicked
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn begins_with_a_look_when_there_is_no_start_page() {
    assert_snapshot!(TestRun::new(Task::new("look around")).play([saw(), done()]).transcript(), @r#"
    observe with picture
    ask brain
    finish: Done { answer: "There is a lamp.", evidence: [] }
    "#);
}

#[test]
fn performs_several_calls_in_order_until_one_fails() {
    let fill = |target: &str| ("fill", json!({"ref": target, "value": "x"}));
    let answer = calls([fill("e1"), fill("e2"), fill("e3"), fill("e4")]);
    assert_snapshot!(
        play([arrived(), saw(), answer, plain(), acted("filled"), plain(), failed("e2 is covered"), Input::TimerFired, saw()]),
        @r#"
        act open {"url":"https://shop.test/"} by policy
        observe with picture
        ask brain
        inspect fill {"ref":"e1","value":"x"}
        act fill {"ref":"e1","value":"x"} by policy
        inspect fill {"ref":"e2","value":"x"}
        act fill {"ref":"e2","value":"x"} by policy
        rest for 1000 ms
        observe with picture
        ask brain
          Done: filled
          Failed(Covered): e2 is covered
          Failed(Skipped): not done: an earlier call did not succeed
          Failed(Skipped): not done: an earlier call did not succeed
        "#
    );
}

/// A partial look lacks an element that `find` named: the browser resolves its ref.
#[test]
fn an_element_found_far_from_the_viewport_can_be_acted_on() {
    let whole = page();
    let mut near = page();
    let far = near.nodes.split_off(2);
    let counted = Node { role: "more".to_owned(), name: "button".to_owned(), ..Node::default() };
    near.nodes.push(Node { value: Some(far.len().to_string()), ..counted });
    assert!(near.is_partial());
    let look = || Input::Observed(Box::new(near.clone()));
    let recalled = Input::RefsResolved(vec![whole.resolve("e4")]);
    let unknown = Input::RefsResolved(vec![whole.resolve("e9")]);
    let far = |target: &str| calls([("click", json!({"ref": target})), ("press", json!({"key": "Enter"}))]);
    let inputs = [arrived(), look(), far("e4"), recalled, plain(), acted("clicked"), plain(), acted("pressed"), look()];
    assert_snapshot!(play(inputs.into_iter().chain([far("e9"), unknown, Input::TimerFired, look()])), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    recall e4
    inspect click {"ref":"e4"}
    act click {"ref":"e4"} by policy
    inspect press {"key":"Enter"}
    act press {"key":"Enter"} by policy
    observe with picture
    ask brain
      Done: clicked
      Done: pressed
    recall e9
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(UnknownRef): there is no element e9 on the page now; nearest: button "B4" [ref=e4], button "B3" [ref=e3], button "B2" [ref=e2]; or look at the page again
      Failed(Skipped): not done: an earlier call did not succeed
    "#);
}

#[test]
fn a_new_page_keeps_the_rest_of_the_answer_from_running() {
    let answer = calls([("click", json!({"ref": "e1"})), ("click", json!({"ref": "e2"}))]);
    assert_snapshot!(play([arrived(), saw(), answer, plain(), moved_on("clicked, now on /next"), saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask brain
      Done: clicked, now on /next
      Failed(Skipped): not done: the page changed
    "#);
}

#[test]
fn a_call_that_makes_no_sense_is_answered_without_touching_anything() {
    let answer = calls([("clik", json!({})), ("click", json!({"ref": "e1"}))]);
    assert_snapshot!(play([arrived(), saw(), answer, Input::TimerFired, saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(BadCall): there is no action "clik"; nearest: click, click_at
      Failed(Skipped): not done: an earlier call did not succeed
    "#);
    assert_snapshot!(play([arrived(), saw(), click("e9"), Input::TimerFired, saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    rest for 1000 ms
    observe with picture
    ask brain
      Failed(UnknownRef): there is no element e9 on the page now; nearest: button "B4" [ref=e4], button "B3" [ref=e3], button "B2" [ref=e2]; or look at the page again
    "#);
}

#[test]
fn an_answer_without_a_call_is_sent_back() {
    assert_snapshot!(play([arrived(), saw(), calls([]), Input::TimerFired, saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    rest for 1000 ms
    observe with picture
    ask brain
      note: The answer held no call. Every answer must call at least one action; use done to finish.
    "#);
}

#[test]
fn performs_no_more_than_twenty_calls_of_one_answer() {
    let notes = calls((0..25).map(|_| ("note", json!({"text": "x"}))));
    let transcript = play([arrived(), saw(), notes, saw()]);
    assert_eq!(transcript.matches("Done: noted").count(), 20);
    assert_eq!(transcript.matches("not done: too many calls in one answer").count(), 5);
}

#[test]
fn scripts_are_refused_without_asking_anyone() {
    let eval = calls([("eval", json!({"script": "1"}))]);
    assert_snapshot!(play([arrived(), saw(), eval, plain(), saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect eval {"script":"1"}
    observe
    ask brain
      Refused: Not allowed: running scripts on https://shop.test is switched off; it can only be allowed beforehand, with --allow-code.
    "#);
}

#[test]
fn the_brain_asks_and_hears_the_answer() {
    let ask = || {
        calls([("ask", json!({"question": "Which\n\u{202e}lamp?", "options": ["red", "blue"]})), ("back", json!({}))])
    };
    let reply = Input::Replied(PersonReply::Text("the red one".to_owned()));
    assert_snapshot!(play([arrived(), saw(), ask(), reply, moved_on("went back"), saw()]), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    ask person: Which lamp?
    act back {} by policy
    observe with picture
    ask brain
      Done: the red one
      Done: went back
    "#);
}

#[test]
fn a_run_ends_at_its_step_limit() {
    let mut task = task();
    task.limits.steps = 2;
    let step = || [saw(), click("e1"), plain(), acted("clicked")];
    let inputs = [arrived()].into_iter().chain(step()).chain(step()).chain([saw()]);
    assert_snapshot!(TestRun::new(task).play(inputs).transcript(), @r#"
    act open {"url":"https://shop.test/"} by policy
    observe with picture
    ask brain
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    ask brain
      Done: clicked
    inspect click {"ref":"e1"}
    act click {"ref":"e1"} by policy
    observe with picture
    finish: StepLimit { steps: 2 }
    "#);
}

#[test]
fn pictures_are_taken_after_visible_changes() {
    let fill = calls([("fill", json!({"ref": "e1", "value": "x"}))]);
    let transcript =
        play([arrived(), saw(), fill, plain(), acted("filled"), saw(), click("e1"), plain(), acted("clicked")]);
    let looks: Vec<&str> = transcript.lines().filter(|line| line.starts_with("observe")).collect();
    assert_eq!(looks, ["observe with picture", "observe", "observe with picture"]);
}

/// A picture that the brain requested is the newest until an action changes what can be seen.
#[test]
fn the_brain_is_shown_the_picture_it_asked_for() {
    let shot = Outcome { picture: Some("5.jpg".to_owned()), ..Outcome::done("took a picture") };
    let look = calls([("click", json!({"ref": "e1"})), ("screenshot", json!({"full": true}))]);
    let inputs = [arrived(), saw(), look, plain(), acted("clicked"), Input::Acted(shot), saw()];
    let test = TestRun::new(task()).play(inputs);
    let prompt = test.prompt().expect("a look");
    assert_eq!(prompt.picture(), Some((PictureSource::Call(1), "5.jpg")));
    assert!(
        test.transcript().ends_with("observe\nask brain\n  Done: clicked\n  Done: took a picture"),
        "{}",
        test.transcript()
    );
}

#[test]
fn text_read_on_one_site_is_noticed_on_another() {
    let mut mail = super::page_of(2);
    mail.url = "https://mail.test/".to_owned();
    mail.nodes[0].name = "Your code is 4711-0815".to_owned();
    let fill = calls([("fill", json!({"ref": "e1", "value": "code is 4711-0815"}))]);
    let open = calls([("open", json!({"url": "https://shop.test/"}))]);
    let look = Input::Observed(Box::new(mail));
    let transcript = play([arrived(), look, open, moved_on("opened"), saw(), fill, plain()]);
    assert!(
        transcript.ends_with("ask person: https://shop.test: fill? The text was read on another site."),
        "{transcript}"
    );
}

/// Text that the history has no room for is not lost: the result says where to read on, also after reading on once.
#[test]
fn a_long_reading_says_where_to_go_on() {
    let read = calls([("read", json!({"offset": 500}))]);
    let page = "A line of thirty letters, or so\n".repeat(1_000);
    let transcript = play([arrived(), saw(), read, acted(&page), saw()]);
    assert!(
        transcript.trim_end().ends_with("… it goes on (read offset=8499 shows more)"),
        "{}",
        &transcript[transcript.len() - 200..]
    );
}
