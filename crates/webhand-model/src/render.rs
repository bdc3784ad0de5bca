//! A snapshot as text: one node a line, fixed grammar, within a token budget, what is left out stated.
//!
//! Invariant: page text stands only between quotes, so no page can imitate a line, a ref or a state.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::{Node, PageState, Ref, Snapshot, cut, quote, tokens};

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

/// Room kept for the line that says what was left out.
const OMISSION_RESERVE: usize = 70;
/// How much of a name, value or loose text is shown.
const MOST_NAME: usize = 160;
const MOST_TEXT: usize = 500;
const MOST_URL: usize = 200;
const MOST_TABS: usize = 10;

impl Snapshot {
    /// Renders within the budget: the focus and what is in view first, boilerplate last.
    #[must_use]
    pub fn render(&self, rendering: Rendering) -> Rendered {
        let nodes = self.in_scope(rendering.scope);
        let head = self.head();
        let lines: Vec<String> = nodes.iter().map(|node| line(node, rendering.boxes)).collect();
        let room = rendering.budget.saturating_sub(tokens(&head) + OMISSION_RESERVE);
        let shown = choose(nodes, &lines, room);
        let mut text = head;
        let base = nodes.first().map_or(0, |node| node.depth);
        for ((node, line), _) in nodes.iter().zip(&lines).zip(&shown).filter(|(_, shown)| **shown) {
            let indent = usize::try_from(node.depth.saturating_sub(base)).unwrap_or(0).min(MOST_INDENT);
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

    fn head(&self) -> String {
        let url = shown_url(&self.url);
        let mut head = format!("page {} {url}  tab={} rev={}", quote(&cut(&self.title, MOST_NAME)), self.tab, self.rev);
        match &self.state {
            PageState::Ready => {}
            PageState::Loading => head.push_str(" [loading]"),
            PageState::Closed(why) => {
                let _ = write!(head, "\n- note {}", quote(why));
            }
        }
        head.push('\n');
        if self.tabs.len() > 1 {
            for tab in self.tabs.iter().filter(|tab| tab.id != self.tab).take(MOST_TABS) {
                let _ = writeln!(head, "- tab {} [id={}] {}", quote(&cut(&tab.title, 60)), tab.id, shown_url(&tab.url));
            }
        }
        if let Some(dialog) = &self.dialog {
            let message = quote(&cut(&dialog.message, MOST_NAME));
            let _ = writeln!(head, "- alertdialog {message} [native={}] [blocking]", dialog.kind);
        }
        head
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

/// Deep pages are indented no further than this many levels.
const MOST_INDENT: usize = 20;

fn most_frequent<'a>(nodes: &[&'a Node]) -> Option<(&'a str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for node in nodes {
        *counts.entry(shown_role(&node.role)).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 2)
}

/// Marks the lines that fit: by rank, each with the ancestors that give it its place.
fn choose(nodes: &[Node], lines: &[String], room: usize) -> Vec<bool> {
    let costs: Vec<usize> = lines.iter().map(|line| tokens(line) + 2).collect();
    if costs.iter().sum::<usize>() <= room + OMISSION_RESERVE {
        return vec![true; nodes.len()];
    }
    let parents = parents(nodes);
    let ranks = ranks(nodes, &parents);
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    order.sort_by_key(|at| (ranks[*at], *at));
    let mut shown = vec![false; nodes.len()];
    let mut left = room;
    for at in order {
        let mut chain = Vec::new();
        let mut next = Some(at);
        while let Some(here) = next.filter(|here| !shown[*here]) {
            chain.push(here);
            next = parents[here];
        }
        let cost: usize = chain.iter().map(|here| costs[*here]).sum();
        if cost <= left {
            left -= cost;
            for here in chain {
                shown[here] = true;
            }
        }
    }
    shown
}

fn parents(nodes: &[Node]) -> Vec<Option<usize>> {
    let mut open: Vec<usize> = Vec::new();
    nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            while open.last().is_some_and(|last| nodes[*last].depth >= node.depth) {
                open.pop();
            }
            let parent = open.last().copied();
            open.push(at);
            parent
        })
        .collect()
}

/// Lower comes first.
fn ranks(nodes: &[Node], parents: &[Option<usize>]) -> Vec<u8> {
    let mut boilerplate = vec![false; nodes.len()];
    for (at, node) in nodes.iter().enumerate() {
        let inherited = parents[at].is_some_and(|parent| boilerplate[parent]);
        boilerplate[at] = inherited || matches!(node.role.as_str(), "contentinfo" | "navigation");
    }
    let rank = |(at, node): (usize, &Node)| match (node.in_view, node.target.is_some(), boilerplate[at]) {
        _ if node.is("focused") || node.role == "dialog" || node.role == "alert" => 0,
        (true, true, false) => 1,
        (true, false, false) => 2,
        (true, _, true) => 3,
        (false, true, false) => 4,
        (false, false, false) => 5,
        (false, _, true) => 6,
    };
    nodes.iter().enumerate().map(rank).collect()
}

fn line(node: &Node, boxes: bool) -> String {
    let mut line = format!("- {}", shown_role(&node.role));
    let most = if node.role == "text" { MOST_TEXT } else { MOST_NAME };
    if !node.name.is_empty() {
        let _ = write!(line, " {}", quote(&cut(&node.name, most)));
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
        let _ = write!(line, ": {}", quote(&cut(value, MOST_TEXT)));
    }
    line
}

/// Roles and states come from the page script, but an attribute can reach them: only plain words pass.
fn shown_role(role: &str) -> &str {
    if !role.is_empty() && role.len() <= 40 && role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        role
    } else {
        "generic"
    }
}

fn is_plain(state: &str) -> bool {
    !state.is_empty()
        && state.len() <= 60
        && !state.starts_with("ref=")
        && state.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | '.' | '%' | ',' | '/' | ':'))
}

/// Without the fragment, which pages use to talk to readers, and without anything a line could end at.
fn shown_url(url: &str) -> String {
    let bare = url.split('#').next().unwrap_or_default();
    let plain: String = bare.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    cut(&plain, MOST_URL).into_owned()
}
