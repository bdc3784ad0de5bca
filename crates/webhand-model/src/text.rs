//! Text from pages: cleaned, cut, quoted and counted before it goes anywhere.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Removes what a person cannot see and folds white space: tag characters, zero-width and bidi controls, soft
/// hyphens, stray variation selectors, control characters.
///
/// A joiner stays between two characters of a script or emoji that needs it, one variation selector stays behind an
/// emoji.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut characters = text.trim().chars().peekable();
    let mut last = ' ';
    while let Some(c) = characters.next() {
        if c.is_whitespace() {
            if last != ' ' {
                cleaned.push(' ');
                last = ' ';
            }
            continue;
        }
        let keep = match c {
            '\u{200c}' | '\u{200d}' => joins(last) && characters.peek().copied().is_some_and(joins),
            '\u{fe0f}' | '\u{fe0e}' => is_pictograph(last),
            _ => !is_unseen(c),
        };
        if keep {
            cleaned.push(c);
            last = c;
        }
    }
    if cleaned.ends_with(' ') {
        cleaned.pop();
    }
    cleaned
}

fn joins(c: char) -> bool {
    is_pictograph(c) || matches!(c, '\u{600}'..='\u{dff}' | '\u{fe0f}')
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}' | '#' | '*' | '0'..='9')
}

fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffd}' | '\u{e0000}'..='\u{e0fff}')
}

/// Cuts to at most `most` characters, the last one an ellipsis where something was left out.
#[must_use]
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().count() <= most {
        return Cow::Borrowed(text);
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    Cow::Owned(short)
}

/// Puts text between double quotes so that nothing in it can end the quotation or the line.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => {
                let _ = write!(quoted, "\\u{{{:x}}}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// About how many tokens a model counts for this text; rather too many than too few.
///
/// A model's own count differs by model and is not needed: what matters is that a budget is not passed.
#[must_use]
pub fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut run = Run::Other;
    for c in text.chars() {
        run = match c {
            'a'..='z' | 'A'..='Z' => match run {
                Run::Letters(n) if n < 5 => Run::Letters(n + 1),
                Run::Other | Run::Letters(_) | Run::Digits(_) => one(&mut count, Run::Letters(1)),
            },
            '0'..='9' => match run {
                Run::Digits(n) if n < 3 => Run::Digits(n + 1),
                Run::Other | Run::Letters(_) | Run::Digits(_) => one(&mut count, Run::Digits(1)),
            },
            // A blank belongs to the word after it; a row of them is one token.
            ' ' => Run::Other,
            _ => one(&mut count, Run::Other),
        };
    }
    count
}

#[derive(Clone, Copy)]
enum Run {
    Other,
    Letters(u8),
    Digits(u8),
}

fn one(count: &mut usize, run: Run) -> Run {
    *count += 1;
    run
}
