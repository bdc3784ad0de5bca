//! How many: of what the page lists, or as the page itself says it.
//!
//! Invariant: a number is told only of what the page shows to be counted; of anything else the page is read.

use super::memory::Phase;
use super::mind::{Mind, Said};
use super::say::Sentence;
use super::score::quality;
use super::words::{tokens, words};

/// The longest text that is taken for the page's own count, in characters.
const MOST_OWN: usize = 120;

impl Mind<'_> {
    /// Tells how many entries of the page fit.
    pub(super) fn count(&mut self, what: &str) -> Option<Said> {
        if self.memory.phase == Phase::Reading {
            return self.read(what);
        }
        let listing = self.listed(what);
        let count = if listing.bounded { Some(listing.rows.len()) } else { self.counted(what) };
        match count {
            Some(count) => {
                self.memory.keep(self.say(Sentence::Counted, &[("count", &count.to_string()), ("value", what)]));
                None
            }
            None => match self.own_count(what) {
                Some(own) => {
                    self.memory.keep(own);
                    None
                }
                None => self.read(what),
            },
        }
    }

    /// "Which tasks are there?": all of a list that is called so, where the word is all that was said.
    pub(super) fn all_that_is_listed(&self, about: &str) -> Option<Vec<usize>> {
        let content = self.content(about);
        let [kind] = content.as_slice() else { return None };
        let entries = self.page.entries();
        let is_among = entries.iter().any(|entry| says(&self.page.text_of(*entry), kind));
        (kind.ends_with('s') && self.is_headed(kind) && !is_among && entries.len() > 1).then_some(entries)
    }

    /// How many there are, if every word says something about what is counted.
    fn counted(&self, what: &str) -> Option<usize> {
        let content = self.content(what);
        let Some((kind, spoken)) = content.split_first() else { return Some(self.page.entries().len()) };
        let roles = self.language.roles.get(kind);
        let counted = self.countable(roles.map(Vec::as_slice));
        let is_name = |word: &String| is_name(what, word);
        let (telling, rest): (Vec<&String>, Vec<&String>) =
            spoken.iter().partition(|word| is_name(word) || counted.iter().any(|text| says(text, word)));
        if !rest.into_iter().all(|word| self.is_headed(word)) {
            return None;
        }
        let fits = |text: &&String| telling.iter().all(|word| says(text, word));
        let fitting = || counted.iter().filter(fits);
        let named = fitting().filter(|text| says(text, kind)).count();
        if named > 0 && roles.is_none() {
            return Some(named);
        }
        let is_said_of_all = roles.is_some() || self.language.plurals.contains(kind) || self.is_headed(kind);
        if is_said_of_all { Some(fitting().count()) } else { is_name(kind).then_some(0) }
    }

    /// What can be counted: elements of the one kind that was named, else what the page lists.
    fn countable(&self, roles: Option<&[String]>) -> Vec<String> {
        let nodes = self.page.nodes();
        if let Some([role]) = roles {
            let counts = |at: &usize| nodes[*at].role == *role && !self.page.is_header(*at);
            return (0..nodes.len()).filter(counts).map(|at| nodes[at].name.clone()).collect();
        }
        self.page.entries().into_iter().map(|entry| self.page.text_of(entry)).collect()
    }

    /// Whether the page, or a part of it, is called by that word.
    fn is_headed(&self, word: &str) -> bool {
        let nodes = self.page.nodes();
        let names = |at: usize| matches!(nodes[at].role.as_str(), "heading" | "list" | "table" | "region" | "main");
        says(&self.page.snapshot.title, word)
            || (0..nodes.len()).any(|at| names(at) && !self.page.is_echo(at) && says(&nodes[at].name, word))
    }

    /// "3 tasks left": the page counts for itself.
    fn own_count(&self, what: &str) -> Option<String> {
        let content = self.content(what);
        let counts = |text: &String| {
            text.contains(|c: char| c.is_ascii_digit())
                && text.chars().count() <= MOST_OWN
                && content.iter().all(|word| says(text, word))
        };
        let texts = (0..self.page.nodes().len()).filter(|at| !self.page.is_echo(*at)).map(|at| self.page.text_of(at));
        texts.filter(|_| !content.is_empty()).filter(counts).min_by_key(String::len)
    }

    fn content(&self, what: &str) -> Vec<String> {
        words(what).into_iter().filter(|word| self.language.is_content(word)).collect()
    }
}

fn says(text: &str, word: &str) -> bool {
    quality(word, &words(text)) >= 80
}

/// Whether a word was quoted or written like a name: who is not there is there no times.
fn is_name(what: &str, word: &String) -> bool {
    let named = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    tokens(what).iter().any(|token| (token.quoted || named(&token.text)) && words(&token.text).contains(word))
}
