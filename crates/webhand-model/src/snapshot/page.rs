//! What was seen of a tab: the only place a ref can come from.

use serde::{Deserialize, Serialize};

use crate::render::shown_role;
use crate::{ElementQuery, Origin, Ref, RefResolver, Rev, TabId, clean, truncate};

/// One look at a tab, all frames merged, page text cleaned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    pub tab: TabId,
    pub rev: Rev,
    pub url: String,
    pub title: String,
    pub state: PageState,
    pub viewport: Viewport,
    /// In reading order; a node's children follow it with a greater depth.
    pub nodes: Vec<Node>,
    /// The page had more than webhand takes in.
    pub truncated: bool,
    /// All tabs of the run, this one included.
    pub tabs: Vec<TabInfo>,
    /// A dialog of the page that blocks everything else.
    pub dialog: Option<NativeDialog>,
    /// Name of the picture taken with this look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// Whether a page can be looked at and touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageState {
    Ready,
    /// Usable, but something is still coming.
    Loading,
    /// A page no hand can reach into; the text says why and what to do.
    Closed(String),
}

/// What part of the page is visible.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Viewport {
    pub width: f64,
    pub height: f64,
    pub scroll_y: f64,
    pub max_scroll_y: f64,
}

/// One thing seen.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Node {
    pub depth: u32,
    #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
    pub target: Option<Ref>,
    pub role: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<String>,
    /// x, y, width and height in pixels of the tab's viewport.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[i32; 4]>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_view: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// On a frame: whose content follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// A tab of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TabInfo {
    pub id: TabId,
    pub title: String,
    pub url: String,
}

/// `alert`, `confirm`, `prompt` or `beforeunload`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NativeDialog {
    pub kind: String,
    pub message: String,
}

/// What was written is not a ref of what was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("there is no element {written} on the page now{nearest}")]
pub struct UnknownRef {
    written: String,
    nearest: String,
}

impl UnknownRef {
    /// One of which no snapshot can tell what is near.
    #[must_use]
    pub fn without_suggestion(written: &str) -> Self {
        Self { written: truncate(&clean(written), 20).into_owned(), nearest: "; look at the page again".to_owned() }
    }

    /// One of which is known what it meant and what comes nearest to that now.
    #[must_use]
    pub fn for_gone_element(written: &str, meant: &Node, now: &str) -> Self {
        let nearest = format!("; it was {}, and {now}", meant.describe());
        Self { written: truncate(&clean(written), 20).into_owned(), nearest }
    }
}

impl RefResolver for Snapshot {
    fn resolve(&self, written: &str) -> Result<Ref, UnknownRef> {
        let bare = Ref::strip_marks(written);
        let found = self.nodes.iter().filter_map(|node| node.target).find(|target| target.to_string() == bare);
        found.ok_or_else(|| self.unknown_ref(bare))
    }
}

impl Snapshot {
    /// Whether parts of the page that are far from the viewport were only counted.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.nodes.iter().any(Node::is_count)
    }

    /// The node behind a ref, if this snapshot shows it.
    #[must_use]
    pub fn node(&self, target: Ref) -> Option<&Node> {
        self.nodes.iter().find(|node| node.target == Some(target))
    }

    /// How a person would call an element: `button "Pay"`.
    #[must_use]
    pub fn describe(&self, target: Ref) -> String {
        self.node(target).map_or_else(|| target.to_string(), Node::describe)
    }

    #[must_use]
    pub fn origin(&self) -> Origin {
        Origin::from_url(&self.url)
    }

    /// The origin of the document that a node belongs to: its frame's, or the page's.
    #[must_use]
    pub fn origin_of(&self, target: Ref) -> Origin {
        let Some(at) = self.nodes.iter().position(|node| node.target == Some(target)) else { return self.origin() };
        let mut depth = self.nodes[at].depth;
        for node in self.nodes[..at].iter().rev() {
            if node.depth < depth {
                depth = node.depth;
                if let Some(origin) = &node.origin {
                    return origin.clone();
                }
            }
        }
        self.origin()
    }

    /// The error for a ref that is not here; it names the nearest ones.
    #[must_use]
    pub fn unknown_ref(&self, written: &str) -> UnknownRef {
        let mut near = self.called(written);
        if near.is_empty() {
            near = self.numbered(written);
        }
        let list: Vec<_> = near
            .iter()
            .take(3)
            .filter_map(|node| Some(format!("{} [ref={}]", node.describe(), node.target?)))
            .collect();
        let nearest = if list.is_empty() {
            "; look at the page again".to_owned()
        } else {
            format!("; nearest: {}; or look at the page again", list.join(", "))
        };
        UnknownRef { written: truncate(&clean(written), 20).into_owned(), nearest }
    }

    /// What goes by this name, or by the one quoted in it: `Pay`, `button "Pay"`.
    fn called(&self, written: &str) -> Vec<&Node> {
        let quoted = written.split_once('"').map(|(_, rest)| rest.trim_end_matches('"'));
        let text = quoted.unwrap_or(written);
        if text.trim().is_empty() || written_number(text).is_some() {
            return Vec::new();
        }
        let found = self.find(ElementQuery { text: Some(text), role: None });
        found.into_iter().map(|at| &self.nodes[at]).filter(|node| node.target.is_some()).collect()
    }

    /// What can be touched, that with the number nearest to the one written first.
    fn numbered(&self, written: &str) -> Vec<&Node> {
        let wanted = written_number(written);
        let far = |node: &&Node| {
            let own = node.target.and_then(|target| written_number(&target.to_string()));
            wanted.zip(own).map_or(u64::MAX, |(a, b)| a.abs_diff(b))
        };
        let mut near: Vec<_> = self.nodes.iter().filter(|node| node.target.is_some()).collect();
        near.sort_by_key(far);
        near
    }
}

/// The number in something that looks like a ref: 7 in `e7` and in `f2e7`.
fn written_number(written: &str) -> Option<i64> {
    let (frame, digits) = written.rsplit_once('e').unwrap_or(("", written));
    frame.chars().all(|letter| letter == 'f' || letter.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

impl Node {
    /// How a person would call it: `button "Pay"`.
    #[must_use]
    pub fn describe(&self) -> String {
        let role = shown_role(&self.role);
        if self.name.is_empty() {
            role.to_owned()
        } else {
            format!("{role} {}", crate::quote(&truncate(&self.name, 60)))
        }
    }

    /// Whether it stands for things that were only counted: `value` of them, called `name`.
    #[must_use]
    pub fn is_count(&self) -> bool {
        self.role == COUNT
    }
}

/// The role of a node that stands for things which were only counted. No element of a page has it.
const COUNT: &str = "more";
