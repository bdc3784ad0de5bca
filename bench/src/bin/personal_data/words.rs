//! Random digits, letters and names.

use webhand_bench::seeded_rng::SeededRng;

pub fn pick<'a>(rng: &mut SeededRng, of: &[&'a str]) -> &'a str {
    of[rng.below(of.len())]
}

pub fn digits(rng: &mut SeededRng, count: usize) -> String {
    from_alphabet(rng, "0123456789", count)
}

/// Digits of which the first is not zero.
pub fn number(rng: &mut SeededRng, count: usize) -> String {
    from_alphabet(rng, "123456789", 1) + &digits(rng, count - 1)
}

pub fn from_alphabet(rng: &mut SeededRng, alphabet: &str, count: usize) -> String {
    let letters: Vec<char> = alphabet.chars().collect();
    (0..count).map(|_| letters[rng.below(letters.len())]).collect()
}

pub fn hex(rng: &mut SeededRng, count: usize) -> String {
    from_alphabet(rng, "0123456789abcdef", count)
}

pub fn base62(rng: &mut SeededRng, count: usize) -> String {
    from_alphabet(rng, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", count)
}

/// Fills a pattern: `#` is a digit, anything else stays.
pub fn fill(rng: &mut SeededRng, pattern: &str) -> String {
    pattern.chars().map(|c| if c == '#' { digits(rng, 1).chars().next().unwrap_or('0') } else { c }).collect()
}

pub const FIRST: &[&str] = &["anna", "john", "maría", "pierre", "jürgen", "olivia", "li", "fatima", "sean", "zoë"];
pub const LAST: &[&str] =
    &["smith", "garcia", "müller", "dupont", "o'brien", "jones", "lopez", "weber", "martin", "ng"];
