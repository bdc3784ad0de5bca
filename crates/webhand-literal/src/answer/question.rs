//! A question about the page, and which of its lines answer it.
//!
//! A line answers if it says everything that the question names, or stands under a heading or behind a label that does, and
//! says something that the question does not: a figure where one is asked for. A label, a heading or the question itself is
//! no answer.

use super::listing::column;
use super::read::{PageLine, wanted_words};
use crate::language::Language;
use crate::language::tokens::{WordToken, tokens, words};
use crate::matching::score::quality;
use crate::page::PageIndex;

/// The most lines that answer one question.
const MOST_LINES: usize = 6;
/// How many lines below a heading belong to it.
const BELOW_HEADING: usize = 3;

/// The words of a question: the things that it names and the kind of value that it asks for.
pub(super) struct Question {
    /// The words that an answer must be about.
    things: Vec<String>,
    /// The words for the kind of value that is asked for: price, date, number.
    amounts: Vec<String>,
    /// All words of the question.
    asked: Vec<String>,
    /// Those of the things that are quoted or written like names.
    names: Vec<String>,
    /// The things that are asked of a thing with a name: all those without one. "The return date of `Salt Roads`"
    /// asks for the return.
    qualifiers: Vec<String>,
    /// The things that are written in capitals. The value of an ISBN stands behind its name, so a line that ends with it only
    /// mentions it.
    acronyms: Vec<String>,
}

/// How well a line answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Only the heading above it is about what was asked.
    Below,
    /// The line or its label is about it.
    Own,
    /// It also names the kind of value that was asked for.
    Named,
}

/// A line that answers.
struct FoundLine {
    rank: Rank,
    /// It has the words of the question as they are.
    is_exact: bool,
    text: String,
}

impl Question {
    pub(super) fn new(language: &Language, about: &str) -> Self {
        let asked = words(about);
        let is_amount = |word: &String| language.amounts.contains(word) || VALUES.contains(&word.as_str());
        let amounts: Vec<String> = asked.iter().filter(|word| is_amount(word)).cloned().collect();
        let things: Vec<String> = wanted_words(language, about).into_iter().filter(|word| !is_amount(word)).collect();
        let is_name = |token: &&WordToken| token.quoted || token.text.chars().next().is_some_and(char::is_uppercase);
        let names: Vec<String> = tokens(about).iter().filter(is_name).flat_map(|token| words(&token.text)).collect();
        let names: Vec<String> = names.into_iter().filter(|word| things.contains(word)).collect();
        let is_qualifier = |word: &&String| !names.is_empty() && !names.contains(word);
        let qualifiers = things.iter().filter(is_qualifier).cloned().collect();
        let is_capitals = |token: &&WordToken| token.text.len() > 2 && token.text.chars().all(char::is_uppercase);
        let acronyms = tokens(about).iter().filter(is_capitals).flat_map(|token| words(&token.text)).collect();
        Self { things, amounts, asked, names, qualifiers, acronyms }
    }

    fn wants_figure(&self) -> bool {
        !self.amounts.is_empty()
    }

    /// The lines that answer, the best only.
    pub(super) fn answers(&self, title: &str, lines: &[PageLine]) -> Vec<String> {
        if self.names.is_empty() {
            return self.find(title, lines);
        }
        // "The rope Rope": a word that the page has nowhere describes what the name says already.
        let all: Vec<String> = lines.iter().flat_map(|line| words(&line.text)).chain(words(title)).collect();
        let is_needed = |word: &&String| self.names.contains(word) || quality(word, &all) >= 80;
        let things = self.things.iter().filter(is_needed).cloned().collect();
        let qualifiers = self.qualifiers.iter().filter(is_needed).cloned().collect();
        let (amounts, asked, acronyms) = (self.amounts.clone(), self.asked.clone(), self.acronyms.clone());
        Self { things, amounts, asked, names: Vec::new(), qualifiers, acronyms }.find(title, lines)
    }

    fn find(&self, title: &str, lines: &[PageLine]) -> Vec<String> {
        let mut heading: Vec<String> = Vec::new();
        let mut since_heading = 0;
        let mut found: Vec<FoundLine> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            since_heading += 1;
            if line.heading {
                heading = words(&line.text);
                since_heading = 0;
            }
            let before = at.checked_sub(1).map(|before| &lines[before]).filter(|before| self.is_label(before));
            let label = before.map(|before| words(&before.text)).unwrap_or_default();
            let own = [words(&line.text), label].concat();
            let above = [heading.clone(), words(title)].concat();
            let Some(rank) = self.rank(&own, &above, since_heading).filter(|_| self.tells(line, before)) else {
                continue;
            };
            let text = match before {
                Some(before) => format!("{}: {}", before.text.trim_end_matches(':'), line.text),
                None => line.text.clone(),
            };
            found.push(FoundLine { rank, is_exact: self.is_exact(&own), text });
        }
        self.best(found)
    }

    fn rank(&self, own: &[String], above: &[String], since_heading: usize) -> Option<Rank> {
        let says = |text: &[String], word: &String| quality(word, text) >= 80;
        let is_named = self.amounts.iter().any(|word| says(own, word));
        let is_own = self.things.iter().all(|word| says(own, word));
        let is_below = self.things.iter().all(|word| says(own, word) || says(above, word));
        if self.things.is_empty() {
            return is_named.then_some(Rank::Named);
        }
        match (is_own, is_below, is_named) {
            (true, _, true) | (false, true, true) => Some(Rank::Named),
            (true, _, false) => Some(Rank::Own),
            (false, true, false) if since_heading <= BELOW_HEADING && since_heading > 0 => Some(Rank::Below),
            (false, _, _) => None,
        }
    }

    /// Whether the words of the question stand in a text as they are: "Subtotal" is about a total, but not exactly.
    fn is_exact(&self, own: &[String]) -> bool {
        let is_named = self.amounts.is_empty() || self.amounts.iter().any(|word| own.contains(word));
        is_named && self.things.iter().all(|word| own.contains(word))
    }

    /// Whether a line says something that the question does not.
    fn tells(&self, line: &PageLine, label: Option<&PageLine>) -> bool {
        if self.wants_figure() {
            return self.has_figure(&line.text) && self.has_figure_of_qualifiers(&line.text, label);
        }
        let known = |word: &String| {
            quality(word, &self.asked) >= 80 || label.is_some_and(|label| words(&label.text).contains(word))
        };
        let own = words(&line.text);
        let only_mentions = own.last().is_some_and(|last| self.acronyms.contains(last));
        !line.heading && !only_mentions && !own.iter().all(known)
    }

    /// Whether a figure stands in the sentence that says what is asked of a thing. "Borrowed on 4 June. Return it at the desk."
    /// has no date of a return.
    fn has_figure_of_qualifiers(&self, text: &str, label: Option<&PageLine>) -> bool {
        if self.qualifiers.is_empty() || self.amounts.iter().any(|word| quality(word, &words(text)) >= 80) {
            return true;
        }
        let label = label.map(|label| words(&label.text)).unwrap_or_default();
        text.split(". ").any(|sentence| {
            let own = [words(sentence), label.clone()].concat();
            self.has_figure(sentence) && self.qualifiers.iter().all(|word| quality(word, &own) >= 80)
        })
    }

    /// Whether a text has a figure that is not of the question.
    fn has_figure(&self, text: &str) -> bool {
        let is_new = |word: &String| word.contains(|c: char| c.is_ascii_digit()) && !self.asked.contains(word);
        words(text).iter().any(is_new)
    }

    /// Whether a line only names what the next line says.
    fn is_label(&self, line: &PageLine) -> bool {
        let own = words(&line.text);
        let is_asked = !own.is_empty() && own.iter().all(|word| quality(word, &self.asked) >= 80);
        line.text.trim_end().ends_with(':') || (is_asked && !self.has_figure(&line.text))
    }

    fn best(&self, mut found: Vec<FoundLine>) -> Vec<String> {
        let Some(best) = found.iter().map(|line| line.rank).max() else { return Vec::new() };
        found.retain(|line| line.rank == best);
        if found.iter().any(|line| line.is_exact) {
            found.retain(|line| line.is_exact);
        }
        let mut texts: Vec<String> = Vec::new();
        for FoundLine { text, .. } in found {
            if !texts.iter().any(|other| other.contains(&text)) && texts.len() < MOST_LINES {
                texts.push(text);
            }
        }
        // Several figures under one heading: nothing tells which of them was asked for.
        if best == Rank::Below && self.wants_figure() && texts.len() > 1 { Vec::new() } else { texts }
    }
}

/// The cell of a table where the row that the question names meets the column that it asks for.
pub(super) fn find_cell(page: &PageIndex<'_>, question: &Question) -> Option<String> {
    let mut found = None;
    for row in page.entries() {
        let all: Vec<&String> = question.things.iter().chain(&question.amounts).collect();
        let Some((word, at)) = all.iter().find_map(|word| Some((*word, column(page, row, word)?))) else { continue };
        let own = words(&page.text_of(row));
        let mut others = question.things.iter().filter(|thing| *thing != word).peekable();
        if others.peek().is_none() || !others.all(|thing| quality(thing, &own) >= 80) {
            continue;
        }
        let cell = page.cells(row).get(at).filter(|cell| !cell.is_empty())?.clone();
        // Two rows of that name: nothing tells which of them is meant.
        if found.replace(cell).is_some() {
            return None;
        }
    }
    found
}

/// Words for values with digits, beside those of the language files.
const VALUES: [&str; 6] = ["code", "codigo", "id", "reference", "referencia", "version"];
