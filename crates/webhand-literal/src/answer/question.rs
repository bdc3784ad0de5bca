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

/// What a question names and what it asks for.
pub(super) struct Question {
    /// The words that an answer must be about.
    things: Vec<String>,
    /// The words for the kind of value that is asked for: price, date, number.
    amounts: Vec<String>,
    /// All words of the question.
    asked: Vec<String>,
    /// Those of the things that are quoted or written like names.
    names: Vec<String>,
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

impl Question {
    pub(super) fn new(language: &Language, about: &str) -> Self {
        let asked = words(about);
        let is_amount = |word: &String| language.amounts.contains(word) || VALUES.contains(&word.as_str());
        let amounts: Vec<String> = asked.iter().filter(|word| is_amount(word)).cloned().collect();
        let things: Vec<String> = wanted_words(language, about).into_iter().filter(|word| !is_amount(word)).collect();
        let is_name = |token: &&WordToken| token.quoted || token.text.chars().next().is_some_and(char::is_uppercase);
        let names: Vec<String> = tokens(about).iter().filter(is_name).flat_map(|token| words(&token.text)).collect();
        let names = names.into_iter().filter(|word| things.contains(word)).collect();
        Self { things, amounts, asked, names }
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
        let question = Self { things, amounts: self.amounts.clone(), asked: self.asked.clone(), names: Vec::new() };
        question.find(title, lines)
    }

    fn find(&self, title: &str, lines: &[PageLine]) -> Vec<String> {
        let mut heading: Vec<String> = Vec::new();
        let mut since_heading = 0;
        let mut found: Vec<(Rank, String)> = Vec::new();
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
            found.push((rank, text));
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

    /// Whether a line says something that the question does not.
    fn tells(&self, line: &PageLine, label: Option<&PageLine>) -> bool {
        if self.wants_figure() {
            return self.has_figure(&line.text);
        }
        let known = |word: &String| {
            quality(word, &self.asked) >= 80 || label.is_some_and(|label| words(&label.text).contains(word))
        };
        !line.heading && !words(&line.text).iter().all(known)
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

    fn best(&self, found: Vec<(Rank, String)>) -> Vec<String> {
        let Some(best) = found.iter().map(|(rank, _)| *rank).max() else { return Vec::new() };
        let mut texts: Vec<String> = Vec::new();
        for (_, text) in found.into_iter().filter(|(rank, _)| *rank == best) {
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
