use webhand_model::{Form, HeldRequest, Origin, Permission};

use super::{careful, click, on_shop, policy, request, submit};
use crate::{
    Approved, Policy, RequestResolution, RequestVerdict, TextSource, Ticket, Verdict, YesScope, judge, judge_request,
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
