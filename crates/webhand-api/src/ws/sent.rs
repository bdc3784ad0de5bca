//! Which replies have arrived: each ping carries how many were sent before it, so its pong confirms those.

use std::collections::VecDeque;

use super::kept::Written;

/// Replies of one connection that were written and not confirmed yet.
#[derive(Debug, Default)]
pub(super) struct Sent {
    unconfirmed: VecDeque<Written>,
    /// How many were written on this connection.
    written: u64,
    asked: bool,
}

impl Sent {
    /// Keeps a reply that was written; whether to ask now.
    pub fn add(&mut self, reply: Written) -> bool {
        if !reply.has_id {
            // Sent again, it would be taken for the answer to something else.
            return false;
        }
        self.written += 1;
        self.unconfirmed.push_back(reply);
        if self.unconfirmed.len() > MOST {
            self.unconfirmed.pop_front();
        }
        !self.asked
    }

    /// What a ping carries.
    pub fn ask(&mut self) -> Vec<u8> {
        self.asked = true;
        self.written.to_string().into_bytes()
    }

    /// Takes in what a pong brings back; whether to ask again.
    pub fn confirm(&mut self, mark: &[u8]) -> bool {
        let Some(arrived) = std::str::from_utf8(mark).ok().and_then(|text| text.parse::<u64>().ok()) else {
            return false;
        };
        let open = self.written.saturating_sub(arrived);
        while u64::try_from(self.unconfirmed.len()).is_ok_and(|length| length > open) {
            self.unconfirmed.pop_front();
        }
        self.asked = !self.unconfirmed.is_empty();
        self.asked
    }

    /// What the next connection has to be told again.
    pub fn unconfirmed(&mut self) -> VecDeque<Written> {
        std::mem::take(&mut self.unconfirmed)
    }
}

/// Whoever never answers a ping is taken to have got the older ones.
const MOST: usize = 64;

#[cfg(test)]
mod tests;
