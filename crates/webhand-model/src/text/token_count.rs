//! Estimates the number of tokens of a text, without a model's vocabulary.
//!
//! The text is split as the o200k encoding splits it. Digits, blanks and single punctuation marks then count exactly; a
//! frequent word is one token; any other word is estimated by how rare its pairs of letters are, other scripts by their
//! letters. The numbers are fitted to be too high rather than too low over whole lines.

use std::sync::OnceLock;

/// An estimate of the tokens of a text; too many rather than too few.
///
/// The exact number differs by model and is not needed: a budget must not be exceeded.
#[must_use]
pub fn count_tokens(text: &str) -> usize {
    let mut count = Count { rest: text, tenths: 0, after_blank: false };
    while let Some(first) = count.rest.chars().next() {
        match kind(first) {
            CharKind::Blank => count.blanks(),
            CharKind::LineEnd => {
                count.take(|c| kind(c) == CharKind::LineEnd);
                count.add(10);
            }
            CharKind::Digit => {
                let digits = count.take(|c| c.is_ascii_digit()).len();
                count.add(10 * digits.div_ceil(3));
            }
            CharKind::Latin => count.word(),
            CharKind::Sign => count.signs(),
            CharKind::Script => {
                let cost = count.take(|c| kind(c) == CharKind::Script).chars().map(tenths).sum::<usize>();
                count.add(cost.max(10));
            }
        }
    }
    count.tenths.div_ceil(10)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharKind {
    Blank,
    LineEnd,
    Digit,
    /// A letter of a Latin word.
    Latin,
    /// An ASCII sign.
    Sign,
    /// Any other character.
    Script,
}

fn kind(c: char) -> CharKind {
    match c {
        '\n' | '\r' => CharKind::LineEnd,
        '0'..='9' => CharKind::Digit,
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => CharKind::Latin,
        c if c.is_whitespace() => CharKind::Blank,
        '\0'..='\x7f' => CharKind::Sign,
        _ => CharKind::Script,
    }
}

struct Count<'a> {
    rest: &'a str,
    tenths: usize,
    after_blank: bool,
}

impl<'a> Count<'a> {
    fn take(&mut self, goes_on: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !goes_on(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    fn add(&mut self, tenths: usize) {
        self.tenths += tenths;
        self.after_blank = false;
    }

    /// The last blank of several belongs to the word or sign after it; the others are one token.
    fn blanks(&mut self) {
        let row = self.take(|c| kind(c) == CharKind::Blank);
        let rows = row.len().div_ceil(MOST_BLANKS);
        match self.rest.chars().next().map(kind) {
            None | Some(CharKind::LineEnd) => self.add(10 * rows),
            Some(CharKind::Digit) if row.len() == 1 => self.add(10),
            Some(CharKind::Digit) => self.add(10 * rows + 10),
            Some(_) => {
                self.add(if row.len() > 1 { 10 * rows } else { 0 });
                self.after_blank = true;
            }
        }
    }

    /// Capitals and the small letters after them.
    fn word(&mut self) {
        let after_blank = self.after_blank;
        let latin = self.rest.find(|c| kind(c) != CharKind::Latin).unwrap_or(self.rest.len());
        let letters = &self.rest[..latin];
        let capitals = letters.find(|c: char| !c.is_uppercase()).unwrap_or(letters.len());
        let small = letters[capitals..].find(char::is_uppercase).unwrap_or(letters.len() - capitals);
        let (word, rest) = self.rest.split_at(capitals + small);
        self.rest = rest;
        self.add(word_tenths(word, after_blank));
    }

    /// Few signs are more than one token, but in a mixed sequence each may be one.
    fn signs(&mut self) {
        let row = self.take(|c| kind(c) == CharKind::Sign).as_bytes();
        let is_same = row.windows(2).all(|pair| pair[0] == pair[1]);
        let count = match row {
            [_] => 1,
            [first, second] if PAIRED.contains(first) || PAIRED.contains(second) => 1,
            row if is_same => 1 + row.len() / 8,
            row => row.len(),
        };
        self.add(10 * count);
        if row.len() == 1 && self.rest.starts_with('\n') {
            self.rest = &self.rest[1..];
        }
    }
}

fn word_tenths(word: &str, after_blank: bool) -> usize {
    if word.len() == 1 || is_common(word) {
        return 10;
    }
    let accents = word.chars().filter(|c| !c.is_ascii()).count();
    let bytes = word.as_bytes();
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    let rare = |pair: &[u8]| Some(usize::from(SELDOM[letter(pair[0])?][letter(pair[1])?] - b'0'));
    let seldom: usize = bytes.windows(2).filter_map(rare).sum();
    let bare = if after_blank { 0 } else { 3 };
    // No word has more tokens than bytes.
    (12 + bare + 10 * accents + seldom).min(10 * word.len())
}

/// Whether it is one of the words that are one token, at the beginning of a sentence too.
fn is_common(word: &str) -> bool {
    static WORDS: OnceLock<Vec<&str>> = OnceLock::new();
    let mut small = [0_u8; MOST_LETTERS];
    let Some(small) = small.get_mut(..word.len()) else { return false };
    small.copy_from_slice(word.as_bytes());
    small[0].make_ascii_lowercase();
    let words = WORDS.get_or_init(|| COMMON.split_ascii_whitespace().collect());
    words.binary_search_by(|common| common.as_bytes().cmp(small)).is_ok()
}

/// The average cost of a character of another script, in tenths of a token; not much less than a rare one costs.
fn tenths(c: char) -> usize {
    match c {
        '\u{80}'..='\u{bf}' | '\u{2010}'..='\u{2027}' => 12,
        '\u{400}'..='\u{52f}' => 5,
        '\u{370}'..='\u{3ff}' | '\u{530}'..='\u{77f}' | '\u{900}'..='\u{9ff}' | '\u{10a0}'..='\u{10ff}' => 6,
        '\u{a00}'..='\u{a7f}' | '\u{d80}'..='\u{dff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => 8,
        '\u{a80}'..='\u{d7f}' | '\u{e00}'..='\u{e7f}' => 7,
        '\u{3040}'..='\u{30ff}' => 9,
        '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => 11,
        '\u{250}'..='\u{36f}' | '\u{2028}'..='\u{22ff}' | '\u{2500}'..='\u{27bf}' => 20,
        '\u{20000}'.. => 40,
        _ => 30,
    }
}

const MOST_BLANKS: usize = 60;
const MOST_LETTERS: usize = 24;
/// Signs that are one token with most others beside them.
const PAIRED: &[u8] = b"\"'(),.]";
/// Frequent words, in order.
const COMMON: &str = include_str!("common_words.txt");
/// The cost that a pair of letters adds to a word, in tenths of a token; rows are the first letter.
const SELDOM: [&[u8; 26]; 26] = [
    b"60116212352010804010323105",
    b"33041205030004042110390020",
    b"22030381050072106040138024",
    b"21020245176044240300219104",
    b"32104243765222612101531059",
    b"24230229030005000335000000",
    b"50940020359450337235388140",
    b"20141602345700101313408150",
    b"31013006843110033210509160",
    b"42374010514304400003430311",
    b"43901063525474548546655155",
    b"21331320140083100511304205",
    b"32840188249025406234539030",
    b"36011004342532340000216224",
    b"61316125412200317100011044",
    b"20300113332003100100234100",
    b"90919190609090913670086170",
    b"26400139150413006301423504",
    b"53201091275552306201296336",
    b"10210010030005100003350505",
    b"30221017376011709100527454",
    b"30310410124703105430200060",
    b"15900160108390309341903265",
    b"31001047320240300013440132",
    b"54983396619552409646633080",
    b"22502004246910400376269033",
];
