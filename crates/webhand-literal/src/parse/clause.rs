//! A clause of a task that fits one form of its language, with access to what each slot of the form took.

use crate::language::pattern::{Captures, Slot};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::Token;
use crate::parse::Parser;

/// The tokens of a clause, and which of them belong to which slot.
pub(crate) struct MatchedClause<'p> {
    pub tokens: &'p [Token],
    captures: &'p Captures,
    parser: &'p Parser<'p>,
}

impl<'p> MatchedClause<'p> {
    pub(crate) fn new(parser: &'p Parser<'p>, tokens: &'p [Token], captures: &'p Captures) -> Self {
        Self { tokens, captures, parser }
    }

    /// The tokens that a slot took.
    pub(crate) fn slot(&self, wanted: Slot) -> Option<&'p [Token]> {
        let (_, range) = self.captures.iter().find(|(slot, _)| *slot == wanted)?;
        Some(&self.tokens[range.clone()])
    }

    /// The first slot and its tokens.
    pub(crate) fn first_slot(&self) -> Option<(Slot, &'p [Token])> {
        self.captures.first().map(|(slot, range)| (*slot, &self.tokens[range.clone()]))
    }

    /// The slot and its tokens, where the form has a single one.
    pub(crate) fn only_slot(&self) -> Option<(Slot, &'p [Token])> {
        self.first_slot().filter(|_| self.captures.len() == 1)
    }

    /// All tokens from the first slot on.
    pub(crate) fn from_first_slot(&self) -> Option<&'p [Token]> {
        self.captures.first().map(|(_, range)| &self.tokens[range.start..])
    }

    /// A slot as the description of an element.
    pub(crate) fn phrase(&self, slot: Slot) -> Option<Phrase> {
        self.slot(slot).map(|tokens| Phrase::new(self.parser.source, tokens, self.parser.language))
    }

    /// A slot as a text to be typed; empty if the form has no such slot.
    pub(crate) fn typed_text(&self, slot: Slot) -> String {
        self.slot(slot).map(|tokens| self.parser.typed_text(tokens)).unwrap_or_default()
    }

    /// A slot as it is written in the task.
    pub(crate) fn raw(&self, slot: Slot) -> Option<String> {
        self.slot(slot).map(|tokens| raw(self.parser.source, tokens))
    }
}
