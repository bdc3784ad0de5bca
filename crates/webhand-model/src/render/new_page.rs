//! What is told of a page an action led to: a small one whole, of a larger one what it is about.
//!
//! Invariant: either every control of the page has its ref here or none has. A page that is shown in part looks like a
//! whole one to whoever does not read its last line.

use std::fmt::Write as _;

use super::line::{TextLimits, line};
use super::{OMISSION_RESERVE, RenderOptions};
use crate::{Node, Snapshot, count_tokens, truncate};

impl Snapshot {
    /// A page that nothing is compared with: whole if it is small, and otherwise without its controls.
    #[must_use]
    pub fn render_new_page(&self, most_tokens: usize) -> String {
        let whole = self.render(RenderOptions { budget: most_tokens, ..RenderOptions::default() });
        if whole.omitted == 0 { whole.text } else { self.gist(most_tokens * 2 / 3) }
    }

    /// Its head, its headings and what asks for attention, and how to see the rest.
    fn gist(&self, most_tokens: usize) -> String {
        let mut text = self.head(None, most_tokens / 2);
        let mut left = most_tokens.saturating_sub(count_tokens(&text) + OMISSION_RESERVE);
        for told in self.about() {
            let line = format!("{}\n", line(&told, None, false, TextLimits::within(most_tokens)));
            let cost = count_tokens(&line);
            if cost > left {
                break;
            }
            left -= cost;
            text.push_str(&line);
        }
        let controls = self.nodes.iter().filter(|node| node.in_view && node.target.is_some()).count();
        let _ = writeln!(text, "… {controls} elements in view (snapshot shows them, find finds one on the whole page)");
        text
    }

    /// Headings, and what asks for attention with what it says. What a page says above its first heading comes first: that
    /// is where it tells what came of what was done on the page before.
    fn about(&self) -> Vec<Node> {
        let message = self.above_its_heading().map(|name| Node { role: "text".to_owned(), name, ..Node::default() });
        let told = self.nodes.iter().enumerate().filter(|(_, node)| node.in_view).filter_map(|(at, node)| {
            let value = match node.role.as_str() {
                "heading" => node.value.clone(),
                role if ALERT_ROLES.contains(&role) => node.value.clone().or_else(|| said(self.inside(at))),
                _ => return None,
            };
            let bare = Node { target: None, value, ..node.clone() };
            (!(bare.name.is_empty() && bare.value.is_none())).then_some(bare)
        });
        let mut told: Vec<Node> = message.into_iter().chain(told).collect();
        // How things stand in general can wait.
        told.sort_by_key(|node| node.role == "status");
        told
    }

    fn above_its_heading(&self) -> Option<String> {
        let main = self.nodes.iter().position(|node| node.role == "main")?;
        let inside = self.inside(main);
        let above = &inside[..inside.iter().position(|node| node.role == "heading")?];
        let is_message = |node: &Node| match node.role.as_str() {
            "text" | "link" => node.in_view,
            role => matches!(role, "list" | "listitem" | "paragraph" | "group" | "generic" | "region"),
        };
        // Among controls or ways to elsewhere, texts are their labels.
        if !above.iter().all(is_message) {
            return None;
        }
        said(above).filter(|said| said.split_whitespace().count() >= LEAST_WORDS && !said.contains(['›', '»', '/']))
    }

    /// What lies in a node.
    fn inside(&self, at: usize) -> &[Node] {
        let Some((node, after)) = self.nodes[at..].split_first() else { return &[] };
        let end = after.iter().position(|other| other.depth <= node.depth).unwrap_or(after.len());
        &after[..end]
    }
}

/// The texts of nodes, one after the other.
fn said(nodes: &[Node]) -> Option<String> {
    let texts = nodes.iter().filter(|node| matches!(node.role.as_str(), "text" | "link" | "paragraph" | "heading"));
    let texts: Vec<&str> = texts.map(|node| node.name.as_str()).filter(|name| !name.is_empty()).collect();
    (!texts.is_empty()).then(|| truncate(&texts.join(" "), MOST_SAID).into_owned())
}

const ALERT_ROLES: [&str; 4] = ["alert", "alertdialog", "dialog", "status"];
/// Fewer words are a label or a trail to the page.
const LEAST_WORDS: usize = 3;
const MOST_SAID: usize = 200;
