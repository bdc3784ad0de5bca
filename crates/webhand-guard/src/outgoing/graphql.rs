//! Whether a body is a GraphQL document that only reads.

use super::body::{Json, RequestBody};

/// Whether a body is one GraphQL request whose operations are all queries.
///
/// Everything else counts as a change: batches, persisted queries, which name an operation that only the server knows,
/// further keys, which an address that is no GraphQL endpoint may act on, and bodies that are not declared as JSON.
pub(super) fn is_query(body: &RequestBody<'_>) -> bool {
    if body.media_type() != "application/json" {
        return false;
    }
    let Some(Json::Object(entries)) = body.json() else { return false };
    let mut document = None;
    for (key, value) in &entries {
        match (key.as_str(), value) {
            ("query", Json::Text(text)) => document = Some(text),
            ("operationName", Json::Text(_) | Json::Plain(_)) | ("variables", Json::Object(_) | Json::Plain(_)) => {}
            ("extensions", Json::Object(extensions)) if !extensions.iter().any(|(key, _)| key == "persistedQuery") => {}
            _ => return false,
        }
    }
    document.is_some_and(|document| only_reads(document))
}

/// Whether each operation of a GraphQL document is a query, and there is at least one.
fn only_reads(document: &str) -> bool {
    let Some(tokens) = tokens(document) else { return false };
    let mut open: Vec<char> = Vec::new();
    let mut definition = None;
    let mut operations = 0_usize;
    for token in tokens {
        match token {
            Token::Name(name) if open.is_empty() && definition.is_none() => match name {
                "query" => {
                    operations += 1;
                    definition = Some(());
                }
                "fragment" => definition = Some(()),
                _ => return false,
            },
            Token::Mark(mark @ ('{' | '(' | '[')) => {
                if open.is_empty() && definition.is_none() {
                    if mark != '{' {
                        return false;
                    }
                    operations += 1;
                    definition = Some(());
                }
                open.push(mark);
            }
            Token::Mark(mark @ ('}' | ')' | ']')) => {
                let closes = matches!((open.pop(), mark), (Some('{'), '}') | (Some('('), ')') | (Some('['), ']'));
                if !closes {
                    return false;
                }
                if open.is_empty() && mark == '}' {
                    definition = None;
                }
            }
            Token::Name(_) | Token::Mark(_) | Token::Text if definition.is_some() => {}
            Token::Name(_) | Token::Mark(_) | Token::Text => return false,
        }
    }
    open.is_empty() && definition.is_none() && operations > 0
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Name(&'a str),
    Mark(char),
    /// A text or a block text.
    Text,
}

/// The tokens of a document; comments, commas and blanks separate them. `None` for a text without an end or a character
/// that no document contains.
fn tokens(document: &str) -> Option<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut rest = document.trim_start_matches('\u{feff}');
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ' ' | '\t' | '\r' | '\n' | ',' => 1,
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' => {
                tokens.push(Token::Text);
                text_length(rest)?
            }
            'A'..='Z' | 'a'..='z' | '_' => {
                let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
                tokens.push(Token::Name(&rest[..end]));
                end
            }
            '!'
            | '$'
            | '&'
            | '('
            | ')'
            | '.'
            | ':'
            | '='
            | '@'
            | '['
            | ']'
            | '{'
            | '|'
            | '}'
            | '-'
            | '+'
            | '0'..='9' => {
                tokens.push(Token::Mark(first));
                1
            }
            _ => return None,
        };
        rest = &rest[length..];
    }
    Some(tokens)
}

/// The length of the text that a document begins with, quotes included.
fn text_length(rest: &str) -> Option<usize> {
    if let Some(block) = rest.strip_prefix("\"\"\"") {
        let mut from = 0;
        loop {
            let end = from + block.get(from..)?.find("\"\"\"")?;
            if !block[..end].ends_with('\\') {
                return Some(end + 6);
            }
            from = end + 3;
        }
    }
    let mut escaped = false;
    for (at, character) in rest.char_indices().skip(1) {
        match character {
            '\n' | '\r' => return None,
            '\\' => escaped = !escaped,
            '"' if !escaped => return Some(at + 1),
            _ => escaped = false,
        }
    }
    None
}
