//! The steps as commands and tool calls of the peers.

use serde_json::{Value, json};

use crate::steps::Step;

pub fn agent_browser(step: Step, handle: &str) -> Vec<&str> {
    match step {
        Step::Open(page) => vec!["open", page],
        Step::Click(_) => vec!["click", handle],
        Step::Tick(_) => vec!["check", handle],
        Step::Fill(_, value) => vec!["fill", handle, value],
        Step::Choose(_, value) => vec!["select", handle, value],
        Step::Scroll => vec!["scroll", "down", "500"],
        Step::Back => vec!["back"],
    }
}

pub fn chrome_devtools(step: Step, handle: &str) -> (&'static str, Value) {
    match step {
        Step::Open(page) => ("navigate_page", json!({"type": "url", "url": page})),
        Step::Click(_) | Step::Tick(_) => ("click", json!({"uid": handle, "includeSnapshot": true})),
        Step::Fill(_, value) | Step::Choose(_, value) => {
            ("fill", json!({"uid": handle, "value": value, "includeSnapshot": true}))
        }
        Step::Scroll => ("press_key", json!({"key": "PageDown", "includeSnapshot": true})),
        Step::Back => ("navigate_page", json!({"type": "back"})),
    }
}

pub fn playwright(step: Step, handle: &str) -> (&'static str, Value) {
    match step {
        Step::Open(page) => ("browser_navigate", json!({"url": page})),
        Step::Click(name) | Step::Tick(name) => ("browser_click", json!({"element": name, "target": handle})),
        Step::Fill(name, value) => ("browser_type", json!({"element": name, "target": handle, "text": value})),
        Step::Choose(name, value) => {
            ("browser_select_option", json!({"element": name, "target": handle, "values": [value]}))
        }
        Step::Scroll => ("browser_press_key", json!({"key": "PageDown"})),
        Step::Back => ("browser_navigate_back", json!({})),
    }
}
