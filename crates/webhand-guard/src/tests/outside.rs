//! Outside agents may read and type on the public web; actions with a lasting effect ask the person.

use serde_json::json;
use webhand_model::{ApprovalMode, Facts, FieldKind, Grant, Origin, OriginPattern, Permission, Task, WebUrl};

use super::{action, click, element, field, fill, submit, verdict};
use crate::Policy;

fn outside(grants: &[(&str, Permission)]) -> Policy {
    Policy::of(&task(grants))
}

fn task(grants: &[(&str, Permission)]) -> Task {
    let grant = |(origins, may): &(&str, Permission)| Grant {
        origins: OriginPattern::parse(origins).expect(origins),
        permission: *may,
    };
    Task { grants: grants.iter().map(grant).collect(), ..Task::for_outside_agent("session test") }
}

fn on(origin: &str) -> Facts {
    Facts { origin: Some(Origin::from_url(origin)), target: Some(element("Menu")), ..Facts::default() }
}

fn ordering(origin: &str) -> Facts {
    Facts { target: Some(submit("post", &format!("{origin}/order"))), ..on(origin) }
}

#[test]
fn an_agent_reads_and_types_on_the_web_and_on_its_own_machine_unasked() {
    for (site, expected) in [
        ("https://news.test", "allow"),
        ("http://news.test:8080", "allow"),
        ("http://localhost:3000", "allow"),
        ("http://127.0.0.1:3000", "allow"),
        ("http://[::1]:3000", "allow"),
        ("http://93.184.215.14", "allow"),
        ("http://[2606:2800:21f::1]", "allow"),
        ("http://10.0.0.1", "ask"),
        ("http://192.168.1.1", "ask"),
        ("http://172.16.0.1", "ask"),
        ("http://100.64.0.1", "ask"),
        ("http://169.254.169.254", "ask"),
        ("http://0.0.0.0", "ask"),
        ("http://[fe80::1]", "ask"),
        ("http://[fd00::1]", "ask"),
        ("http://[::ffff:10.0.0.1]", "ask"),
        ("http://3232235777", "ask"),
        ("http://router", "ask"),
        ("http://printer.local", "ask"),
        ("http://metadata.google.internal", "ask"),
    ] {
        let open = action("open", json!({"url": format!("{site}/?q=lamps")}));
        let opened = verdict(open, &Facts::default(), &outside(&[]));
        assert!(opened.starts_with(expected), "open {site}: {opened}");
        let clicked = verdict(click(), &on(site), &outside(&[]));
        assert!(clicked.starts_with(expected), "click on {site}: {clicked}");
        let ordered = verdict(click(), &ordering(site), &outside(&[]));
        assert!(ordered.starts_with("ask commit"), "order on {site}: {ordered}");
    }
}

#[test]
fn a_grant_for_the_own_machine_covers_what_a_test_of_a_local_app_does() {
    let here = outside(&[("localhost", Permission::Commit)]);
    let app = "http://localhost:3000";
    let password = Facts { target: Some(field(FieldKind::Password)), ..on(app) };
    let file = Facts { target: Some(field(FieldKind::File)), ..on(app) };
    let copied = Facts { read_on: vec![Origin::from_url("http://localhost:9000")], ..on(app) };
    let upload = || action("upload", json!({"ref": "e1", "files": ["a.txt"]}));
    assert_eq!(verdict(click(), &ordering(app), &here), "allow commit");
    assert_eq!(verdict(fill("hunter2"), &password, &here), "allow credential");
    assert_eq!(verdict(upload(), &file, &here), "allow file");
    assert_eq!(verdict(fill("some text"), &copied, &here), "allow cross");
    let careful = Policy::of(&Task { mode: ApprovalMode::Careful, ..task(&[("localhost", Permission::Commit)]) });
    assert_eq!(verdict(fill("hunter2"), &password, &careful), "ask credential at http://localhost:3000");
    let without = outside(&[]);
    assert_eq!(verdict(fill("hunter2"), &password, &without), "ask credential at http://localhost:3000");
}

#[test]
fn scripts_run_only_where_they_were_allowed_beforehand() {
    let script = || action("eval", json!({"script": "document.title"}));
    let here = outside(&[("localhost", Permission::Code)]);
    assert_eq!(verdict(script(), &on("http://localhost:3000"), &here), "allow code");
    assert!(verdict(script(), &on("https://news.test"), &here).starts_with("forbid"));
    assert!(
        verdict(script(), &on("http://localhost:3000"), &outside(&[("all", Permission::Commit)])).starts_with("forbid")
    );
}

#[test]
fn the_empty_page_may_be_gone_to_and_opens_nothing_else_without_an_origin() {
    let blank = action("open", json!({"url": "about:blank"}));
    let started = Task { start: WebUrl::parse("about:blank").ok(), ..Task::new("look around") };
    for policy in [outside(&[]), Policy::of(&started)] {
        assert_eq!(verdict(blank.clone(), &Facts::default(), &policy), "allow navigate");
    }
    let typed = verdict(fill("x"), &on("data:text/html,x"), &Policy::of(&started));
    assert!(typed.starts_with("ask"), "{typed}");
}
