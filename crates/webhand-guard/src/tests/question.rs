use insta::assert_snapshot;
use proptest::prelude::*;
use serde_json::json;
use webhand_model::{Action, ContentKind, Facts, FieldKind, HeldRequest, HeldRequestId, Origin, Question, TargetFacts};

use super::{SHOP, action, click, field, fill, form, on_shop, policy, request, submit};
use crate::{RequestVerdict, TextSource, Verdict, judge, judge_request};

fn asked(action: Action, facts: &Facts) -> Option<Question> {
    match judge(action, facts, &policy(&[])) {
        Verdict::Ask { question, .. } => Some(question),
        Verdict::Allow(_) | Verdict::Forbid { .. } => None,
    }
}

fn asked_request(request: HeldRequest) -> Question {
    match judge_request(request, &policy(&[]), &mut None, TextSource::Own) {
        RequestVerdict::Ask { question, .. } => question,
        RequestVerdict::Resolve(ruling) => panic!("expected a question, not {ruling:?}"),
    }
}

fn shown(question: Option<Question>) -> String {
    let Question { text, details, .. } = question.expect("a question");
    std::iter::once(text).chain(details.into_iter().map(|line| format!("  {line}"))).collect::<Vec<_>>().join("\n")
}

#[test]
fn names_the_origin_first_and_what_would_be_sent() {
    assert_snapshot!(shown(asked(click(), &on_shop(submit("post", "https://pay.test/order?id=1")))), @r#"
    https://pay.test: click button "Go on"? It sends something that cannot be taken back.
      POST https://pay.test/order?id=1
      sum = "40"
      to = "Ann"
    "#);
}

#[test]
fn says_where_a_link_and_an_address_lead() {
    assert_snapshot!(shown(asked(click(), &on_shop(super::link("https://evil.test/?q=secret")))), @"
    https://evil.test: go there and read?
      leads to https://evil.test/?q=secret
    ");
    assert_snapshot!(shown(asked(action("open", json!({"url": "b.test/x", "new_tab": true})), &Facts::default())), @r#"
    https://b.test: go there and read?
      address https://b.test/x
      new_tab "true"
    "#);
}

#[test]
fn never_shows_what_goes_into_a_secret_field() {
    let text = shown(asked(fill("hunter2"), &on_shop(field(FieldKind::Password))));
    assert_snapshot!(text, @r#"
    https://shop.test: fill textbox "Field"? It is a field for a password, a code or a card.
      text not shown
    "#);
}

#[test]
fn shows_text_files_and_arguments_that_leave_the_run() {
    let mut facts = on_shop(field(FieldKind::Text));
    facts.read_on = vec![Origin::from_url("https://mail.test")];
    assert_snapshot!(shown(asked(fill("the code is \"4711\""), &facts)), @r#"
    https://shop.test: fill textbox "Field"? The text was read on another site.
      value "the code is \"4711\""
      read on https://mail.test
    "#);
    let files: Vec<String> = (0..32).map(|number| format!("/home/ann/{number}.pdf")).collect();
    let upload = shown(asked(action("upload", json!({"ref": "e1", "files": files})), &on_shop(field(FieldKind::File))));
    assert!(upload.contains("\n  file \"/home/ann/29.pdf\"\n  … and 2 more files"), "{upload}");
    let tool = action("page_tool", json!({"name": "pay", "args": {"sum": 40}}));
    assert_snapshot!(shown(asked(tool, &Facts::default())), @r#"
    no site: page_tool? It sends something that cannot be taken back.
      args "{\"sum\":40}"
      name "pay"
    "#);
}

#[test]
fn says_who_sends_a_held_request() {
    let held = HeldRequest {
        from: Origin::from_url("https://ads.test"),
        ..request("POST", "https://shop.test/order", &[("sum", "40")])
    };
    assert_snapshot!(shown(Some(asked_request(held))), @r#"
    https://shop.test: let the page send this? It cannot be taken back.
      POST https://shop.test/order
      sum = "40"
      sent by https://ads.test
    "#);
}

#[test]
fn a_long_host_shows_its_end() {
    let host = format!("https://bank.test.{}.evil.test", "a".repeat(60).repeat(3));
    let text = shown(asked(action("open", json!({"url": host})), &Facts::default()));
    assert!(text.starts_with('…') && text.contains("aaa.evil.test: go there and read?"), "{text}");
}

/// Text a hostile page would put into a question.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        prop::sample::select(vec![
            "\n",
            "\r",
            "\u{2028}",
            "\u{202e}",
            "\u{2066}",
            "\u{e0041}",
            "\"",
            "\\",
            "\u{1b}[2J",
            "https://",
            "@",
            "?"
        ])
        .prop_map(str::to_owned),
        any::<char>().prop_map(String::from),
        "[a-z.:/ ]{0,30}",
        Just("x".repeat(3_000)),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

fn check(question: &Question) -> Result<(), TestCaseError> {
    let bad = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e0fff}')
    };
    prop_assert!(question.details.len() <= 60);
    for line in std::iter::once(&question.text).chain(&question.details) {
        prop_assert!(!line.contains(bad), "{:?}", line);
        prop_assert!(line.chars().count() <= 500, "{}", line);
    }
    let origin = question.text.split(": ").next().unwrap_or_default();
    prop_assert!(
        origin == "no site" || origin.starts_with('…') || Origin::from_url(origin).as_str() == origin,
        "{}",
        question.text
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_question_stays_short_and_readable_whatever_the_page_says(
        texts in [hostile(), hostile(), hostile(), hostile()],
        fields in prop::collection::vec([hostile(), hostile()], 0..20),
        address in prop_oneof![hostile(), hostile().prop_map(|rest| format!("https://evil.test/{rest}"))],
        secret in any::<bool>(),
    ) {
        let [role, name, method, text] = texts;
        let fields: Vec<(&str, &str)> = fields.iter().map(|[name, value]| (name.as_str(), value.as_str())).collect();
        let target = TargetFacts {
            role,
            name,
            field: if secret { FieldKind::Password } else { FieldKind::Text },
            href: Some(address.clone()),
            submits: true,
            enter_submits: true,
            form: Some(form(&method, &address, &fields)),
        };
        let read_on = (0..40).map(|number| Origin::from_url(&format!("https://s{number}.test"))).collect();
        let facts = Facts { origin: Some(Origin::from_url(SHOP)), target: Some(target), read_on, ..Facts::default() };
        let upload = action("upload", json!({"ref": "e1", "files": [text.clone(), text.clone()]}));
        let tool = action("page_tool", json!({"name": text.clone(), "args": {text.clone(): 1}}));
        let typing = action("type", json!({"ref": "e1", "text": text.clone(), "submit": true}));
        for action in [click(), fill(&text), typing, upload, tool] {
            asked(action, &facts).as_ref().map_or(Ok(()), check)?;
        }
        let held = HeldRequest { id: HeldRequestId(1), from: Origin::from(text), ..request(&method, &address, &fields) };
        check(&asked_request(held))?;
    }
}

#[test]
fn long_values_are_shown_by_their_beginning_and_length_and_kept_whole() {
    let message = "Dear Ann, ".repeat(100);
    let question = asked_request(request("POST", "https://shop.test/send", &[("text", &message)]));
    let shown = question.details.join("\n");
    assert!(shown.contains("text = \"Dear Ann, ") && shown.ends_with("(1000 characters)"), "{shown}");
    assert_eq!(question.content, [["text".to_owned(), message]]);
}

#[test]
fn a_token_and_a_log_in_are_called_what_they_are() {
    let mut held = request("POST", "https://shop.test/login", &[("csrf_token", "…"), ("user", "ann"), ("pw", "…")]);
    let content = held.content.as_mut().unwrap();
    content.fields[0].kind = ContentKind::Token;
    content.fields[2].kind = ContentKind::Password;
    assert_snapshot!(shown(Some(asked_request(held))), @r#"
    https://shop.test: let the page send this? It logs in with what the page holds.
      POST https://shop.test/login
      csrf_token = token, new at each load
      user = "ann"
      pw = "…"
    "#);
}

#[test]
fn what_is_shown_whole_hides_no_character() {
    let question = asked_request(request("post", "https://shop.test/a", &[("a\u{202e}b", "x\u{200b}\u{1b}[2Jy\n")]));
    assert_eq!(question.content, [["a\\u{202e}b".to_owned(), "x\\u{200b}\\u{1b}[2Jy\n".to_owned()]]);
}
