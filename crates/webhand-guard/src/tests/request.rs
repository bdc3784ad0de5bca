use webhand_model::{ContentKind, Form, HeldRequest, Origin, Permission};

use super::{careful, click, on_shop, policy, request, submit};
use crate::{
    Approved, PendingRequest, Policy, RequestResolution, RequestVerdict, TextSource, Ticket, Verdict, YesScope,
    ask_together, judge, judge_request,
};

const ORDER: &str = "https://shop.test/order";
const VALUES: &[(&str, &str)] = &[("sum", "40"), ("to", "Ann")];

/// The ticket of a person's yes to a form with these fields.
fn ticket(fields: &[(&str, &str)], policy: &mut Policy) -> Option<Ticket> {
    let mut target = submit("post", ORDER);
    target.form = Some(super::form("post", ORDER, fields));
    let facts = on_shop(target);
    let Verdict::Ask { asked, .. } = judge(click(), &facts, policy) else { panic!("expected a question") };
    Approved::by_user(*asked, &facts, YesScope::Once, policy).expect("nothing changed").ticket
}

fn verdict(request: HeldRequest, policy: &Policy, ticket: &mut Option<Ticket>) -> &'static str {
    match judge_request(request, policy, ticket, TextSource::Own) {
        RequestVerdict::Resolve(ruling) if ruling.releases() => "release",
        RequestVerdict::Resolve(_) => "stop",
        RequestVerdict::Ask { .. } => "ask",
    }
}

#[test]
fn a_request_nobody_allowed_asks() {
    assert_eq!(verdict(request("POST", ORDER, VALUES), &policy(&[]), &mut None), "ask");
    assert_eq!(verdict(request("DELETE", ORDER, &[]), &policy(&[("shop.test", Permission::Input)]), &mut None), "ask");
    assert_eq!(verdict(request("POST", "nonsense", &[]), &policy(&[("all", Permission::Commit)]), &mut None), "ask");
}

#[test]
fn a_granted_commit_goes_unless_the_run_is_careful() {
    let grants = [("shop.test", Permission::Commit)];
    assert_eq!(verdict(request("POST", ORDER, VALUES), &policy(&grants), &mut None), "release");
    assert_eq!(verdict(request("POST", ORDER, VALUES), &careful(&grants), &mut None), "ask");
    assert_eq!(verdict(request("POST", "https://pay.test/", VALUES), &policy(&grants), &mut None), "ask");
}

#[test]
fn a_stranger_in_a_frame_does_not_use_the_grant() {
    let stranger = HeldRequest { from: Origin::from_url("https://evil.test"), ..request("POST", ORDER, VALUES) };
    assert_eq!(verdict(stranger, &policy(&[("shop.test", Permission::Commit)]), &mut None), "ask");
}

#[test]
fn a_ticket_covers_the_approved_request_once() {
    let mut policy = policy(&[]);
    let mut ticket = ticket(VALUES, &mut policy);
    assert_eq!(verdict(request("POST", ORDER, VALUES), &policy, &mut ticket), "release");
    assert_eq!(verdict(request("POST", ORDER, VALUES), &policy, &mut ticket), "ask");
}

#[test]
fn a_ticket_covers_nothing_but_the_approved_values() {
    let others = [
        request("POST", ORDER, &[("sum", "41"), ("to", "Ann")]),
        request("POST", ORDER, &[("sum", "40")]),
        request("POST", ORDER, &[("sum", "40"), ("to", "Ann"), ("tip", "9")]),
        request("POST", ORDER, &[("sum", "40"), ("sum", "40")]),
        request("POST", ORDER, &[("sum", "Ann"), ("to", "40")]),
        request("PUT", ORDER, VALUES),
        request("POST", "https://shop.test/order?x=1", VALUES),
        request("POST", "https://evil.test/order", VALUES),
        request("POST", "http://shop.test/order", VALUES),
    ];
    for other in others {
        let mut policy = policy(&[]);
        let mut ticket = ticket(VALUES, &mut policy);
        assert_eq!(verdict(other.clone(), &policy, &mut ticket), "ask", "{other:?}");
        assert!(ticket.is_some(), "a request it does not cover leaves it unspent");
    }
}

#[test]
fn a_ticket_knows_values_by_their_digests_and_not_by_what_is_shown_of_them() {
    let mut hidden = request("post", &format!("{ORDER}#end"), &[("gift_card_amount", "…")]);
    let mut target = submit("post", ORDER);
    target.form = Some(super::form("post", ORDER, &[("gift_card_amount", "…")]));
    let facts = on_shop(target);
    for (sent, expected) in [("…", "release"), ("9000", "ask")] {
        let mut policy = policy(&[]);
        let Verdict::Ask { asked, .. } = judge(click(), &facts, &policy) else { panic!("expected a question") };
        let mut ticket =
            Approved::by_user(*asked, &facts, YesScope::Once, &mut policy).expect("nothing changed").ticket;
        hidden.content.as_mut().unwrap().fields[0].digest = Some(sent.to_owned());
        assert_eq!(verdict(hidden.clone(), &policy, &mut ticket), expected, "{sent}");
    }
}

#[test]
fn a_form_whose_content_is_unknown_is_asked_about_when_its_request_is_held() {
    let mut target = submit("post", ORDER);
    target.form.as_mut().unwrap().content.as_mut().unwrap().is_partial = true;
    let policy = policy(&[]);
    assert!(matches!(judge(click(), &on_shop(target), &policy), Verdict::Allow(_)));
    let mut upload = request("POST", ORDER, VALUES);
    upload.content.as_mut().unwrap().is_partial = true;
    assert_eq!(verdict(upload, &policy, &mut None), "ask");
}

#[test]
fn journals_without_digests_compare_what_they_show_in_full() {
    for (shown, sent, expected) in
        [("40", "40", "release"), ("40", "41", "ask"), ("…", "…", "ask"), ("long…", "long…", "ask")]
    {
        let mut target = submit("post", ORDER);
        target.form = Some(Form { content: None, ..super::form("post", ORDER, &[("sum", shown)]) });
        let (facts, mut policy) = (on_shop(target), policy(&[]));
        let Verdict::Ask { asked, .. } = judge(click(), &facts, &policy) else { panic!("expected a question") };
        let mut ticket =
            Approved::by_user(*asked, &facts, YesScope::Once, &mut policy).expect("nothing changed").ticket;
        let request = HeldRequest { content: None, ..request("POST", ORDER, &[("sum", sent)]) };
        assert_eq!(verdict(request, &policy, &mut ticket), expected, "{shown} {sent}");
    }
}

#[test]
fn a_form_that_the_browser_will_not_send_is_not_asked_about() {
    let mut target = submit("post", ORDER);
    target.form.as_mut().unwrap().invalid = vec!["E-mail".to_owned()];
    assert!(matches!(judge(click(), &on_shop(target), &policy(&[])), Verdict::Allow(_)));
}

#[test]
fn a_get_form_gives_no_ticket() {
    let policy = policy(&[]);
    let facts = on_shop(submit("get", "https://shop.test/search"));
    assert!(matches!(judge(click(), &facts, &policy), Verdict::Allow(_)));
}

#[test]
fn stopping_needs_no_permission() {
    let ruling = RequestResolution::stop(request("POST", ORDER, VALUES));
    assert!(!ruling.releases());
    let Form { fields, .. } = super::form("post", ORDER, VALUES);
    assert_eq!(ruling.request().fields, fields);
}

fn pending(request: HeldRequest, policy: &Policy) -> PendingRequest {
    match judge_request(request, policy, &mut None, TextSource::Own) {
        RequestVerdict::Ask { asked, .. } => *asked,
        RequestVerdict::Resolve(ruling) => panic!("expected a question, not {ruling:?}"),
    }
}

#[test]
fn one_question_shows_all_that_it_covers() {
    let policy = policy(&[]);
    let note = request("POST", "https://shop.test/note", &[("text", "hello")]);
    let mut asked = vec![pending(request("POST", ORDER, VALUES), &policy), pending(note, &policy)];
    assert!(asked[0].is_asked_with(&asked[1]));
    let (question, further) = ask_together(&mut asked);
    assert!(further.is_empty());
    assert_eq!(
        question.details,
        [
            "POST https://shop.test/order",
            "sum = \"40\"",
            "to = \"Ann\"",
            "POST https://shop.test/note",
            "text = \"hello\"",
        ]
    );
    let kinds = "POST https://shop.test/order with sum, to; and POST https://shop.test/note with text";
    assert_eq!(question.this_kind.as_deref(), Some(kinds));
    assert!(question.content.contains(&[String::new(), "POST https://shop.test/note".to_owned()]), "{question:?}");
}

#[test]
fn a_kind_is_offered_for_all_requests_of_a_question_or_for_none() {
    let mut policy = policy(&[]);
    let file = || {
        let mut file = request("POST", "https://shop.test/file", &[("scan", "a.pdf")]);
        file.content.as_mut().unwrap().fields[0].kind = ContentKind::File;
        file
    };
    let mut asked = vec![pending(request("POST", ORDER, VALUES), &policy), pending(file(), &policy)];
    let (question, _) = ask_together(&mut asked);
    assert_eq!(question.this_kind, None);
    for asked in asked {
        assert!(RequestResolution::by_user(asked, YesScope::ThisKind, &mut policy).releases());
    }
    assert_eq!(verdict(request("POST", ORDER, VALUES), &policy, &mut None), "ask");
}

#[test]
fn requests_that_a_question_cannot_show_are_asked_about_in_another() {
    let policy = policy(&[]);
    let fields: Vec<(&str, &str)> = vec![("item", "1"); 29];
    let many = || pending(request("POST", ORDER, &fields), &policy);
    let mut asked = vec![many(), many(), many()];
    let (question, further) = ask_together(&mut asked);
    assert_eq!((asked.len(), further.len(), question.details.len()), (2, 1, 60));
}

#[test]
fn other_sites_and_navigations_have_questions_of_their_own() {
    let policy = policy(&[]);
    let order = pending(request("POST", ORDER, VALUES), &policy);
    for (other, expected) in [
        (request("PUT", "https://api.shop.test/order", VALUES), true),
        (request("POST", "https://evil.test/order", VALUES), false),
        (request("POST", "nonsense", VALUES), false),
        (request("GET", "https://elsewhere.test/", &[]), false),
    ] {
        let other = pending(other, &policy);
        assert_eq!(order.is_asked_with(&other), expected, "{other:?}");
    }
}
