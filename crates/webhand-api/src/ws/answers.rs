//! The last replies of a session, so that a request that comes again is answered and not done again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use webhand_wire::agent::{AgentRequest, MessageId};

use super::kept::Written;

/// Replies by the id of their request. Bounded in number and in bytes; an id is remembered longer than its reply.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    given: VecDeque<Given>,
    /// How many of `given`, from the front, are without their reply.
    let_go: usize,
    bytes: usize,
}

#[derive(Debug)]
struct Given {
    id: MessageId,
    asked: u64,
    reply: Option<Written>,
}

/// What is known of a request's id.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Known {
    New,
    /// The same was asked before, and this was the reply.
    Answered(Written),
    /// The same was asked and done so long ago that the reply is gone.
    Forgotten,
    /// The id was given to another request.
    Reused,
}

impl Answers {
    pub fn find(&self, request: &AgentRequest) -> Known {
        let Some(id) = &request.id else { return Known::New };
        match self.given.iter().rev().find(|given| given.id == *id) {
            None => Known::New,
            Some(given) if given.asked != fingerprint(request) => Known::Reused,
            Some(Given { reply: Some(reply), .. }) => Known::Answered(reply.clone()),
            Some(Given { reply: None, .. }) => Known::Forgotten,
        }
    }

    /// The replies after the one to `id`, as far as they are kept.
    pub fn since(&self, id: &MessageId) -> VecDeque<Written> {
        let got = self.given.iter().rposition(|given| given.id == *id).map_or(self.given.len(), |at| at + 1);
        self.given.iter().skip(got).filter_map(|given| given.reply.clone()).collect()
    }

    /// Keeps a reply. A request without an id cannot come again.
    pub fn keep(&mut self, id: Option<&MessageId>, asked: u64, reply: &Written) {
        let Some(id) = id else { return };
        self.bytes += reply.len();
        self.given.push_back(Given { id: id.clone(), asked, reply: Some(reply.clone()) });
        while self.bytes > MOST_REPLY_BYTES || self.given.len() - self.let_go > MOST_REPLIES {
            let Some(given) = self.given.get_mut(self.let_go) else { break };
            self.bytes -= given.reply.take().map_or(0, |reply| reply.len());
            self.let_go += 1;
        }
        if self.given.len() > MOST_IDS && self.given.pop_front().is_some_and(|given| given.reply.is_none()) {
            self.let_go -= 1;
        }
    }
}

/// The same for the same type and parameters.
pub(crate) fn fingerprint(request: &AgentRequest) -> u64 {
    let mut hasher = DefaultHasher::new();
    request.kind.hash(&mut hasher);
    serde_json::to_string(&request.params).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

const MOST_REPLIES: usize = 256;
const MOST_REPLY_BYTES: usize = 8 << 20;
const MOST_IDS: usize = 4_096;

#[cfg(test)]
mod tests;
