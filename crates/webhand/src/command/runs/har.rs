//! `webhand runs har`: the requests of a run as an HTTP archive (HAR 1.2), for the developer tools of any browser.
//!
//! Invariant: a journal records no headers and no contents of requests, so no cookie, no authorisation and no header of the
//! person can be in the archive. What is left to hide are addresses, in which passwords and keys may stand.

use jiff::Timestamp;
use serde_json::{Value, json};
use url::Url;
use webhand_guard::PersonalData;
use webhand_model::{Action, Event, EventKind, Input, Intent, Outcome, RequestRecord};

use crate::display;
use crate::report::is_secret_parameter;

/// Whether addresses keep the personal data, passwords and keys that stand in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrets {
    Kept,
    Hidden,
}

/// The archive of a run.
pub fn archive(events: &[Event], secrets: Secrets) -> Value {
    let mut builder =
        ArchiveBuilder { secrets, table: PersonalData::default(), pages: Vec::new(), entries: Vec::new() };
    for event in events {
        match &event.kind {
            EventKind::Intent { intent: Intent::Act { action, .. }, .. } => builder.begin_action(action, event.wall),
            EventKind::Input { input: Input::Acted(outcome) | Input::RequestResolved(outcome), .. } => {
                builder.add_outcome(outcome, event.wall);
            }
            EventKind::Input { .. } | EventKind::Intent { .. } => {}
        }
    }
    json!({"log": {
        "version": "1.2",
        "creator": {"name": "webhand", "version": env!("CARGO_PKG_VERSION")},
        "pages": builder.pages,
        "entries": builder.entries,
    }})
}

/// How many requests an archive has.
pub fn entries(archive: &Value) -> u64 {
    archive["log"]["entries"].as_array().map_or(0, |entries| entries.len() as u64)
}

struct ArchiveBuilder {
    secrets: Secrets,
    table: PersonalData,
    /// One for each action: what the requests belong to.
    pages: Vec<Value>,
    entries: Vec<Value>,
}

impl ArchiveBuilder {
    fn begin_action(&mut self, action: &Action, wall: u64) {
        let title = display::action(action, None, None);
        let title: Vec<String> = title.split(' ').map(|word| self.hide_word(word)).collect();
        let title = self.hide(&title.join(" "));
        let id = format!("action_{}", self.pages.len() + 1);
        let timings = json!({"onContentLoad": -1, "onLoad": -1});
        self.pages.push(json!({"id": id, "startedDateTime": moment(wall), "title": title, "pageTimings": timings}));
    }

    fn add_outcome(&mut self, outcome: &Outcome, wall: u64) {
        for record in &outcome.requests {
            let mut entry = self.entry(record, wall);
            if !self.pages.is_empty() {
                entry["pageref"] = format!("action_{}", self.pages.len()).into();
            }
            self.entries.push(entry);
        }
    }

    fn entry(&mut self, record: &RequestRecord, wall: u64) -> Value {
        let url = self.hide_in_address(&record.url);
        let size = record.bytes.map_or_else(|| json!(-1), |bytes| json!(bytes));
        let query = Url::parse(&url).map_or_else(
            |_| json!([]),
            |url| url.query_pairs().map(|(name, value)| json!({"name": name, "value": value})).collect(),
        );
        let mut entry = json!({
            "startedDateTime": moment(wall.saturating_sub(record.began_before)),
            "time": record.took,
            "request": {
                "method": record.method, "url": url, "httpVersion": "", "cookies": [], "headers": [],
                "queryString": query, "headersSize": -1, "bodySize": -1,
            },
            "response": {
                "status": record.status.unwrap_or(0), "statusText": "", "httpVersion": "", "cookies": [], "headers": [],
                "content": {"size": record.bytes.unwrap_or(0), "mimeType": record.mime},
                "redirectURL": "", "headersSize": -1, "bodySize": size,
            },
            "cache": {},
            "timings": {"send": 0, "wait": record.took, "receive": 0},
            "_resourceType": record.kind.to_lowercase(),
        });
        if let Some(failure) = &record.failure {
            entry["response"]["_error"] = failure.as_str().into();
        }
        entry
    }

    fn hide(&mut self, text: &str) -> String {
        if self.secrets == Secrets::Kept { text.to_owned() } else { self.table.redact(text) }
    }

    /// A word of a title, which may be an address.
    fn hide_word(&mut self, word: &str) -> String {
        if word.contains("://") { self.hide_in_address(word) } else { word.to_owned() }
    }

    /// The address without who logs in with it, and with placeholders for the values that are nobody else's business.
    fn hide_in_address(&mut self, address: &str) -> String {
        if self.secrets == Secrets::Kept {
            return address.to_owned();
        }
        let Ok(mut url) = Url::parse(address) else { return self.hide(address) };
        let _ = url.set_username("");
        let _ = url.set_password(None);
        url.set_fragment(None);
        if url.query().is_some() {
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            let pairs: Vec<_> = pairs.into_iter().map(|(name, value)| self.hide_value(name, &value)).collect();
            url.query_pairs_mut().clear().extend_pairs(pairs);
        }
        let path = self.hide(url.path());
        url.set_path(&path);
        url.into()
    }

    fn hide_value(&mut self, name: String, value: &str) -> (String, String) {
        let is_secret = is_secret_parameter(&name);
        // The label tells what a value is that does not look like it by itself.
        let hidden = self.table.redact(&format!("{name}: {value}"));
        let shown = hidden.strip_prefix(&format!("{name}: ")).map_or_else(|| self.table.redact(value), str::to_owned);
        (name, if is_secret { HIDDEN.to_owned() } else { shown })
    }
}

fn moment(wall: u64) -> String {
    let at = i64::try_from(wall).ok().and_then(|wall| Timestamp::from_millisecond(wall).ok());
    at.unwrap_or_default().to_string()
}

const HIDDEN: &str = "hidden";

#[cfg(test)]
mod tests;
