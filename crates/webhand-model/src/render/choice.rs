//! Which lines of a snapshot are shown when there is no room for all.

use super::layout::LayoutUnit;
use super::outline::OutlineEntry;
use crate::{Node, NodeState, count_tokens};

/// The lines that fit, by unit; `None` for those left out.
pub(super) type ChosenLines = Vec<Option<String>>;

/// Chooses by rank, each line with those around it that give it its place.
///
/// `show` writes a unit's line.
pub(super) fn choose_lines(
    entries: &[OutlineEntry<'_>],
    units: &[LayoutUnit],
    room: usize,
    show: impl Fn(&LayoutUnit) -> String,
) -> ChosenLines {
    let mut chosen: ChosenLines = vec![None; units.len()];
    let mut by_entry = vec![usize::MAX; entries.len()];
    for (at, unit) in units.iter().enumerate() {
        by_entry[unit.first] = at;
    }
    let mut left = room;
    let mut misses = 0;
    for at in order(entries, units) {
        if chosen[at].is_some() {
            continue;
        }
        let mut chain: Vec<(usize, String)> = Vec::new();
        let mut cost = 0;
        let mut next = Some(at);
        while let Some(here) = next.filter(|here| chosen[*here].is_none() && cost <= left) {
            let text = show(&units[here]);
            cost += count_tokens(&text);
            chain.push((here, text));
            next = entries[units[here].first].parent.map(|parent| by_entry[parent]).filter(|unit| *unit < units.len());
        }
        if cost > left {
            misses += 1;
            if misses > MOST_MISSES || left < LEAST_LINE {
                break;
            }
            continue;
        }
        left -= cost;
        for (here, text) in chain {
            chosen[here] = Some(text);
        }
    }
    chosen
}

/// What matters most comes first: the focus and dialogs, controls in view, text in view, then what is near.
fn order(entries: &[OutlineEntry<'_>], units: &[LayoutUnit]) -> Vec<usize> {
    let in_view = |unit: &&LayoutUnit| entries[unit.first].node.in_view;
    let first = units.iter().find(in_view).map_or(0, |unit| unit.first);
    let last = units.iter().rfind(in_view).map_or(0, |unit| unit.first);
    let mut in_dialog = 0;
    let mut row = Row::default();
    let mut order: Vec<(u8, usize, usize)> = Vec::with_capacity(units.len());
    for (at, unit) in units.iter().enumerate() {
        let entry = &entries[unit.first];
        if matches!(entry.node.role.as_str(), "dialog" | "alertdialog") {
            in_dialog = in_dialog.max(entry.end);
        }
        let far = if unit.first > last { unit.first - last } else { first.saturating_sub(unit.first) };
        let shown = &entries[unit.first..unit.first + unit.count];
        let rank = shown.iter().map(|entry| rank(entry, unit.first < in_dialog)).min().unwrap_or(u8::MAX);
        order.push((if row.is_long(unit, entry) { rank.max(AFTER_CONTROLS) } else { rank }, far, at));
    }
    order.sort_unstable();
    order.into_iter().map(|(.., at)| at).collect()
}

/// A row of like things that are packed one a line.
#[derive(Default)]
struct Row<'a> {
    parent: Option<usize>,
    role: &'a str,
    length: usize,
}

impl<'a> Row<'a> {
    /// Whether so many of them came before that everything else in view comes first.
    fn is_long(&mut self, unit: &LayoutUnit, entry: &OutlineEntry<'a>) -> bool {
        if unit.pack.is_none() || !entry.node.in_view {
            return false;
        }
        let role = entry.node.role.as_str();
        let goes_on = self.parent == entry.parent && self.role == role;
        *self = Self { parent: entry.parent, role, length: if goes_on { self.length + 1 } else { 1 } };
        self.length > FIRST_OF_ROW
    }
}

/// Lower comes first.
fn rank(entry: &OutlineEntry<'_>, in_dialog: bool) -> u8 {
    let node = entry.node;
    match (node.in_view, entry.is_control(), entry.is_boilerplate) {
        _ if node.is(NodeState::Focused) || matches!(node.role.as_str(), "dialog" | "alertdialog" | "alert") => 0,
        (true, true, _) if in_dialog => 0,
        (true, true, false) => 1,
        (true, true, true) => 2,
        (true, false, _) if in_dialog => 2,
        (true, false, false) => 3,
        (true, false, true) => 4,
        (false, _, false) => 5,
        (false, _, true) => 6,
    }
}

/// The node around each node.
pub(super) fn parents(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            while open.last().is_some_and(|last| nodes[*last].depth >= node.depth) {
                open.pop();
            }
            let parent = open.last().copied();
            open.push(at);
            parent
        })
        .collect()
}

/// So many things of a row come before the other controls in view, and the rest after them.
const FIRST_OF_ROW: usize = 5;
const AFTER_CONTROLS: u8 = 3;
/// After so many lines that did not fit, no more are tried.
const MOST_MISSES: usize = 200;
/// No line is shorter than this many tokens.
const LEAST_LINE: usize = 4;
