//! The units of a rendering, each shown or omitted as a whole: a line of one node, or a packed line of several.

use super::outline::OutlineEntry;
use super::packed_line::{PackedLine, Packing};
use super::repeated_rows::RepeatedRow;

#[derive(Debug)]
pub(super) struct LayoutUnit {
    /// The entries in the unit; a plain line has one.
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) pack: Option<PackedLine>,
}

/// A line that stands for several items of a row.
#[derive(Debug)]
pub(super) struct Summary {
    pub(super) role: String,
    pub(super) parent: Option<usize>,
    /// The number of items, and of their entries.
    pub(super) things: usize,
    pub(super) entries: usize,
    /// The entry before which the line is written.
    pub(super) end: usize,
}

/// The lines that a page is rendered as.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) units: Vec<LayoutUnit>,
    pub(super) summaries: Vec<Summary>,
}

impl Layout {
    /// One line for each entry, except the items out of view of rows for which `is_summed` returns true.
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
            // The node that counts the far items follows the items that were collected.
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

/// Whether an entry counts further items of a row.
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
    while next < entries.len() && !skip[next] && pack.try_add(entries, next) {
        next += 1;
    }
    pack.saves().then_some(pack)
}
