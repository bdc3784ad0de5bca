//! One node as one line: `- role "name" [ref=…] [state] [state=value]: "value"`.

use std::fmt::Write as _;

use crate::text::push_escaped;
use crate::{Node, NodeState, clean, count_tokens, truncate};

/// How much of a line's texts is shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLimits {
    pub(super) name: usize,
    pub(super) text: usize,
    pub(super) value: usize,
    /// The most tokens that one name, value or text may take.
    pub(super) tokens: usize,
}

impl TextLimits {
    /// As much as is ever shown of one node, in a text of this many tokens.
    pub(super) fn within(budget: usize) -> Self {
        Self { name: MOST_NAME, text: MOST_TEXT, value: MOST_TEXT, tokens: budget / 4 }
    }

    /// The same, but with all that a look brings of what fields hold.
    pub(super) fn with_whole_values(self) -> Self {
        Self { value: MOST_VALUE, ..self }
    }
}

/// `painted` is shown where a node without a value has one.
pub(super) fn line(node: &Node, painted: Option<&str>, boxes: bool, limits: TextLimits) -> String {
    let mut line = format!("- {}", shown_role(&node.role));
    let most = if node.role == "text" { limits.text } else { limits.name };
    if !node.name.is_empty() {
        let _ = write!(line, " {}", fitted(&node.name, most, limits.tokens, quoted));
    }
    if let Some(target) = node.target {
        let _ = write!(line, " [ref={target}]");
    }
    if let Some(origin) = &node.origin {
        let _ = write!(line, " [origin={origin}]");
    }
    for state in node.states.iter().filter(|state| is_plain(state) && !is_usual(node, state)) {
        let _ = write!(line, " [{state}]");
    }
    if let Some([x, y, width, height]) = node.bounds.filter(|_| boxes && node.target.is_some()) {
        let _ = write!(line, " [box={x},{y},{width},{height}]");
    }
    if let Some(value) = node.value.as_deref().or(painted) {
        let _ = write!(line, ": {}", fitted(value, limits.value, limits.tokens, quoted));
    }
    line
}

/// Between quotes, with a backslash before braces: those without one mark controls in a packed line.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    push_shown(&mut quoted, text);
    quoted.push('"');
    quoted
}

/// Adds a text as it stands between those quotes.
pub(super) fn push_shown(quoted: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '{' => quoted.push_str("\\{"),
            '}' => quoted.push_str("\\}"),
            c => push_escaped(quoted, c),
        }
    }
}

/// Shows as much of a text as both limits allow.
pub(super) fn fitted(text: &str, most_characters: usize, most_tokens: usize, show: fn(&str) -> String) -> String {
    let mut most = most_characters;
    loop {
        let shown = show(&truncate(text, most));
        // No text has more tokens than bytes.
        if shown.len() <= most_tokens || most <= 1 {
            return shown;
        }
        let count = count_tokens(&shown);
        if count <= most_tokens {
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
pub(super) fn is_plain(state: &str) -> bool {
    let key = state.split('=').next().unwrap_or_default();
    !state.is_empty()
        && state.len() <= 60
        && !OWN_STATES.iter().any(|own| own.eq_ignore_ascii_case(key))
        && state.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | '.' | '%' | ',' | '/' | ':'))
}

/// States that say nothing new: how deep a heading is, and that a field called so is for a password.
pub(super) fn is_usual(node: &Node, state: &str) -> bool {
    let state = NodeState::parse(state);
    if state == NodeState::Type("password") {
        return node.name.to_lowercase().contains("password");
    }
    node.role == "heading" && matches!(state, NodeState::Level(_))
}

/// Without the fragment, which pages use to talk to readers, and without anything that a line, a quotation or a ref
/// could begin or end at.
pub(super) fn shown_url(url: &str) -> String {
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

/// How much of a name, value or loose text is shown.
pub(super) const MOST_NAME: usize = 160;
pub(super) const MOST_TEXT: usize = 500;
const MOST_VALUE: usize = 3_000;
pub(super) const MOST_URL: usize = 200;
/// Words in square brackets that only webhand writes.
const OWN_STATES: [&str; 7] = ["ref", "gone", "origin", "box", "id", "native", "blocking"];
