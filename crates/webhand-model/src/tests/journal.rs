//! A journal line comes back as it was written.

use proptest::prelude::*;
use serde_json::json;

use super::reading::{hostile, hostile_page};
use super::refs;
use crate::{
    Action, ActionClass, AllowedBy, ApprovalMode, Approver, BrainAnswer, Caution, Change, Content, ContentField,
    ContentKind, Direction, EffectNo, Event, EventKind, EvidenceLine, Facts, FailCode, FieldKind, Form, Grant,
    HeldRequest, HeldRequestId, Input, Intent, Millis, Origin, OriginPattern, Outcome, OutcomeStatus, Permission,
    PersonReply, PersonalValue, Question, QuestionKind, RunId, RunOutcome, SentKind, SentRequest, Seq, TabId,
    TargetFacts, Task, ToolCall, Usage,
};

fn back_and_forth(kind: EventKind) {
    let event = Event { seq: Seq(3), at: Millis(4), wall: 1_700_000_000_000, kind, hash: None };
    let json = serde_json::to_string(&event).expect("plain data");
    assert_eq!(serde_json::from_str::<Event>(&json).expect(&json), event);
}

fn form() -> Form {
    Form {
        action: "https://a.test/pay".to_owned(),
        method: "post".to_owned(),
        fields: vec![["sum".to_owned(), "40".to_owned()]],
        content: Some(content()),
        filled: Some(content()),
        invalid: vec!["E-mail".to_owned()],
    }
}

fn content() -> Content {
    let field = |name: &str, digest: Option<&str>, kind| ContentField {
        name: name.to_owned(),
        digest: digest.map(str::to_owned),
        kind,
    };
    let fields = vec![field("sum", Some("9a"), ContentKind::Plain), field("scan", None, ContentKind::File)];
    Content { media_type: "multipart/form-data".to_owned(), fields, is_partial: true, members: Vec::new() }
}

fn request() -> HeldRequest {
    let Form { action: url, method, fields, content, .. } = form();
    HeldRequest { id: HeldRequestId(1), method, url, from: Origin::from_url("https://a.test"), fields, content }
}

fn outcome(status: OutcomeStatus) -> Outcome {
    let mut outcome = Outcome::failed(FailCode::Covered, "covered");
    outcome.status = status;
    outcome.data = Some(json!({"rows": [1, 2.5, null]}));
    outcome.changes = vec![
        Change::Navigated { url: "https://a.test/".to_owned() },
        Change::TabOpened { tab: TabId(2), url: String::new() },
        Change::TabClosed { tab: TabId(2) },
        Change::TabSwitched { tab: TabId(1) },
        Change::DialogOpened { kind: "alert".to_owned(), message: "!".to_owned() },
        Change::Downloaded { file: "a.pdf".to_owned() },
        Change::Unsettled,
    ];
    outcome.sent = vec![
        SentRequest {
            kind: SentKind::Navigation,
            method: String::new(),
            url: "https://a.test/".to_owned(),
            by: AllowedBy::Guard,
            count: 1,
        },
        SentRequest {
            kind: SentKind::Request,
            method: "POST".to_owned(),
            url: "https://a.test/seen".to_owned(),
            by: AllowedBy::Page,
            count: 7,
        },
    ];
    (outcome.held, outcome.bounds, outcome.picture) = (vec![request()], Some([0, -1, 2, 3]), Some("3.jpg".to_owned()));
    outcome
}

#[test]
fn every_input_is_kept() {
    let target = TargetFacts {
        role: "button".to_owned(),
        name: "Pay".to_owned(),
        field: FieldKind::OneTimeCode,
        href: Some("https://b.test/".to_owned()),
        submits: true,
        enter_submits: false,
        form: Some(form()),
    };
    let origin = Some(Origin::from_url("https://a.test"));
    let mut task = Task::new("buy");
    task.grants.push(Grant {
        origins: OriginPattern::parse("*.a.test:*").expect("a pattern"),
        permission: Permission::Commit,
    });
    task.mode = ApprovalMode::Careful;
    let call = ToolCall { id: "1".to_owned(), name: "click_at".to_owned(), arguments: json!({"x": 0.1, "y": 1e-7}) };
    let answer = BrainAnswer {
        text: "so".to_owned(),
        calls: vec![call],
        opaque: Some(json!([1])),
        usage: Usage { input: 1, cached: 2, output: 3, ..Usage::default() },
        cautions: vec![Caution { call: 0, why: "Sure?".to_owned() }],
        personal: vec![PersonalValue { placeholder: "[[email-1]]".to_owned(), value: "ann@a.test".to_owned() }],
        saw_picture: true,
    };
    let inputs = [
        Input::Started(task),
        Input::NotObserved { why: "hung".to_owned(), browser_gone: true },
        Input::Answered(answer),
        Input::NotAnswered { why: "busy".to_owned(), retry: true },
        Input::Inspected(Facts {
            origin,
            target: Some(target),
            read_on: vec![Origin::opaque()],
            known_link: true,
            entrusted: true,
            sends_foreign_text: true,
            unseen_address: true,
            live_channel: true,
            cautions: vec!["Sure?".to_owned()],
        }),
        Input::Inspected(Facts::default()),
        Input::NotInspected(outcome(OutcomeStatus::Failed(FailCode::StaleRef))),
        Input::Acted(outcome(OutcomeStatus::Done)),
        Input::Acted(outcome(OutcomeStatus::InDoubt)),
        Input::RequestResolved(outcome(OutcomeStatus::Refused)),
        Input::Replied(PersonReply::Yes),
        Input::Replied(PersonReply::No),
        Input::Replied(PersonReply::Text("the \"red\" one\n".to_owned())),
        Input::Pause,
        Input::Continue,
        Input::Cancel,
        Input::Resumed,
        Input::TimerFired,
    ];
    for input in inputs {
        back_and_forth(EventKind::Input { to: Some(EffectNo(9)), input: input.clone() });
        back_and_forth(EventKind::Input { to: None, input });
    }
}

#[test]
fn an_action_that_makes_no_sense_is_not_read() {
    for written in [
        json!({"action": "fly", "with": {}}),
        json!({"action": "click", "with": {"button": "left"}}),
        json!({"action": "click", "with": {"ref": 7}}),
        json!({"action": "click"}),
        json!({"with": {"ref": "e1@d1"}}),
        json!("click"),
    ] {
        assert!(serde_json::from_value::<Action>(written.clone()).is_err(), "{written}");
    }
    let plain = json!({"action": "click", "with": {"ref": "e1@d1"}});
    assert!(serde_json::from_value::<Action>(plain).is_ok_and(|action| action.name() == "click"));
}

#[test]
fn every_intent_is_kept() {
    let action = Action::Scroll { target: Some(refs(1)[0]), direction: Direction::Down, amount: Some(0.1) };
    let kinds = [QuestionKind::Brain, QuestionKind::Approval(ActionClass::Cross)];
    let question = |kind| Question {
        kind,
        text: "?".to_owned(),
        details: vec!["d".to_owned()],
        options: vec!["o".to_owned()],
        content: vec![["sum".to_owned(), "40".to_owned()]],
        this_kind: Some("POST".to_owned()),
    };
    let evidence = vec![
        EvidenceLine::Seen("e".to_owned()),
        EvidenceLine::Claimed { claimed: "c".to_owned() },
        EvidenceLine::Contrary { against: "a".to_owned() },
    ];
    let endings = [
        RunOutcome::Done { answer: "a".to_owned(), evidence: evidence.clone() },
        RunOutcome::Partly { answer: "a".to_owned(), evidence },
        RunOutcome::Failed { reason: "r".to_owned(), tried: vec!["searched".to_owned()] },
        RunOutcome::Refused { reason: "r".to_owned() },
        RunOutcome::InDoubt { reason: "r".to_owned() },
        RunOutcome::StepLimit { steps: 50 },
        RunOutcome::TooManyErrors { last: "l".to_owned() },
        RunOutcome::Cancelled,
    ];
    let mut intents = vec![
        Intent::Observe { picture: true },
        Intent::AskBrain,
        Intent::Verify,
        Intent::Extract,
        Intent::Inspect(action.clone()),
        Intent::Act { action, class: ActionClass::Input, by: Approver::Policy, renewed_token: Some("csrf".to_owned()) },
        Intent::ResolveRequest { request: request(), release: false },
    ];
    intents.extend(kinds.map(|kind| Intent::AskPerson(question(kind))));
    intents.extend(endings.map(Intent::Finish));
    for intent in intents {
        back_and_forth(EventKind::Intent { no: EffectNo(2), intent });
    }
}

#[test]
fn an_approver_of_another_version_does_not_stop_the_reading() {
    let act = |by: &str| json!({"act": {"action": {"action": "back", "with": {}}, "class": "navigate", "by": by}});
    let read = |by| match serde_json::from_value::<Intent>(act(by)) {
        Ok(Intent::Act { by, .. }) => by,
        other => panic!("{other:?}"),
    };
    let read: Vec<_> = ["policy", "person", "committee"].map(read).into();
    assert_eq!(read, [Approver::Policy, Approver::Person, Approver::Unknown]);
    assert_eq!(json!(read[..2]), json!(["policy", "person"]));
}

proptest! {
    #[test]
    fn every_look_is_kept(page in hostile_page(8), why in hostile(), width in any::<f64>().prop_filter("finite", |x| x.is_finite())) {
        let mut page = page;
        page.viewport.width = width;
        back_and_forth(EventKind::Input { to: Some(EffectNo(1)), input: Input::Observed(Box::new(page)) });
        back_and_forth(EventKind::Input { to: None, input: Input::Replied(PersonReply::Text(why)) });
    }

    #[test]
    fn a_run_id_is_plain(text in "\\PC{0,70}|[a-z0-9-]{0,70}") {
        let plain = text.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-')) && (8..=64).contains(&text.len());
        prop_assert_eq!(RunId::try_from(text).is_ok(), plain);
    }
}

/// The names that serde knows for an enum, as its error message lists them.
fn variants<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
    let error = serde_json::from_value::<T>(json!("nonsense")).expect_err("no variant").to_string();
    let listed = error.split_once("expected one of").map(|(_, listed)| listed).unwrap_or_default();
    listed.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Compares the variants of an enum with those of the published schema: words alone, and objects with data.
fn check_published<T: serde::de::DeserializeOwned + std::fmt::Debug>(schema: &serde_json::Value, pointer: &str) {
    let listed = schema.pointer(pointer).expect(pointer);
    let words = listed["oneOf"][0]["enum"].as_array().expect("words");
    let mut words: Vec<String> = words.iter().map(|word| word.as_str().expect("a word").to_owned()).collect();
    let objects = listed["oneOf"][1]["properties"].as_object().expect("objects");
    let mut objects: Vec<String> = objects.keys().cloned().collect();
    let (mut bare, mut with_data): (Vec<String>, Vec<String>) =
        variants::<T>().into_iter().partition(|name| serde_json::from_value::<T>(json!(name)).is_ok());
    for names in [&mut words, &mut objects, &mut bare, &mut with_data] {
        names.sort();
    }
    assert!(bare.len() > 2 && with_data.len() > 2, "{bare:?} {with_data:?}");
    assert_eq!((words, objects), (bare, with_data), "{pointer}");
}

#[test]
fn the_published_schema_names_every_event() {
    let schema = include_str!("../../../../docs/run-events.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("the schema");
    let what = "/$defs/event/properties/what/oneOf";
    check_published::<Input>(&schema, &format!("{what}/0/properties/input/properties/input"));
    check_published::<Intent>(&schema, &format!("{what}/1/properties/intent/properties/intent"));
}
