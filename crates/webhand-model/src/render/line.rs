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
    /// The largest limits in a text of this many tokens.
    pub(super) fn within(budget: usize) -> Self {
        Self { name: MOST_NAME, text: MOST_TEXT, value: MOST_TEXT, tokens: budget / 4 }
    }

    /// The same limits, but with whole field values.
    pub(super) fn with_whole_values(self) -> Self {
        Self { value: MOST_VALUE, ..self }
    }
}

/// The details of a line beside the node's own texts and states.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineDetails<'a> {
    /// Stands in for an absent value.
    pub(super) painted: Option<&'a str>,
    pub(super) boxes: bool,
    /// The look before did not show it.
    pub(super) is_new: bool,
}

/// Renders a node as one line.
pub(super) fn line(node: &Node, details: LineDetails<'_>, limits: TextLimits) -> String {
    let LineDetails { painted, boxes, is_new } = details;
    let mut line = format!("- {}", shown_role(&node.role));
    let most = if node.role == "text" { limits.text } else { limits.name };
    if !node.name.is_empty() {
        let _ = write!(line, " {}", fitted(&node.name, most, limits.tokens, quoted));
    }
    if let Some(target) = node.target {
        let _ = write!(line, " [ref={target}]");
    }
    if is_new {
        line.push_str(NEW);
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

/// Quotes a text of the page. A brace before what may be a ref gets a backslash, because `{e7 button Pay}` is a control of a
/// packed line.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c == '{' && begins_like_ref(rest.as_str()) {
            quoted.push('\\');
        }
        push_escaped(&mut quoted, c);
    }
    quoted.push('"');
    quoted
}

/// The text between the first quotes of a line, as it is written there.
pub(super) fn shown_text(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once('"')?;
    let mut is_escaped = false;
    let end = rest.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some(&rest[..end])
}

fn begins_like_ref(text: &str) -> bool {
    let mut characters = text.chars();
    matches!(characters.next(), Some('e' | 'f')) && characters.next().is_some_and(|c| c.is_ascii_digit())
}

/// Appends a text of the page to a packed line, in which braces and bars without a backslash are webhand's.
pub(super) fn push_packed(line: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '{' => line.push_str("\\{"),
            '}' => line.push_str("\\}"),
            '|' => line.push_str("\\|"),
            c => push_escaped(line, c),
        }
    }
}

/// Cuts a text to both limits.
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

/// The role, if it is a plain word: a page can write roles by an attribute, so others are replaced.
pub(crate) fn shown_role(role: &str) -> &str {
    if !role.is_empty() && role.len() <= 40 && role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
        role
    } else {
        "generic"
    }
}

/// Whether a state can be shown as it is, and does not imitate one that only webhand writes.
pub(super) fn is_plain(state: &str) -> bool {
    let key = state.split('=').next().unwrap_or_default();
    !state.is_empty()
        && state.len() <= 60
        && !OWN_STATES.iter().any(|own| own.eq_ignore_ascii_case(key))
        && state.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '=' | '.' | '%' | ',' | '/' | ':'))
}

/// Whether a state is redundant: the level of a heading, or that a field named so is for a password.
pub(super) fn is_usual(node: &Node, state: &str) -> bool {
    let state = NodeState::parse(state);
    if state == NodeState::Type("password") {
        return node.name.to_lowercase().contains("password");
    }
    node.role == "heading" && matches!(state, NodeState::Level(_))
}

/// The address without its fragment, in which a page could write to the reader, and without characters that could begin or
/// end a line, a quotation or a ref.
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
const OWN_STATES: [&str; 8] = ["ref", "gone", "origin", "box", "id", "native", "blocking", "new"];
/// The mark of what the look before did not show.
pub(super) const NEW: &str = " [new]";
