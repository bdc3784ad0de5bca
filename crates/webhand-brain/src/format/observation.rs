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
    if let Some(seen) = &observation.seen {
        // Writing into a string does not fail.
        writeln!(text, "{SEEN}{}", enclose_page_text(seen)).ok();
    }
    for (call, read) in prompt.turns.last().into_iter().flat_map(full_page_texts) {
        writeln!(text, "All that {} told, shown this once:\n{read}", one_line(&call.name)).ok();
    }
    for (state, meaning) in LEGEND {
        if observation.text.contains(state) {
            writeln!(text, "{meaning}").ok();
        }
    }
    if let Some(picture) = observation.picture {
        writeln!(text, "With this comes picture {}.", picture.number).ok();
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

/// States whose words do not tell what follows from them, with the line that explains them.
const LEGEND: [(&str, &str); 4] = [
    (
        "[formatted]",
        "[formatted]: `fill` would take bold, links and lists away; `select` its words, then `type` over them.",
    ),
    ("[guessed]", "[guessed]: called so by its looks."),
    ("[hidden]", "[hidden]: not painted, but it can be used."),
    ("[covered=", "[covered=e5]: e5 lies over it."),
];
const SINCE: &str = "Changed since:\n";
const SEEN: &str = "Seen right after your last calls, and not in the look above:\n";
