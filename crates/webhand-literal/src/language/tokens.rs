//! Splits text into words, folded so that case and accents do not matter, and an instruction into tokens.
//!
//! Invariant: a quotation is one token, kept letter by letter.

use std::ops::Range;

pub(crate) use webhand_model::fold_text;

/// One word of an instruction, or one quotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WordToken {
    /// The word without the punctuation around it; a quotation without its quotes.
    pub text: String,
    pub folded: String,
    pub quoted: bool,
    /// The range in the instruction, with the quotes.
    pub span: Range<usize>,
    /// The end of the range with the exclamation or question marks behind the word.
    pub loud_end: usize,
    pub stop: Stop,
}

/// The punctuation behind a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    None,
    Comma,
    /// The end of a sentence or of a line.
    Full,
}

/// The words of a text, folded; punctuation only separates, except behind a single letter ("e-mail").
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut folded = fold_text(text);
    for (at, _) in folded.clone().match_indices('-').rev() {
        let letters = folded[..at].chars().rev().take_while(|c| c.is_alphanumeric()).count();
        if letters == 1 && folded[at + 1..].starts_with(char::is_alphabetic) {
            folded.remove(at);
        }
    }
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The most tokens of an instruction that are read.
const MOST_TOKENS: usize = 400;

/// Cuts an instruction into words and quotations.
pub(crate) fn tokens(text: &str) -> Vec<WordToken> {
    let mut found: Vec<WordToken> = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if found.len() == MOST_TOKENS {
            break;
        }
        if let Some(last) = found.last_mut().filter(|_| c == '\n') {
            last.stop = Stop::Full;
        }
        if c.is_whitespace() || OPENING.contains(c) {
            at += c.len_utf8();
        } else if let Some(inside) = quotation(text, at, c) {
            let (token, next) = quoted(text, at, inside);
            found.push(token);
            at = next;
        } else {
            let end = text[at..].find(char::is_whitespace).map_or(text.len(), |length| at + length);
            match word(text, at..end) {
                Some(token) => found.push(token),
                // A lone comma or full stop belongs to the word before it.
                None => {
                    if let Some(last) = found.last_mut() {
                        last.stop = stop(&text[at..end]);
                    }
                }
            }
            at = end;
        }
    }
    found
}

/// Punctuation before a word, which is skipped.
const OPENING: &str = "(¿¡[";
const CLOSING: &[char] = &[',', '.', ';', ':', '!', '?', ')', ']', '…'];
const QUOTES: &[(char, char)] = &[('"', '"'), ('“', '”'), ('«', '»'), ('„', '“'), ('‘', '’'), ('\'', '\''), ('`', '`')];

/// The inside of a quotation that begins here, if it also ends.
fn quotation(text: &str, at: usize, open: char) -> Option<Range<usize>> {
    let (_, close) = QUOTES.iter().find(|(begin, _)| *begin == open)?;
    let start = at + open.len_utf8();
    let inside = |end: usize| {
        let after = text[end + close.len_utf8()..].chars().next();
        after.is_none_or(|c| !c.is_alphanumeric())
    };
    let end = text[start..].match_indices(*close).map(|(offset, _)| start + offset).find(|end| inside(*end))?;
    (end > start).then_some(start..end)
}

fn quoted(text: &str, at: usize, inside: Range<usize>) -> (WordToken, usize) {
    let close = text[inside.end..].chars().next().map_or(0, char::len_utf8);
    let end = inside.end + close;
    let rest = &text[end..];
    let trailing = rest.len() - rest.trim_start_matches(CLOSING).len();
    let content = &text[inside];
    let token = WordToken {
        text: content.to_owned(),
        folded: fold_text(content),
        quoted: true,
        span: at..end,
        loud_end: end,
        stop: stop(&rest[..trailing]),
    };
    (token, end + trailing)
}

fn word(text: &str, span: Range<usize>) -> Option<WordToken> {
    let whole = &text[span.clone()];
    let bare = whole.trim_end_matches(CLOSING);
    let end = span.start + bare.len();
    let loud = text[end..span.end].chars().take_while(|c| matches!(c, '!' | '?')).count();
    (!bare.is_empty()).then(|| WordToken {
        text: bare.to_owned(),
        folded: fold_text(bare),
        quoted: false,
        span: span.start..end,
        loud_end: end + loud,
        stop: stop(&text[end..span.end]),
    })
}

fn stop(punctuation: &str) -> Stop {
    if punctuation.contains(['.', ';', '!', '?', '…']) {
        Stop::Full
    } else if punctuation.contains(',') {
        Stop::Comma
    } else {
        Stop::None
    }
}
