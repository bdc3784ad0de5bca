use serde_json::{Value, json};
use webhand_model::{
    BrainAnswer, Caution, EarlierObservation, Input, Node, ObservationMode, Origin, Outcome, PersonReply, Task,
    count_tokens,
};

use super::{TestRun, acted, arrived, calls, moved_on, page, plain, saw, task};

/// Whether the look after a call is taken with a picture.
fn is_pictured(call: (&'static str, Value), came_of_it: Input) -> bool {
    let inspected = ["fill", "type", "click"].contains(&call.0).then(plain);
    let inputs = [arrived(), saw(), calls([call])].into_iter().chain(inspected).chain([came_of_it]);
    TestRun::new(task()).play(inputs).transcript().ends_with("observe with picture")
}

#[test]
fn a_picture_is_taken_of_what_an_action_changes_but_not_after_typing_or_reading() {
    assert!(TestRun::new(task()).play([arrived()]).transcript().ends_with("observe with picture"), "the first look");
    assert!(is_pictured(("click", json!({"ref": "e1"})), acted("clicked")));
    assert!(is_pictured(("scroll", json!({"direction": "down"})), acted("scrolled")));
    assert!(
        is_pictured(("type", json!({"ref": "e1", "text": "x", "submit": true})), moved_on("typed")),
        "another page"
    );
    assert!(!is_pictured(("fill", json!({"ref": "e1", "value": "x"})), acted("filled")));
    for name in ["read", "find", "console", "network", "downloads", "screenshot"] {
        assert!(!is_pictured((name, json!({})), acted("told")), "{name}");
    }
}

#[test]
fn what_a_foreign_frame_shows_does_not_reach_the_brain() {
    let mut seen = page();
    let advert = Node { role: "iframe".to_owned(), name: "Advert".to_owned(), ..Node::default() };
    seen.nodes.push(Node { origin: Some(Origin::from_url("https://ads.test/box")), ..advert });
    seen.nodes.push(Node { depth: 1, role: "text".to_owned(), name: "canary".to_owned(), ..Node::default() });
    let test = TestRun::new(task()).play([arrived(), Input::Observed(Box::new(seen))]);
    let prompt = test.prompt().expect("a look");
    assert!(prompt.observation.text.contains("- iframe \"Advert\" [origin=https://ads.test] [withheld]"));
    assert!(!format!("{prompt:?}").contains("canary"));
}

/// A page too long to be shown again and again; `changed` is the name of one of its buttons.
fn long_page(changed: &str, scroll_y: f64) -> Input {
    let mut seen = page();
    let text =
        |at: usize| Node { role: "text".to_owned(), name: format!("Line {at} of a long page"), ..Node::default() };
    seen.nodes.extend((0..80).map(text));
    seen.nodes[0].name = changed.to_owned();
    seen.nodes.iter_mut().for_each(|node| node.in_view = true);
    seen.viewport.scroll_y = scroll_y;
    Input::Observed(Box::new(seen))
}

#[test]
fn while_a_page_stays_the_same_only_its_changes_are_shown() {
    let click = || [calls([("click", json!({"ref": "e1"}))]), plain(), acted("clicked")];
    let transcript = |test: &TestRun| test.prompt().expect("a look").observation;
    let test = TestRun::new(task()).play([arrived(), long_page("Off", 0.0)]);
    let whole = transcript(&test);
    assert!(whole.since.is_none() && whole.text.contains("Line 3 of a long page"), "{}", whole.text);

    let test = test.play(click()).play([long_page("On", 0.0)]);
    let next = transcript(&test);
    assert_eq!(next.text, "~ - button \"On\" [ref=e1] [new]\n");
    assert_eq!(
        next.since,
        Some(EarlierObservation { turns: 0, text: whole.text.clone() }),
        "the text and the place stay"
    );

    let test = test.play(click()).play([long_page("Off", 0.0)]);
    assert_eq!(transcript(&test).text, "… nothing visible changed\n", "against the same look");

    let test = test.play(click()).play([long_page("On", 300.0)]);
    let other = transcript(&test);
    assert!(other.since.is_none(), "another part of it is in view");
    assert_eq!(
        other.earlier_pages,
        [EarlierObservation { turns: 0, text: whole.text }],
        "an earlier look keeps its place"
    );
    let test = test.play(click()).play([long_page("Off", 300.0)]);
    assert_eq!(transcript(&test).since.map(|since| since.turns), Some(3));
}

#[test]
fn looks_at_what_was_left_are_kept_while_they_are_few_and_dropped_all_at_once() {
    let click = || [calls([("click", json!({"ref": "e1"}))]), plain(), acted("clicked")];
    let mut test = TestRun::new(Task { look_tokens: Some(700), ..task() }).play([arrived(), long_page("Off", 0.0)]);
    let mut kept = Vec::new();
    for nth in 1..=8_u32 {
        test = test.play(click()).play([long_page(&format!("Part {nth}"), f64::from(nth) * 300.0)]);
        let left = test.prompt().expect("a look").observation.earlier_pages;
        assert!(left.iter().map(|look| count_tokens(&look.text)).sum::<usize>() <= 1_400);
        assert!(left.iter().map(|look| look.turns).is_sorted());
        kept.push(left.len());
    }
    assert_eq!(kept, [1, 2, 0, 1, 2, 0, 1, 2]);
}

#[test]
fn a_short_look_is_shown_anew_and_one_without_a_decision_is_not_kept() {
    let mut short = page();
    short.nodes.truncate(1);
    let short = || Input::Observed(Box::new(short.clone()));
    let click = || [calls([("click", json!({"ref": "e1"}))]), plain(), acted("clicked")];
    let test = TestRun::new(task()).play([arrived(), short()]).play(click()).play([short()]);
    let transcript = test.prompt().expect("a look").observation;
    assert!(
        transcript.since.is_none() && transcript.earlier_pages.is_empty() && transcript.text.contains("button"),
        "{}",
        transcript.text
    );

    let mut view = crate::prompt::shown_pages::ShownPages::default();
    let Input::Observed(first) = long_page("Off", 0.0) else { panic!("a look") };
    let Input::Observed(second) = long_page("Off", 300.0) else { panic!("a look") };
    view.record_look(None, &first, 2, 700);
    view.record_look(Some(&first), &second, 2, 700);
    assert!(view.text().left.is_empty());
}

#[test]
fn a_brain_in_a_picture_mode_gets_a_picture_with_every_look_and_little_text() {
    let fill = || calls([("fill", json!({"ref": "e1", "value": "x"}))]);
    for (sight, look) in
        [(ObservationMode::Marks, "observe with marked picture"), (ObservationMode::Points, "observe with picture")]
    {
        let test = TestRun::new(Task { observation_mode: sight, ..task() });
        let test = test.play([arrived(), saw(), fill(), plain(), acted("filled"), saw()]);
        let looks = test.transcript().lines().filter(|line| *line == look).count();
        assert_eq!(looks, 2, "{}", test.transcript());
        assert!(test.prompt().expect("a look").system.contains("# The picture"));
    }
}

/// The brain points on the picture that it took itself.
#[test]
fn a_brain_that_took_a_picture_is_not_shown_another() {
    let shot = Outcome { picture: Some("5.jpg".to_owned()), ..Outcome::done("took a picture") };
    let test = TestRun::new(Task { observation_mode: ObservationMode::Points, ..task() });
    let test = test.play([arrived(), saw(), calls([("screenshot", json!({}))]), Input::Acted(shot), saw()]);
    assert!(test.transcript().ends_with("observe\nask brain\n  Done: took a picture"), "{}", test.transcript());
}

/// A call that the brain's provider is cautious about is a question to the person, however harmless it looks here.
#[test]
fn a_caution_of_the_provider_is_a_question_to_the_person() {
    let Input::Answered(answer) = calls([("wait", json!({"ms": 10})), ("wait", json!({"ms": 20}))]) else {
        panic!("an answer")
    };
    let cautious = BrainAnswer { cautions: vec![Caution { call: 1, why: "Odd.".to_owned() }], ..answer };
    let answered = || Input::Answered(cautious.clone());
    let asked = "ask person: no site: wait? The provider of the model wants you to decide.";
    let waited = || acted("waited");
    let yes = Input::Replied(PersonReply::Yes);
    let test = TestRun::new(task()).play([arrived(), saw(), answered(), waited(), yes, waited(), saw()]);
    assert!(test.transcript().contains(asked), "{}", test.transcript());
    let confirmed: Vec<bool> = test.run.memory.turns()[0].results.iter().map(|result| result.confirmed).collect();
    assert_eq!(confirmed, [false, true]);
    let no = Input::Replied(PersonReply::No);
    let test = TestRun::new(task()).play([arrived(), saw(), answered(), waited(), no]);
    let confirmed: Vec<bool> = test.run.memory.turns()[0].results.iter().map(|result| result.confirmed).collect();
    assert!(!confirmed.contains(&true), "{}", test.transcript());
    assert!(!test.transcript().contains("act wait {\"ms\":20}"), "{}", test.transcript());
}
