//! Text in the form in which claims are compared: lower case, digits of every script as ASCII, plain spaces and signs.

/// The text as it is compared.
pub(super) fn to_plain(text: &str) -> String {
    text.chars().map(plain_char).flat_map(char::to_lowercase).collect()
}

fn plain_char(c: char) -> char {
    match c {
        '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' => ' ',
        '\u{2212}' | '\u{2010}' | '\u{2011}' => '-',
        '\u{2019}' | '\u{66c}' => '\'',
        '\u{66b}' | '\u{ff0c}' => ',',
        '\u{ff0e}' => '.',
        '\u{ff1a}' => ':',
        '\u{ff05}' => '%',
        _ => DIGITS
            .iter()
            .find_map(|zero| u32::from(c).checked_sub(*zero).filter(|digit| *digit < 10))
            .and_then(|digit| char::from_digit(digit, 10))
            .unwrap_or(c),
    }
}

/// The zeros of the scripts with digits of their own.
const DIGITS: [u32; 11] = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0be6, 0x0e50, 0x0ed0, 0x1040, 0xff10];
