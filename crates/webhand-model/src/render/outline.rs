//! A snapshot's nodes without those that only stand around others and say nothing.

use crate::Node;

/// A node that gets a line, and its place among the others that do.
#[derive(Debug)]
pub(super) struct OutlineEntry<'a> {
    pub(super) node: &'a Node,
    /// The only text inside a control that is called otherwise: what is painted on it.
    pub(super) painted: Option<&'a str>,
    /// How many entries are around it.
    pub(super) depth: usize,
    pub(super) parent: Option<usize>,
    /// Where the entries inside of it end.
    pub(super) end: usize,
    /// In a part that is the same on many pages: navigation, footer.
    pub(super) is_boilerplate: bool,
}

impl OutlineEntry<'_> {
    /// Whether something can be done to it, and it does not only hold others.
    pub(super) fn is_control(&self) -> bool {
        self.node.target.is_some() && !CONTAINER_ROLES.contains(&self.node.role.as_str())
    }
}

/// The entries in reading order.
pub(super) fn outline(nodes: &[Node]) -> Vec<OutlineEntry<'_>> {
    let kids = kids(nodes);
    let mut entries: Vec<OutlineEntry<'_>> = Vec::with_capacity(nodes.len());
    let mut around: Vec<Around> = Vec::new();
    let mut boilerplate: Option<u32> = None;
    for (at, node) in nodes.iter().enumerate() {
        while let Some(closed) = around.pop_if(|last| last.depth >= node.depth) {
            if let Some(entry) = closed.entry.filter(|_| closed.is_own) {
                entries[entry].end = entries.len();
            }
        }
        boilerplate = boilerplate.filter(|depth| *depth < node.depth);
        if boilerplate.is_none() && matches!(node.role.as_str(), "contentinfo" | "navigation") {
            boilerplate = Some(node.depth);
        }
        let parent = around.last().and_then(|last| last.entry);
        let is_top = node.depth == nodes[0].depth;
        let is_left_out = (is_bare(node) && says_nothing(node, kids.counts[at], is_top && kids.roots == 1))
            || (kids.counts[at] == 1 && nodes.get(at + 1).is_some_and(|inside| says_the_same(node, inside)));
        let is_painted =
            at > 0 && node.depth > nodes[at - 1].depth && is_painted(&nodes[at - 1], kids.counts[at - 1], node);
        if let Some(control) = entries.last_mut().filter(|_| is_painted) {
            control.painted = Some(&node.name);
        }
        if is_left_out || is_painted {
            around.push(Around { depth: node.depth, entry: parent, is_own: false });
            continue;
        }
        let depth = parent.map_or(0, |parent| entries[parent].depth + 1);
        around.push(Around { depth: node.depth, entry: Some(entries.len()), is_own: true });
        entries.push(OutlineEntry {
            node,
            painted: None,
            depth,
            parent,
            end: usize::MAX,
            is_boilerplate: boilerplate.is_some(),
        });
    }
    let count = entries.len();
    for entry in &mut entries {
        entry.end = entry.end.min(count);
    }
    entries
}

/// A node around the current one, and the entry it has or that stands around it.
struct Around {
    depth: u32,
    entry: Option<usize>,
    is_own: bool,
}

struct Kids {
    /// How many children each node has.
    counts: Vec<u32>,
    roots: usize,
}

fn kids(nodes: &[Node]) -> Kids {
    let mut kids = Kids { counts: vec![0; nodes.len()], roots: 0 };
    let mut open: Vec<usize> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        while open.last().is_some_and(|last| nodes[*last].depth >= node.depth) {
            open.pop();
        }
        match open.last() {
            Some(parent) => kids.counts[*parent] += 1,
            None => kids.roots += 1,
        }
        open.push(at);
    }
    kids
}

/// Nothing but a role.
fn is_bare(node: &Node) -> bool {
    node.target.is_none()
        && node.name.is_empty()
        && node.value.is_none()
        && node.states.is_empty()
        && node.origin.is_none()
}

fn says_nothing(node: &Node, kids: u32, is_alone: bool) -> bool {
    match node.role.as_str() {
        "generic" | "group" | "paragraph" | "list" | "rowgroup" | "form" | "cell" | "gridcell" => kids > 0,
        "main" => kids > 0 && is_alone,
        "article" | "region" | "listitem" | "row" | "figure" | "definition" | "term" => {
            kids == 1 || (kids > 0 && is_alone)
        }
        _ => false,
    }
}

/// A heading or list item around a control of the same name.
fn says_the_same(node: &Node, inside: &Node) -> bool {
    let is_usual = |state: &String| super::line::is_usual(node, state);
    inside.target.is_some()
        && node.name == inside.name
        && node.target.is_none()
        && node.value.is_none()
        && node.origin.is_none()
        && node.states.iter().all(is_usual)
}

/// Whether a text is all there is inside the control before it.
fn is_painted(control: &Node, kids: u32, text: &Node) -> bool {
    kids == 1
        && control.target.is_some()
        && control.value.is_none()
        && text.role == "text"
        && text.target.is_none()
        && text.states.is_empty()
}

/// Roles that get a ref for what is inside of them.
const CONTAINER_ROLES: [&str; 22] = [
    "main",
    "banner",
    "navigation",
    "contentinfo",
    "complementary",
    "region",
    "article",
    "list",
    "table",
    "grid",
    "treegrid",
    "feed",
    "form",
    "group",
    "figure",
    "toolbar",
    "rowgroup",
    "iframe",
    "dialog",
    "alertdialog",
    "generic",
    "paragraph",
];
