use std::path::Path;

use super::text;
use crate::verb_syntax::verbs;

#[test]
fn the_text_names_this_version_and_every_verb_and_is_short() {
    let text = text();
    assert!(text.contains(&format!("# webhand {}", env!("CARGO_PKG_VERSION"))));
    for spec in verbs() {
        let name = spec.name.replace('_', "-");
        let is_listed = text.lines().any(|line| line.split(' ').next() == Some(&name) && line.contains(" # "));
        assert!(is_listed, "{name} is missing");
    }
    assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
}

#[test]
fn its_head_can_be_read_as_yaml() {
    let text = text();
    let head = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).expect("a head").0;
    for line in head.lines() {
        let (key, value) = line.split_once(": ").expect("a key with its value");
        assert!(["name", "description"].contains(&key), "{line}");
        assert!(!value.contains(": ") && !value.contains(" #"), "a plain value holds neither: {value}");
    }
}

#[test]
fn the_document_is_the_same_text() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/skill.md");
    if std::env::var_os("WEBHAND_GENERATE").is_some() {
        std::fs::write(&path, text()).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == text(), "write it anew with `make generate`");
}
