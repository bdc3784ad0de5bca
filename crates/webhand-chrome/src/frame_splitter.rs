//! Cuts a byte stream into frames that end in NUL.
//!
//! Invariant: the splitter never holds more bytes than its limit. A longer frame is skipped up to its end and counted,
//! and the next frame comes through whole.

use std::mem;

/// Collects bytes and returns complete frames.
#[derive(Debug)]
pub(super) struct FrameSplitter {
    partial: Vec<u8>,
    limit: usize,
    skipping: bool,
    skipped: u64,
}

impl FrameSplitter {
    pub(super) fn new(limit: usize) -> Self {
        Self { partial: Vec::new(), limit, skipping: false, skipped: 0 }
    }

    /// Appends the frames that `bytes` complete to `frames`. Empty frames mean nothing and are left out.
    pub(super) fn push(&mut self, mut bytes: &[u8], frames: &mut impl Extend<Vec<u8>>) {
        while let Some(end) = bytes.iter().position(|&byte| byte == 0) {
            self.append(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let frame = mem::take(&mut self.partial);
            if !mem::take(&mut self.skipping) && !frame.is_empty() {
                frames.extend([frame]);
            }
        }
        self.append(bytes);
    }

    /// How many frames were longer than the limit.
    pub(super) fn skipped(&self) -> u64 {
        self.skipped
    }

    fn append(&mut self, bytes: &[u8]) {
        if self.skipping {
            return;
        }
        if self.partial.len() + bytes.len() > self.limit {
            self.skipping = true;
            self.skipped += 1;
            self.partial = Vec::new();
            return;
        }
        self.partial.extend_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests;
