//! Rounds: several instructions for each of several entries, all of them for one entry before the next.
//!
//! Invariant: there are no more rounds than there were entries at the first one, whatever the rounds change on the page.

use std::borrow::Cow;

use serde_json::json;

use crate::answer::listing::find_listing;
use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::search::{distinctive_words, shows_words};
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::page::PageIndex;
use crate::parse::instruction::Instruction;
use crate::progress::{EntryKey, Phase, Round};

/// Makes the next entry the current one, or skips the instructions of the round when no entry is left.
pub(crate) fn start_next_round(context: &mut DecisionContext<'_>, what: &str) -> Option<NextCalls> {
    let rows = find_listing(&context.page, context.language, what).rows;
    let keys: Vec<(usize, EntryKey)> =
        rows.iter().map(|row| (row.entry, entry_key(&context.page, row.entry))).collect();
    let mut round = match context.progress.round.take() {
        Some(round) => round,
        None if keys.is_empty() => return repeat_without_entries(context, what),
        None => Round { left: keys.len(), url: context.page.snapshot.url.clone(), ..Round::default() },
    };
    let is_away = keys.is_empty() && round.left > 0 && context.page.snapshot.url != round.url;
    if is_away && context.progress.instruction.phase != Phase::GoingToPlace {
        context.progress.round = Some(round);
        context.progress.instruction.phase = Phase::GoingToPlace;
        return Some(NextCalls::one(context.sentence(Sentence::GoingBack, &[]), "back", json!({})));
    }
    let (start, end) = round_bounds(context);
    let next = if round.left > 0 { first_not_done(&keys, &round.done) } else { None };
    context.page.set_current_entry(next.as_ref().map(|(entry, _)| *entry));
    let Some((_, key)) = next else {
        context.progress.next = end;
        return None;
    };
    round.left -= 1;
    round.done.push(key);
    context.progress.round = Some(round);
    context.progress.next = start;
    None
}

/// The current entry of the round, if it is still on the page.
pub(crate) fn find_round_entry(context: &DecisionContext<'_>) -> Option<usize> {
    let key = context.progress.round.as_ref()?.done.last()?;
    let entries = context.page.entries();
    let same = |entry: &&usize| entry_key(&context.page, **entry).target == key.target;
    let alike = |entry: &&usize| context.page.text_of(**entry) == key.text;
    entries.iter().find(same).or_else(|| entries.iter().find(alike)).copied()
}

/// The instruction for every element near the words of the round, on a page without entries; else the instruction itself.
pub(crate) fn repeat_for_words<'i>(
    context: &DecisionContext<'_>,
    instruction: &'i Instruction,
) -> Cow<'i, Instruction> {
    if context.progress.repeat_among.is_empty() {
        return Cow::Borrowed(instruction);
    }
    let mut repeated = instruction.clone();
    repeated.repeat_for(Some(&context.progress.repeat_among));
    Cow::Owned(repeated)
}

fn repeat_without_entries(context: &mut DecisionContext<'_>, what: &str) -> Option<NextCalls> {
    let words = distinctive_words(context.language, what);
    if context.progress.next == round_bounds(context).1 {
        context.progress.repeat_among.clear();
        return None;
    }
    if context.page.entries().is_empty() && shows_words(&context.page, &words) {
        context.progress.repeat_among = words;
        return None;
    }
    Some(look_further(context, &Phrase::exactly(what), &[]))
}

/// The wording for the entries of the round that ends here.
pub(crate) fn round_subject(context: &DecisionContext<'_>) -> String {
    match context.instructions.get(round_bounds(context).0) {
        Some(Instruction::Each { what }) => what.clone(),
        Some(_) | None => String::new(),
    }
}

/// The places of the instructions that begin and end the current round.
fn round_bounds(context: &DecisionContext<'_>) -> (usize, usize) {
    let here = context.progress.next;
    let begins = |at: &usize| matches!(context.instructions[*at], Instruction::Each { .. });
    let ends = |at: &usize| matches!(context.instructions[*at], Instruction::Again);
    let last = context.instructions.len().saturating_sub(1);
    (
        (0..=here.min(last)).rev().find(begins).unwrap_or(0),
        (here..context.instructions.len()).find(ends).unwrap_or(last),
    )
}

fn entry_key(page: &PageIndex<'_>, entry: usize) -> EntryKey {
    let nodes = page.nodes();
    let target = std::iter::once(entry).chain(page.inside(entry)).find_map(|at| nodes[at].target);
    EntryKey { target: target.map(|target| target.to_string()).unwrap_or_default(), text: page.text_of(entry) }
}

/// The first entry that had no turn yet. Of entries with equal text as many are skipped as had their turn and can no longer
/// be recognized by their ref.
fn first_not_done(keys: &[(usize, EntryKey)], done: &[EntryKey]) -> Option<(usize, EntryKey)> {
    let gone = |key: &&EntryKey| !keys.iter().any(|(_, here)| here.target == key.target);
    let mut lost: Vec<&EntryKey> = done.iter().filter(gone).collect();
    let mut left = keys.iter().filter(|(_, key)| !done.iter().any(|old| old.target == key.target));
    left.find(|(_, key)| match lost.iter().position(|old| old.text == key.text) {
        Some(at) => {
            lost.remove(at);
            false
        }
        None => true,
    })
    .cloned()
}
