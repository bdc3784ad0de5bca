//! What is shown or left out as one: a line of one node, or a packed one of several.

use super::outline::OutlineEntry;
use super::packed_line::{PackedLine, Packing};
use super::repeated_rows::RepeatedRow;

#[derive(Debug)]
pub(super) struct LayoutUnit {
    /// The entries it shows; a plain line shows one.
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) pack: Option<PackedLine>,
}

/// Entries of a row of like things that are told in a line of their own.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) role: String,
    pub(super) parent: Option<usize>,
    /// How many things, and how many entries they are.
    pub(super) things: usize,
    pub(super) entries: usize,
    /// The entry before which its line stands.
    pub(super) end: usize,
}

/// What a page is shown as.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) units: Vec<LayoutUnit>,
    pub(super) summaries: Vec<Summary>,
}

impl Layout {
    /// One line for each entry, but for the far rests of rows that `is_summed` says.
    pub(super) fn of(
        entries: &[OutlineEntry<'_>],
        rows: &[RepeatedRow<'_>],
        is_summed: impl Fn(&RepeatedRow<'_>) -> bool,
        packing: Packing,
    ) -> Self {
        let mut skip = vec![false; entries.len()];
        let mut summaries = Vec::new();
        for row in rows.iter().filter(|row| is_summed(row)) {
            let rest: Vec<usize> = row.rest(entries).into_iter().filter(|at| !skip[*at]).collect();
            let Some(last) = row.members.last().filter(|_| !rest.is_empty()) else { continue };
            let mut count = 0;
            for at in &rest {
                count += entries[*at].end - at;
                skip[*at..entries[*at].end].fill(true);
            }
            let mut end = entries[*last].end;
            let role = super::line::shown_role(row.role).to_owned();
            // Those that were only counted follow those that were looked at.
            let mut beyond = row.beyond(entries);
            if let Some(entry) = entries.get(end).filter(|entry| is_rest_of(entry, row)) {
                beyond += super::omission::number(entry.node);
                skip[end] = true;
                end += 1;
            }
            summaries.push(Summary { role, parent: row.parent, things: rest.len() + beyond, entries: count, end });
        }
        Self { units: units(entries, &skip, packing), summaries }
    }
}

/// Whether an entry counts further things of a row.
fn is_rest_of(entry: &OutlineEntry<'_>, row: &RepeatedRow<'_>) -> bool {
    entry.node.is_count() && entry.parent == row.parent && entry.node.name == row.role
}

fn units(entries: &[OutlineEntry<'_>], skip: &[bool], packing: Packing) -> Vec<LayoutUnit> {
    let mut units = Vec::with_capacity(entries.len());
    let mut at = 0;
    while at < entries.len() {
        if skip[at] {
            at += 1;
            continue;
        }
        let pack = packed(entries, at, skip, packing);
        let count = pack.as_ref().map_or(1, |pack| pack.end - pack.first);
        units.push(LayoutUnit { first: at, count, pack });
        at += count;
    }
    units
}

fn packed(entries: &[OutlineEntry<'_>], at: usize, skip: &[bool], packing: Packing) -> Option<PackedLine> {
    let mut pack = PackedLine::begin(entries, at, packing)?;
    let mut next = pack.end;
    while next < entries.len() && !skip[next] && pack.take(entries, next) {
        next += 1;
    }
    pack.saves().then_some(pack)
}
