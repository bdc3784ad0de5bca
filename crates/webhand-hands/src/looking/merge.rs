//! Merges the snapshots of a tab's frames: the nodes of each child stand below its `<iframe>`, in pixels of the tab.

use std::collections::HashMap;

use webhand_model::{DocumentId, Node, NodeState, Origin, RefBook, clean, clean_value, truncate};
use webhand_wire::{PageNode, PageSnapshot};

use crate::looking::frames::FRAME_ROLES;

/// The snapshot of one document, with the facts about its frame.
#[derive(Debug)]
pub(crate) struct DocumentPart {
    pub(crate) document: DocumentId,
    pub(crate) origin: Origin,
    /// The source of a document without an origin of its own, if it is known.
    pub(crate) from: Option<String>,
    /// The provider of the captcha, if the frame shows one.
    pub(crate) captcha: Option<&'static str>,
    /// The frame is navigating to another document.
    pub(crate) is_navigating: bool,
    /// `None` when the document did not answer.
    pub(crate) seen: Option<PageSnapshot>,
}

/// Child documents by the document and the node number of their `<iframe>`.
pub(crate) type Children = HashMap<(DocumentId, u32), DocumentPart>;

pub(crate) fn merge(top: DocumentPart, children: Children, refs: &mut RefBook) -> Vec<Node> {
    let DocumentPart { document, seen: Some(seen), .. } = top else { return Vec::new() };
    let [width, height] = seen.viewport;
    let frame =
        FrameViewport { content: ContentTransform::OF_TOP, view: [0.0, 0.0, width, height], depth: 0, in_view: true };
    let mut merger = Merger { children, refs, nodes: Vec::with_capacity(seen.nodes.len()) };
    merger.add(document, seen, frame, 0);
    merger.nodes
}

struct Merger<'a> {
    children: Children,
    refs: &'a mut RefBook,
    nodes: Vec<Node>,
}

/// The area of the tab in which a document shows, and its place in the tree.
#[derive(Clone, Copy)]
struct FrameViewport {
    content: ContentTransform,
    /// The part of the tab's viewport in which the document can show: left, top, right, bottom.
    view: [f64; 4],
    depth: u32,
    in_view: bool,
}

/// Maps pixels of a document to pixels of the tab.
#[derive(Clone, Copy)]
struct ContentTransform {
    at: [f64; 2],
    scale: [f64; 2],
}

impl Merger<'_> {
    fn add(&mut self, document: DocumentId, seen: PageSnapshot, viewport: FrameViewport, nesting: u32) {
        for page_node in seen.nodes {
            if self.nodes.len() >= MOST_NODES {
                return;
            }
            let number = page_node.node;
            let is_frame = FRAME_ROLES.contains(&page_node.role.as_str());
            let content = viewport.content.of_child(page_node.content, page_node.bounds);
            let mut node = self.node(page_node, document, &seen.url, viewport);
            let child = number.filter(|_| is_frame && nesting < MOST_NESTING);
            let Some(child) = child.and_then(|number| self.children.remove(&(document, number))) else {
                if node.role == "iframe" {
                    node.push_state(NodeState::Unreachable);
                }
                self.nodes.push(node);
                continue;
            };
            if let Some(from) = child.from {
                node.push_state(NodeState::From(&from));
            }
            if let Some(provider) = child.captcha {
                node.push_state(NodeState::Captcha(provider));
            }
            node.origin = Some(child.origin);
            let Some(seen) = child.seen else {
                node.push_state(NodeState::Unreachable);
                self.nodes.push(node);
                continue;
            };
            if child.is_navigating || seen.ready == "loading" {
                node.push_state(NodeState::Loading);
            }
            let inner = FrameViewport {
                content,
                view: intersect(viewport.view, content.place([0.0, 0.0], seen.viewport)),
                depth: node.depth + 1,
                in_view: node.in_view,
            };
            self.nodes.push(node);
            self.refs.add_frame(child.document);
            self.add(child.document, seen, inner, nesting + 1);
        }
    }

    fn node(&mut self, node: PageNode, document: DocumentId, url: &str, viewport: FrameViewport) -> Node {
        let placed = node.bounds.map(|[x, y, width, height]| {
            viewport.content.place([f64::from(x), f64::from(y)], [f64::from(width), f64::from(height)])
        });
        let shows = placed.is_none_or(|placed| {
            let [left, top, right, bottom] = intersect(viewport.view, placed);
            left < right && top < bottom
        });
        let covered = self.covered_state(node.cover, document);
        let mut states = node.states;
        states.extend(covered);
        Node {
            depth: viewport.depth + node.depth,
            target: node.node.and_then(|number| self.refs.assign_ref(document, number)),
            role: node.role,
            name: clean(&node.name),
            value: node.value.as_deref().map(clean_value),
            states,
            bounds: placed.map(rounded),
            in_view: viewport.in_view && node.in_view && shows,
            href: node.href.map(|href| absolute_href(href, url)),
            origin: None,
        }
    }

    /// `covered=e40`, or `covered` if the covering element has no ref.
    fn covered_state(&mut self, cover: Option<u32>, document: DocumentId) -> Option<String> {
        let named = Some(cover?).filter(|cover| *cover > 0).and_then(|cover| self.refs.assign_ref(document, cover));
        Some(named.map_or_else(|| "covered".to_owned(), |cover| format!("covered={cover}")))
    }
}

impl ContentTransform {
    const OF_TOP: Self = Self { at: [0.0, 0.0], scale: [1.0, 1.0] };

    /// The transform of a child document: from the content box of its `<iframe>`, or else from the corner of its bounds.
    fn of_child(self, content_box: Option<[f64; 4]>, bounds: Option<[i32; 4]>) -> Self {
        let [x, y, across, down] = match (content_box, bounds) {
            (Some(content_box), _) => content_box,
            (None, Some([x, y, ..])) => [f64::from(x), f64::from(y), 1.0, 1.0],
            (None, None) => [0.0, 0.0, 1.0, 1.0],
        };
        let [left, top, ..] = self.place([x, y], [0.0, 0.0]);
        Self { at: [left, top], scale: [self.scale[0] * across, self.scale[1] * down] }
    }

    /// Left, top, right and bottom in the tab's pixels.
    fn place(self, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> [f64; 4] {
        let ([left, top], [across, down]) = (self.at, self.scale);
        [left + x * across, top + y * down, left + (x + width) * across, top + (y + height) * down]
    }
}

fn intersect(one: [f64; 4], other: [f64; 4]) -> [f64; 4] {
    [one[0].max(other[0]), one[1].max(other[1]), one[2].min(other[2]), one[3].min(other[3])]
}

/// x, y, width and height in whole pixels.
fn rounded([left, top, right, bottom]: [f64; 4]) -> [i32; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "the cast saturates, and no page is that large")]
    [left, top, right - left, bottom - top].map(|length| length.round() as i32)
}

/// The absolute address of a link. The page script shortens a link within its own document to the fragment.
fn absolute_href(href: String, document: &str) -> String {
    if href.starts_with('#') { format!("{}{href}", document.split('#').next().unwrap_or_default()) } else { href }
}

/// A title or label, cleaned and shortened for display.
pub(crate) fn title(text: &str) -> String {
    truncate(&clean(text), MOST_TITLE).into_owned()
}

/// The most nodes of all frames together.
const MOST_NODES: usize = 60_000;
const MOST_NESTING: u32 = 40;
const MOST_TITLE: usize = 300;

#[cfg(test)]
mod tests;
