//! The generated files match the types.

mod agent;
mod api;
mod chat;

use std::path::Path;

use ts_rs::{Config, TS};

use crate::{PageCommand, PageReply};

#[test]
fn the_types_of_the_page_script_are_up_to_date() {
    up_to_date("page/src/generated/wire.ts", &typescript());
}

#[test]
fn the_types_of_the_quiet_level_are_up_to_date() {
    let config = Config::default();
    let mut text = String::from(HEAD);
    for declaration in [
        crate::QuietMouseStep::decl(&config),
        crate::QuietMouse::decl(&config),
        crate::QuietKeyStep::decl(&config),
        crate::QuietKey::decl(&config),
        crate::QuietInput::decl(&config),
        crate::QuietFile::decl(&config),
        crate::QuietDocument::decl(&config),
        crate::QuietNavigation::decl(&config),
        crate::QuietFormEntry::decl(&config),
        crate::QuietBodyPart::decl(&config),
        crate::QuietBody::decl(&config),
        crate::QuietRequest::decl(&config),
        crate::QuietStoppedForm::decl(&config),
        crate::QuietEvent::decl(&config),
        crate::QuietCommand::decl(&config),
        crate::QuietReply::decl(&config),
    ] {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    up_to_date("extension/src/generated/quiet.ts", &text);
}

#[test]
fn the_types_of_a_server_and_its_extension_are_up_to_date() {
    let config = Config::default();
    let mut text = String::from(HEAD);
    for declaration in [
        crate::HandsLevel::decl(&config),
        crate::HandsHello::decl(&config),
        crate::HandsGreeting::decl(&config),
        crate::HandsProof::decl(&config),
        crate::HandsFrame::<()>::decl(&config),
        crate::HandsOrder::decl(&config),
        crate::HandsNews::decl(&config),
    ] {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    up_to_date("extension/src/generated/hands.ts", &text);
}

/// Compares a committed file with the freshly generated text; writes it if `WEBHAND_GENERATE` is set.
fn up_to_date(file: &str, fresh: &str) {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(file);
    if std::env::var_os("WEBHAND_GENERATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, fresh).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default();
    assert!(committed == fresh, "{file} is out of date: run `make generate`");
}

#[test]
fn a_node_is_read_from_an_array_that_ends_early() {
    let short: crate::PageNode = serde_json::from_str(r#"[1,"text","Hello"]"#).unwrap();
    let long: crate::PageNode =
        serde_json::from_str(r##"[2,"link","Go",7,[1,2,3,4],true,"#x",["current"],"v"]"##).unwrap();
    let (depth, role, name) = (1, "text".to_owned(), "Hello".to_owned());
    assert_eq!(short, crate::PageNode { depth, role, name, ..crate::PageNode::default() });
    assert_eq!((long.node, long.in_view, long.value.as_deref()), (Some(7), true, Some("v")));
    assert_eq!((long.href.as_deref(), long.states), (Some("#x"), vec!["current".to_owned()]));
}

fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(HEAD);
    for declaration in [
        crate::Purpose::decl(&config),
        crate::Caret::decl(&config),
        crate::Proxy::decl(&config),
        crate::PageOptions::decl(&config),
        crate::PageOption::decl(&config),
        crate::ScrollDirection::decl(&config),
        crate::PageFieldKind::decl(&config),
        crate::PageErrorCode::decl(&config),
        crate::PageNode::decl(&config),
        crate::PageSnapshot::decl(&config),
        crate::FormFieldKind::decl(&config),
        crate::FormField::decl(&config),
        crate::FormFacts::decl(&config),
        crate::Accessible::decl(&config),
        crate::PageFacts::decl(&config),
        crate::PageField::decl(&config),
        crate::PageRecord::decl(&config),
        crate::PageRecordSet::decl(&config),
        crate::PageRecords::decl(&config),
        crate::RowsPart::decl(&config),
        crate::Aimed::decl(&config),
        crate::At::decl(&config),
        crate::Disarmed::decl(&config),
        crate::Looking::decl(&config),
        crate::SettleReason::decl(&config),
        crate::SignScope::decl(&config),
        crate::BusySign::decl(&config),
        crate::Busy::decl(&config),
        crate::Reaction::decl(&config),
        crate::Settling::decl(&config),
        crate::Settled::decl(&config),
        crate::ElementState::decl(&config),
        crate::Scrolled::decl(&config),
        crate::Described::decl(&config),
        PageCommand::decl(&config),
        crate::ListenerGroup::decl(&config),
        crate::ObjectCommand::decl(&config),
        PageReply::decl(&config),
    ] {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}

const HEAD: &str = "// Generated from webhand-wire by `make generate`; do not edit.\n";
