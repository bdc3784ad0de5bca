//! Which lines of a snapshot are shown when there is no room for all.

use super::layout::LayoutUnit;
use super::news::Novelty;
use super::outline::OutlineEntry;
use crate::{Node, NodeState, count_tokens};

/// The lines that fit, by unit; `None` for those left out.
pub(super) type ChosenLines = Vec<Option<String>>;

/// Chooses lines by rank, each together with its ancestors' lines, which show its place.
///
/// `show` writes a unit's line.
pub(super) fn choose_lines(
    entries: &[OutlineEntry<'_>],
    units: &[LayoutUnit],
    room: usize,
    show: impl Fn(&LayoutUnit) -> String,
) -> ChosenLines {
    let mut by_entry = vec![usize::MAX; entries.len()];
    for (at, unit) in units.iter().enumerate() {
        by_entry[unit.first] = at;
    }
    let mut choice =
        LineChoice { entries, units, by_entry, chosen: vec![None; units.len()], left: room, misses: 0, show };
    let order = order(entries, units);
    let mut later = Vec::new();
    for (rank, at) in order {
        // News out of view may be long, such as a next part of a feed, and leaves room for what is in view.
        if rank == NEWS_OUT_OF_VIEW && choice.left < room / 2 {
            later.push(at);
        } else if !choice.add(at) {
            break;
        }
    }
    for at in later {
        if !choice.add(at) {
            break;
        }
    }
    choice.chosen
}

/// Lines being chosen.
struct LineChoice<'a, F> {
    entries: &'a [OutlineEntry<'a>],
    units: &'a [LayoutUnit],
    /// The unit that begins with an entry.
    by_entry: Vec<usize>,
    chosen: ChosenLines,
    left: usize,
    misses: usize,
    show: F,
}

impl<F: Fn(&LayoutUnit) -> String> LineChoice<'_, F> {
    /// Adds a unit and its ancestors if they fit. Returns whether it is worth trying another one.
    fn add(&mut self, at: usize) -> bool {
        if self.chosen[at].is_some() {
            return true;
        }
        let mut chain: Vec<(usize, String)> = Vec::new();
        let mut cost = 0;
        let mut next = Some(at);
        while let Some(here) = next.filter(|here| self.chosen[*here].is_none() && cost <= self.left) {
            let text = (self.show)(&self.units[here]);
            cost += count_tokens(&text);
            chain.push((here, text));
            let parent = self.entries[self.units[here].first].parent;
            next = parent.map(|parent| self.by_entry[parent]).filter(|unit| *unit < self.units.len());
        }
        if cost > self.left {
            self.misses += 1;
            return self.misses <= MOST_MISSES && self.left >= LEAST_LINE;
        }
        self.left -= cost;
        for (here, text) in chain {
            self.chosen[here] = Some(text);
        }
        true
    }
}

/// The units in order of importance, with their ranks: the focus and dialogs, news, controls in view, text in view, then those
/// near the view.
fn order(entries: &[OutlineEntry<'_>], units: &[LayoutUnit]) -> Vec<(u8, usize)> {
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
        let is_late = row.is_long(unit, entry) && rank > NEWS_OUT_OF_VIEW;
        order.push((if is_late { rank.max(AFTER_CONTROLS) } else { rank }, far, at));
    }
    order.sort_unstable();
    order.into_iter().map(|(rank, _, at)| (rank, at)).collect()
}

/// A row of similar items that are packed one a line.
#[derive(Default)]
struct Row<'a> {
    parent: Option<usize>,
    role: &'a str,
    length: usize,
}

impl<'a> Row<'a> {
    /// Whether so many items came before that everything else in view precedes this one.
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

/// The importance of an entry; lower comes first.
fn rank(entry: &OutlineEntry<'_>, in_dialog: bool) -> u8 {
    let node = entry.node;
    if node.is(NodeState::Focused) || matches!(node.role.as_str(), "dialog" | "alertdialog" | "alert") {
        return FIRST;
    }
    match (entry.novelty, node.in_view) {
        (Novelty::New | Novelty::Changed, true) => return NEWS,
        (Novelty::New | Novelty::Changed, false) => return NEWS_OUT_OF_VIEW,
        (Novelty::Usual | Novelty::Known, _) => {}
    }
    let is_usual = entry.is_boilerplate || entry.novelty == Novelty::Known;
    match (node.in_view, entry.is_control(), is_usual) {
        (true, true, _) if in_dialog => FIRST,
        (true, true, false) => CONTROLS,
        (true, false, _) if in_dialog => USUAL_CONTROLS,
        (true, true, true) => USUAL_CONTROLS,
        (true, false, false) => TEXTS,
        (true, false, true) => USUAL_TEXTS,
        (false, _, false) => OUT_OF_VIEW,
        (false, _, true) => USUAL_OUT_OF_VIEW,
    }
}

/// The parent of each node.
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

/// How many items of a row come before the other controls in view; the rest come after them.
const FIRST_OF_ROW: usize = 5;
const AFTER_CONTROLS: u8 = TEXTS;
/// The focus, and dialogs with their controls.
const FIRST: u8 = 0;
/// Nodes that the look before did not show.
const NEWS: u8 = 1;
const NEWS_OUT_OF_VIEW: u8 = 2;
/// Nodes in view; usual ones are those that many pages have, such as navigation.
const CONTROLS: u8 = 3;
const USUAL_CONTROLS: u8 = 4;
const TEXTS: u8 = 5;
const USUAL_TEXTS: u8 = 6;
const OUT_OF_VIEW: u8 = 7;
const USUAL_OUT_OF_VIEW: u8 = 8;
/// After this many lines that did not fit, no more are tried.
const MOST_MISSES: usize = 200;
/// No line is shorter than this many tokens.
const LEAST_LINE: usize = 4;
