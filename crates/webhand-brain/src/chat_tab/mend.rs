//! Mends text that a chat page has changed on its way from the model: typographic quotes, spaces that are none, labels of
//! buttons that were copied along.
//!
//! Invariant: mending is only tried on a text that cannot be parsed as it is, and never adds words.

/// The text of a composer or a message for comparing: spaces are spaces, line ends are `\n`, none at the ends.
pub(super) fn comparable(text: &str) -> String {
    let unified = text.replace("\r\n", "\n").replace('\r', "\n").replace('\u{a0}', " ");
    let lines: Vec<&str> = unified.split('\n').map(str::trim_end).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// A text of JSON with plain quotes and spaces, and without what stands before its first brace.
pub(super) fn mended_json(text: &str) -> String {
    let plain: String = text.chars().filter_map(plain).collect();
    match plain.find(['{', '[']) {
        Some(at) => plain[at..].to_owned(),
        None => plain,
    }
}

fn plain(c: char) -> Option<char> {
    match c {
        '“' | '”' | '„' | '‟' | '＂' | '«' | '»' => Some('"'),
        '‘' | '’' | '‚' => Some('\''),
        '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '\u{200b}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{feff}' | '\u{ad}' => None,
        other => Some(other),
    }
}
