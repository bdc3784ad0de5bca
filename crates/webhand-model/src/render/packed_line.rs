//! Several small nodes in one line: for the parts of a large page that are out of view, and for all of it where tokens
//! are dear.
//!
//! `- row [ref=e44]: "{checkbox Select} Ernesto | {link Budget} 14:02"`: what stands in braces is a control. The refs of
//! a line's controls count up from the one it carries. A brace that the page wrote has a backslash before it, in every
//! line, so none can be imitated.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::line::{is_plain, is_usual, push_shown, quoted, shown_role};
use super::outline::OutlineEntry;
use crate::{Node, NodeState, Ref, truncate};

/// What may share a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Nothing,
    OutOfView,
    /// What is in view too, but with few controls in a line, so that nobody has to count far.
    Everything,
    /// The same with shorter texts, where not all that is in view has room otherwise.
    Shortened,
}

/// Entries that share a line.
#[derive(Debug)]
pub(super) struct PackedLine {
    pub(super) first: usize,
    pub(super) end: usize,
    role: String,
    name: String,
    content: String,
    refs: Option<(Ref, Ref)>,
    controls: usize,
    packing: Packing,
}

impl PackedLine {
    /// Begins a line at this entry, if it can share one.
    pub(super) fn begin(entries: &[OutlineEntry<'_>], at: usize, packing: Packing) -> Option<Self> {
        let entry = &entries[at];
        let is_small = |entry: &OutlineEntry<'_>| is_small(entry, packing);
        let is_item = entry.end > at + 1 && ITEM_ROLES.contains(&entry.node.role.as_str()) && is_bare(entry);
        let is_title = entry.node.role == "heading" && entry.end == at + 1 && entry.node.target.is_none();
        let (role, name) = match entry.node.role.as_str() {
            role if is_item => (role, ""),
            role if is_title && is_small(entry) => (role, entry.node.name.as_str()),
            _ => ("text", ""),
        };
        let empty = Self {
            first: at,
            end: at,
            role: shown_role(role).to_owned(),
            name: name.to_owned(),
            content: String::new(),
            refs: None,
            controls: 0,
            packing,
        };
        if is_item || (is_title && is_small(entry)) {
            return packing.may_pack(entry).then_some(Self { end: at + 1, ..empty });
        }
        let mut pack = empty;
        pack.take(entries, at).then_some(pack)
    }

    /// Takes the entry in too, if it is small, next to the others and its ref counts on.
    pub(super) fn take(&mut self, entries: &[OutlineEntry<'_>], at: usize) -> bool {
        let (entry, first) = (&entries[at], &entries[self.first]);
        let is_inside = at < first.end && self.first != at;
        let is_beside = !ITEM_ROLES.contains(&self.role.as_str()) && entry.parent == first.parent;
        let is_leaf = entry.end == at + 1;
        let is_title = entry.node.role == "heading";
        let is_full = self.content.len() > MOST_CONTENT || self.is_counted_out(entry);
        if !(is_inside || is_beside) || !is_leaf || is_title || !is_small(entry, self.packing) || is_full {
            return false;
        }
        let name = self.packing.shown(entry);
        match (entry.node.target, self.refs) {
            (Some(target), Some((_, last))) if !target.follows(last) => return false,
            (Some(target), _) => {
                self.refs = Some((self.refs.map_or(target, |(first, _)| first), target));
                let gap = if self.content.is_empty() { "" } else { " " };
                let _ = write!(self.content, "{gap}{{{} ", shown_role(&entry.node.role));
                push_shown(&mut self.content, &name);
                self.controls += 1;
                if let Some(painted) = entry.painted.filter(|painted| painted.contains(char::is_alphanumeric)) {
                    self.content.push_str(": ");
                    push_shown(&mut self.content, painted);
                }
                self.content.push('}');
            }
            (None, _) => {
                let gap = match self.content.chars().last() {
                    None => "",
                    Some('}') => " ",
                    Some(_) => " | ",
                };
                self.content.push_str(gap);
                push_shown(&mut self.content, &name);
            }
        }
        self.end = at + 1;
        true
    }

    /// Whether one more control would have to be counted to from too far away.
    fn is_counted_out(&self, entry: &OutlineEntry<'_>) -> bool {
        self.packing.is_dense() && entry.node.target.is_some() && self.controls >= MOST_CONTROLS
    }

    /// Whether it holds more than one line of its own would.
    pub(super) fn saves(&self) -> bool {
        self.end > self.first + 1
    }

    /// Whoever wants everything packed knows how to read it.
    pub(super) fn needs_explaining(&self) -> bool {
        !self.packing.is_dense()
    }

    pub(super) fn line(&self) -> String {
        let mut line = format!("- {}", self.role);
        if !self.name.is_empty() {
            let _ = write!(line, " {}", quoted(&self.name));
        }
        let _ = match self.refs {
            Some((first, _)) => write!(line, " [ref={first}]: \"{}\"", self.content),
            None if self.content.is_empty() => Ok(()),
            None if self.role == "text" => write!(line, " \"{}\"", self.content),
            None => write!(line, ": \"{}\"", self.content),
        };
        line
    }
}

impl Packing {
    fn may_pack(self, entry: &OutlineEntry<'_>) -> bool {
        match self {
            Self::Nothing => false,
            Self::OutOfView => !entry.node.in_view,
            Self::Everything | Self::Shortened => true,
        }
    }

    fn is_dense(self) -> bool {
        match self {
            Self::Nothing | Self::OutOfView => false,
            Self::Everything | Self::Shortened => true,
        }
    }

    /// The name as it stands in a shared line.
    fn shown<'a>(self, entry: &'a OutlineEntry<'_>) -> Cow<'a, str> {
        let most = match self {
            Self::Nothing | Self::OutOfView => return Cow::Borrowed(&entry.node.name),
            Self::Everything => [MOST_NAME, MOST_ASIDE],
            Self::Shortened => [SHORT_NAME, SHORT_ASIDE],
        };
        let [name, aside] = most;
        truncate(&entry.node.name, if entry.node.target.is_some() { name } else { aside })
    }
}

/// Nothing but a role: it stands for what is inside of it.
fn is_bare(entry: &OutlineEntry<'_>) -> bool {
    let node = entry.node;
    node.target.is_none() && node.name.is_empty() && node.value.is_none() && node.states.is_empty()
}

/// A short name and nothing to add. What is in view only for whoever packs everything, and prose not even then.
fn is_small(entry: &OutlineEntry<'_>, packing: Packing) -> bool {
    let node = entry.node;
    let adds =
        |state: &String| is_plain(state) && !is_usual(node, state) && NodeState::parse(state) != NodeState::Guessed;
    let is_prose = node.in_view && node.target.is_none() && node.name.len() > MOST_ASIDE * 2;
    packing.may_pack(entry)
        && !is_prose
        && (!node.name.is_empty() || is_empty_cell(node))
        && node.name.len() <= MOST_CONTENT
        && node.value.is_none()
        && node.origin.is_none()
        && !node.states.iter().any(adds)
        && !SEPARATE_ROLES.contains(&node.role.as_str())
}

/// It keeps the place of a column.
fn is_empty_cell(node: &Node) -> bool {
    node.target.is_none() && matches!(node.role.as_str(), "cell" | "gridcell")
}

/// What has a line of its own for all that is inside of it.
const ITEM_ROLES: [&str; 5] = ["row", "article", "listitem", "treeitem", "figure"];
/// What is never put beside others.
const SEPARATE_ROLES: [&str; 4] = ["iframe", "dialog", "alertdialog", "alert"];
/// How many bytes a line may have before another begins.
const MOST_CONTENT: usize = 400;
/// How many characters a control's name and a text beside it may have where tokens are dear.
const MOST_NAME: usize = 60;
const MOST_ASIDE: usize = 40;
const SHORT_NAME: usize = 40;
const SHORT_ASIDE: usize = 20;
/// How many controls share a line where tokens are dear.
const MOST_CONTROLS: usize = 6;
