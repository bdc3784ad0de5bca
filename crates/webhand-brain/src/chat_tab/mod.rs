//! A chat page as a brain: webhand writes the task and what it sees into a chat that a person opened, waits for the answer
//! and hands its commands to the run.
//!
//! Everything that differs between sites is data ([`Adapters`]). The page is reached over the port
//! [`ChatPage`](webhand_port::ChatPage), by the messages of `webhand_wire::chat`; nothing here knows a browser. Start reading
//! at [`ChatTabBrain`]; `turn` says how one message is written, sent and answered, `answer` what counts as a command.
//!
//! Absent on purpose: solving captchas, hurrying, and going on behind a limit. Every such state is told to the person.

mod adapters;
mod answer;
mod brain;
mod consent;
mod failure;
mod health;
mod learning;
mod memory;
mod mend;
mod message;
mod nonce;
mod parts;
mod script;
mod turn;

pub use adapters::{AdapterError, Adapters, parse_adapter, write_adapter};
pub use brain::{ChatTabBrain, ChatTabOptions};
pub use consent::{chat_models, switch_of, switched_off, terms};
pub use health::{fit, health_line, is_usable};
pub use learning::{LearnError, LearnOutcome, learn};
pub use script::{ProbedPage, choose_adapter};

#[cfg(test)]
mod tests;
