//! The newest observation, as it stands at the end of a request.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use webhand_model::{Prompt, Shown};
use webhand_port::Picture;

use super::envelope::{enclosed, one_line};
use super::history::in_full;

/// What webhand says comes first, a line each; what the page says stands in envelopes.
pub(crate) fn observed(prompt: &Prompt) -> String {
    let observation = &prompt.observation;
    let [used, most] = observation.steps;
    let mut text = format!("Step {used} of {most}.\n");
    for note in &observation.notes {
        // Writing into a string does not fail.
        writeln!(text, "Note: {}", one_line(note)).ok();
    }
    for (call, read) in prompt.turns.last().into_iter().flat_map(in_full) {
        writeln!(text, "All that {} told, shown this once:\n{read}\nThe page now:", one_line(&call.name)).ok();
    }
    text.push_str(&enclosed(&observation.text));
    text
}

/// The place of the call in the newest answer that the picture sent along answers, if it is not of the look itself.
pub(crate) fn pictured_call(prompt: &Prompt) -> Option<usize> {
    match prompt.picture()? {
        (Shown::Call(at), _) => Some(at),
        (Shown::Look, _) => None,
    }
}

pub(crate) fn data_url(picture: &Picture) -> String {
    let mut url = "data:image/jpeg;base64,".to_owned();
    BASE64_STANDARD.encode_string(&picture.jpeg, &mut url);
    url
}

pub(crate) fn base64(picture: &Picture) -> String {
    BASE64_STANDARD.encode(&picture.jpeg)
}
