//! Refs that are gone: what most likely stands in their place now.
//!
//! Nothing is done to a successor; whoever meant the old element decides whether it means the new one.

use std::sync::PoisonError;

use webhand_model::{Action, FailCode, Node, Ref, Snapshot, edit_distance, truncate};

use crate::action_error::ActionError;
use crate::looking::Looker;
use crate::looking::frames::Extent;

impl Looker {
    /// Keeps a snapshot that is no longer the newest, to know what its refs meant. Large ones are let go.
    pub(crate) fn remember(&self, snapshot: Snapshot) {
        let mut earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        if snapshot.nodes.len() <= MOST_NODES {
            earlier.truncate(MOST_EARLIER - 1);
            earlier.push_front(snapshot);
        }
    }

    /// Names the successors of an action's element, if that is what is in the way.
    pub(crate) async fn with_successors(&self, action: &Action, error: ActionError) -> ActionError {
        let ActionError::Failed(FailCode::StaleRef, text) = &error else { return error };
        let Some(old) = action.target().and_then(|target| self.was(target)) else { return error };
        let Ok(now) = self.fresh(Extent::Whole).await else { return error };
        match named(&old, &now) {
            Some(successors) => ActionError::failed(FailCode::StaleRef, format!("{text}; {successors}")),
            None => error,
        }
    }

    /// What a ref meant when it was last seen.
    fn was(&self, target: Ref) -> Option<Node> {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        newest.iter().chain(earlier.iter()).find_map(|snapshot| snapshot.node(target)).cloned()
    }

    /// What was called so on a page that was left.
    pub(crate) fn once(&self, written: &str) -> Option<Node> {
        let earlier = self.recent.earlier.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |node: &&Node| node.target.is_some_and(|target| target.to_string() == written);
        earlier.iter().find_map(|snapshot| snapshot.nodes.iter().find(is_it)).cloned()
    }
}

/// What of a page comes nearest to an element of another, in words.
pub(crate) fn named(old: &Node, now: &Snapshot) -> Option<String> {
    let like = now.nodes.iter().filter(|node| node.role == old.role && node.target != old.target);
    let like: Vec<(Ref, &Node)> = like.filter_map(|node| Some((node.target?, node))).collect();
    let shown = |found: &[(Ref, &Node)]| {
        let names: Vec<String> =
            found.iter().take(MOST_NAMED).map(|(target, node)| format!("{target} {}", node.describe())).collect();
        names.join(", ")
    };
    let same: Vec<_> = like.iter().filter(|(_, node)| node.name == old.name).copied().collect();
    match same.as_slice() {
        [] => {}
        [only] => return Some(format!("it looks like {} took its place", shown(&[*only]))),
        several => return Some(format!("{} are called the same now: {}", several.len(), shown(several))),
    }
    let name = truncate(&old.name, LONGEST);
    let differs = |node: &Node| edit_distance(&name, &truncate(&node.name, LONGEST));
    let mut near: Vec<_> = like.into_iter().map(|(target, node)| (differs(node), target, node)).collect();
    near.retain(|(letters, ..)| *letters <= name.chars().count() / 2);
    near.sort_by_key(|(letters, ..)| *letters);
    let near: Vec<_> = near.into_iter().map(|(_, target, node)| (target, node)).collect();
    (!near.is_empty()).then(|| format!("nearest now: {}", shown(&near)))
}

const MOST_EARLIER: usize = 3;
const MOST_NODES: usize = 5_000;
const MOST_NAMED: usize = 3;
/// Characters of a name that are compared.
const LONGEST: usize = 60;
