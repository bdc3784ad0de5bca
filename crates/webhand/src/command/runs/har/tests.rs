use serde_json::Value;
use webhand_model::{Event, EventKind, Input, RequestRecord};

use super::{Secrets, archive};
use crate::recorded_run;

/// The recorded order, whose first action made these requests.
fn events() -> Vec<Event> {
    let mut events = recorded_run::order().events();
    let mut outcomes = events.iter_mut().filter_map(|event| match &mut event.kind {
        EventKind::Input { input: Input::Acted(outcome), .. } => Some(outcome),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    let request = |url: &str, status: Option<u16>, failure: Option<&str>| RequestRecord {
        method: "GET".to_owned(),
        url: url.to_owned(),
        kind: "Document".to_owned(),
        status,
        mime: "text/html".to_owned(),
        failure: failure.map(str::to_owned),
        began_before: 90,
        took: 40,
        bytes: Some(1_200),
    };
    outcomes.next().unwrap().requests = vec![
        request(
            "http://ana:geheim@shop.test/basket?mail=ana@shop.test&access_token=abc123&page=2#top",
            Some(200),
            None,
        ),
        request("http://shop.test/late", None, Some("net::ERR_CONNECTION_RESET")),
    ];
    events
}

/// Checks what HAR 1.2 requires of an archive.
fn check(archive: &Value) {
    let log = &archive["log"];
    assert_eq!(log["version"], "1.2");
    let texts = |value: &Value, names: &[&str]| {
        for name in names {
            assert!(value[*name].is_string(), "{name}: {value}");
        }
    };
    let numbers = |value: &Value, names: &[&str]| {
        for name in names {
            assert!(value[*name].is_number(), "{name}: {value}");
        }
    };
    let lists = |value: &Value, names: &[&str]| {
        for name in names {
            assert!(value[*name].is_array(), "{name}: {value}");
        }
    };
    texts(&log["creator"], &["name", "version"]);
    let pages = log["pages"].as_array().unwrap();
    for page in pages {
        texts(page, &["id", "startedDateTime", "title"]);
    }
    for entry in log["entries"].as_array().unwrap() {
        entry["startedDateTime"].as_str().unwrap().parse::<jiff::Timestamp>().unwrap();
        numbers(entry, &["time"]);
        texts(&entry["request"], &["method", "url", "httpVersion"]);
        lists(&entry["request"], &["cookies", "headers", "queryString"]);
        numbers(&entry["request"], &["headersSize", "bodySize"]);
        numbers(&entry["response"], &["status", "headersSize", "bodySize"]);
        texts(&entry["response"], &["statusText", "httpVersion", "redirectURL"]);
        lists(&entry["response"], &["cookies", "headers"]);
        numbers(&entry["response"]["content"], &["size"]);
        texts(&entry["response"]["content"], &["mimeType"]);
        assert!(entry["cache"].is_object(), "{entry}");
        numbers(&entry["timings"], &["send", "wait", "receive"]);
        assert!(pages.iter().any(|page| page["id"] == entry["pageref"]), "{entry}");
    }
}

#[test]
fn an_archive_has_what_the_format_requires_and_keeps_secrets_out_of_addresses() {
    let archive = archive(&events(), Secrets::Hidden);
    check(&archive);
    let entries = archive["log"]["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 2);
    let url = entries[0]["request"]["url"].as_str().unwrap();
    assert!(url.starts_with("http://shop.test/basket?mail=") && url.ends_with("&access_token=hidden&page=2"), "{url}");
    assert!(url.contains("mail=%5B%5Bemail-1%5D%5D"), "{url}");
    for secret in ["geheim", "abc123", "ana@shop.test", "ana%40shop.test"] {
        assert!(!archive.to_string().contains(secret), "{secret} in {archive}");
    }
    assert_eq!(entries[0]["startedDateTime"], "2026-11-15T04:02:00.11Z");
    assert_eq!(
        (&entries[1]["response"]["status"], &entries[1]["response"]["_error"]),
        (&0.into(), &"net::ERR_CONNECTION_RESET".into())
    );
}

#[test]
fn the_person_may_ask_for_whole_addresses() {
    let archive = archive(&events(), Secrets::Kept);
    check(&archive);
    assert_eq!(archive["log"]["entries"][0]["request"]["queryString"][1]["value"], "abc123");
}
