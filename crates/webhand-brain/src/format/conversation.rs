//! A conversation in words, as all formats tell it: the person and the model by turns, and nothing to call.

use webhand_port::Saying;

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    Person,
    Model,
}

/// Everything that was said, oldest first. Providers refuse a message that says nothing.
pub(crate) fn conversation_messages(saying: Saying<'_>) -> impl Iterator<Item = (Speaker, &str)> {
    let before = saying.before.iter().flat_map(|exchange| {
        [(Speaker::Person, exchange.message.as_str()), (Speaker::Model, exchange.answer.as_str())]
    });
    let told = |(speaker, text): (Speaker, _)| (speaker, if str::trim(text).is_empty() { NOTHING } else { text });
    before.chain([(Speaker::Person, saying.message)]).map(told)
}

/// Who the model is here: the same in every conversation.
pub(crate) const SYSTEM: &str = include_str!("conversation.md");
const NOTHING: &str = "…";
