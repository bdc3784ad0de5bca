//! How far a yes reaches: once, a whole log-in, or one kind of request for the rest of the run.

use webhand_model::{
    Action, Approver, Content, ContentField, ContentKind, Facts, FieldKind, Form, GuardRules, HeldRequest, Origin,
    Permission, TargetFacts, Task,
};

use super::{careful, click, field, fill, form, on_shop, policy, request, submit, task, verdict};
use crate::{
    Approved, LoginTicket, PersonsYes, Policy, RequestResolution, RequestVerdict, TextSource, Verdict, YesScope, judge,
    judge_request,
};

const LOGIN: &str = "https://shop.test/login";

/// A log-in form; each value stands for its digest.
fn login_form(user: &str, password: &str) -> Form {
    let mut form = form("post", LOGIN, &[("user", user), ("pw", password)]);
    let content = form.content.as_mut().unwrap();
    content.fields[1].kind = if password.is_empty() { ContentKind::Plain } else { ContentKind::Password };
    form
}

/// The facts of filling the password in.
fn password_field() -> Facts {
    let mut form = login_form("ann", "");
    form.filled = login_form("ann", "hunter2").content;
    on_shop(TargetFacts { form: Some(form), ..field(FieldKind::Password) })
}

fn submitting(form: Form) -> Facts {
    on_shop(TargetFacts { form: Some(form), ..submit("post", LOGIN) })
}

fn yes(action: Action, facts: &Facts, scope: YesScope, policy: &mut Policy) -> PersonsYes {
    let Verdict::Ask { asked, .. } = judge(action, facts, policy) else { panic!("expected a question") };
    Approved::by_user(*asked, facts, scope, policy).expect("nothing changed")
}

#[test]
fn one_yes_covers_the_password_and_the_form_that_it_goes_with() {
    let mut policy = policy(&[]);
    let mut login = yes(fill("hunter2"), &password_field(), YesScope::Once, &mut policy).login;
    let sending = submitting(login_form("ann", "hunter2"));
    let (approved, ticket) = Approved::by_login(&mut login, &click(), &sending, &policy).expect("as shown");
    assert_eq!((approved.by(), ticket.is_some(), login.is_none()), (Approver::Person, true, true));
}

#[test]
fn the_question_about_a_log_in_does_not_call_the_password_empty() {
    let Verdict::Ask { question, .. } = judge(fill("hunter2"), &password_field(), &policy(&[])) else {
        panic!("expected a question")
    };
    assert_eq!(question.details, ["POST https://shop.test/login", "user = \"ann\"", "text not shown"]);
}

#[test]
fn a_log_in_covers_no_other_form_user_or_password() {
    let others = [
        submitting(login_form("eve", "hunter2")),
        submitting(login_form("ann", "other")),
        submitting(Form { action: "https://shop.test/pay".to_owned(), ..login_form("ann", "hunter2") }),
        submitting(form("post", LOGIN, &[("user", "ann"), ("pw", "hunter2"), ("sum", "9")])),
        Facts { origin: Some(Origin::from_url("https://evil.test")), ..submitting(login_form("ann", "hunter2")) },
    ];
    for other in others {
        let mut policy = policy(&[]);
        let mut login = yes(fill("hunter2"), &password_field(), YesScope::Once, &mut policy).login;
        assert!(login.is_some() && Approved::by_login(&mut login, &click(), &other, &policy).is_none(), "{other:?}");
    }
}

#[test]
fn only_a_post_to_the_same_site_is_a_log_in() {
    let login = |change: &dyn Fn(&mut Form)| -> Option<LoginTicket> {
        let mut facts = password_field();
        facts.target.as_mut().and_then(|target| target.form.as_mut()).iter_mut().for_each(|form| change(form));
        yes(fill("hunter2"), &facts, YesScope::Once, &mut policy(&[])).login
    };
    assert!(login(&|_| {}).is_some());
    assert!(login(&|form| form.action = "https://evil.test/login".to_owned()).is_none());
    assert!(login(&|form| form.method = "dialog".to_owned()).is_none());
    assert!(login(&|form| form.filled = None).is_none());
}

/// The request that a script sends with these members; each value stands for its digest.
fn by_script(members: &[(&str, &str)]) -> HeldRequest {
    let mut sent = request("POST", "https://shop.test/api/session", members);
    let content = sent.content.as_mut().unwrap();
    content.members = std::mem::take(&mut content.fields);
    let whole = ContentField { name: String::new(), digest: Some("body".to_owned()), kind: ContentKind::Plain };
    content.fields = vec![whole];
    content.media_type = "application/json".to_owned();
    sent
}

#[test]
fn one_yes_covers_the_password_and_the_script_that_logs_in_with_it() {
    let sends = [("name", "ann"), ("secret", "hunter2"), ("remember", "true"), ("next", "")];
    for method in ["post", "get"] {
        let mut facts = password_field();
        facts.target.as_mut().and_then(|target| target.form.as_mut()).unwrap().method = method.to_owned();
        let mut login = yes(fill("hunter2"), &facts, YesScope::Once, &mut policy(&[])).login;
        assert!(RequestResolution::by_login(&mut login, &by_script(&sends)).is_some_and(|sent| sent.releases()));
        assert!(RequestResolution::by_login(&mut login, &by_script(&sends)).is_none(), "it is spent");
    }
}

#[test]
fn a_log_in_that_the_form_began_may_be_sent_by_a_script_once() {
    let mut policy = policy(&[]);
    let mut login = yes(fill("hunter2"), &password_field(), YesScope::Once, &mut policy).login;
    let sending = submitting(login_form("ann", "hunter2"));
    let (_, mut ticket) = Approved::by_login(&mut login, &click(), &sending, &policy).expect("as shown");
    let sent = || by_script(&[("name", "ann"), ("secret", "hunter2")]);
    let verdict = judge_request(sent(), &policy, &mut ticket, TextSource::Own);
    assert!(matches!(verdict, RequestVerdict::Resolve(_)));
    assert!(matches!(judge_request(sent(), &policy, &mut ticket, TextSource::Own), RequestVerdict::Ask { .. }));
}

#[test]
fn a_script_may_send_nothing_else_with_a_log_in() {
    let whole = [("name", "ann"), ("secret", "hunter2")];
    let others = [
        by_script(&[("name", "ann"), ("secret", "other")]),
        by_script(&[("name", "eve"), ("secret", "hunter2")]),
        by_script(&[("name", "ann"), ("secret", "hunter2"), ("delete", "account")]),
        by_script(&[("secret", "hunter2")]),
        by_script(&[("name", "ann")]),
        by_script(&[]),
        HeldRequest { method: "DELETE".to_owned(), ..by_script(&whole) },
        HeldRequest { url: "https://evil.test/api".to_owned(), ..by_script(&whole) },
        HeldRequest { from: Origin::from_url("https://ads.test"), ..by_script(&whole) },
    ];
    for other in others {
        let mut login = yes(fill("hunter2"), &password_field(), YesScope::Once, &mut policy(&[])).login;
        assert!(RequestResolution::by_login(&mut login, &other).is_none() && login.is_some(), "{other:?}");
    }
}

#[test]
fn a_secret_that_a_form_would_put_into_the_address_is_asked_about() {
    let with = |form: Form| on_shop(TargetFacts { form: Some(form), ..submit("get", "https://shop.test/find") });
    let plain = form("get", "https://shop.test/find", &[("q", "lamps")]);
    assert_eq!(verdict(click(), &with(plain.clone()), &policy(&[])), "allow input");
    let mut masked = plain.clone();
    masked.content.as_mut().unwrap().fields[0].kind = ContentKind::Password;
    assert_eq!(verdict(click(), &with(masked), &policy(&[])), "ask credential at https://shop.test");
    let entrusted = form("get", "https://shop.test/find", &[("q", "{{secret:pin}}")]);
    assert_eq!(verdict(click(), &with(entrusted), &policy(&[])), "ask credential at https://shop.test");
}

const CART: &str = "https://shop.test/cart";

fn cart(item: &str) -> HeldRequest {
    request("POST", CART, &[("action", "add"), ("item", item)])
}

/// Judges a request after a yes to the kind of `first`.
fn after_kind(first: HeldRequest, then: HeldRequest, text: TextSource) -> &'static str {
    let mut policy = policy(&[]);
    let RequestVerdict::Ask { asked, .. } = judge_request(first, &policy, &mut None, TextSource::Own) else {
        panic!("expected a question")
    };
    assert!(RequestResolution::by_user(*asked, YesScope::ThisKind, &mut policy).releases());
    match judge_request(then, &policy, &mut None, text) {
        RequestVerdict::Resolve(_) => "release",
        RequestVerdict::Ask { .. } => "ask",
    }
}

#[test]
fn a_kind_covers_other_values_and_nothing_else() {
    assert_eq!(after_kind(cart("lamp"), cart("mug"), TextSource::Own), "release");
    for other in [
        request("PUT", CART, &[("action", "add"), ("item", "mug")]),
        request("POST", "https://shop.test/order", &[("action", "add"), ("item", "mug")]),
        request("POST", "https://shop.test/cart?all=1", &[("action", "add"), ("item", "mug")]),
        request("POST", CART, &[("action", "delete"), ("item", "mug")]),
        request("POST", CART, &[("action", "add"), ("item", "mug"), ("tip", "9")]),
        HeldRequest { from: Origin::from_url("https://ads.test"), ..cart("mug") },
    ] {
        assert_eq!(after_kind(cart("lamp"), other.clone(), TextSource::Own), "ask", "{other:?}");
    }
    assert_eq!(after_kind(cart("lamp"), cart("mug"), TextSource::OtherOrigin), "ask");
}

#[test]
fn a_kind_holds_for_one_operation_of_an_address_that_has_many() {
    for key in ["action", "call", "_flag", "do", "act"] {
        let with = |operation| request("POST", CART, &[(key, operation), ("item", "lamp")]);
        assert_eq!(after_kind(with("read"), with("read"), TextSource::Own), "release", "{key}");
        assert_eq!(after_kind(with("read"), with("delete"), TextSource::Own), "ask", "{key}");
    }
}

#[test]
fn a_kind_is_not_offered_for_credentials_cards_files_and_foreign_text() {
    let offer = |request: HeldRequest, policy: &Policy, text| match judge_request(request, policy, &mut None, text) {
        RequestVerdict::Ask { question, .. } => question.this_kind,
        RequestVerdict::Resolve(_) => panic!("expected a question"),
    };
    let plain = policy(&[]);
    assert_eq!(
        offer(cart("lamp"), &plain, TextSource::Own).as_deref(),
        Some("POST https://shop.test/cart action=add with action, item")
    );
    let with = |change: &dyn Fn(&mut Content)| {
        let mut request = cart("lamp");
        request.content.iter_mut().for_each(change);
        request
    };
    for kind in [ContentKind::Password, ContentKind::OneTimeCode, ContentKind::Card, ContentKind::File] {
        let request = with(&|content| content.fields[1].kind = kind);
        assert_eq!(offer(request, &plain, TextSource::Own), None, "{kind:?}");
    }
    assert_eq!(offer(with(&|content| content.is_partial = true), &plain, TextSource::Own), None);
    assert_eq!(offer(cart("…"), &plain, TextSource::Own), None, "a hidden value");
    assert_eq!(offer(cart("lamp"), &plain, TextSource::OtherOrigin), None);
    assert_eq!(offer(cart("lamp"), &careful(&[("all", Permission::Input)]), TextSource::Own), None);
}

#[test]
fn a_kind_is_not_offered_for_a_payment_without_a_card() {
    let offered = |key: &str, rules: GuardRules| {
        let policy = Policy::of(&Task { guard_rules: rules, ..task(&[]) });
        let request = request("POST", "https://shop.test/api", &[("item", "lamp"), (key, "40")]);
        match judge_request(request, &policy, &mut None, TextSource::Own) {
            RequestVerdict::Ask { question, .. } => question.this_kind.is_some(),
            RequestVerdict::Resolve(_) => panic!("expected a question"),
        }
    };
    for key in ["amount", "order.amount", "paymentMethod", "payment_method_id", "iban", "stripeToken", "checkout[id]"] {
        assert!(!offered(key, GuardRules::JoinedAddresses), "{key}");
        assert!(offered(key, GuardRules::First), "{key}: journals of earlier versions offered it");
    }
    for key in ["name", "discard", "cardinality", "repayments_note_id"] {
        assert!(offered(key, GuardRules::JoinedAddresses), "{key}");
    }
}

#[test]
fn a_yes_to_the_kind_of_a_form_covers_the_next_form() {
    let mut policy = policy(&[]);
    let order =
        |item: &str| on_shop(TargetFacts { form: Some(form("post", CART, &[("item", item)])), ..submit("post", CART) });
    yes(click(), &order("lamp"), YesScope::ThisKind, &mut policy);
    assert_eq!(verdict(click(), &order("mug"), &policy), "allow commit");
    let foreign = Facts { sends_foreign_text: true, ..order("mug") };
    assert_eq!(verdict(click(), &foreign, &policy), "ask commit at https://shop.test");
    let other = on_shop(submit("post", "https://shop.test/order"));
    assert_eq!(verdict(click(), &other, &policy), "ask commit at https://shop.test");
}

#[test]
fn a_plain_yes_covers_no_kind() {
    let mut policy = policy(&[]);
    let order = on_shop(submit("post", CART));
    yes(click(), &order, YesScope::Once, &mut policy);
    assert_eq!(verdict(click(), &order, &policy), "ask commit at https://shop.test");
}
