//! What changed since an earlier look, in the grammar of a snapshot behind a mark: `+` appeared, `~` changed, `-` gone,
//! a blank for what only gives the place.
//!
//! Invariant: a ref stands only in lines of the page now; what is gone names its old one as `[gone=e7]`.

use std::fmt::Write as _;

use super::choice::parents;
use super::compare::{Difference, Fate, is_telling};
use super::line::{TextLimits, line, quoted, shown_role};
use super::{OMISSION_RESERVE, RenderOptions, RenderedSnapshot, SMALL_BUDGET};
use crate::{DocumentId, Node, NodeState, PageState, Snapshot, count_tokens, truncate};

impl Snapshot {
    /// Tells what appeared, changed and went since an earlier look, or the whole page where that is not longer.
    #[must_use]
    pub fn render_delta(&self, since: &Self, rendering: RenderOptions) -> RenderedSnapshot {
        let budget = rendering.budget;
        let (before, now) = (since.in_scope(rendering.scope), self.in_scope(rendering.scope));
        if budget < SMALL_BUDGET || !self.is_comparable(since) {
            return self.render(rendering);
        }
        let mut difference = Difference::between(before, now);
        if rendering.scope.is_none() {
            difference = difference.within_reach(since, self);
        }
        let changed = difference.fates.iter().filter(|fate| **fate != Fate::Same).count();
        if changed > now.len() / 2 && changed > FEW {
            return self.render(rendering);
        }
        let mut text = self.head(Some(since), budget - OMISSION_RESERVE);
        let room = budget - OMISSION_RESERVE - count_tokens(&text).min(budget - OMISSION_RESERVE);
        let most = ListLimits { tokens: room, a_line: budget / 4, boxes: rendering.boxes };
        let list = ChangeList::of(before, now, &difference, most, Context::Shown);
        let omitted = list.write(room, &mut text);
        if difference.is_none() {
            text.push_str("… nothing visible changed\n");
        }
        if now.len() > FEW && count_tokens(&text) < budget / 4 {
            return RenderedSnapshot { text, omitted };
        }
        let whole = self.render(rendering);
        if count_tokens(&whole.text) <= count_tokens(&text) { whole } else { RenderedSnapshot { text, omitted } }
    }

    /// The few lines about what changed that an action's own answer carries; `None` when nothing visible did.
    ///
    /// What asks for attention comes first: dialogs, alerts and messages, then the focus, then what is in view. Another
    /// page is told whole if it is small, and otherwise without its controls.
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
        let most = ListLimits { tokens: room, a_line: most_tokens / 3, boxes: false };
        let mut list = ChangeList::of(&since.nodes, &self.nodes, &difference, most, Context::LeftOut);
        list.urgent_first();
        let mut text = String::new();
        list.write(room, &mut text);
        (!text.is_empty()).then_some(text)
    }

    /// All that changed since an earlier look, for somebody who still has that look before them. `None` when they must be
    /// shown the page anew: it is another one, another part of it is in view, or more than this many tokens changed.
    #[must_use]
    pub fn render_changes(&self, since: &Self, most_tokens: usize) -> Option<String> {
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
        let most = ListLimits { tokens: most_tokens, a_line: most_tokens / 2, boxes: false };
        let list = ChangeList::of(&since.nodes, &self.nodes, &difference, most, Context::LeftOut);
        let mut text = String::new();
        let omitted = list.write(most_tokens, &mut text);
        if text.is_empty() {
            text.push_str("… nothing visible changed\n");
        }
        (omitted == 0 && difference.moved == 0 && count_tokens(&text) <= most_tokens).then_some(text)
    }

    /// Whether both are looks at one document of one tab, with nothing in front of it.
    fn is_comparable(&self, since: &Self) -> bool {
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

/// Whether lines that did not change are shown to say where the others are.
#[derive(Clone, Copy, PartialEq)]
enum Context {
    Shown,
    LeftOut,
}

/// The room for a list and for each of its lines.
#[derive(Clone, Copy)]
struct ListLimits {
    tokens: usize,
    a_line: usize,
    boxes: bool,
}

/// A line about a change, and how much it matters: lower comes first.
struct ChangeLine {
    text: String,
    rank: u8,
    /// The entry that gives it its place.
    context: Option<usize>,
}

struct ChangeList {
    entries: Vec<ChangeLine>,
    moved: usize,
}

impl ChangeList {
    fn of(before: &[Node], now: &[Node], difference: &Difference, most: ListLimits, context: Context) -> Self {
        let mut list = Self { entries: Vec::new(), moved: difference.moved };
        list.add_present(before, now, &difference.fates, most, context);
        for at in &difference.gone {
            let node = &before[*at];
            let text = format!("- {}\n", gone_line(node));
            let rank = if node.in_view { GONE } else { OUT_OF_VIEW };
            list.entries.push(ChangeLine { text, rank, context: None });
        }
        list
    }

    fn add_present(&mut self, before: &[Node], now: &[Node], fates: &[Fate], most: ListLimits, context: Context) {
        let parents = parents(now);
        let mut is_urgent = vec![false; now.len()];
        let places = match context {
            Context::Shown => places_of(now, fates, &parents),
            Context::LeftOut => vec![false; now.len()],
        };
        // The listed nodes around the current one: their depth and their entry.
        let mut open: Vec<(u32, usize)> = Vec::new();
        let mut spent = 0;
        for (at, node) in now.iter().enumerate() {
            let fate = fates[at];
            is_urgent[at] = parents[at].is_some_and(|parent| is_urgent[parent]) || asks_for_attention(node, fate);
            while open.last().is_some_and(|(depth, _)| *depth >= node.depth) {
                open.pop();
            }
            let is_listed = fate != Fate::Same && is_telling(node);
            if !is_listed && !places[at] {
                continue;
            }
            let (mark, rank) = match fate {
                Fate::Same => (' ', PLACE),
                Fate::Appeared => ('+', rank(node, is_urgent[at])),
                Fate::Changed(old) if is_clock(&before[old], node) => ('~', CLOCK),
                Fate::Changed(_) => ('~', rank(node, is_urgent[at])),
            };
            // Lines that cannot be chosen any more are only counted.
            let mut text = String::new();
            if rank < OUT_OF_VIEW || spent <= most.tokens {
                let _ = writeln!(
                    text,
                    "{mark} {:2$}{}",
                    "",
                    line(node, None, most.boxes, TextLimits::within(most.a_line * 4)),
                    open.len() * 2
                );
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

    /// Writes the lines that fit, and returns how many changes were left out, which the last line says.
    fn write(&self, room: usize, text: &mut String) -> usize {
        let mut order: Vec<usize> = (0..self.entries.len()).filter(|at| self.entries[*at].rank != PLACE).collect();
        order.sort_by_key(|at| self.entries[*at].rank);
        let mut shown = vec![false; self.entries.len()];
        let (mut left, mut omitted) = (room, 0);
        for at in order {
            let mut chain = vec![at];
            let mut outer = self.entries[at].context;
            while let Some(here) = outer.filter(|here| !shown[*here]) {
                chain.push(here);
                outer = self.entries[here].context;
            }
            let cost: usize = chain.iter().map(|here| count_tokens(&self.entries[*here].text)).sum();
            let is_noise = self.entries[at].rank == CLOCK && omitted > 0;
            if cost > left || is_noise || self.entries[at].text.is_empty() {
                omitted += 1;
                continue;
            }
            left -= cost;
            for here in chain {
                shown[here] = true;
            }
        }
        self.entries.iter().zip(shown).filter(|(_, shown)| *shown).for_each(|(entry, _)| text.push_str(&entry.text));
        if omitted > 0 {
            let _ = writeln!(text, "… {omitted} more changes (snapshot shows the page as it is)");
        }
        if self.moved > 0 {
            let _ = writeln!(text, "… {} elements in another order (snapshot shows it)", self.moved);
        }
        omitted
    }
}

/// Nodes that did not change but say where something did: the nearest around it that tell something.
fn places_of(now: &[Node], fates: &[Fate], parents: &[Option<usize>]) -> Vec<bool> {
    let mut places = vec![false; now.len()];
    for at in (0..now.len()).filter(|at| fates[*at] != Fate::Same && is_telling(&now[*at])) {
        let mut outer = parents[at];
        while let Some(here) = outer.filter(|here| !is_telling(&now[*here])) {
            outer = parents[here];
        }
        if let Some(here) = outer {
            places[here] = true;
        }
    }
    places
}

fn asks_for_attention(node: &Node, fate: Fate) -> bool {
    match node.role.as_str() {
        "alert" | "alertdialog" | "status" => true,
        "dialog" => fate == Fate::Appeared,
        _ => false,
    }
}

fn rank(node: &Node, is_urgent: bool) -> u8 {
    match node {
        _ if is_urgent => URGENT,
        node if node.is(NodeState::Focused) => FOCUS,
        node if node.in_view => IN_VIEW,
        _ => OUT_OF_VIEW,
    }
}

/// A time of day or a countdown goes on by itself.
fn is_clock(before: &Node, now: &Node) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let is_time = now.name.as_bytes().windows(4).any(|part| {
        let digit = |at: usize| part[at].is_ascii_digit();
        digit(0) && part[1] == b':' && digit(2) && digit(3)
    });
    is_time && before.value == now.value && before.states == now.states && letters(&before.name) == letters(&now.name)
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
const FOCUS: u8 = 1;
const IN_VIEW: u8 = 2;
const GONE: u8 = 3;
const OUT_OF_VIEW: u8 = 4;
const CLOCK: u8 = 5;
const PLACE: u8 = u8::MAX;
/// On a page of so few nodes the whole may be as short as the difference.
const FEW: usize = 60;
/// How much is shown of what is gone.
const MOST_GONE: usize = 60;
