use proptest::prelude::*;
use webhand_port::Picture;
use webhand_port::fake::MemoryStore;

use super::*;
use crate::recorded_run::{self, HOSTILE};

fn id() -> RunId {
    RunId::try_from("0123456789abcdef".to_owned()).unwrap()
}

async fn rendered(events: &[Event]) -> String {
    let store = MemoryStore::default();
    store.append(&id(), webhand_model::Seq(0), &events[..1]).await.unwrap();
    store.keep_picture(&id(), "2.jpg", &Picture { jpeg: vec![0xff, 0xd8] }).await.unwrap();
    render(&store, &id(), events).await.unwrap()
}

#[tokio::test]
async fn a_report_holds_the_whole_run_and_nothing_that_runs() {
    let html = rendered(&recorded_run::order().events()).await;
    for part in [
        "Order 1001 is placed",
        "42.90",
        "Answer: yes",
        "allowed by the person",
        "data:image/jpeg;base64,/9g=",
        "evidence",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(html.contains("default-src 'none'; img-src data:; style-src 'unsafe-inline'"));
    assert!(!html.contains("<script") && !html.contains("onload=\"x") && !html.contains('\u{1b}'));
    assert!(html.contains(webhand_model::clean(&HOSTILE[..8]).replace('<', "&lt;").replace('>', "&gt;").as_str()));
}

#[tokio::test]
async fn the_touched_element_is_marked_where_it_was() {
    let html = rendered(&recorded_run::order().events()).await;
    assert!(html.contains("style=\"left:10.00%;top:10.00%;width:20.00%;height:6.00%\""), "the field");
    assert!(html.contains("touched by 2 marked") && html.contains("touched by 3 marked"), "and said in words");
    assert!(html.contains("Before, seen earlier"), "no picture was taken of the second look");
    assert!(html.contains("style=\"left:10.00%;top:80.00%;width:20.00%;height:10.00%\""), "the button");
}

#[test]
fn numbers_stand_where_the_picture_has_room_for_them() {
    let marks = vec![(1, [300, 10, 50, 20]), (2, [5, 40, 50, 20]), (3, [0, 80, 1000, 20])];
    let viewport = webhand_model::Viewport { width: 1000.0, height: 500.0, ..Default::default() };
    let seen = timeline::StepPage { marks, viewport, picture: Some("1.jpg".to_owned()), ..Default::default() };
    let pictures = PictureUrls::from([("1.jpg".to_owned(), "data:,".to_owned())]);
    let html = screenshot::step_figures(&step_of(seen), None, 1, &pictures).into_string();
    let classes: Vec<&str> = html.split("<span class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(classes, ["mark", "mark behind", "mark inside"]);
}

#[test]
fn numbers_of_elements_beside_each_other_do_not_overlap() {
    let marks = vec![(1, [300, 10, 50, 20]), (2, [310, 14, 30, 12]), (3, [320, 16, 10, 8])];
    let viewport = webhand_model::Viewport { width: 1000.0, height: 500.0, ..Default::default() };
    let seen = timeline::StepPage { marks, viewport, picture: Some("1.jpg".to_owned()), ..Default::default() };
    let pictures = PictureUrls::from([("1.jpg".to_owned(), "data:,".to_owned())]);
    let html = screenshot::step_figures(&step_of(seen), None, 1, &pictures).into_string();
    let classes: Vec<&str> = html.split("<span class=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(classes, ["mark", "mark behind", "mark shifted"]);
}

fn step_of(page: timeline::StepPage) -> timeline::TimelineStep {
    timeline::TimelineStep { page: Some(page), ..Default::default() }
}

#[tokio::test]
async fn the_page_after_a_step_is_beside_the_page_before_and_each_picture_is_in_the_file_once() {
    let store = MemoryStore::default();
    let events = recorded_run::order().events();
    store.append(&id(), webhand_model::Seq(0), &events[..1]).await.unwrap();
    for (name, jpeg) in [("2.jpg", vec![0xff, 0xd8]), ("9.jpg", vec![0xff, 0xd9])] {
        store.keep_picture(&id(), name, &Picture { jpeg }).await.unwrap();
    }
    let html = render(&store, &id(), &events).await.unwrap();
    assert_eq!(html.matches("data:image/jpeg").count(), 2, "{html}");
    let step = html.split("id=\"step-2\"").nth(1).unwrap().split("id=\"step-3\"").next().unwrap();
    assert!(step.contains("id=\"after-2\"") && step.contains("var(--picture-1)"), "{step}");
    let first = html.split("id=\"step-0\"").nth(1).unwrap().split("id=\"step-1\"").next().unwrap();
    assert!(first.contains("id=\"after-0\"") && first.contains("var(--picture-0)"), "{first}");
}

#[tokio::test]
async fn requests_and_console_of_an_action_are_told_with_it() {
    let mut events = recorded_run::order().events();
    let mut outcomes = events.iter_mut().filter_map(|event| match &mut event.kind {
        webhand_model::EventKind::Input { input: webhand_model::Input::Acted(outcome), .. } => Some(outcome),
        webhand_model::EventKind::Input { .. } | webhand_model::EventKind::Intent { .. } => None,
    });
    let request = |kind: &str, status| webhand_model::RequestRecord {
        method: "GET".to_owned(),
        url: format!("http://shop.test/{kind}"),
        kind: kind.to_owned(),
        status: Some(status),
        took: 31,
        ..Default::default()
    };
    let first = outcomes.next().unwrap();
    first.requests = vec![request("Document", 200), request("Script", 200), request("Fetch", 500)];
    first.console = vec!["[error] it broke".to_owned()];
    let html = rendered(&events).await;
    for part in ["3 requests, 1 failed", "GET http://shop.test/Fetch", "500", "Console, 1 line", "[error] it broke"] {
        assert!(html.contains(part), "{part}: {html}");
    }
}

#[tokio::test]
async fn each_step_has_its_time_its_page_and_what_the_brain_was_shown() {
    let html = rendered(&recorded_run::order().events()).await;
    for part in [
        "<nav class=\"strip\" aria-label=\"Steps by time\">",
        "href=\"#step-2\"",
        "id=\"step-2\"",
        "What the brain was shown",
        "id=\"picture-1\"",
        "<details><summary><span class=\"line\">",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(!html.contains("Jump to what failed first"), "nothing failed");
    let mut events = recorded_run::order().events();
    for event in &mut events {
        if let webhand_model::EventKind::Input { input: webhand_model::Input::Acted(outcome), .. } = &mut event.kind {
            outcome.status = webhand_model::OutcomeStatus::Failed(webhand_model::FailCode::Covered);
        }
    }
    let html = rendered(&events).await;
    assert!(html.contains("Jump to what failed first") && html.contains("<details open=\"\">"), "{html}");
}

#[tokio::test]
async fn a_report_for_others_has_placeholders_and_no_password() {
    let mut events = recorded_run::order().events();
    for event in &mut events {
        match &mut event.kind {
            webhand_model::EventKind::Input { input: webhand_model::Input::Observed(page), .. } => {
                page.title = "Basket of ana.lopez@example.org".to_owned();
                page.nodes[0].value = Some("ana.lopez@example.org".to_owned());
            }
            webhand_model::EventKind::Input { input: webhand_model::Input::Inspected(facts), .. } => {
                facts.target.as_mut().unwrap().field = webhand_model::FieldKind::Password;
            }
            webhand_model::EventKind::Input { input: webhand_model::Input::Acted(outcome), .. } => {
                outcome.text = "filled with Quahog77, as ana.lopez@example.org; call +49 30 901820".to_owned();
            }
            webhand_model::EventKind::Intent {
                intent: webhand_model::Intent::Act { action: webhand_model::Action::Fill { value, .. }, .. },
                ..
            } => "Quahog77".clone_into(value),
            webhand_model::EventKind::Input { .. } | webhand_model::EventKind::Intent { .. } => {}
        }
    }
    let store = MemoryStore::default();
    store.append(&id(), webhand_model::Seq(0), &events[..1]).await.unwrap();
    store.keep_picture(&id(), "2.jpg", &Picture { jpeg: vec![0xff, 0xd8] }).await.unwrap();
    let html = render_shared(&store, &id(), &events).await.unwrap();
    for personal in ["ana.lopez", "901820", "Quahog77"] {
        assert!(!html.contains(personal), "{personal}: {html}");
    }
    for part in ["[[email-1]]", "[[phone-1]]", "[[password-1]]", "without personal data", "Order 1001 is placed"] {
        assert!(html.contains(part), "{part}: {html}");
    }
    assert!(!html.contains("data:image"), "a picture that cannot be painted over is left out");
    assert!(render(&store, &id(), &events).await.unwrap().contains("ana.lopez@example.org"));
}

#[tokio::test]
async fn an_open_question_is_the_result_so_far() {
    let html = rendered(&recorded_run::until_the_question().events()).await;
    assert!(html.contains("Waiting for a person") && html.contains("Not answered"));
}

#[test]
fn lines_with_a_dash_are_a_list() {
    let html = markdown::render_markdown("Two found:\n- a lamp\n- an <oar>\n\nThat is all.").into_string();
    assert_eq!(html, "<p>Two found:</p><ul><li>a lamp</li><li>an &lt;oar&gt;</li></ul><p></p><p>That is all.</p>");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn no_page_text_becomes_markup(text in "(<script>|</style>|\"|'|<|>|&|onerror=|\\PC){0,12}") {
        let (html, plain) = (report_with_text(&text), report_with_text("x"));
        prop_assert!(!html.contains("<script"));
        // The hostile text replaces a plain one, so the markup must be the same for both.
        prop_assert_eq!(html.matches('<').count(), plain.matches('<').count());
    }
}

/// The report of a run whose pages, brain and answer contain this text.
fn report_with_text(text: &str) -> String {
    let mut events = recorded_run::order().events();
    for event in &mut events {
        spoil(event, text);
    }
    layout::render_page(&id(), &Timeline::from_events(&events), &PictureUrls::new()).into_string()
}

fn spoil(event: &mut Event, text: &str) {
    use webhand_model::{EventKind, Input, Intent, RunOutcome};
    match &mut event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => {
            page.title = format!("t{text}");
            page.nodes[1].name = format!("n{text}");
            page.url = format!("http://shop.test/{text}");
        }
        EventKind::Input { input: Input::Answered(answer), .. } if !answer.text.is_empty() => {
            answer.text = format!("s{text}");
        }
        EventKind::Input { input: Input::Acted(outcome), .. } => outcome.text = format!("o{text}"),
        EventKind::Intent { intent: Intent::Finish(RunOutcome::Done { answer, .. }), .. } => {
            *answer = format!("a{text}");
        }
        EventKind::Input { .. } | EventKind::Intent { .. } => {}
    }
}
