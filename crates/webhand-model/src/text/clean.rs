//! Removes from page text what a person cannot see.

/// Removes what a person cannot see and folds white space: tag characters, zero-width and bidi controls, soft
/// hyphens, stray variation selectors, control characters.
///
/// A joiner stays where a script or an emoji needs it, one variation selector stays behind an emoji. Cleaning a clean text
/// changes nothing.
#[must_use]
pub fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    // Invisible characters go first, so that none can stand between a joiner and the characters it joins.
    let mut characters = text.chars().filter(|c| c.is_whitespace() || !is_unseen(*c)).peekable();
    let mut last = ' ';
    while let Some(c) = characters.next() {
        let c = if c.is_whitespace() { ' ' } else { c };
        let next = characters.peek().copied().unwrap_or(' ');
        let keep = match c {
            ' ' => last != ' ',
            ZWJ => is_joined_script(last) || (is_emoji_part(last) && is_pictograph(next)),
            ZWNJ => is_joined_script(last) && is_joined_script(next),
            '\u{fe0e}' | '\u{fe0f}' => is_pictograph(last) || (is_keycap_base(last) && next == '\u{20e3}'),
            _ => true,
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

/// As [`clean`], but blanks and line breaks stay, because they are part of a field's value.
#[must_use]
pub fn clean_value(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end_matches(char::is_whitespace);
        cleaned.push_str(&clean(word));
        cleaned.extend(piece[word.len()..].chars().filter(|c| *c != '\r').map(|c| if c == '\n' { c } else { ' ' }));
    }
    cleaned
}

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';

/// Arabic to Sinhala: scripts whose letters change their form next to a joiner.
fn is_joined_script(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{dff}')
}

fn is_emoji_part(c: char) -> bool {
    is_pictograph(c) || c == '\u{fe0f}'
}

fn is_pictograph(c: char) -> bool {
    matches!(c,
        '©' | '®' | '‼' | '⁉' | '™' | 'ℹ' | '〰' | '〽' | '㊗' | '㊙' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}

/// A text as it is, but for characters that nobody sees or that change how it is read: they are written as their numbers.
#[must_use]
pub fn escape_unseen(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) && !matches!(c, '\n' | '\t') {
            escaped.extend(c.escape_unicode());
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn is_keycap_base(c: char) -> bool {
    matches!(c, '#' | '*' | '0'..='9')
}

/// Whether a character is invisible. Joiners and the two emoji variation selectors are judged by their neighbours, not
/// here.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
