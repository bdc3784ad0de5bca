//! Puts the snapshots of a tab's frames together: each child's nodes below its `<iframe>`, in the tab's own pixels.

use std::collections::HashMap;

use webhand_model::{DocumentId, Node, Origin, RefBook, clean, clean_value, cut};
use webhand_wire::{PageNode, PageSnapshot};

/// What was seen of one document.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) document: DocumentId,
    pub(super) origin: Origin,
    /// `None` when the document did not answer.
    pub(super) seen: Option<PageSnapshot>,
}

/// Child documents by the document and the number of the `<iframe>` that holds them.
pub(super) type Children = HashMap<(DocumentId, u32), Part>;

pub(super) fn merge(top: &Part, children: &Children, refs: &mut RefBook) -> Vec<Node> {
    let mut merger = Merger { children, refs, nodes: Vec::new(), view: [0.0, 0.0] };
    if let Some(seen) = &top.seen {
        merger.view = seen.viewport;
    }
    merger.add(top, 0, (0, 0), true, 0);
    merger.nodes
}

struct Merger<'a> {
    children: &'a Children,
    refs: &'a mut RefBook,
    nodes: Vec<Node>,
    view: [f64; 2],
}

impl Merger<'_> {
    fn add(&mut self, part: &Part, depth: u32, offset: (i32, i32), in_view: bool, nesting: u32) {
        let Some(seen) = &part.seen else { return };
        for page_node in &seen.nodes {
            if self.nodes.len() >= MOST_NODES {
                return;
            }
            let mut node = self.node(page_node, part.document, depth, offset, in_view);
            node.href = page_node.href.as_deref().map(|href| resolved(href, &seen.url));
            let child = page_node.node.and_then(|number| self.children.get(&(part.document, number)));
            let Some(child) = child.filter(|_| nesting < MOST_NESTING) else {
                if node.role == "iframe" {
                    node.states.push("unreachable".to_owned());
                }
                self.nodes.push(node);
                continue;
            };
            node.origin = Some(child.origin.clone());
            if child.seen.is_none() {
                node.states.push("unreachable".to_owned());
            }
            let inside = child.seen.as_ref().map_or((0, 0), |seen| content_offset(node.bounds, seen.viewport));
            let (depth, is_seen) = (node.depth + 1, node.in_view);
            self.nodes.push(node);
            self.refs.add_frame(child.document);
            self.add(child, depth, inside, is_seen, nesting + 1);
        }
    }

    fn node(&mut self, node: &PageNode, document: DocumentId, depth: u32, offset: (i32, i32), in_view: bool) -> Node {
        let bounds = node
            .bounds
            .map(|[x, y, width, height]| [x.saturating_add(offset.0), y.saturating_add(offset.1), width, height]);
        Node {
            depth: depth + node.depth,
            target: node.node.and_then(|number| self.refs.name(document, number)),
            role: node.role.clone(),
            name: clean(&node.name),
            value: node.value.as_deref().map(clean_value),
            states: node.states.clone(),
            bounds,
            in_view: in_view && node.in_view && bounds.is_none_or(|bounds| self.shows(bounds)),
            href: None,
            origin: None,
        }
    }

    fn shows(&self, [x, y, width, height]: [i32; 4]) -> bool {
        let [view_width, view_height] = self.view;
        f64::from(x) < view_width
            && f64::from(y) < view_height
            && f64::from(x.saturating_add(width)) > 0.0
            && f64::from(y.saturating_add(height)) > 0.0
    }
}

/// Where a frame's content begins: borders and paddings are taken to be the same on both sides.
fn content_offset(bounds: Option<[i32; 4]>, viewport: [f64; 2]) -> (i32, i32) {
    let Some([x, y, width, height]) = bounds else { return (0, 0) };
    let inset = |outer: i32, inner: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and the value is clamped")]
        let inset = ((f64::from(outer) - inner) / 2.0).round() as i32;
        inset.clamp(0, MOST_INSET)
    };
    (x + inset(width, viewport[0]), y + inset(height, viewport[1]))
}

/// The whole address of a link, of which the page leaves out what leads to its own document.
fn resolved(href: &str, document: &str) -> String {
    match href.strip_prefix('#') {
        Some(_) => format!("{}{href}", document.split('#').next().unwrap_or_default()),
        None => href.to_owned(),
    }
}

/// A title or label as it may be shown.
pub(super) fn title(text: &str) -> String {
    cut(&clean(text), MOST_TITLE).into_owned()
}

/// The most nodes taken in of all frames together.
const MOST_NODES: usize = 8_000;
const MOST_NESTING: u32 = 20;
const MOST_INSET: i32 = 200;
const MOST_TITLE: usize = 300;

#[cfg(test)]
mod tests;
