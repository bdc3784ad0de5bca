//! The entries of a page that a question means, each with the number that belongs to it.

use crate::language::tokens::{WordToken, tokens, words};
use crate::language::{Bound, Language, concept};
use crate::matching::score::quality;
use crate::number::figure::Figure;
use crate::page::PageIndex;

/// The entries that a question means.
pub(crate) struct Listing {
    pub rows: Vec<ListedEntry>,
    /// Whether the page has more entries than these.
    pub narrowed: bool,
    /// Whether a limit selected them: "under 20 €".
    pub bounded: bool,
}

/// One entry of a [`Listing`].
pub(crate) struct ListedEntry {
    pub entry: usize,
    pub text: String,
    pub figure: Option<Figure>,
}

/// The entries that `what` means. A word that no entry has does not select entries, unless it is a name: it tells where the
/// entries are, or which of their values is wanted.
pub(crate) fn find_listing(page: &PageIndex<'_>, language: &Language, what: &str) -> Listing {
    let all = tokens(what);
    let bound = language.bound(&all);
    let said: Vec<&WordToken> = match &bound {
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
    // Where no entry has a number of the kind that is meant, the limit selects nothing.
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

/// The words of a token that can tell one entry from another.
fn asked_words(language: &Language, token: &WordToken) -> Vec<AskedWord> {
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

/// Whether an entry is the total of the others.
fn is_total_row(page: &PageIndex<'_>, entry: usize) -> bool {
    words(&page.text_of(entry)).first().is_some_and(|word| concept(word) == Some(TOTAL))
}

/// The total that the page itself states.
pub(crate) fn stated_total(page: &PageIndex<'_>) -> Option<String> {
    let nodes = page.nodes();
    let adds = |text: &String| {
        words(text).iter().any(|word| concept(word) == Some(TOTAL)) && text.contains(|c: char| c.is_ascii_digit())
    };
    (0..nodes.len()).filter(|at| !page.is_echo(*at)).map(|at| page.text_of(at)).filter(adds).min_by_key(String::len)
}

/// Words for money without a currency sign, folded.
const MONEY: [&str; 8] = ["euro", "euros", "dollar", "dollars", "dolares", "pound", "pounds", "libras"];
/// The concept under which every language has its words for a total.
const TOTAL: &str = "total";

struct AskedWord {
    word: String,
    /// Whether the entry must have the word: it was quoted, or written like a name.
    is_name: bool,
}

fn says(page: &PageIndex<'_>, entry: usize, word: &str) -> bool {
    quality(word, &words(&page.text_of(entry))) >= 80
}

/// The number of an entry: from a column that was named, else an amount of money if one may be meant, else its only number.
fn figure(page: &PageIndex<'_>, entry: usize, asked: &[AskedWord], of_money: bool) -> Option<Figure> {
    let cells = page.cells(entry);
    let written = |cell: &String| Figure::money(cell).or_else(|| Figure::first(cell));
    let named = asked.iter().find_map(|asked| cells.get(column(page, entry, &asked.word)?).and_then(written));
    let text = page.text_of(entry);
    named.or_else(|| Figure::money(&text).filter(|_| of_money)).or_else(|| Figure::only(&text))
}

/// The column of the table that a word names; none where the row has not as many cells as there are headers.
pub(super) fn column(page: &PageIndex<'_>, entry: usize, word: &str) -> Option<usize> {
    let headers = page.headers(entry);
    let fits = |header: &String| quality(word, &words(header)) >= 80;
    headers.iter().position(fits).filter(|_| headers.len() == page.cells(entry).len())
}

impl Bound {
    fn holds(self, figure: Figure) -> bool {
        match self {
            Self::Above(limit) => figure.value > limit,
            Self::Below(limit) => figure.value < limit,
        }
    }
}
