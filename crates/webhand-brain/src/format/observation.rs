//! The newest observation, as it stands at the end of a request.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use webhand_model::Prompt;
use webhand_port::Picture;

use super::envelope::{enclosed, one_line};
use super::history::in_full;

/// What the page says comes first, in its envelope, so that a whole look begins like it will when it stands in the history.
/// What webhand says comes after it, a line each.
pub(crate) fn observed(prompt: &Prompt) -> String {
    let observation = &prompt.observation;
    let mut text = if observation.since.is_some() { SINCE.to_owned() } else { String::new() };
    text.push_str(&enclosed(&observation.text));
    for (call, read) in prompt.turns.last().into_iter().flat_map(in_full) {
        // Writing into a string does not fail.
        write!(text, "\nAll that {} told, shown this once:\n{read}", one_line(&call.name)).ok();
    }
    for note in &observation.notes {
        write!(text, "\nNote: {}", one_line(note)).ok();
    }
    let [used, most] = observation.steps;
    write!(text, "\nStep {used} of {most}.").ok();
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

const SINCE: &str = "Since the whole look:\n";
