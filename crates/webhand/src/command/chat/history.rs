//! The part of the conversation that a brain is given. Pure.
//!
//! Invariant: the history holds at most [`MOST_EXCHANGES`] exchanges, each of at most [`MOST_SAID`] and [`MOST_ANSWERED`]
//! characters, however long the conversation is.

use std::collections::{BTreeSet, VecDeque};

use webhand_model::{ChatExchange, Origin, truncate};

/// The last exchanges of a conversation.
#[derive(Debug, Default)]
pub struct ChatHistory {
    exchanges: VecDeque<ChatExchange>,
}

impl ChatHistory {
    pub fn add(&mut self, said: &str, answered: &str, read_on: impl IntoIterator<Item = Origin>) {
        if self.exchanges.len() == MOST_EXCHANGES {
            self.exchanges.pop_front();
        }
        self.exchanges.push_back(ChatExchange {
            message: truncate(said, MOST_SAID).into_owned(),
            answer: truncate(answered, MOST_ANSWERED).into_owned(),
            read_on: read_on.into_iter().take(MOST_ORIGINS).collect(),
        });
    }

    /// The exchanges, oldest first.
    pub fn exchanges(&self) -> Vec<ChatExchange> {
        self.exchanges.iter().cloned().collect()
    }

    /// The origins of the pages behind these exchanges: an answer in words may repeat any of their content.
    pub fn read_on(&self) -> BTreeSet<Origin> {
        self.exchanges.iter().flat_map(|exchange| exchange.read_on.iter().cloned()).collect()
    }

    pub fn forget(&mut self) {
        self.exchanges.clear();
    }
}

pub const MOST_EXCHANGES: usize = 6;
pub const MOST_SAID: usize = 600;
pub const MOST_ANSWERED: usize = 1_200;
const MOST_ORIGINS: usize = 50;

#[cfg(test)]
mod tests;
