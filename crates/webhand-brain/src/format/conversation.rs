//! A conversation in words, common to all formats: the person and the model take turns, and there are no tools.

use webhand_port::ChatRequest;

/// The author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Speaker {
    Person,
    Model,
}

/// All messages, oldest first. An empty message is replaced, because providers refuse it.
pub(crate) fn conversation_messages(request: ChatRequest<'_>) -> impl Iterator<Item = (Speaker, &str)> {
    let before = request.before.iter().flat_map(|exchange| {
        [(Speaker::Person, exchange.message.as_str()), (Speaker::Model, exchange.answer.as_str())]
    });
    let told = |(speaker, text): (Speaker, _)| (speaker, if str::trim(text).is_empty() { NOTHING } else { text });
    before.chain([(Speaker::Person, request.message)]).map(told)
}

/// The system text of every conversation.
pub(crate) const SYSTEM: &str = include_str!("conversation.md");
const NOTHING: &str = "…";
