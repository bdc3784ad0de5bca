//! Searching as people expect it: every word must occur, and neither capitals nor accents matter.

/// Whether each word of `query` occurs in one of `texts`. An empty query matches everything.
pub(super) fn matches(query: &str, texts: &[&str]) -> bool {
    let texts: Vec<String> = texts.iter().map(|text| fold(text)).collect();
    fold(query).split_whitespace().all(|word| texts.iter().any(|text| text.contains(word)))
}

fn fold(text: &str) -> String {
    let plain = |character| match character {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ó' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        other => other,
    };
    text.chars().flat_map(char::to_lowercase).map(plain).collect()
}
