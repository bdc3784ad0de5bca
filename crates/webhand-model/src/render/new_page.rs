//! The rendering of a page that an action led to: a small page whole, of a larger one its headings and messages.
//!
//! Invariant: either every control of the page has its ref here or none has, because a partly rendered page looks whole to
//! a reader who skips its last line.

use std::fmt::Write as _;

use super::line::{LineDetails, TextLimits, line};
use super::{OMISSION_RESERVE, RenderOptions};
use crate::{Node, Snapshot, count_tokens, truncate};

impl Snapshot {
    /// Renders a page without comparing it: whole if it is small, and otherwise without its controls.
    #[must_use]
    pub fn render_new_page(&self, most_tokens: usize) -> String {
        let whole = self.render(RenderOptions { budget: most_tokens, ..RenderOptions::default() });
        if whole.omitted == 0 { whole.text } else { self.render_gist(most_tokens * 2 / 3) }
    }

    /// Renders the head, headings and messages of the page, and how to see the rest.
    fn render_gist(&self, most_tokens: usize) -> String {
        let mut text = self.head(None, most_tokens / 2);
        let mut left = most_tokens.saturating_sub(count_tokens(&text) + OMISSION_RESERVE);
        for node in self.headings_and_messages() {
            let line = format!("{}\n", line(&node, LineDetails::default(), TextLimits::within(most_tokens)));
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

    /// Headings, alerts and dialogs with their texts. Text above the first heading comes first, because pages write there
    /// what the action on the page before did.
    fn headings_and_messages(&self) -> Vec<Node> {
        let message = self.text_above_heading().map(|name| Node { role: "text".to_owned(), name, ..Node::default() });
        let nodes = self.nodes.iter().enumerate().filter(|(_, node)| node.in_view).filter_map(|(at, node)| {
            let value = match node.role.as_str() {
                "heading" => node.value.clone(),
                role if ALERT_ROLES.contains(&role) => node.value.clone().or_else(|| joined_texts(self.inside(at))),
                _ => return None,
            };
            let bare = Node { target: None, value, ..node.clone() };
            (!(bare.name.is_empty() && bare.value.is_none())).then_some(bare)
        });
        let mut nodes: Vec<Node> = message.into_iter().chain(nodes).collect();
        // Status messages come last.
        nodes.sort_by_key(|node| node.role == "status");
        nodes
    }

    fn text_above_heading(&self) -> Option<String> {
        let main = self.nodes.iter().position(|node| node.role == "main")?;
        let inside = self.inside(main);
        let above = &inside[..inside.iter().position(|node| node.role == "heading")?];
        let is_message = |node: &Node| match node.role.as_str() {
            "text" | "link" => node.in_view,
            role => matches!(role, "list" | "listitem" | "paragraph" | "group" | "generic" | "region"),
        };
        // Text among controls or navigation is a label, not a message.
        if !above.iter().all(is_message) {
            return None;
        }
        joined_texts(above)
            .filter(|text| text.split_whitespace().count() >= LEAST_WORDS && !text.contains(['›', '»', '/']))
    }

    /// The descendants of a node.
    fn inside(&self, at: usize) -> &[Node] {
        let Some((node, after)) = self.nodes[at..].split_first() else { return &[] };
        let end = after.iter().position(|other| other.depth <= node.depth).unwrap_or(after.len());
        &after[..end]
    }
}

/// The texts of nodes, joined.
fn joined_texts(nodes: &[Node]) -> Option<String> {
    let texts = nodes.iter().filter(|node| matches!(node.role.as_str(), "text" | "link" | "paragraph" | "heading"));
    let texts: Vec<&str> = texts.map(|node| node.name.as_str()).filter(|name| !name.is_empty()).collect();
    (!texts.is_empty()).then(|| truncate(&texts.join(" "), MOST_MESSAGE).into_owned())
}

const ALERT_ROLES: [&str; 4] = ["alert", "alertdialog", "dialog", "status"];
/// The least number of words of a message; fewer are a label or a breadcrumb.
const LEAST_WORDS: usize = 3;
const MOST_MESSAGE: usize = 200;
