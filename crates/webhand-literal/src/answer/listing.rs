//! What a page lists: which of its entries are meant, and the number each of them goes with.

use crate::language::tokens::{Token, tokens, words};
use crate::language::{Bound, Language, concept};
use crate::matching::score::quality;
use crate::number::figure::Figure;
use crate::page::Page;

/// The entries that were spoken of.
pub(crate) struct Listing {
    pub rows: Vec<ListedEntry>,
    /// Whether they are fewer than the page has.
    pub narrowed: bool,
    /// Whether a number decided which they are: "under 20 €".
    pub bounded: bool,
}

/// One of them.
pub(crate) struct ListedEntry {
    pub entry: usize,
    pub text: String,
    pub figure: Option<Figure>,
}

/// The entries that `what` speaks of. A word that no entry has says where they are or what of them is wanted, unless
/// it is a name.
pub(crate) fn find_listing(page: &Page<'_>, language: &Language, what: &str) -> Listing {
    let all = tokens(what);
    let bound = language.bound(&all);
    let said: Vec<&Token> = match &bound {
        Some((at, _)) => all[..at.start].iter().chain(&all[at.end..]).collect(),
        None => all.iter().collect(),
    };
    let asked: Vec<AskedWord> = said.into_iter().flat_map(|token| asked_words(language, token)).collect();
    let entries: Vec<usize> = page.entries().into_iter().filter(|entry| !is_total_row(page, *entry)).collect();
    let telling = |asked: &&AskedWord| {
        let column = entries.first().and_then(|entry| column(page, *entry, &asked.word)).is_some();
        asked.is_name || (!column && entries.iter().any(|entry| says(page, *entry, &asked.word)))
    };
    let telling: Vec<&AskedWord> = asked.iter().filter(telling).collect();
    let fits = |entry: &usize| telling.iter().all(|asked| says(page, *entry, &asked.word));
    let of_money = bound.is_none() || mentions_money(language, what);
    let listed =
        |entry: usize| ListedEntry { entry, text: page.text_of(entry), figure: figure(page, entry, &asked, of_money) };
    let mut rows: Vec<ListedEntry> = entries.iter().copied().filter(fits).map(listed).collect();
    // Where no number is the one that was meant, it decides nothing.
    let bound = bound.filter(|_| rows.is_empty() || rows.iter().any(|row| row.figure.is_some()));
    if let Some((_, bound)) = &bound {
        rows.retain(|row| row.figure.is_some_and(|figure| bound.holds(figure)));
    }
    Listing { narrowed: rows.len() < entries.len(), bounded: bound.is_some(), rows }
}

fn mentions_money(language: &Language, what: &str) -> bool {
    let says = |word: &String| concept(word) == Some("price") || MONEY.contains(&word.as_str());
    Figure::money(what).is_some() || words(what).iter().any(|word| says(word) || language.amounts.contains(word))
}

/// The words of a token that may tell one entry from another.
fn asked_words(language: &Language, token: &Token) -> Vec<AskedWord> {
    if token.quoted {
        return words(&token.text).into_iter().map(|word| AskedWord { word, is_name: true }).collect();
    }
    let lists = [&language.most, &language.least, &language.every, &language.telling];
    let empty = |word: &String| {
        !language.is_content(word) || language.roles.contains_key(word) || lists.iter().any(|list| list.contains(word))
    };
    let is_name = token.text.chars().next().is_some_and(char::is_uppercase);
    let telling = words(&token.folded).into_iter().filter(|word| !empty(word));
    telling.map(|word| AskedWord { is_name: is_name && concept(&word).is_none(), word }).collect()
}

/// Whether an entry only adds up the others.
fn is_total_row(page: &Page<'_>, entry: usize) -> bool {
    words(&page.text_of(entry)).first().is_some_and(|word| concept(word) == Some(TOTAL))
}

/// What the page itself says the total is.
pub(crate) fn stated_total(page: &Page<'_>) -> Option<String> {
    let nodes = page.nodes();
    let adds = |text: &String| {
        words(text).iter().any(|word| concept(word) == Some(TOTAL)) && text.contains(|c: char| c.is_ascii_digit())
    };
    (0..nodes.len()).filter(|at| !page.is_echo(*at)).map(|at| page.text_of(at)).filter(adds).min_by_key(String::len)
}

/// What money is called where it has no sign, folded.
const MONEY: [&str; 8] = ["euro", "euros", "dollar", "dollars", "dolares", "pound", "pounds", "libras"];
/// The concept under which every language has its words for a total.
const TOTAL: &str = "total";

struct AskedWord {
    word: String,
    /// Whether it must be there: it was quoted, or written like a name.
    is_name: bool,
}

fn says(page: &Page<'_>, entry: usize, word: &str) -> bool {
    quality(word, &words(&page.text_of(entry))) >= 80
}

/// The number of an entry: in a column that was named, else of money if that may be meant, else the only one it has.
fn figure(page: &Page<'_>, entry: usize, asked: &[AskedWord], of_money: bool) -> Option<Figure> {
    let cells = page.cells(entry);
    let written = |cell: &String| Figure::money(cell).or_else(|| Figure::first(cell));
    let named = asked.iter().find_map(|asked| cells.get(column(page, entry, &asked.word)?).and_then(written));
    let text = page.text_of(entry);
    named.or_else(|| Figure::money(&text).filter(|_| of_money)).or_else(|| Figure::only(&text))
}

/// Which column of the table a word names; none where cells and headers do not stand one under the other.
fn column(page: &Page<'_>, entry: usize, word: &str) -> Option<usize> {
    let headers = page.headers(entry);
    let fits = |header: &String| quality(word, &words(header)) >= 80;
    headers.iter().position(fits).filter(|_| headers.len() == page.cells(entry).len())
}

/// Which numbers are meant.
impl Bound {
    fn holds(self, figure: Figure) -> bool {
        match self {
            Self::Above(limit) => figure.value > limit,
            Self::Below(limit) => figure.value < limit,
        }
    }
}
