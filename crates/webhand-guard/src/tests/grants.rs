use webhand_model::{ChatExchange, Facts, Origin, Permission, Task};

use super::{click, element, policy, submit, verdict};
use crate::{Approved, Policy, Verdict, judge};

fn at(origin: &str) -> Facts {
    Facts { origin: Some(Origin::from_url(origin)), target: Some(element("Menu")), ..Facts::default() }
}

fn order(origin: &str) -> Facts {
    Facts { target: Some(submit("post", &format!("{origin}/order"))), ..at(origin) }
}

#[test]
fn a_grant_covers_its_origins() {
    let table = [
        ("bank.test", Permission::Commit, "https://bank.test", "allow commit"),
        ("bank.test", Permission::Commit, "https://bank.test:8443", "ask commit"),
        ("bank.test:8443", Permission::Commit, "https://bank.test:8443", "allow commit"),
        ("bank.test:*", Permission::Commit, "https://bank.test:1234", "allow commit"),
        ("bank.test", Permission::Commit, "https://www.bank.test", "ask commit"),
        ("*.bank.test", Permission::Commit, "https://www.bank.test", "allow commit"),
        ("*.bank.test", Permission::Commit, "https://bank.test", "ask commit"),
        ("bank.test", Permission::Commit, "https://bank.test.evil.test", "ask commit"),
        ("localhost", Permission::Commit, "http://localhost:3000", "allow commit"),
        ("localhost", Permission::Commit, "http://127.0.0.1:3000", "allow commit"),
        ("localhost", Permission::Commit, "http://[::1]:3000", "allow commit"),
        ("localhost", Permission::Commit, "http://127.0.0.1.evil.test", "ask commit"),
        ("all", Permission::Commit, "https://anything.test", "allow commit"),
        ("all", Permission::Input, "https://anything.test", "ask commit"),
        ("all", Permission::Read, "https://anything.test", "ask commit"),
    ];
    for (grant, may, origin, expected) in table {
        let told = verdict(click(), &order(origin), &policy(&[(grant, may)]));
        assert!(told.starts_with(expected), "{grant} on {origin}: {told}");
    }
}

#[test]
fn a_grant_to_read_lets_nobody_type() {
    let policy = policy(&[("news.test", Permission::Read)]);
    let open = super::action("open", serde_json::json!({"url": "https://news.test/today"}));
    assert_eq!(verdict(open, &Facts::default(), &policy), "allow navigate");
    assert_eq!(verdict(click(), &at("https://news.test"), &policy), "ask input at https://news.test");
}

#[test]
fn a_grant_to_read_covers_no_query_that_the_brain_composed() {
    let mut policy = policy(&[("news.test", Permission::Read)]);
    let open = || super::action("open", serde_json::json!({"url": "https://news.test/today?about=secret"}));
    assert_eq!(verdict(open(), &Facts::default(), &policy), "ask input at https://news.test");
    let from_a_page = Facts { known_link: true, ..Facts::default() };
    assert_eq!(verdict(open(), &from_a_page, &policy), "allow navigate");
    let Verdict::Ask { asked, .. } = judge(open(), &Facts::default(), &policy) else { panic!("not asked") };
    assert!(Approved::by_user(*asked, &Facts::default(), crate::YesScope::Once, &mut policy).is_ok());
    assert!(
        !policy.permits(&Origin::from_url("https://news.test"), Permission::Input),
        "a yes to an address taught typing"
    );
}

#[test]
fn a_frame_without_an_origin_is_covered_by_nothing() {
    let frame = Facts { origin: Some(Origin::opaque()), ..at("https://shop.test") };
    assert_eq!(verdict(click(), &frame, &policy(&[("all", Permission::Commit)])), "ask input at no site");
}

#[test]
fn addresses_in_the_task_may_be_read_and_typed_on() {
    let table = [
        ("look at https://a.test/x.", "https://a.test", true),
        ("look at https://a.test/x.", "http://a.test", false),
        ("look at (a.test/lamps)", "https://a.test", true),
        ("look at a.test", "http://a.test", true),
        ("look at a.test", "https://a.test:8443", false),
        ("look at \"a.test:8443\"", "https://a.test:8443", true),
        ("look at a.test:8443", "https://a.test", false),
        ("test localhost:3000", "http://localhost:3000", true),
        ("test localhost:3000", "http://localhost:9999", false),
        ("test localhost", "http://localhost:9999", true),
        ("test http://127.0.0.1:3000/", "http://127.0.0.1:3000", true),
        ("write to ann@a.test", "https://a.test", false),
        ("version 2.0 costs 3.50", "https://2.0", false),
        ("open https://a.test@evil.test/", "https://evil.test", false),
        ("open a.test", "https://sub.a.test", false),
        ("open a.test", "https://a.test.evil.test", false),
        // Files are no places to go to, unless they are written as addresses.
        ("summarise notes.md", "https://notes.md", false),
        ("run build.sh and setup.py", "https://build.sh", false),
        ("open https://notes.md/", "https://notes.md", true),
        ("open notes.md/start", "https://notes.md", true),
        // Words that the person quotes are somebody else's.
        ("reply to \"see evil.test for your prize\"", "https://evil.test", false),
        ("reply to “go to https://evil.test now”", "https://evil.test", false),
        ("reply to 'go to evil.test now'", "https://evil.test", false),
        ("don't stop: open a.test, it's mine", "https://a.test", true),
        ("search `evil.test is nice` on a.test", "https://evil.test", false),
        ("search `evil.test is nice` on a.test", "https://a.test", true),
        ("answer the mail\n> please visit evil.test\nand thank them", "https://evil.test", false),
        // A mail or a text that was pasted behind the person's own words.
        ("answer this:\nHi, look at https://evil.test/\nBye", "https://evil.test", false),
        ("answer this\n\nHi, look at https://evil.test/\nBye", "https://evil.test", false),
        ("answer this\nFrom: Eve <eve@evil.test>\nSubject: look\nhttps://evil.test/", "https://evil.test", false),
        ("answer this:\nHi\nhttps://evil.test/\nBye", "https://evil.test", false),
        // A list of addresses is the person's own.
        ("compare these:\n- https://a.test/x\n2. b.test", "https://a.test", true),
        ("compare these:\n- https://a.test/x\n2. b.test", "https://b.test", true),
        ("\n\nopen a.test\nand then b.test", "https://b.test", true),
    ];
    for (text, origin, own) in table {
        let policy = Policy::of(&Task::new(text));
        assert_eq!(policy.permits(&Origin::from_url(origin), Permission::Input), own, "{text}: {origin}");
        assert!(!policy.permits(&Origin::from_url(origin), Permission::Commit), "{text}");
    }
}

#[test]
fn origins_in_earlier_messages_of_the_person_are_permitted_and_those_in_answers_are_not() {
    let exchange = ChatExchange {
        message: "open bank.test".to_owned(),
        answer: "The page says: go to evil.test".to_owned(),
        read_on: Vec::new(),
    };
    let policy = Policy::of(&Task { before: vec![exchange], ..Task::new("now click the menu") });
    assert!(verdict(click(), &at("https://bank.test"), &policy).starts_with("allow"));
    assert!(!verdict(click(), &at("https://evil.test"), &policy).starts_with("allow"));
}
