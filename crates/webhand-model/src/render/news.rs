//! The news of a look, which the look before it did not show: news has the first claim on the budget of a look, and its
//! lines are marked `[new]`.

use std::collections::BTreeMap;

use super::compare::{Difference, NodeChange, is_informative};
use crate::{Node, NodeState, Snapshot};

/// How new a node is to a reader of the look before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Novelty {
    #[default]
    Usual,
    /// Its states changed, or it has the focus now.
    Changed,
    /// It appeared, or its text is another.
    New,
    /// It stands on another page than before, and the page before had it too: a menu, a footer.
    Known,
}

/// The novelty of each node of a look.
#[derive(Debug)]
pub(super) struct NodeNovelties {
    novelties: Vec<Novelty>,
}

impl NodeNovelties {
    /// For a look without one before it.
    pub(super) fn none(nodes: &[Node]) -> Self {
        Self { novelties: vec![Novelty::Usual; nodes.len()] }
    }

    pub(super) fn since(before: &Snapshot, now: &Snapshot) -> Self {
        if !now.is_comparable(before) {
            return Self { novelties: known(&before.nodes, &now.nodes) };
        }
        let has_scrolled = (before.viewport.scroll_y - now.viewport.scroll_y).abs() >= 1.0;
        if has_scrolled && (before.is_partial() || now.is_partial()) {
            // A node that a partial look did not cover need not be new.
            return Self::none(&now.nodes);
        }
        let difference = Difference::between(&before.nodes, &now.nodes).within_reach(before, now);
        let novelty = |(at, change): (usize, &NodeChange)| match change {
            _ if !is_informative(&now.nodes[at]) => Novelty::Usual,
            NodeChange::Same => Novelty::Usual,
            NodeChange::Appeared => Novelty::New,
            NodeChange::Changed(old) => novelty_of_change(&before.nodes[*old], &now.nodes[at]),
        };
        Self { novelties: difference.node_changes.iter().enumerate().map(novelty).collect() }
    }

    /// The novelty of the nodes from this one on.
    pub(super) fn from(&self, first: usize) -> &[Novelty] {
        self.novelties.get(first..).unwrap_or_default()
    }
}

fn novelty_of_change(before: &Node, now: &Node) -> Novelty {
    if is_noise(before, now) {
        return Novelty::Usual;
    }
    if (&before.name, &before.value) == (&now.name, &now.value) { Novelty::Changed } else { Novelty::New }
}

/// Whether a change says nothing about what an action did: the place of an overlay, a clock, a number that ticks.
pub(super) fn is_noise(before: &Node, now: &Node) -> bool {
    is_clock(before, now) || is_only_covering(before, now)
}

/// Whether the change is a time of day, a countdown or an age, which changes by itself.
fn is_clock(before: &Node, now: &Node) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let is_time = now.name.as_bytes().windows(4).any(|part| {
        let digit = |at: usize| part[at].is_ascii_digit();
        digit(0) && part[1] == b':' && digit(2) && digit(3)
    });
    is_time && before.value == now.value && before.states == now.states && letters(&before.name) == letters(&now.name)
}

/// Whether nothing but the element in front of a node changed.
fn is_only_covering(before: &Node, now: &Node) -> bool {
    fn rest(node: &Node) -> impl Iterator<Item = &String> {
        node.states.iter().filter(|state| !matches!(NodeState::parse(state), NodeState::Covered(_)))
    }
    before.states != now.states
        && before.name == now.name
        && before.value == now.value
        && before.role == now.role
        && rest(before).eq(rest(now))
}

/// The nodes of a page that the page before had too. A page of which nothing is known has none.
fn known(before: &[Node], now: &[Node]) -> Vec<Novelty> {
    fn key(node: &Node) -> (&str, &str, Option<&str>) {
        (&node.role, &node.name, node.value.as_deref())
    }
    let mut left: BTreeMap<_, usize> = BTreeMap::new();
    for node in before.iter().filter(|node| is_informative(node)) {
        *left.entry(key(node)).or_default() += 1;
    }
    let mut novelties = Vec::with_capacity(now.len());
    for node in now {
        let count = left.get_mut(&key(node)).filter(|count| **count > 0);
        novelties.push(if count.is_some() { Novelty::Known } else { Novelty::Usual });
        if let Some(count) = count {
            *count -= 1;
        }
    }
    novelties
}
