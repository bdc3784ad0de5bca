//! A snapshot as text: one node a line, fixed grammar, within a token budget, what is left out stated.
//!
//! Invariant: page text stands only between quotes, so no page can imitate a line, a ref or a state.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Node, Ref, Snapshot, clean, cut, quote, tokens};

mod choose;
mod compare;
mod delta;
mod head;

use choose::choose;

/// What to show, and how much of it.
#[derive(Debug, Clone, Copy)]
pub struct Rendering {
    /// The most tokens the text may take.
    pub budget: usize,
    /// Only this element and what is in it.
    pub scope: Option<Ref>,
    /// Add `[box=x,y,w,h]` to lines with a ref.
    pub boxes: bool,
}

impl Default for Rendering {
    fn default() -> Self {
        Self { budget: 6_000, scope: None, boxes: false }
    }
}

/// The text, and how many nodes it does not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    pub omitted: usize,
}

impl Snapshot {
    /// Renders within the budget: the focus and what is in view first, boilerplate last.
    ///
    /// A budget too small for any page (below 150) is taken for the smallest that is not.
    #[must_use]
    pub fn render(&self, rendering: Rendering) -> Rendered {
        let budget = rendering.budget.max(LEAST_BUDGET);
        let nodes = self.in_scope(rendering.scope);
        let mut text = self.head(None, budget - OMISSION_RESERVE);
        let lines: Vec<String> = nodes.iter().map(|node| line(node, rendering.boxes, budget / 4)).collect();
        let room = budget - OMISSION_RESERVE - tokens(&text).min(budget - OMISSION_RESERVE);
        let spare = if self.truncated { 0 } else { OMISSION_RESERVE };
        let shown = choose(nodes, &lines, room, spare);
        let base = nodes.first().map_or(0, |node| node.depth);
        for ((node, line), _) in nodes.iter().zip(&lines).zip(&shown).filter(|(_, shown)| **shown) {
            let indent = usize::try_from(node.depth.saturating_sub(base)).unwrap_or(MOST_INDENT).min(MOST_INDENT);
            let _ = writeln!(text, "{:1$}{line}", "", indent * 2);
        }
        let omitted = shown.iter().filter(|shown| !**shown).count();
        self.state_omissions(nodes, &shown, &mut text);
        Rendered { text, omitted }
    }

    fn in_scope(&self, scope: Option<Ref>) -> &[Node] {
        let Some(from) = scope.and_then(|scope| self.nodes.iter().position(|node| node.target == Some(scope))) else {
            return &self.nodes;
        };
        let depth = self.nodes[from].depth;
        let inside = self.nodes[from + 1..].iter().take_while(|node| node.depth > depth).count();
        &self.nodes[from..=from + inside]
    }

    fn state_omissions(&self, nodes: &[Node], shown: &[bool], text: &mut String) {
        let hidden: Vec<&Node> = nodes.iter().zip(shown).filter(|(_, shown)| !**shown).map(|(node, _)| node).collect();
        if hidden.is_empty() && !self.truncated {
            return;
        }
        let unseen = hidden.iter().filter(|node| !node.in_view).count();
        let mut parts = Vec::new();
        if !hidden.is_empty() {
            parts.push(format!("{} more nodes, {unseen} of them out of view", hidden.len()));
        }
        if let Some((role, count)) = most_frequent(&hidden) {
            parts.push(format!("most are {role} ({count})"));
        }
        if self.truncated {
            parts.push("the page has still more than was taken in".to_owned());
        }
        let _ = writeln!(
            text,
            "… {} (scroll, find, or snapshot with a greater budget or a scope shows them)",
            parts.join("; ")
        );
    }
}

fn most_frequent<'a>(nodes: &[&'a Node]) -> Option<(&'a str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in nodes {
        *counts.entry(shown_role(&node.role)).or_default() += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(_, count)| *count)
        .filter(|(role, count)| *count > 2 && tokens(role) <= MOST_ROLE_TOKENS)
}

fn line(node: &Node, boxes: bool, most_tokens: usize) -> String {
    let mut line = format!("- {}", shown_role(&node.role));
    let most = if node.role == "text" { MOST_TEXT } else { MOST_NAME };
    if !node.name.is_empty() {
        let _ = write!(line, " {}", fitted(&node.name, most, most_tokens, quote));
    }
    if let Some(target) = node.target {
        let _ = write!(line, " [ref={target}]");
    }
    if let Some(origin) = &node.origin {
        let _ = write!(line, " [origin={origin}]");
    }
    for state in node.states.iter().filter(|state| is_plain(state)) {
        let _ = write!(line, " [{state}]");
    }
    if let Some([x, y, width, height]) = node.bounds.filter(|_| boxes && node.target.is_some()) {
        let _ = write!(line, " [box={x},{y},{width},{height}]");
    }
    if let Some(value) = &node.value {
        let _ = write!(line, ": {}", fitted(value, MOST_TEXT, most_tokens, quote));
    }
    line
}

/// Shows as much of a text as both limits allow.
fn fitted(text: &str, most_characters: usize, most_tokens: usize, show: fn(&str) -> String) -> String {
    let mut most = most_characters;
    loop {
        let shown = show(&cut(text, most));
        let count = tokens(&shown);
        if count <= most_tokens || most <= 1 {
            return shown;
        }
        most = (most.min(shown.chars().count()) * most_tokens / count).clamp(1, most - 1);
    }
}

/// Roles come from the page script, but an attribute can reach them: only plain words pass.
pub(crate) fn shown_role(role: &str) -> &str {
    if !role.is_empty() && role.len() <= 40 && role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        role
    } else {
        "generic"
    }
}

/// A state that can be shown as it is, and does not pass itself off as something only webhand writes.
fn is_plain(state: &str) -> bool {
    let key = state.split('=').next().unwrap_or_default().to_ascii_lowercase();
    !state.is_empty()
        && state.len() <= 60
        && !OWN_STATES.contains(&key.as_str())
        && state.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | '.' | '%' | ',' | '/' | ':'))
}

/// Without the fragment, which pages use to talk to readers, and without anything that a line, a quotation or a ref
/// could begin or end at.
fn shown_url(url: &str) -> String {
    let bare = clean(url.split('#').next().unwrap_or_default());
    let mut shown = String::with_capacity(bare.len());
    for c in bare.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '[' => shown.push_str("%5B"),
            ']' => shown.push_str("%5D"),
            '"' => shown.push_str("%22"),
            c => shown.push(c),
        }
    }
    shown
}

/// The smallest budget: a page's first line, a dialog and what was left out fit into it.
const LEAST_BUDGET: usize = 150;
/// Room kept for the line that says what was left out.
const OMISSION_RESERVE: usize = 70;
/// A longer role is not named there.
const MOST_ROLE_TOKENS: usize = 6;
/// Deep pages are indented no further than this many levels.
const MOST_INDENT: usize = 20;
/// How much of a name, value or loose text is shown.
const MOST_NAME: usize = 160;
const MOST_TEXT: usize = 500;
const MOST_URL: usize = 200;
/// Words in square brackets that only webhand writes.
const OWN_STATES: [&str; 7] = ["ref", "gone", "origin", "box", "id", "native", "blocking"];
