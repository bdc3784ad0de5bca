//! The one folder of text that is compared without regard to letter case, and to accents, spaces and punctuation where the
//! caller says so.

/// The treatment of the accents of Latin letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accents {
    /// Two names that differ in an accent are two: `papa` and `papá`.
    Keep,
    Drop,
}

/// The treatment of everything between letters and digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    AsWritten,
    /// One blank for every run of white space, and none at the ends.
    Single,
    /// Letters and digits stand alone, without blanks and punctuation.
    LettersAlone,
}

/// Lower case, without the accents of Latin letters.
#[must_use]
pub fn fold_text(text: &str) -> String {
    fold_with(text, Accents::Drop, Spacing::AsWritten)
}

/// Lower case, with accents and spacing as the caller compares them.
#[must_use]
pub fn fold_with(text: &str, accents: Accents, spacing: Spacing) -> String {
    let lower = text.chars().flat_map(char::to_lowercase);
    let folded: String = match accents {
        Accents::Keep => lower.collect(),
        Accents::Drop => lower.filter(|c| !is_combining(*c)).map(plain).collect(),
    };
    match spacing {
        Spacing::AsWritten => folded,
        Spacing::Single => folded.split_whitespace().collect::<Vec<_>>().join(" "),
        Spacing::LettersAlone => folded.chars().filter(|c| c.is_alphanumeric()).collect(),
    }
}

/// The words of a text, folded; punctuation separates.
pub(crate) fn folded_words(text: &str, accents: Accents) -> Vec<String> {
    let folded = fold_with(text, accents, Spacing::AsWritten);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words of a name, folded; `unitPrice`, `unit-price` and `Unit price` are the same two.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut was_lower = false;
    for c in text.chars() {
        if c.is_uppercase() && was_lower {
            spaced.push(' ');
        }
        was_lower = c.is_lowercase() || c.is_numeric();
        spaced.push(c);
    }
    folded_words(&spaced, Accents::Drop)
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

fn plain(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ė' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'į' => 'i',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'ō' | 'ő' => 'o',
        'ś' | 'š' => 's',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        '’' => '\'',
        other => other,
    }
}
