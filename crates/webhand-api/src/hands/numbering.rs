//! The messages of one direction that are not acknowledged yet, and how far the other direction has come.

use std::collections::VecDeque;

/// One side of a link. It outlives connections.
#[derive(Debug, Default)]
pub(super) struct LinkEnd {
    last: u64,
    unacknowledged: VecDeque<(u64, String)>,
    bytes: usize,
    received: u64,
}

/// Too much waits for an acknowledgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooMuch;

/// The verdict on an arriving message, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    New,
    /// It was taken before, or has no number.
    Known,
    /// One before it is missing, which cannot happen while both sides keep the rules.
    Gap,
}

impl LinkEnd {
    /// Gives a message, as JSON, its number.
    pub fn push(&mut self, message: String) -> Result<(), TooMuch> {
        if self.unacknowledged.len() >= MOST_MESSAGES || self.bytes + message.len() > MOST_BYTES {
            return Err(TooMuch);
        }
        self.last += 1;
        self.bytes += message.len();
        self.unacknowledged.push_back((self.last, message));
        Ok(())
    }

    /// Forgets what has arrived.
    pub fn acknowledge(&mut self, ack: u64) {
        while let Some((_, message)) = self.unacknowledged.pop_front_if(|(no, _)| *no <= ack) {
            self.bytes -= message.len();
        }
    }

    /// The first message after this number, with its number, as the text of a frame.
    pub fn after(&self, no: u64) -> Option<(u64, String)> {
        let at = self.unacknowledged.partition_point(|(other, _)| *other <= no);
        let (no, message) = self.unacknowledged.get(at)?;
        Some((*no, format!(r#"{{"no":{no},"ack":{},"message":{message}}}"#, self.received)))
    }

    /// An acknowledgement alone.
    pub fn acknowledgement(&self) -> String {
        format!(r#"{{"no":0,"ack":{}}}"#, self.received)
    }

    /// Notes that a message has arrived.
    pub fn arrived(&mut self, no: u64) -> Arrival {
        if no <= self.received {
            Arrival::Known
        } else if no == self.received + 1 {
            self.received = no;
            Arrival::New
        } else {
            Arrival::Gap
        }
    }

    pub fn received(&self) -> u64 {
        self.received
    }
}

const MOST_MESSAGES: usize = 10_000;
/// Some pictures of whole pages, or files on their way.
const MOST_BYTES: usize = 128 << 20;
