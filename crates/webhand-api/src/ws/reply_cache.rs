//! The last replies of a session: a request that is sent again gets the same reply and is not performed again.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use webhand_wire::agent::{AgentRequest, MessageId};

use super::resumable_session::ReplyText;

/// Replies by the id of their request, bounded in number and in bytes. An id stays longer than its reply.
#[derive(Debug, Default)]
pub(crate) struct ReplyCache {
    entries: VecDeque<CachedReply>,
    /// How many of `entries`, from the front, have lost their reply.
    without_reply: usize,
    bytes: usize,
}

#[derive(Debug)]
struct CachedReply {
    id: MessageId,
    fingerprint: u64,
    reply: Option<ReplyText>,
}

/// The result of looking up a request's id in the cache.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CacheLookup {
    New,
    /// The same request came before and got this reply.
    Answered(ReplyText),
    /// The same request was performed, but its reply is not stored any more.
    Forgotten,
    /// Another request had this id.
    Reused,
}

impl ReplyCache {
    pub fn find(&self, request: &AgentRequest) -> CacheLookup {
        let Some(id) = &request.id else { return CacheLookup::New };
        match self.entries.iter().rev().find(|entry| entry.id == *id) {
            None => CacheLookup::New,
            Some(entry) if entry.fingerprint != fingerprint(request) => CacheLookup::Reused,
            Some(CachedReply { reply: Some(reply), .. }) => CacheLookup::Answered(reply.clone()),
            Some(CachedReply { reply: None, .. }) => CacheLookup::Forgotten,
        }
    }

    /// The stored replies after the one to `id`.
    pub fn since(&self, id: &MessageId) -> VecDeque<ReplyText> {
        let start = self.entries.iter().rposition(|entry| entry.id == *id).map_or(self.entries.len(), |at| at + 1);
        self.entries.iter().skip(start).filter_map(|entry| entry.reply.clone()).collect()
    }

    /// Stores a reply. A request without an id cannot be recognised again.
    pub fn insert(&mut self, id: Option<&MessageId>, fingerprint: u64, reply: &ReplyText) {
        let Some(id) = id else { return };
        self.bytes += reply.len();
        self.entries.push_back(CachedReply { id: id.clone(), fingerprint, reply: Some(reply.clone()) });
        while self.bytes > MOST_REPLY_BYTES || self.entries.len() - self.without_reply > MOST_REPLIES {
            let Some(entry) = self.entries.get_mut(self.without_reply) else { break };
            self.bytes -= entry.reply.take().map_or(0, |reply| reply.len());
            self.without_reply += 1;
        }
        if self.entries.len() > MOST_IDS && self.entries.pop_front().is_some_and(|entry| entry.reply.is_none()) {
            self.without_reply -= 1;
        }
    }
}

/// A hash of type and parameters.
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
