//! Several small nodes in one line: for the parts of a large page that are out of view, and for the whole page in a compact
//! look.
//!
//! `- row [ref=e44]: "{e45 checkbox Select} Ernesto | {e46 link Budget} | 14:02"`: what stands in braces is a control with its
//! ref, and a bar stands between texts. A brace or a bar that the page wrote has a backslash before it in such a line, so
//! none can be imitated.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::line::{NEW, is_plain, is_usual, push_packed, quoted, shown_role};
use super::outline::OutlineEntry;
use crate::{Node, NodeState, Ref, truncate};

/// Which entries may share a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Nothing,
    OutOfView,
    /// Entries in view too, but a limited number of controls in a line.
    Everything,
    /// The same with shorter texts, if not everything in view fits otherwise.
    Shortened,
}

/// Entries that share a line.
#[derive(Debug)]
pub(super) struct PackedLine {
    pub(super) first: usize,
    pub(super) end: usize,
    role: String,
    name: String,
    /// The ref of the item whose content shares the line.
    target: Option<Ref>,
    content: String,
    controls: usize,
    is_new: bool,
    packing: Packing,
}

impl PackedLine {
    /// Begins a line at this entry, if it can share a line.
    pub(super) fn begin(entries: &[OutlineEntry<'_>], at: usize, packing: Packing) -> Option<Self> {
        let entry = &entries[at];
        let is_small = |entry: &OutlineEntry<'_>| is_small(entry, packing);
        let is_alike = || entries[at..entry.end].iter().all(|inside| inside.is_as_new_as(entry));
        let is_item = entry.end > at + 1
            && ITEM_ROLES.contains(&entry.node.role.as_str())
            && has_only_content(entry)
            && is_alike();
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
            target: entry.node.target.filter(|_| is_item),
            content: String::new(),
            controls: 0,
            is_new: entry.is_new(),
            packing,
        };
        if is_item || (is_title && is_small(entry)) {
            return packing.may_pack(entry).then_some(Self { end: at + 1, ..empty });
        }
        let mut pack = empty;
        pack.try_add(entries, at).then_some(pack)
    }

    /// Adds the entry to the line, if it is small, next to the others and as new as they are.
    pub(super) fn try_add(&mut self, entries: &[OutlineEntry<'_>], at: usize) -> bool {
        let (entry, first) = (&entries[at], &entries[self.first]);
        let is_inside = at < first.end && self.first != at;
        let is_beside = !ITEM_ROLES.contains(&self.role.as_str()) && entry.parent == first.parent;
        let is_leaf = entry.end == at + 1;
        let is_title = entry.node.role == "heading";
        let is_full = self.content.len() > MOST_CONTENT || self.has_enough_controls(entry);
        let is_other = !entry.is_as_new_as(first);
        if !(is_inside || is_beside) || !is_leaf || is_title || is_full || is_other || !is_small(entry, self.packing) {
            return false;
        }
        let name = self.packing.shown(entry);
        let gap = match self.content.chars().last() {
            None => "",
            Some('}') => " ",
            Some(_) if entry.node.target.is_some() => " ",
            Some(_) => " | ",
        };
        self.content.push_str(gap);
        match entry.node.target {
            Some(target) => {
                let _ = write!(self.content, "{{{target} {} ", shown_role(&entry.node.role));
                push_packed(&mut self.content, &name);
                self.controls += 1;
                if let Some(painted) = entry.painted.filter(|painted| painted.contains(char::is_alphanumeric)) {
                    self.content.push_str(": ");
                    push_packed(&mut self.content, painted);
                }
                self.content.push('}');
            }
            None => push_packed(&mut self.content, &name),
        }
        self.end = at + 1;
        true
    }

    /// Whether the line has as many controls as are easy to tell apart.
    fn has_enough_controls(&self, entry: &OutlineEntry<'_>) -> bool {
        self.packing.is_dense() && entry.node.target.is_some() && self.controls >= MOST_CONTROLS
    }

    /// Whether the line holds more than one entry.
    pub(super) fn saves(&self) -> bool {
        self.end > self.first + 1
    }

    /// Whether the reader needs the explanation of packed lines; the prompt of a compact look has it already.
    pub(super) fn needs_explaining(&self) -> bool {
        !self.packing.is_dense()
    }

    pub(super) fn line(&self) -> String {
        let mut line = format!("- {}", self.role);
        if !self.name.is_empty() {
            let _ = write!(line, " {}", quoted(&self.name));
        }
        if let Some(target) = self.target {
            let _ = write!(line, " [ref={target}]");
        }
        let is_text = self.role == "text" && self.controls == 0;
        if is_text {
            let _ = write!(line, " \"{}\"", self.content);
        }
        if self.is_new {
            line.push_str(NEW);
        }
        if !is_text && !self.content.is_empty() {
            let _ = write!(line, ": \"{}\"", self.content);
        }
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

    /// The name as shown in a packed line.
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

/// Whether the node has nothing but a role and a ref, so that its line is all about its content.
fn has_only_content(entry: &OutlineEntry<'_>) -> bool {
    let node = entry.node;
    node.name.is_empty() && node.value.is_none() && node.states.is_empty() && node.origin.is_none()
}

/// Whether an entry has a short name and nothing else. Entries in view count only in a compact look, and prose never does.
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

/// Whether the node is an empty cell, which keeps the place of its column.
fn is_empty_cell(node: &Node) -> bool {
    node.target.is_none() && matches!(node.role.as_str(), "cell" | "gridcell")
}

/// Roles whose whole content shares one line.
const ITEM_ROLES: [&str; 5] = ["row", "article", "listitem", "treeitem", "figure"];
/// Roles that never share a line.
const SEPARATE_ROLES: [&str; 5] = ["iframe", "dialog", "alertdialog", "alert", "row"];
/// The bytes of a line after which another begins.
const MOST_CONTENT: usize = 400;
/// The most characters of a control's name and of a text beside it in a compact look.
const MOST_NAME: usize = 60;
const MOST_ASIDE: usize = 40;
const SHORT_NAME: usize = 40;
const SHORT_ASIDE: usize = 20;
/// The most controls of a line in a compact look.
const MOST_CONTROLS: usize = 8;
