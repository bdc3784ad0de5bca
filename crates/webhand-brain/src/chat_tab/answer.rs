//! Finds the commands in an answer of a chat page.
//!
//! Invariants: only the blocks of the one answer count that was handed in, and of these neither quotes nor parts of blocks;
//! thinking never gets here. An object without the nonce of this turn is no command, whatever else it says: older turns,
//! examples and page text that the model repeats do not know the nonce.

use serde_json::{Map, Value};
use webhand_wire::chat::{AnswerBlock, AnswerBlockKind};

use super::mend::mended_json;
use crate::format::{calls_in_object, parse_object};

/// The content of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum AnswerContent {
    Commands {
        narration: String,
        /// Names and arguments in their order; at least one.
        calls: Vec<(String, Value)>,
    },
    /// No block looks like a command.
    Words(String),
    /// Something looks like a command and is none; why, for the model.
    Unreadable(String),
}

impl AnswerContent {
    /// Reads the blocks of one answer.
    pub fn of(blocks: &[AnswerBlock], nonce: &str) -> Self {
        let mut narration = Vec::new();
        let mut found = Found::default();
        for block in blocks {
            match block.kind {
                AnswerBlockKind::Code => found.read_code(block, nonce),
                AnswerBlockKind::Text => narration.push(found.read_text(&block.text, nonce)),
                AnswerBlockKind::Quote => {}
            }
        }
        let narration = narration.join("\n").trim().to_owned();
        if !found.calls.is_empty() {
            return Self::Commands { narration, calls: found.calls };
        }
        match found.wrong {
            Some(why) => Self::Unreadable(why.to_owned()),
            None => Self::Words(narration),
        }
    }

    pub fn is_command(&self) -> bool {
        match self {
            Self::Commands { .. } => true,
            Self::Words(_) | Self::Unreadable(_) => false,
        }
    }
}

#[derive(Debug, Default)]
struct Found {
    calls: Vec<(String, Value)>,
    wrong: Option<&'static str>,
}

impl Found {
    fn read_code(&mut self, block: &AnswerBlock, nonce: &str) {
        if !block.whole {
            self.wrong.get_or_insert("the block is too long for the page to show all of it; write a shorter one");
            return;
        }
        let looks_like_it = block.text.contains("\"turn\"") || block.text.contains(nonce);
        match objects(&block.text) {
            Some(objects) => self.take_all(&objects, nonce),
            None if looks_like_it => {
                self.wrong.get_or_insert("the block is not valid JSON");
            }
            None => {}
        }
    }

    /// Reads the tags and fences in a text, and returns the text without them.
    fn read_text(&mut self, text: &str, nonce: &str) -> String {
        let mut rest = text;
        let mut words = String::new();
        for _ in 0..MOST_TAGS {
            let Some((before, inside, after)) = next_command_text(rest) else { break };
            words.push_str(before);
            rest = after;
            match objects(inside) {
                Some(objects) => self.take_all(&objects, nonce),
                None if inside.contains(nonce) => {
                    self.wrong.get_or_insert("the block is not valid JSON");
                }
                None => {}
            }
        }
        rest = self.read_bare(rest, nonce, &mut words);
        // One that has to be mended is only read where nothing follows it.
        if let Some(at) = rest.find('{').filter(|_| rest.contains(nonce) && rest.trim_end().ends_with('}')) {
            let (before, inside) = rest.split_at(at);
            if let Some(objects) = objects(inside) {
                self.take_all(&objects, nonce);
                rest = before;
            }
        }
        words.push_str(rest);
        words
    }

    /// Reads the objects that stand bare in a text, because the page took their tags or fences away, and returns what is left
    /// of it. Braces that begin no object with the nonce are words, and what stands inside of others is part of them.
    fn read_bare<'t>(&mut self, text: &'t str, nonce: &str, words: &mut String) -> &'t str {
        let (mut rest, mut from) = (text, 0);
        for _ in 0..MOST_TAGS {
            let Some(at) = rest[from..].find('{').map(|at| from + at).filter(|_| rest.contains(nonce)) else { break };
            let mut values = serde_json::Deserializer::from_str(&rest[at..]).into_iter::<Value>();
            let Some(Ok(Value::Object(object))) = values.next() else {
                from = at + 1;
                continue;
            };
            let is_inside = rest[..at].matches('{').count() != rest[..at].matches('}').count();
            if is_inside || object.get(TURN).and_then(Value::as_str).map(str::trim) != Some(nonce) {
                from = at + values.byte_offset();
                continue;
            }
            self.take(&object, nonce);
            words.push_str(&rest[..at]);
            rest = &rest[at + values.byte_offset()..];
            from = 0;
        }
        rest
    }

    fn take_all(&mut self, objects: &[Map<String, Value>], nonce: &str) {
        for object in objects {
            self.take(object, nonce);
        }
    }

    fn take(&mut self, object: &Map<String, Value>, nonce: &str) {
        let mut object = object.clone();
        match object.remove(TURN) {
            Some(Value::String(turn)) if turn.trim() == nonce => {}
            Some(_) => {
                self.wrong.get_or_insert("its \"turn\" is not that of this turn");
                return;
            }
            None => {
                if calls_in_object(&object).is_some() {
                    self.wrong.get_or_insert("it has no \"turn\"");
                }
                return;
            }
        }
        if let Some(calls) = object.remove(CALLS) {
            object.insert("tool_calls".to_owned(), calls);
        }
        match calls_in_object(&object) {
            Some(calls) if self.calls.len() + calls.len() <= MOST_CALLS => self.calls.extend(calls),
            Some(_) => {
                self.wrong.get_or_insert("it has too many calls");
            }
            None => {
                self.wrong.get_or_insert("it has the right \"turn\" and no call");
            }
        }
    }
}

/// The next text between tags or fences, with what stands before and behind it.
fn next_command_text(text: &str) -> Option<(&str, &str, &str)> {
    let tags = OPENINGS.iter().filter_map(|(open, close)| Some((text.find(open)?, *open, *close)));
    let (at, open, close) = tags.min_by_key(|(at, ..)| *at)?;
    let inside = &text[at + open.len()..];
    let end = inside.find(close)?;
    Some((&text[..at], &inside[..end], &inside[end + close.len()..]))
}

/// The objects of a text: one, several behind each other, or a list of them.
fn objects(text: &str) -> Option<Vec<Map<String, Value>>> {
    plain_objects(text).or_else(|| {
        let mended = mended_json(text);
        plain_objects(&mended)
            .or_else(|| parse_object(&mended).ok().filter(|object| !object.is_empty()).map(|one| vec![one]))
    })
}

fn plain_objects(text: &str) -> Option<Vec<Map<String, Value>>> {
    let mut objects = Vec::new();
    for value in serde_json::Deserializer::from_str(text.trim()).into_iter::<Value>() {
        match value.ok()? {
            Value::Object(object) => objects.push(object),
            Value::Array(items) => {
                for item in items {
                    let Value::Object(object) = item else { return None };
                    objects.push(object);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        }
        if objects.len() > MOST_CALLS {
            return None;
        }
    }
    (!objects.is_empty()).then_some(objects)
}

/// The key of the nonce in a command, and of several calls.
const TURN: &str = "turn";
const CALLS: &str = "calls";
/// How commands are marked in plain text.
const OPENINGS: [(&str, &str); 3] =
    [("<tool_code>", "</tool_code>"), ("```json", "```"), ("&lt;tool_code&gt;", "&lt;/tool_code&gt;")];
const MOST_TAGS: usize = 64;
const MOST_CALLS: usize = 64;
