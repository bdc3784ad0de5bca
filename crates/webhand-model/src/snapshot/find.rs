//! Finding elements in a snapshot, so that a brain need not read all of it.

use std::fmt::Write as _;

use crate::render::shown_role;
use crate::{Node, Snapshot, fold_text, quote, truncate};

/// A search for elements. An absent part matches everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct ElementQuery<'a> {
    /// Words in the name, text or value.
    pub text: Option<&'a str>,
    pub role: Option<&'a str>,
}

/// How well a node matches; the best come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Exact,
    Part,
    /// All words occur, but not as a phrase.
    Words,
}

impl Snapshot {
    /// The indexes of the matching nodes, the best first, otherwise in reading order.
    #[must_use]
    pub fn find(&self, sought: ElementQuery<'_>) -> Vec<usize> {
        let text = sought.text.map(|text| fold_text(text.trim()));
        let mut found: Vec<(Fit, bool, usize)> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if sought.role.is_some_and(|role| !shown_role(&node.role).eq_ignore_ascii_case(role.trim())) {
                continue;
            }
            if let Some(fit) = text.as_deref().map_or(Some(Fit::Exact), |text| fit(node, text)) {
                found.push((fit, node.target.is_none(), at));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(.., at)| at).collect()
    }

    /// The matching nodes as text: a line each with its path, and the number of those left out.
    #[must_use]
    pub fn render_found(&self, sought: ElementQuery<'_>, most: usize) -> String {
        let found = self.find(sought);
        if found.is_empty() {
            return self.render_no_match(sought);
        }
        let mut text = format!("{} found", found.len());
        for at in found.iter().take(most) {
            let _ = write!(text, "\n{}{}", self.line_of(*at), self.path(*at));
        }
        if found.len() > most {
            let _ = write!(text, "\n… {} more (more words or a role narrow it down)", found.len() - most);
        }
        text
    }

    /// The text for no match; lists the roles on the page if the role may be the reason.
    fn render_no_match(&self, sought: ElementQuery<'_>) -> String {
        let elsewhere = self.find(ElementQuery { role: None, ..sought });
        if let (Some(_), Some(at)) = (sought.role.filter(|_| sought.text.is_some()), elsewhere.first()) {
            return format!("nothing of that role fits; without the role: {}{}", self.line_of(*at), self.path(*at));
        }
        let more = if self.truncated { "the page has more than was taken in: scroll, or " } else { "" };
        format!("nothing on the page fits; {more}try other words")
    }

    fn line_of(&self, at: usize) -> String {
        let node = &self.nodes[at];
        let mut line = format!("- {}", shown_role(&node.role));
        if !node.name.is_empty() {
            let _ = write!(line, " {}", quote(&truncate(&node.name, MOST_NAME)));
        }
        if let Some(target) = node.target {
            let _ = write!(line, " [ref={target}]");
        }
        if let Some(value) = &node.value {
            let _ = write!(line, ": {}", quote(&truncate(value, MOST_NAME)));
        }
        line
    }

    /// ` in main > list "Results" [ref=e4]`.
    fn path(&self, at: usize) -> String {
        let mut depth = self.nodes[at].depth;
        let mut names = Vec::new();
        for node in self.nodes[..at].iter().rev() {
            if node.depth < depth {
                depth = node.depth;
                let target = node.target.map(|target| format!(" [ref={target}]")).unwrap_or_default();
                names.push(format!("{}{target}", node.describe()));
            }
            if depth == 0 {
                break;
            }
        }
        // The nearest ancestors say most; a page can nest without limit.
        let left_out = names.len() > MOST_STEPS;
        names.truncate(MOST_STEPS);
        names.reverse();
        if names.is_empty() {
            return String::new();
        }
        format!(" in {}{}", if left_out { "… > " } else { "" }, names.join(" > "))
    }
}

fn fit(node: &Node, text: &str) -> Option<Fit> {
    let fits = |content: &str| {
        let content = fold_text(content);
        if content == text {
            return Some(Fit::Exact);
        }
        if content.contains(text) {
            return Some(Fit::Part);
        }
        let mut words = text.split_whitespace();
        words.all(|word| content.contains(word)).then_some(Fit::Words)
    };
    let of_value = node.value.as_deref().and_then(fits);
    fits(&node.name).into_iter().chain(of_value).min()
}

const MOST_NAME: usize = 160;
const MOST_STEPS: usize = 6;
