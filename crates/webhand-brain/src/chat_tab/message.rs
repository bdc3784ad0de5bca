//! The texts of messages: an opening with everything a chat has to know, then only what is new.
//!
//! Invariant: page text stands between its tags, as in requests to providers; a message has no empty lines, because some
//! editors drop them and the composer is compared letter by letter.

use std::fmt::Write as _;

use webhand_model::Prompt;
use webhand_port::Role;

use super::nonce::Marks;
use crate::format::{
    History, HistoryPart, TurnStyle, Vision, render_observation, render_results, render_text_calls, tools,
};

/// The text for a chat that knows nothing.
pub(super) fn opening(prompt: &Prompt) -> String {
    let mut text = format!("{PROTOCOL}\n# Your work\n{}\n# Calls\n{}\n# The task\n", prompt.system, catalogue(prompt));
    for part in History::new(prompt, TurnStyle::Lines).parts() {
        // Writing into a string does not fail.
        match part {
            HistoryPart::Text(pieces) => writeln!(text, "{}", pieces.join("\n")).ok(),
            HistoryPart::Turn(_, turn) => {
                writeln!(text, "You: {}\n{}", render_text_calls(&turn.answer), render_results(turn)).ok()
            }
        };
    }
    text.push_str(&render_observation(prompt));
    text
}

/// The text for a chat that knows everything up to the newest turn.
pub(super) fn follow_up(prompt: &Prompt) -> String {
    let results = prompt.turns.last().map(render_results).filter(|results| !results.is_empty());
    let mut text = results.map(|results| format!("{results}\n")).unwrap_or_default();
    // The chat holds the whole looks that it was shown; one that it was not shown goes along.
    text.push_str(&render_observation(prompt));
    text
}

/// The text for a question that has nothing to do with the chat before it.
pub(super) fn aside(prompt: &Prompt, role: Role) -> String {
    let why = match role {
        Role::Verify => VERIFY,
        Role::Extract => EXTRACT,
        Role::Decide => "",
    };
    format!("{why}\n{}", opening(prompt))
}

/// The text after an answer that cannot be used.
pub(super) fn correction(why: &str) -> String {
    format!(
        "Your last answer could not be used: {why}. Nothing of it was carried out. Answer again, with one json block."
    )
}

/// One message: its mark, its text and what is expected.
pub(super) fn dress(body: &str, marks: &Marks, part: usize, parts: usize) -> String {
    let body = without_empty_lines(body);
    let (head, nonce) = (&marks.head, &marks.nonce);
    if part < parts {
        return format!("{head} part {part} of {parts}\n{body}\nThis was part {part} of {parts}. Answer only: OK");
    }
    let of = if parts > 1 { format!(" part {part} of {parts}") } else { String::new() };
    format!("{head}{of}\n{body}\nAnswer now with one json block that has \"turn\": \"{nonce}\".")
}

/// The number of characters that [`dress`] adds at most.
pub(super) const DRESS: usize = 160;

fn catalogue(prompt: &Prompt) -> String {
    let mut text = String::new();
    for tool in tools(prompt, Vision::Disabled) {
        if prompt.answer_schema.is_some() {
            writeln!(text, "- {}: {} Its arguments fit this JSON Schema: {}", tool.name, tool.doc, tool.parameters)
                .ok();
            continue;
        }
        if tool.name == ANY {
            writeln!(text, "- {}", tool.doc).ok();
            continue;
        }
        let parameters = tool.parameters["properties"].as_object();
        let names = parameters.into_iter().flat_map(|known| known.keys()).map(|name| format!("\"{name}\""));
        writeln!(text, "- {} {{{}}}: {}", tool.name, names.collect::<Vec<_>>().join(", "), tool.doc).ok();
    }
    text
}

fn without_empty_lines(text: &str) -> String {
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join("\n")
}

const PROTOCOL: &str = include_str!("protocol.md");
/// The tool that lists all other actions.
const ANY: &str = "act";
const VERIFY: &str =
    "Leave aside what was said here so far and answer this one question by itself; then go on as before.";
const EXTRACT: &str =
    "Leave aside what was said here so far and do this one piece of work by itself; then go on as before.";
