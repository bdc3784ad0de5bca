//! Suggests the elements that most likely replaced an element that is gone.
//!
//! The hands never act on a successor: the brain decides whether it means the new element.

use std::sync::PoisonError;

use webhand_model::{Action, FailCode, Node, Ref, Snapshot, edit_distance, truncate};

use crate::action_error::ActionError;
use crate::looking::Looker;
use crate::looking::frames::Extent;

impl Looker {
    /// Keeps a snapshot that is no longer the newest, to look up its refs later. Large ones are dropped.
    pub(crate) fn remember(&self, snapshot: Snapshot) {
        let mut earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        if snapshot.nodes.len() <= MOST_NODES {
            earlier.truncate(MOST_EARLIER - 1);
            earlier.push_front(snapshot);
        }
    }

    /// Adds the likely successors of the action's element to a stale-ref error.
    pub(crate) async fn with_successors(&self, action: &Action, error: ActionError) -> ActionError {
        let ActionError::Failed(FailCode::StaleRef, text) = &error else { return error };
        let Some(old) = action.target().and_then(|target| self.last_seen(target)) else { return error };
        let Ok(now) = self.fresh(Extent::Whole).await else { return error };
        match describe_successors(&old, &now) {
            Some(successors) => ActionError::failed(FailCode::StaleRef, format!("{text}; {successors}")),
            None => error,
        }
    }

    /// The node of a ref in the newest snapshot that has it.
    fn last_seen(&self, target: Ref) -> Option<Node> {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        newest.iter().chain(earlier.iter()).find_map(|snapshot| snapshot.node(target)).cloned()
    }

    /// The node that had this ref in an earlier snapshot.
    pub(crate) fn earlier_node(&self, written: &str) -> Option<Node> {
        let earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |node: &&Node| node.target.is_some_and(|target| target.to_string() == written);
        earlier.iter().find_map(|snapshot| snapshot.nodes.iter().find(is_it)).cloned()
    }
}

/// Describes the nodes of a page that are most like an old node: those of the same name, else of a similar one.
pub(crate) fn describe_successors(old: &Node, now: &Snapshot) -> Option<String> {
    let candidates = now.nodes.iter().filter(|node| node.role == old.role && node.target != old.target);
    let candidates: Vec<(Ref, &Node)> = candidates.filter_map(|node| Some((node.target?, node))).collect();
    let shown = |found: &[(Ref, &Node)]| {
        let names: Vec<String> =
            found.iter().take(MOST_NAMED).map(|(target, node)| format!("{target} {}", node.describe())).collect();
        names.join(", ")
    };
    let same: Vec<_> = candidates.iter().filter(|(_, node)| node.name == old.name).copied().collect();
    match same.as_slice() {
        [] => {}
        [only] => return Some(format!("it looks like {} took its place", shown(&[*only]))),
        several => return Some(format!("{} are called the same now: {}", several.len(), shown(several))),
    }
    let name = truncate(&old.name, LONGEST);
    let differs = |node: &Node| edit_distance(&name, &truncate(&node.name, LONGEST));
    let mut near: Vec<_> = candidates.into_iter().map(|(target, node)| (differs(node), target, node)).collect();
    near.retain(|(letters, ..)| *letters <= name.chars().count() / 2);
    near.sort_by_key(|(letters, ..)| *letters);
    let near: Vec<_> = near.into_iter().map(|(_, target, node)| (target, node)).collect();
    (!near.is_empty()).then(|| format!("nearest now: {}", shown(&near)))
}

const MOST_EARLIER: usize = 3;
const MOST_NODES: usize = 5_000;
const MOST_NAMED: usize = 3;
/// How many characters of a name are compared.
const LONGEST: usize = 60;
