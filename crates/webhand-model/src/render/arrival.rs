//! What is told of a page an action led to: a small one whole, of a larger one what it is about.
//!
//! Invariant: either every control of the page has its ref here or none has. A page that is shown in part looks like a
//! whole one to whoever does not read its last line.

use std::fmt::Write as _;

use super::line::{Longest, line};
use super::{OMISSION_RESERVE, Rendering};
use crate::{Node, Snapshot, tokens};

impl Snapshot {
    pub(super) fn arrival(&self, most_tokens: usize) -> String {
        let whole = self.render(Rendering { budget: most_tokens, ..Rendering::default() });
        if whole.omitted == 0 { whole.text } else { self.gist(most_tokens / 2) }
    }

    /// Its head, its headings and what asks for attention, and how to see the rest.
    fn gist(&self, most_tokens: usize) -> String {
        let mut text = self.head(None, most_tokens / 2);
        let mut left = most_tokens.saturating_sub(tokens(&text) + OMISSION_RESERVE);
        for node in self.nodes.iter().filter(|node| node.in_view && tells_what_it_is_about(node)) {
            let bare = Node { target: None, ..node.clone() };
            let line = format!("{}\n", line(&bare, None, false, Longest::within(most_tokens)));
            let cost = tokens(&line);
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
}

fn tells_what_it_is_about(node: &Node) -> bool {
    let is_about = matches!(node.role.as_str(), "heading" | "alert" | "alertdialog" | "dialog" | "status");
    is_about && !(node.name.is_empty() && node.value.is_none())
}
