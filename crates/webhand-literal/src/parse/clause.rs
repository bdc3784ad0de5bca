//! A clause of a task that fits a pattern of its language, with the tokens that each slot of the pattern took.

use crate::language::pattern::{Captures, PatternSlot};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::WordToken;
use crate::parse::Parser;

/// The tokens of a clause, and which of them belong to which slot.
pub(crate) struct MatchedClause<'p> {
    pub tokens: &'p [WordToken],
    captures: &'p Captures,
    parser: &'p Parser<'p>,
}

impl<'p> MatchedClause<'p> {
    pub(crate) fn new(parser: &'p Parser<'p>, tokens: &'p [WordToken], captures: &'p Captures) -> Self {
        Self { tokens, captures, parser }
    }

    /// The tokens that a slot took.
    pub(crate) fn slot(&self, wanted: PatternSlot) -> Option<&'p [WordToken]> {
        let (_, range) = self.captures.iter().find(|(slot, _)| *slot == wanted)?;
        Some(&self.tokens[range.clone()])
    }

    /// The first slot and its tokens.
    pub(crate) fn first_slot(&self) -> Option<(PatternSlot, &'p [WordToken])> {
        self.captures.first().map(|(slot, range)| (*slot, &self.tokens[range.clone()]))
    }

    /// The slot and its tokens, where the pattern has a single one.
    pub(crate) fn only_slot(&self) -> Option<(PatternSlot, &'p [WordToken])> {
        self.first_slot().filter(|_| self.captures.len() == 1)
    }

    /// All tokens from the first slot on.
    pub(crate) fn tokens_from_first_slot(&self) -> Option<&'p [WordToken]> {
        self.captures.first().map(|(_, range)| &self.tokens[range.start..])
    }

    /// A slot as the description of an element.
    pub(crate) fn phrase(&self, slot: PatternSlot) -> Option<Phrase> {
        self.slot(slot).map(|tokens| Phrase::new(self.parser.source, tokens, self.parser.language))
    }

    /// A slot as a text to be typed; empty if the pattern has no such slot.
    pub(crate) fn typed_text(&self, slot: PatternSlot) -> String {
        self.slot(slot).map(|tokens| self.parser.typed_text(tokens)).unwrap_or_default()
    }

    /// A slot as it is written in the task.
    pub(crate) fn raw(&self, slot: PatternSlot) -> Option<String> {
        self.slot(slot).map(|tokens| raw(self.parser.source, tokens))
    }
}
