//! The changes since an earlier look, in the grammar of a snapshot behind a mark: `+` appeared, `~` changed, `-` gone, a
//! blank for unchanged lines that only show the place.
//!
//! Invariant: only lines about present nodes have a ref; a line about a gone node names its old ref as `[gone=e7]`.

use std::fmt::Write as _;

use super::choice::parents;
use super::compare::{Difference, NodeChange, is_informative};
use super::line::{LineDetails, TextLimits, line, quoted, shown_role};
use super::news::{NodeNovelties, Novelty, is_noise};
use super::{OMISSION_RESERVE, RenderOptions, RenderedSnapshot, SMALL_BUDGET};
use crate::{DocumentId, Node, NodeState, PageState, Snapshot, count_tokens, truncate};

impl Snapshot {
    /// Renders what appeared, changed and disappeared since an earlier look, or the whole page if that is not longer.
    #[must_use]
    pub fn render_delta(&self, since: &Self, rendering: RenderOptions) -> RenderedSnapshot {
        let budget = rendering.budget;
        let (before, now) = (since.in_scope(rendering.scope).1, self.in_scope(rendering.scope).1);
        if budget < SMALL_BUDGET || !self.is_comparable(since) {
            return self.render(rendering);
        }
        let mut difference = Difference::between(before, now);
        if rendering.scope.is_none() {
            difference = difference.within_reach(since, self);
        }
        let changed = difference.node_changes.iter().filter(|node_change| **node_change != NodeChange::Same).count();
        if changed > now.len() / 2 && changed > FEW {
            return self.render(rendering);
        }
        let mut text = self.head(Some(since), budget - OMISSION_RESERVE);
        let room = budget - OMISSION_RESERVE - count_tokens(&text).min(budget - OMISSION_RESERVE);
        let most = ListLimits { tokens: room, news: room, a_line: budget / 4, boxes: rendering.boxes };
        let list = ChangeList::of(before, now, &difference, most, &ListStyle::WITH_PLACES);
        let omitted = list.write(most, &mut text);
        if difference.is_none() {
            text.push_str("… nothing visible changed\n");
        }
        if now.len() > FEW && count_tokens(&text) < budget / 4 {
            return RenderedSnapshot { text, omitted };
        }
        let whole = self.render(rendering);
        if count_tokens(&whole.text) <= count_tokens(&text) { whole } else { RenderedSnapshot { text, omitted } }
    }

    /// The few lines about visible changes that an action's outcome carries; `None` if there are none.
    ///
    /// Urgent changes come first: dialogs, alerts and messages, then what appeared, the focus, and other changes in view. What
    /// appeared may take twice the tokens, so that a list that opened is told whole. Another page is rendered whole if it is
    /// small, and otherwise without its controls.
    #[must_use]
    pub fn summarize_changes(&self, since: &Self, most_tokens: usize) -> Option<String> {
        if !self.is_comparable(since) {
            return Some(self.render_new_page(most_tokens));
        }
        let difference = Difference::between(&since.nodes, &self.nodes).within_reach(since, self);
        if difference.is_none() {
            return None;
        }
        let room = most_tokens.saturating_sub(OMISSION_RESERVE / 2);
        let most = ListLimits { tokens: room, news: room + most_tokens, a_line: most_tokens / 3, boxes: false };
        let mut list = ChangeList::of(&since.nodes, &self.nodes, &difference, most, &ListStyle::WITHOUT_PLACES);
        list.urgent_first();
        let mut text = String::new();
        list.write(most, &mut text);
        (!text.is_empty()).then_some(text)
    }

    /// All changes since an earlier look, for a reader who still has that look. `None` if the page must be shown anew: it is
    /// another page, another part is in view, or the changes exceed `most_tokens`. What the look `before` this one did not
    /// show is marked `[new]`.
    #[must_use]
    pub fn render_changes(&self, since: &Self, before: &Self, most_tokens: usize) -> Option<String> {
        let tabs = |page: &Self| page.tabs.iter().map(|tab| tab.id).collect::<Vec<_>>();
        let without_fragment = |page: &Self| page.url.split('#').next().map(str::to_owned);
        let is_still = (self.viewport.scroll_y - since.viewport.scroll_y).abs() < 1.0
            && self.title == since.title
            && tabs(self) == tabs(since)
            && without_fragment(self) == without_fragment(since);
        if !is_still || !self.is_comparable(since) {
            return None;
        }
        let difference = Difference::between(&since.nodes, &self.nodes).within_reach(since, self);
        let most = ListLimits { tokens: most_tokens, news: most_tokens, a_line: most_tokens / 2, boxes: false };
        let style = ListStyle { places: Places::Shown, news: Some(NodeNovelties::since(before, self)) };
        let list = ChangeList::of(&since.nodes, &self.nodes, &difference, most, &style);
        let mut text = String::new();
        let omitted = list.write(most, &mut text);
        if text.is_empty() {
            text.push_str("… nothing visible changed\n");
        }
        (omitted == 0 && difference.moved == 0 && count_tokens(&text) <= most_tokens).then_some(text)
    }

    /// Whether both are looks at the same document of the same tab, without a native dialog in front.
    pub(super) fn is_comparable(&self, since: &Self) -> bool {
        let is_open = |page: &Self| {
            page.dialog.is_none() && !page.nodes.is_empty() && !matches!(page.state, PageState::Closed(_))
        };
        let documents = self.document().zip(since.document());
        let is_same = documents.is_none_or(|(now, before)| now == before);
        self.tab == since.tab && is_same && is_open(self) && is_open(since)
    }

    fn document(&self) -> Option<DocumentId> {
        let mut targets = self.nodes.iter().filter_map(|node| node.target);
        targets.find(|target| target.is_top()).map(|target| target.document())
    }
}

/// Whether unchanged lines are shown to give the place of changed ones.
#[derive(Clone, Copy, PartialEq)]
enum Places {
    Shown,
    LeftOut,
}

/// How the lines of a list are written.
struct ListStyle {
    places: Places,
    /// Whose lines are marked as new; without it none is, because the signs say it.
    news: Option<NodeNovelties>,
}

impl ListStyle {
    const WITH_PLACES: Self = Self { places: Places::Shown, news: None };
    const WITHOUT_PLACES: Self = Self { places: Places::LeftOut, news: None };

    fn is_new(&self, at: usize) -> bool {
        self.news.as_ref().is_some_and(|news| news.from(at).first() == Some(&Novelty::New))
    }
}

/// The room for a list and for each of its lines.
#[derive(Clone, Copy)]
struct ListLimits {
    tokens: usize,
    /// The room as long as what appeared is told.
    news: usize,
    a_line: usize,
    boxes: bool,
}

/// A line about a change, and how much it matters: lower comes first.
struct ChangeLine {
    text: String,
    rank: u8,
    /// The entry that shows its place.
    context: Option<usize>,
}

struct ChangeList {
    entries: Vec<ChangeLine>,
    moved: usize,
}

impl ChangeList {
    fn of(before: &[Node], now: &[Node], difference: &Difference, most: ListLimits, style: &ListStyle) -> Self {
        let mut list = Self { entries: Vec::new(), moved: difference.moved };
        list.add_present(before, now, &difference.node_changes, most, style);
        for at in &difference.gone {
            let node = &before[*at];
            let text = format!("- {}\n", gone_line(node));
            let rank = if node.in_view { GONE } else { GONE_OUT_OF_VIEW };
            list.entries.push(ChangeLine { text, rank, context: None });
        }
        list
    }

    fn add_present(
        &mut self,
        before: &[Node],
        now: &[Node],
        node_changes: &[NodeChange],
        most: ListLimits,
        style: &ListStyle,
    ) {
        let parents = parents(now);
        let mut is_urgent = vec![false; now.len()];
        let places = match style.places {
            Places::Shown => places_of(now, node_changes, &parents),
            Places::LeftOut => vec![false; now.len()],
        };
        // The listed nodes around the current one: their depth and their entry.
        let mut open: Vec<(u32, usize)> = Vec::new();
        let mut spent = 0;
        for (at, node) in now.iter().enumerate() {
            let node_change = node_changes[at];
            is_urgent[at] =
                parents[at].is_some_and(|parent| is_urgent[parent]) || asks_for_attention(node, node_change);
            while open.last().is_some_and(|(depth, _)| *depth >= node.depth) {
                open.pop();
            }
            let is_listed = node_change != NodeChange::Same && is_informative(node);
            if !is_listed && !places[at] {
                continue;
            }
            let (mark, rank) = match node_change {
                NodeChange::Same => (' ', PLACE),
                NodeChange::Appeared => ('+', rank_of_new(node, is_urgent[at])),
                NodeChange::Changed(old) if is_noise(&before[old], node) => ('~', NOISE),
                NodeChange::Changed(_) => ('~', rank(node, is_urgent[at])),
            };
            // Lines that can no longer be chosen are only counted.
            let mut text = String::new();
            if rank < OUT_OF_VIEW || spent <= most.news {
                let details = LineDetails { painted: None, boxes: most.boxes, is_new: style.is_new(at) };
                let line = line(node, details, TextLimits::within(most.a_line * 4));
                let _ = writeln!(text, "{mark} {:1$}{line}", "", open.len() * 2);
                spent += text.len() / 8;
            }
            let outer = open.last().map(|(_, entry)| *entry);
            open.push((node.depth, self.entries.len()));
            self.entries.push(ChangeLine { text, rank, context: outer });
        }
    }

    fn urgent_first(&mut self) {
        self.entries.sort_by_key(|entry| entry.rank != URGENT);
        for entry in &mut self.entries {
            entry.context = None;
        }
    }

    /// Writes the lines that fit, and a last line with the number of omitted changes. Returns how many of those matter.
    fn write(&self, most: ListLimits, text: &mut String) -> usize {
        let mut order: Vec<usize> = (0..self.entries.len()).filter(|at| self.entries[*at].rank != PLACE).collect();
        order.sort_by_key(|at| self.entries[*at].rank);
        let mut shown = vec![false; self.entries.len()];
        let (mut spent, mut omitted, mut noise, mut told_noise) = (0, 0, 0, 0);
        for at in order {
            let mut chain = vec![at];
            let mut outer = self.entries[at].context;
            while let Some(here) = outer.filter(|here| !shown[*here]) {
                chain.push(here);
                outer = self.entries[here].context;
            }
            let cost: usize = chain.iter().map(|here| count_tokens(&self.entries[*here].text)).sum();
            let rank = self.entries[at].rank;
            let room = if rank <= NEWS { most.news } else { most.tokens };
            if rank == NOISE && (omitted > 0 || told_noise == MOST_NOISE) {
                noise += 1;
                continue;
            }
            if spent + cost > room || self.entries[at].text.is_empty() {
                omitted += 1;
                continue;
            }
            told_noise += usize::from(rank == NOISE);
            spent += cost;
            for here in chain {
                shown[here] = true;
            }
        }
        self.entries.iter().zip(shown).filter(|(_, shown)| *shown).for_each(|(entry, _)| text.push_str(&entry.text));
        if omitted + noise > 0 {
            let _ = writeln!(text, "… {} more changes (snapshot shows the page as it is)", omitted + noise);
        }
        if self.moved > 0 {
            let _ = writeln!(text, "… {} elements in another order (snapshot shows it)", self.moved);
        }
        omitted
    }
}

/// Unchanged nodes that show the place of a change: the nearest informative ancestors.
fn places_of(now: &[Node], node_changes: &[NodeChange], parents: &[Option<usize>]) -> Vec<bool> {
    let mut places = vec![false; now.len()];
    for at in (0..now.len()).filter(|at| node_changes[*at] != NodeChange::Same && is_informative(&now[*at])) {
        let mut outer = parents[at];
        while let Some(here) = outer.filter(|here| !is_informative(&now[*here])) {
            outer = parents[here];
        }
        if let Some(here) = outer {
            places[here] = true;
        }
    }
    places
}

fn asks_for_attention(node: &Node, node_change: NodeChange) -> bool {
    match node.role.as_str() {
        "alert" | "alertdialog" | "status" => true,
        "dialog" => node_change == NodeChange::Appeared,
        _ => false,
    }
}

fn rank_of_new(node: &Node, is_urgent: bool) -> u8 {
    if node.in_view { rank(node, is_urgent).min(NEWS) } else { rank(node, is_urgent) }
}

fn rank(node: &Node, is_urgent: bool) -> u8 {
    match node {
        _ if is_urgent => URGENT,
        node if node.is(NodeState::Focused) => FOCUS,
        node if node.in_view => IN_VIEW,
        _ => OUT_OF_VIEW,
    }
}

fn gone_line(node: &Node) -> String {
    let role = shown_role(&node.role);
    let text = node.value.as_deref().filter(|_| node.name.is_empty()).unwrap_or(&node.name);
    let name = if text.is_empty() { String::new() } else { format!(" {}", quoted(&truncate(text, MOST_GONE))) };
    match node.target {
        Some(target) => format!("- {role}{name} [gone={target}]"),
        None => format!("- {role}{name} [gone]"),
    }
}

const URGENT: u8 = 0;
const NEWS: u8 = 1;
const FOCUS: u8 = 2;
const IN_VIEW: u8 = 3;
const GONE: u8 = 4;
const OUT_OF_VIEW: u8 = 5;
const GONE_OUT_OF_VIEW: u8 = 6;
const NOISE: u8 = 7;
/// How many changes are told that say nothing about what an action did.
const MOST_NOISE: usize = 3;
const PLACE: u8 = u8::MAX;
/// On a page of at most this many nodes the whole may be as short as the difference.
const FEW: usize = 60;
/// How many characters are shown of a gone node.
const MOST_GONE: usize = 60;
