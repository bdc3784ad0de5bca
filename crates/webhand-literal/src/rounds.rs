//! Several instructions for each of several entries: all of them for one, then all of them for the next.
//!
//! Invariant: there are no more rounds than there were entries at the first, whatever the rounds do to the page.

use std::borrow::Cow;

use serde_json::json;

use super::instruction::Instruction;
use super::memory::{Mark, Phase, Round};
use super::mind::{Mind, Said};
use super::phrase::Phrase;
use super::say::Sentence;

impl Mind<'_> {
    /// Turns to the next entry, or passes over the rest of the round when there is none.
    pub(super) fn next_round(&mut self, what: &str) -> Option<Said> {
        let rows = self.listed(what).rows;
        let marks: Vec<(usize, Mark)> = rows.iter().map(|row| (row.entry, self.mark_of(row.entry))).collect();
        let mut round = match self.memory.round.take() {
            Some(round) => round,
            None if marks.is_empty() => return self.without_entries(what),
            None => Round { left: marks.len(), url: self.page.snapshot.url.clone(), ..Round::default() },
        };
        let is_away = marks.is_empty() && round.left > 0 && self.page.snapshot.url != round.url;
        if is_away && self.memory.phase != Phase::Going {
            self.memory.round = Some(round);
            self.memory.phase = Phase::Going;
            return Some(Said::one(self.say(Sentence::GoingBack, &[]), "back", json!({})));
        }
        let (start, end) = self.round_bounds();
        let next = if round.left > 0 { first_not_done(&marks, &round.done) } else { None };
        self.page.turn_to(next.as_ref().map(|(entry, _)| *entry));
        let Some((_, mark)) = next else {
            self.memory.next = end;
            return None;
        };
        round.left -= 1;
        round.done.push(mark);
        self.memory.round = Some(round);
        self.memory.next = start;
        None
    }

    /// The entry of the round, if it is still on the page.
    pub(super) fn entry_of_round(&self) -> Option<usize> {
        let mark = self.memory.round.as_ref()?.done.last()?;
        let entries = self.page.entries();
        let same = |entry: &&usize| self.mark_of(**entry).target == mark.target;
        let alike = |entry: &&usize| self.page.text_of(**entry) == mark.text;
        entries.iter().find(same).or_else(|| entries.iter().find(alike)).copied()
    }

    /// On a page without entries, each instruction is carried out for all that stands among the words.
    pub(super) fn repeated<'i>(&self, instruction: &'i Instruction) -> Cow<'i, Instruction> {
        if self.memory.among.is_empty() {
            return Cow::Borrowed(instruction);
        }
        let mut repeated = instruction.clone();
        repeated.repeat_for(Some(&self.memory.among));
        Cow::Owned(repeated)
    }

    fn without_entries(&mut self, what: &str) -> Option<Said> {
        let words = self.telling_words(what);
        if self.memory.next == self.round_bounds().1 {
            self.memory.among.clear();
            return None;
        }
        if self.page.entries().is_empty() && self.shows(&words) {
            self.memory.among = words;
            return None;
        }
        Some(self.look_further(&Phrase::exactly(what), &[]))
    }

    /// What the round that ends here is for.
    pub(super) fn round_is_for(&self) -> String {
        match self.instructions.get(self.round_bounds().0) {
            Some(Instruction::Each { what }) => what.clone(),
            Some(_) | None => String::new(),
        }
    }

    /// What every round begins and ends with.
    fn round_bounds(&self) -> (usize, usize) {
        let here = self.memory.next;
        let begins = |at: &usize| matches!(self.instructions[*at], Instruction::Each { .. });
        let ends = |at: &usize| matches!(self.instructions[*at], Instruction::Again);
        let last = self.instructions.len().saturating_sub(1);
        (
            (0..=here.min(last)).rev().find(begins).unwrap_or(0),
            (here..self.instructions.len()).find(ends).unwrap_or(last),
        )
    }

    fn mark_of(&self, entry: usize) -> Mark {
        let nodes = self.page.nodes();
        let target = std::iter::once(entry).chain(self.page.inside(entry)).find_map(|at| nodes[at].target);
        Mark { target: target.map(|target| target.to_string()).unwrap_or_default(), text: self.page.text_of(entry) }
    }
}

/// Rows may be alike: as many of them were done as are remembered, those first that are no longer known by their ref.
fn first_not_done(marks: &[(usize, Mark)], done: &[Mark]) -> Option<(usize, Mark)> {
    let gone = |mark: &&Mark| !marks.iter().any(|(_, here)| here.target == mark.target);
    let mut lost: Vec<&Mark> = done.iter().filter(gone).collect();
    let mut left = marks.iter().filter(|(_, mark)| !done.iter().any(|old| old.target == mark.target));
    left.find(|(_, mark)| match lost.iter().position(|old| old.text == mark.text) {
        Some(at) => {
            lost.remove(at);
            false
        }
        None => true,
    })
    .cloned()
}
