//! A snapshot's nodes without mere containers.

use super::news::Novelty;
use crate::Node;

/// A node that gets a line, and its place among the others.
#[derive(Debug)]
pub(super) struct OutlineEntry<'a> {
    pub(super) node: &'a Node,
    /// The text painted on a control, if it is the control's only content and differs from its name.
    pub(super) painted: Option<&'a str>,
    /// The number of ancestors among the entries.
    pub(super) depth: usize,
    pub(super) parent: Option<usize>,
    /// The index after its last descendant.
    pub(super) end: usize,
    /// In a part that is the same on many pages: navigation, footer.
    pub(super) is_boilerplate: bool,
    pub(super) novelty: Novelty,
}

impl OutlineEntry<'_> {
    /// Whether the look before did not show it.
    pub(super) fn is_new(&self) -> bool {
        self.novelty == Novelty::New
    }

    /// Whether both may share a line: neither is news beside what is not, nor known from the page before beside what is not.
    pub(super) fn is_as_new_as(&self, other: &Self) -> bool {
        let is_known = |entry: &Self| entry.novelty == Novelty::Known;
        self.is_new() == other.is_new() && is_known(self) == is_known(other)
    }

    /// Whether an action can target the node, and it is not a mere container.
    pub(super) fn is_control(&self) -> bool {
        self.node.target.is_some() && !CONTAINER_ROLES.contains(&self.node.role.as_str())
    }
}

/// The entries in reading order.
pub(super) fn outline<'a>(nodes: &'a [Node], novelties: &[Novelty]) -> Vec<OutlineEntry<'a>> {
    let kids = count_children(nodes);
    let novelty = |at: usize| novelties.get(at).copied().unwrap_or_default();
    let mut entries: Vec<OutlineEntry<'_>> = Vec::with_capacity(nodes.len());
    let mut around: Vec<OpenAncestor> = Vec::new();
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
        let is_left_out = (is_bare(node) && is_mere_container(node, kids.counts[at], is_top && kids.roots == 1))
            || (kids.counts[at] == 1 && nodes.get(at + 1).is_some_and(|inside| repeats_name(node, inside)));
        let is_painted =
            at > 0 && node.depth > nodes[at - 1].depth && is_painted(&nodes[at - 1], kids.counts[at - 1], node);
        if let Some(control) = entries.last_mut().filter(|_| is_painted) {
            control.painted = Some(&node.name);
            if novelty(at) == Novelty::New {
                control.novelty = Novelty::New;
            }
        }
        if is_left_out || is_painted {
            around.push(OpenAncestor { depth: node.depth, entry: parent, is_own: false });
            continue;
        }
        let depth = parent.map_or(0, |parent| entries[parent].depth + 1);
        around.push(OpenAncestor { depth: node.depth, entry: Some(entries.len()), is_own: true });
        entries.push(OutlineEntry {
            node,
            painted: None,
            depth,
            parent,
            end: usize::MAX,
            is_boilerplate: boilerplate.is_some(),
            novelty: novelty(at),
        });
    }
    let count = entries.len();
    for entry in &mut entries {
        entry.end = entry.end.min(count);
    }
    entries
}

/// An ancestor of the current node, with its own entry or the nearest one above it.
struct OpenAncestor {
    depth: u32,
    entry: Option<usize>,
    is_own: bool,
}

struct ChildCounts {
    /// How many children each node has.
    counts: Vec<u32>,
    roots: usize,
}

fn count_children(nodes: &[Node]) -> ChildCounts {
    let mut kids = ChildCounts { counts: vec![0; nodes.len()], roots: 0 };
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

/// Whether the node has nothing but a role.
fn is_bare(node: &Node) -> bool {
    node.target.is_none()
        && node.name.is_empty()
        && node.value.is_none()
        && node.states.is_empty()
        && node.origin.is_none()
}

fn is_mere_container(node: &Node, kids: u32, is_alone: bool) -> bool {
    match node.role.as_str() {
        "generic" | "group" | "paragraph" | "list" | "rowgroup" | "form" | "cell" | "gridcell" => kids > 0,
        "main" => kids > 0 && is_alone,
        "article" | "region" | "listitem" | "row" | "figure" | "definition" | "term" => {
            kids == 1 || (kids > 0 && is_alone)
        }
        _ => false,
    }
}

/// Whether the node only repeats the name of the control inside it, as a heading around a link does.
fn repeats_name(node: &Node, inside: &Node) -> bool {
    let is_usual = |state: &String| super::line::is_usual(node, state);
    inside.target.is_some()
        && node.name == inside.name
        && node.target.is_none()
        && node.value.is_none()
        && node.origin.is_none()
        && node.states.iter().all(is_usual)
}

/// Whether a text is the only content of the control before it.
fn is_painted(control: &Node, kids: u32, text: &Node) -> bool {
    kids == 1
        && control.target.is_some()
        && control.value.is_none()
        && text.role == "text"
        && text.target.is_none()
        && text.states.is_empty()
}

/// Roles that have a ref for the sake of their content.
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
