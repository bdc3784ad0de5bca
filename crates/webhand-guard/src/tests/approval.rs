use serde_json::json;
use webhand_model::{Action, Approver, ContentKind, Facts, FieldKind, Origin, Permission, TargetFacts};

use super::{SHOP, action, click, element, field, fill, form, on_shop, policy, submit, verdict};
use crate::{Approved, FactsChanged, PendingApproval, PersonsYes, Policy, Verdict, YesScope, judge};

fn asked(action: Action, facts: &Facts, policy: &Policy) -> PendingApproval {
    match judge(action, facts, policy) {
        Verdict::Ask { asked, .. } => *asked,
        other @ (Verdict::Allow(_) | Verdict::Forbid { .. }) => panic!("expected a question, not {other:?}"),
    }
}

fn order() -> Facts {
    on_shop(submit("post", "https://shop.test/order"))
}

#[test]
fn a_yes_opens_this_action_and_its_one_request() {
    let mut policy = policy(&[]);
    let asked = asked(click(), &order(), &policy);
    let PersonsYes { approved, ticket, .. } =
        Approved::by_user(asked, &order(), YesScope::Once, &mut policy).expect("nothing changed");
    assert_eq!((approved.action(), approved.by()), (&click(), Approver::Person));
    assert!(ticket.is_some());
    assert_eq!(verdict(click(), &order(), &policy), "ask commit at https://shop.test", "the next order asks again");
}

#[test]
fn any_changed_fact_voids_a_yes() {
    let change = |change: &dyn Fn(&mut TargetFacts)| {
        let mut facts = order();
        facts.target.iter_mut().for_each(change);
        facts
    };
    let fields = |fields: &[(&str, &str)]| Some(form("post", "https://shop.test/order", fields));
    let changed = [
        change(&|target| target.form = fields(&[("sum", "4000"), ("to", "Ann")])),
        change(&|target| target.form = fields(&[("sum", "40"), ("to", "Eve")])),
        change(&|target| target.form = fields(&[("sum", "40")])),
        change(&|target| target.form = Some(form("post", "https://evil.test/order", &[("sum", "40"), ("to", "Ann")]))),
        change(&|target| target.name = "Donate".to_owned()),
        change(&|target| target.href = Some("https://evil.test/".to_owned())),
        change(&|target| target.field = FieldKind::Password),
        Facts { origin: Some(Origin::from_url("https://evil.test")), ..order() },
        Facts { read_on: vec![Origin::from_url("https://mail.test")], ..order() },
        Facts { target: None, ..order() },
    ];
    for facts in changed {
        let mut policy = policy(&[]);
        let asked = asked(click(), &order(), &policy);
        assert_eq!(
            Approved::by_user(asked, &facts, YesScope::Once, &mut policy).err(),
            Some(FactsChanged),
            "{facts:?}"
        );
    }
}

#[test]
fn a_yes_follows_its_element_but_not_another_value() {
    let facts = on_shop(field(FieldKind::Password));
    let ask = || asked(fill("hunter2"), &facts, &policy(&[]));
    let elsewhere = action("fill", json!({"ref": "e2", "value": "hunter2"}));
    assert!(ask().is_about(&elsewhere, &facts));
    assert_eq!(ask().moved_to(elsewhere.clone(), &facts).as_ref().map(PendingApproval::action), Some(&elsewhere));
    for other in [fill("hunter3"), click(), action("type", json!({"ref": "e1", "text": "hunter2"}))] {
        assert!(!ask().is_about(&other, &facts), "{other:?}");
        assert!(ask().moved_to(other, &facts).is_none());
    }
    assert!(!ask().is_about(&fill("hunter2"), &on_shop(field(FieldKind::Text))));
}

/// An order with an anti-forgery token; its value stands for its digest.
fn order_with_token(token: &str, sum: &str, kind: ContentKind) -> Facts {
    let mut target = submit("post", "https://shop.test/order");
    let mut form = form("post", "https://shop.test/order", &[("csrf", token), ("sum", sum)]);
    form.content.as_mut().unwrap().fields[0].kind = kind;
    target.form = Some(form);
    on_shop(target)
}

#[test]
fn a_yes_to_a_form_loaded_anew_allows_one_new_token_and_nothing_else() {
    let before = order_with_token("t1", "40", ContentKind::Token);
    let ask = || asked(click(), &before, &policy(&[]));
    let again = order_with_token("t2", "40", ContentKind::Token);
    let moved = ask().moved_to(click(), &again).expect("only the token is new");
    let PersonsYes { approved, ticket, .. } =
        Approved::by_user(moved, &again, YesScope::Once, &mut policy(&[])).expect("the facts of now");
    assert_eq!(approved.renewed_token(), Some("csrf"));
    assert!(ticket.is_some());
    for other in [
        order_with_token("t2", "4000", ContentKind::Token),
        order_with_token("t2", "40", ContentKind::Plain),
        Facts { origin: Some(Origin::from_url("https://evil.test")), ..again.clone() },
    ] {
        assert!(ask().moved_to(click(), &other).is_none(), "{other:?}");
    }
    let here = Approved::by_user(ask(), &again, YesScope::Once, &mut policy(&[]));
    assert_eq!(here.err(), Some(FactsChanged), "within one document every hidden field counts");
}

#[test]
fn going_and_typing_somewhere_is_learned_from_one_yes() {
    let mut policy = policy(&[]);
    let news = Facts {
        origin: Some(Origin::from_url("https://news.test")),
        target: Some(element("Menu")),
        ..Facts::default()
    };
    let typing = asked(click(), &news, &policy);
    Approved::by_user(typing, &news, YesScope::Once, &mut policy).expect("nothing changed");
    assert_eq!(verdict(click(), &news, &policy), "allow input");
    let open = action("open", json!({"url": "https://b.test/"}));
    let going = asked(open, &Facts::default(), &policy);
    Approved::by_user(going, &Facts::default(), YesScope::Once, &mut policy).expect("nothing changed");
    let there = Origin::from_url("https://b.test");
    assert!(policy.permits(&there, Permission::Read) && !policy.permits(&there, Permission::Input));
}

#[test]
fn a_yes_to_a_commit_teaches_nothing() {
    let mut policy = policy(&[]);
    let elsewhere = Facts {
        origin: Some(Origin::from_url("https://news.test")),
        ..on_shop(submit("post", "https://news.test/send"))
    };
    let sending = asked(click(), &elsewhere, &policy);
    Approved::by_user(sending, &elsewhere, YesScope::Once, &mut policy).expect("nothing changed");
    assert!(!policy.permits(&Origin::from_url("https://news.test"), Permission::Read));
}

#[test]
fn nothing_is_learned_about_documents_without_an_origin() {
    let mut policy = policy(&[]);
    let frame = Facts { origin: Some(Origin::opaque()), ..on_shop(element("x")) };
    let asked = asked(click(), &frame, &policy);
    Approved::by_user(asked, &frame, YesScope::Once, &mut policy).expect("nothing changed");
    assert_eq!(verdict(click(), &frame, &policy), "ask input at no site");
    assert!(policy.permits(&Origin::from_url(SHOP), Permission::Input));
}
