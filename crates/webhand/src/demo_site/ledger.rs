//! The record of what happened on the server, kept where no page can reach it.

use std::collections::{BTreeMap, VecDeque};

/// One change that a visitor made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    pub id: u64,
    pub kind: LedgerKind,
    pub data: BTreeMap<&'static str, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LedgerKind {
    /// The quantity of a product in a basket changed.
    Basket,
    Order,
    /// A reply to a mail.
    Message,
    /// A mail was deleted.
    Delete,
    Contact,
    Chat,
    Rating,
    /// A berth was given up.
    Berth,
}

/// Holds the newest [`MAX_ENTRIES`] entries; ids go on counting when older ones fall out.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    entries: VecDeque<LedgerEntry>,
    written: u64,
}

impl Ledger {
    /// Writes an entry and returns its id.
    pub fn write<const N: usize>(&mut self, kind: LedgerKind, data: [(&'static str, String); N]) -> u64 {
        if self.entries.len() == MAX_ENTRIES {
            self.entries.pop_front();
        }
        self.written += 1;
        self.entries.push_back(LedgerEntry { id: self.written, kind, data: BTreeMap::from(data) });
        self.written
    }

    /// The newest entry of a kind whose field has this value.
    pub fn find(&self, kind: LedgerKind, field: &str, value: &str) -> Option<LedgerEntry> {
        let fits = |entry: &&LedgerEntry| entry.kind == kind && entry.data.get(field).is_some_and(|held| held == value);
        self.entries.iter().rev().find(fits).cloned()
    }

    pub fn entry(&self, id: u64) -> Option<LedgerEntry> {
        self.entries.iter().find(|entry| entry.id == id).cloned()
    }

    pub fn entries(&self) -> Vec<LedgerEntry> {
        self.entries.iter().cloned().collect()
    }
}

const MAX_ENTRIES: usize = 10_000;
