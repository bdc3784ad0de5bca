//! The difference between two looks at a page: which nodes appeared, changed, disappeared or moved.
//!
//! Nodes with a ref are the same if their refs are equal; others if they have the same place in the tree and the same
//! text, or else the same place and order. The position on the screen does not count.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::choice::parents;
use crate::{Node, NodeState, Ref, Snapshot};

/// The change of a node of the newer look since the earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeChange {
    Same,
    Appeared,
    /// Changed from the node with this index in the earlier look.
    Changed(usize),
}

/// The difference, by indexes in the two lists of nodes.
#[derive(Debug)]
pub(super) struct Difference {
    /// One for each node of the newer look.
    pub(super) node_changes: Vec<NodeChange>,
    /// Nodes that disappeared, without their descendants.
    pub(super) gone: Vec<usize>,
    /// How many nodes with a ref stand in another order than before.
    pub(super) moved: usize,
}

impl Difference {
    pub(super) fn between(before: &[Node], now: &[Node]) -> Self {
        let mut pairs = Pairs { old: vec![None; now.len()], taken: vec![false; before.len()] };
        pairs.join(&by_ref(before), &by_ref(now), |_, _| true);
        let (old_places, new_places) = (places(before), places(now));
        let key = |nodes: &[Node], places: &[u64]| {
            keyed(nodes, |at| !has_ref(nodes, at), |at| digest(&(places[at], content(&nodes[at]))))
        };
        let is_equal = |old: usize, new: usize| content(&before[old]) == content(&now[new]);
        pairs.join(&key(before, &old_places), &key(now, &new_places), is_equal);
        let rest = |nodes: &[Node], places: &[u64], free: &dyn Fn(usize) -> bool| {
            keyed(nodes, |at| !has_ref(nodes, at) && free(at), |at| digest(&(places[at], &nodes[at].role)))
        };
        let old_rest = rest(before, &old_places, &|at| !pairs.taken[at]);
        let new_rest = rest(now, &new_places, &|at| pairs.old[at].is_none());
        pairs.join(&old_rest, &new_rest, |_, _| true);
        let node_change = |(at, old): (usize, &Option<usize>)| match old {
            // Another number of far elements is no change.
            _ if now[at].is_count() => NodeChange::Same,
            None => NodeChange::Appeared,
            Some(old) if is_changed(&before[*old], &now[at]) => NodeChange::Changed(*old),
            Some(_) => NodeChange::Same,
        };
        let node_changes = pairs.old.iter().enumerate().map(node_change).collect();
        Self { node_changes, gone: gone(before, &pairs.taken), moved: moved(now, &pairs.old) }
    }

    /// For two partial looks: a node that one of them does not cover has neither appeared nor disappeared.
    pub(super) fn within_reach(mut self, before: &Snapshot, now: &Snapshot) -> Self {
        if has_shifted(before, now) {
            self.gone.clear();
            for (node_change, node) in self.node_changes.iter_mut().zip(&now.nodes) {
                if *node_change == NodeChange::Appeared && !node.in_view {
                    *node_change = NodeChange::Same;
                }
            }
        }
        self
    }

    pub(super) fn is_none(&self) -> bool {
        self.gone.is_empty()
            && self.moved == 0
            && self.node_changes.iter().all(|node_change| *node_change == NodeChange::Same)
    }
}

impl Snapshot {
    /// Whether this look shows the same as an earlier one of the same document. The focus on a pressed button counts as no
    /// change; the focus on a field does.
    #[must_use]
    pub fn shows_nothing_new_since(&self, since: &Self) -> bool {
        if self.viewport != since.viewport || self.title != since.title || self.tabs != since.tabs {
            return false;
        }
        let difference = Difference::between(&since.nodes, &self.nodes).within_reach(since, self);
        let is_same = |(node_change, now): (&NodeChange, &Node)| match node_change {
            NodeChange::Same => true,
            NodeChange::Appeared => false,
            NodeChange::Changed(old) => !takes_text(now) && !has_other_content(&since.nodes[*old], now),
        };
        difference.gone.is_empty()
            && difference.moved == 0
            && difference.node_changes.iter().zip(&self.nodes).all(is_same)
    }
}

/// Whether two partial looks may cover different parts of the page.
fn has_shifted(before: &Snapshot, now: &Snapshot) -> bool {
    let counts = |snapshot: &Snapshot| -> Vec<Option<String>> {
        snapshot.nodes.iter().filter(|node| node.is_count()).map(|node| node.value.clone()).collect()
    };
    let at = |snapshot: &Snapshot| snapshot.viewport.scroll_y.to_bits();
    (before.is_partial() || now.is_partial()) && (at(before) != at(now) || counts(before) != counts(now))
}

/// Pairs of nodes that are the same in both looks.
struct Pairs {
    old: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Pairs {
    /// Pairs nodes with the same key in their order; both lists are sorted.
    fn join<K: Ord>(&mut self, before: &[(K, usize)], now: &[(K, usize)], fits: impl Fn(usize, usize) -> bool) {
        let mut rest = before.iter().peekable();
        for (key, new) in now {
            while rest.next_if(|(old, _)| old < key).is_some() {}
            let Some((_, old)) = rest.next_if(|(old, at)| old == key && fits(*at, *new)) else { continue };
            self.old[*new] = Some(*old);
            self.taken[*old] = true;
        }
    }
}

fn by_ref(nodes: &[Node]) -> Vec<(Ref, usize)> {
    let mut keyed: Vec<_> = nodes.iter().enumerate().filter_map(|(at, node)| Some((node.target?, at))).collect();
    keyed.sort_unstable();
    keyed
}

fn keyed(nodes: &[Node], wanted: impl Fn(usize) -> bool, key: impl Fn(usize) -> u64) -> Vec<(u64, usize)> {
    let mut keyed: Vec<_> = (0..nodes.len()).filter(|at| wanted(*at)).map(|at| (key(at), at)).collect();
    keyed.sort_unstable();
    keyed
}

fn has_ref(nodes: &[Node], at: usize) -> bool {
    nodes[at].target.is_some()
}

/// The place of each node in the tree, as a hash: the nearest ancestor with a ref and the roles in between.
fn places(nodes: &[Node]) -> Vec<u64> {
    let parents = parents(nodes);
    let mut inside: Vec<u64> = Vec::with_capacity(nodes.len());
    let mut places = Vec::with_capacity(nodes.len());
    for (node, parent) in nodes.iter().zip(&parents) {
        let place = parent.map_or(0, |parent| inside[parent]);
        places.push(place);
        inside.push(match node.target {
            Some(target) => digest(&target),
            None => digest(&(place, &node.role)),
        });
    }
    places
}

type Content<'a> = (&'a str, &'a str, Option<&'a str>, &'a [String], Option<&'a str>);

fn content(node: &Node) -> Content<'_> {
    let origin = node.origin.as_ref().map(crate::Origin::as_str);
    (&node.role, &node.name, node.value.as_deref(), &node.states, origin)
}

/// Whether a node changed. Losing the focus does not count, because the node that has it now is a change.
fn is_changed(before: &Node, now: &Node) -> bool {
    (now.is(NodeState::Focused) && !before.is(NodeState::Focused)) || has_other_content(before, now)
}

fn has_other_content(before: &Node, now: &Node) -> bool {
    fn states(node: &Node) -> impl Iterator<Item = NodeState<'_>> {
        node.parsed_states().filter(|state| *state != NodeState::Focused)
    }
    let texts = |node| {
        let (role, name, value, _, origin) = content(node);
        (role, name, value, origin)
    };
    texts(before) != texts(now) || !states(before).eq(states(now))
}

fn takes_text(node: &Node) -> bool {
    matches!(node.role.as_str(), "textbox" | "searchbox" | "combobox" | "spinbutton")
}

/// The outermost informative nodes that have no counterpart in the newer look.
fn gone(before: &[Node], taken: &[bool]) -> Vec<usize> {
    let mut is_listed = vec![false; before.len()];
    let mut gone = Vec::new();
    for (at, parent) in parents(before).into_iter().enumerate() {
        let inherited = !taken[at] && parent.is_some_and(|parent| is_listed[parent]);
        is_listed[at] = inherited || (!taken[at] && is_informative(&before[at]));
        if is_listed[at] && !inherited {
            gone.push(at);
        }
    }
    gone
}

/// Whether a node carries information of its own, beside its descendants.
pub(super) fn is_informative(node: &Node) -> bool {
    !node.is_count()
        && (node.target.is_some() || !node.name.is_empty() || node.value.is_some() || !node.states.is_empty())
}

/// The number of nodes outside the longest sequence that kept its order.
fn moved(now: &[Node], old: &[Option<usize>]) -> usize {
    let order: Vec<usize> =
        now.iter().zip(old).filter(|(node, _)| node.target.is_some()).filter_map(|(_, old)| *old).collect();
    // The smallest last index of a sequence, for each length.
    let mut rows: Vec<usize> = Vec::new();
    for place in &order {
        let at = rows.partition_point(|last| last < place);
        if at == rows.len() {
            rows.push(*place);
        } else {
            rows[at] = *place;
        }
    }
    order.len() - rows.len()
}

/// A hash that is stable within one comparison only.
fn digest(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
