//! The protocol between a chat brain and the script inside a chat page: one call in, one reply out.
//!
//! The script runs in the top document of a chat page, in a world of its own, and keeps nothing between two calls but what
//! it watches. Every call carries the adapter, so that a page that was loaded again needs no preparation. The script is
//! reached as `webhandChat.handle(call)`, with a [`ChatCall`] as JSON text, and answers with a [`ChatReply`] as JSON text.
//!
//! Texts from the page are raw: the brain normalises, compares and judges them. The script never decides whether an answer
//! is over, whether a message arrived or what a text means.

mod adapter;
mod command;
mod reply;

pub use adapter::{ChatAdapter, ChatCandidate, ChatEditor, ChatRole, ChatSendKey};
pub use command::{ChatCall, ChatCommand, LearnStep, SendWay, WritePlace, WriteWay};
pub use reply::{
    AnswerBlock, AnswerBlockKind, AssistantTurn, ChatErrorCode, ChatPageState, ChatReply, ComposerReading, EndMark,
    LearnedRole, ProbeReport, ProbedRole, SendControl, TurnReading, UserTurn,
};
