//! Parses a line of the person: a message, or a command to the chat itself. Pure.

use webhand_model::{clean_value, edit_distance, truncate};

use super::route::{MessageRoute, RouteMode};

/// One parsed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChatInput {
    Nothing,
    Message(String),
    /// A message that names its route.
    By(MessageRoute, String),
    Mode(RouteMode),
    /// Repeat the last message.
    Again,
    /// Forget the conversation.
    New,
    Help,
    Quit,
    /// No message and no command: why, and the line that was probably meant.
    Wrong {
        why: String,
        meant: Option<String>,
    },
}

impl ChatInput {
    pub fn parse(line: &str) -> Self {
        let line = clean_value(&without_keys(line));
        let line = line.trim();
        let Some(order) = line.strip_prefix('/') else {
            return if line.is_empty() { Self::Nothing } else { Self::Message(line.to_owned()) };
        };
        if order.starts_with('/') {
            return Self::Message(order.to_owned());
        }
        let (name, rest) = order.split_once(char::is_whitespace).unwrap_or((order, ""));
        let rest = rest.trim();
        match (name, rest) {
            ("browse" | "say", "") => Self::wrong(format!("/{name} wants the message behind it")),
            ("browse", text) => Self::By(MessageRoute::Browser, text.to_owned()),
            ("say", text) => Self::By(MessageRoute::Words, text.to_owned()),
            ("mode", word) => match RouteMode::parse(word) {
                Some(mode) => Self::Mode(mode),
                None => Self::wrong("/mode takes auto, browser or words".to_owned()),
            },
            ("again", "") => Self::Again,
            ("new", "") => Self::New,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            ("again" | "new" | "help" | "quit" | "exit", _) => {
                Self::Wrong { why: format!("/{name} takes nothing behind it"), meant: Some(format!("/{name}")) }
            }
            _ => Self::unknown(name, rest),
        }
    }

    fn wrong(why: String) -> Self {
        Self::Wrong { why, meant: None }
    }

    fn unknown(name: &str, rest: &str) -> Self {
        let nearest = NAMES.into_iter().min_by_key(|known| edit_distance(known, name));
        let near = nearest.filter(|known| edit_distance(known, name) <= known.len().div_ceil(2));
        Self::Wrong {
            why: format!("there is no /{}", truncate(name, MOST_NAME)),
            meant: near.map(|near| format!("/{near} {rest}").trim_end().to_owned()),
        }
    }
}

/// The line without the escape sequences of keys such as the arrows: an escape, `[` or `O`, and all up to a letter.
fn without_keys(line: &str) -> String {
    let mut parts = line.split(ESCAPE);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let key = part.strip_prefix(['[', 'O']).unwrap_or(part);
        let end = key.find(|c: char| c.is_ascii_alphabetic() || c == '~').map_or(key.len(), |at| at + 1);
        kept.push_str(&key[end..]);
    }
    kept
}

/// Every chat command and its help.
pub const HELP: [(&str, &str); 8] = [
    ("/browse TEXT", "do it in the browser"),
    ("/say TEXT", "answer it in words"),
    ("/mode WAY", "take all as auto, browser, words"),
    ("/again", "the last message once more"),
    ("/new", "forget what was said"),
    ("/help", "this list"),
    ("/quit", "leave, as Ctrl-D does"),
    ("//TEXT", "a message that begins with /"),
];

const NAMES: [&str; 7] = ["browse", "say", "mode", "again", "new", "help", "quit"];
const ESCAPE: char = '\u{1b}';
const MOST_NAME: usize = 40;

#[cfg(test)]
mod tests;
