//! Recognises values that a server makes up anew at each load of a page, as anti-forgery tokens are.

/// Whether a value has at least 64 bits that look random: letters and digits in a mix that names, sums, account numbers
/// and sentences do not have.
#[must_use]
pub fn looks_random(value: &str) -> bool {
    let characters: Vec<char> = value.chars().collect();
    let length = characters.len();
    if !(LEAST_LENGTH..=MOST_LENGTH).contains(&length) || !characters.iter().all(|c| is_token_character(*c)) {
        return false;
    }
    let changes = characters.windows(2).filter(|pair| class_of(pair[0]) != class_of(pair[1])).count();
    let mut distinct = characters.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let bits_each = if characters.iter().all(|c| c.is_ascii_hexdigit() || *c == '-') { 4 } else { 5 };
    let digits = characters.iter().filter(|c| c.is_ascii_digit()).count();
    length * bits_each >= LEAST_BITS
        && distinct.len() >= LEAST_DISTINCT
        && digits >= LEAST_DIGITS
        && changes * 4 >= length
}

fn is_token_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=' | '-' | '_' | '.' | ':' | '~' | '|')
}

/// Random text changes often between digits, small and capital letters; words and numbers do not.
fn class_of(c: char) -> u8 {
    match c {
        '0'..='9' => 0,
        'a'..='z' => 1,
        'A'..='Z' => 2,
        _ => 3,
    }
}

const LEAST_BITS: usize = 64;
const LEAST_LENGTH: usize = 16;
const MOST_LENGTH: usize = 1_000;
const LEAST_DISTINCT: usize = 8;
const LEAST_DIGITS: usize = 2;

#[cfg(test)]
mod tests;
