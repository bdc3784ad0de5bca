//! Several instructions for each of several entries: all of them for one, then all of them for the next.
//!
//! Invariant: there are no more rounds than there were entries at the first, whatever the rounds do to the page.

use std::borrow::Cow;

use serde_json::json;

use crate::answer::listing::find_listing;
use crate::context::{Context, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::search::{distinctive_words, shows_words};
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::memory::{EntryKey, Phase, Round};
use crate::page::Page;
use crate::parse::instruction::Instruction;

/// Turns to the next entry, or passes over the rest of the round when there is none.
pub(crate) fn start_next_round(context: &mut Context<'_>, what: &str) -> Option<NextCalls> {
    let rows = find_listing(&context.page, context.language, what).rows;
    let marks: Vec<(usize, EntryKey)> =
        rows.iter().map(|row| (row.entry, entry_key(&context.page, row.entry))).collect();
    let mut round = match context.memory.round.take() {
        Some(round) => round,
        None if marks.is_empty() => return repeat_without_entries(context, what),
        None => Round { left: marks.len(), url: context.page.snapshot.url.clone(), ..Round::default() },
    };
    let is_away = marks.is_empty() && round.left > 0 && context.page.snapshot.url != round.url;
    if is_away && context.memory.phase != Phase::Going {
        context.memory.round = Some(round);
        context.memory.phase = Phase::Going;
        return Some(NextCalls::one(context.message(Message::GoingBack, &[]), "back", json!({})));
    }
    let (start, end) = round_bounds(context);
    let next = if round.left > 0 { first_not_done(&marks, &round.done) } else { None };
    context.page.turn_to(next.as_ref().map(|(entry, _)| *entry));
    let Some((_, mark)) = next else {
        context.memory.next = end;
        return None;
    };
    round.left -= 1;
    round.done.push(mark);
    context.memory.round = Some(round);
    context.memory.next = start;
    None
}

/// The entry of the round, if it is still on the page.
pub(crate) fn find_round_entry(context: &Context<'_>) -> Option<usize> {
    let mark = context.memory.round.as_ref()?.done.last()?;
    let entries = context.page.entries();
    let same = |entry: &&usize| entry_key(&context.page, **entry).target == mark.target;
    let alike = |entry: &&usize| context.page.text_of(**entry) == mark.text;
    entries.iter().find(same).or_else(|| entries.iter().find(alike)).copied()
}

/// On a page without entries, each instruction is carried out for all that stands among the words.
pub(crate) fn repeat_for_words<'i>(context: &Context<'_>, instruction: &'i Instruction) -> Cow<'i, Instruction> {
    if context.memory.among.is_empty() {
        return Cow::Borrowed(instruction);
    }
    let mut repeated = instruction.clone();
    repeated.repeat_for(Some(&context.memory.among));
    Cow::Owned(repeated)
}

fn repeat_without_entries(context: &mut Context<'_>, what: &str) -> Option<NextCalls> {
    let words = distinctive_words(context.language, what);
    if context.memory.next == round_bounds(context).1 {
        context.memory.among.clear();
        return None;
    }
    if context.page.entries().is_empty() && shows_words(&context.page, &words) {
        context.memory.among = words;
        return None;
    }
    Some(look_further(context, &Phrase::exactly(what), &[]))
}

/// What the round that ends here is for.
pub(crate) fn round_subject(context: &Context<'_>) -> String {
    match context.instructions.get(round_bounds(context).0) {
        Some(Instruction::Each { what }) => what.clone(),
        Some(_) | None => String::new(),
    }
}

/// What every round begins and ends with.
fn round_bounds(context: &Context<'_>) -> (usize, usize) {
    let here = context.memory.next;
    let begins = |at: &usize| matches!(context.instructions[*at], Instruction::Each { .. });
    let ends = |at: &usize| matches!(context.instructions[*at], Instruction::Again);
    let last = context.instructions.len().saturating_sub(1);
    (
        (0..=here.min(last)).rev().find(begins).unwrap_or(0),
        (here..context.instructions.len()).find(ends).unwrap_or(last),
    )
}

fn entry_key(page: &Page<'_>, entry: usize) -> EntryKey {
    let nodes = page.nodes();
    let target = std::iter::once(entry).chain(page.inside(entry)).find_map(|at| nodes[at].target);
    EntryKey { target: target.map(|target| target.to_string()).unwrap_or_default(), text: page.text_of(entry) }
}

/// Rows may be alike: as many of them were done as are remembered, those first that are no longer known by their ref.
fn first_not_done(marks: &[(usize, EntryKey)], done: &[EntryKey]) -> Option<(usize, EntryKey)> {
    let gone = |mark: &&EntryKey| !marks.iter().any(|(_, here)| here.target == mark.target);
    let mut lost: Vec<&EntryKey> = done.iter().filter(gone).collect();
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
