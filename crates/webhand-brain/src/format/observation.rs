//! The newest observation, as it stands at the end of a request.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use webhand_model::Prompt;
use webhand_port::Picture;

use super::envelope::{enclose_page_text, one_line};
use super::turn_text::full_page_texts;

/// The look comes first, because a whole look begins a message in the history as well; webhand's remarks follow.
pub(crate) fn render_observation(prompt: &Prompt) -> String {
    format!("{}\n{}", render_look(prompt), render_remarks(prompt))
}

/// The look in its envelope.
pub(crate) fn render_look(prompt: &Prompt) -> String {
    let observation = &prompt.observation;
    let before = if observation.since.is_some() { SINCE } else { "" };
    format!("{before}{}", enclose_page_text(&observation.text))
}

/// Webhand's remarks about the look, a line each.
pub(crate) fn render_remarks(prompt: &Prompt) -> String {
    let observation = &prompt.observation;
    let mut text = String::new();
    for (call, read) in prompt.turns.last().into_iter().flat_map(full_page_texts) {
        // Writing into a string does not fail.
        writeln!(text, "All that {} told, shown this once:\n{read}", one_line(&call.name)).ok();
    }
    for note in &observation.notes {
        writeln!(text, "Note: {}", one_line(note)).ok();
    }
    let [used, most] = observation.steps;
    write!(text, "Step {used} of {most}.").ok();
    text
}

pub(crate) fn data_url(picture: &Picture) -> String {
    let mut url = "data:image/jpeg;base64,".to_owned();
    BASE64_STANDARD.encode_string(&picture.jpeg, &mut url);
    url
}

pub(crate) fn base64(picture: &Picture) -> String {
    BASE64_STANDARD.encode(&picture.jpeg)
}

const SINCE: &str = "Changed since:\n";
