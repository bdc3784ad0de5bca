//! Answers "how many": counts the entries of the page, or repeats a count that the page itself states.
//!
//! Invariant: a number is given only where the page shows the things to be counted; otherwise the page is read.

use crate::answer::listing::find_listing;
use crate::answer::read::read_page;
use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::shows_one_page;
use crate::language::Language;
use crate::language::sentence::Sentence;
use crate::language::tokens::{tokens, words};
use crate::matching::score::quality;
use crate::page::{PageIndex, is_entry};
use crate::progress::Phase;

/// The longest text that counts as a statement of the page about its own entries, in characters.
const MOST_OWN: usize = 120;

/// Answers how many entries of the page fit.
pub(crate) fn count_entries(context: &mut DecisionContext<'_>, what: &str) -> Option<NextCalls> {
    if context.progress.instruction.phase == Phase::Reading {
        return read_page(context, what);
    }
    let listing = find_listing(&context.page, context.language, what);
    let counted = if listing.bounded {
        Some(listing.rows.into_iter().map(|row| row.text).collect())
    } else {
        count_matching(&context.page, context.language, what)
    };
    let is_partial = shows_one_page(&context.page);
    let stated = || stated_count(&context.page, context.language, what);
    // The page itself may state how many there are on all of its pages.
    let more_than = |shown: usize| stated().filter(|own| is_partial && states_more(own, shown));
    match counted {
        Some(entries) if more_than(entries.len()).is_some() => {
            context.progress.report.add_note(more_than(entries.len()).unwrap_or_default());
            None
        }
        Some(entries) => {
            let count = entries.len().to_string();
            let sentence = if is_partial { Sentence::CountedHere } else { Sentence::Counted };
            context.progress.report.add_note(context.sentence(sentence, &[("count", &count), ("value", what)]));
            let shown = entries.iter().map(|entry| first_part(entry)).collect::<Vec<_>>();
            context.progress.report.add_derived(&count, "count", &shown);
            None
        }
        None => match stated_count(&context.page, context.language, what) {
            Some(own) => {
                context.progress.report.add_note(own);
                None
            }
            None => read_page(context, what),
        },
    }
}

/// "Which tasks are there?": all entries of a list with that heading, where the question has no other word.
pub(crate) fn entries_of_list(page: &PageIndex<'_>, language: &Language, about: &str) -> Option<Vec<usize>> {
    let content = content_words(language, about);
    let [kind] = content.as_slice() else { return None };
    let entries = page.entries();
    let is_among = entries.iter().any(|entry| says(&page.text_of(*entry), kind));
    (kind.ends_with('s') && has_heading(page, kind) && !is_among && entries.len() > 1).then_some(entries)
}

/// How many there are, if every word of the question is about the things counted.
fn count_matching(page: &PageIndex<'_>, language: &Language, what: &str) -> Option<Vec<String>> {
    let content = content_words(language, what);
    let Some((kind, spoken)) = content.split_first() else { return Some(countable_texts(page, None)) };
    let roles = language.roles.get(kind);
    let counted = countable_texts(page, roles.map(Vec::as_slice));
    let is_name = |word: &String| is_name(what, word);
    let (telling, rest): (Vec<&String>, Vec<&String>) =
        spoken.iter().partition(|word| is_name(word) || counted.iter().any(|text| says(text, word)));
    if !rest.into_iter().all(|word| has_heading(page, word)) {
        return None;
    }
    let fits = |text: &&String| telling.iter().all(|word| says(text, word));
    let fitting = || counted.iter().filter(fits).cloned();
    let named: Vec<String> = fitting().filter(|text| says(text, kind)).collect();
    if !named.is_empty() && roles.is_none() {
        return Some(named);
    }
    let is_said_of_all = roles.is_some() || language.plurals.contains(kind) || has_heading(page, kind);
    if is_said_of_all { Some(fitting().collect()) } else { is_name(kind).then(Vec::new) }
}

/// The beginning of an entry's text, as one element of the page has it.
pub(crate) fn first_part(entry: &str) -> String {
    entry.split(" · ").next().unwrap_or_default().split(": ").next().unwrap_or_default().to_owned()
}

/// The texts of the things that can be counted: elements of the one kind that was named, else the entries of the page.
fn countable_texts(page: &PageIndex<'_>, roles: Option<&[String]>) -> Vec<String> {
    let nodes = page.nodes();
    if let Some([role]) = roles {
        let counts = |at: &usize| nodes[*at].role == *role && !page.is_header(*at);
        return (0..nodes.len()).filter(counts).map(|at| nodes[at].name.clone()).collect();
    }
    page.entries().into_iter().map(|entry| page.text_of(entry)).collect()
}

/// Whether the title or a heading of the page has that word.
fn has_heading(page: &PageIndex<'_>, word: &str) -> bool {
    let nodes = page.nodes();
    let names = |at: usize| matches!(nodes[at].role.as_str(), "heading" | "list" | "table" | "region" | "main");
    says(&page.snapshot.title, word)
        || (0..nodes.len()).any(|at| names(at) && !page.is_echo(at) && says(&nodes[at].name, word))
}

/// "3 tasks left": a count that the page itself states.
fn stated_count(page: &PageIndex<'_>, language: &Language, what: &str) -> Option<String> {
    let content = content_words(language, what);
    let counts = |text: &String| {
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().count() <= MOST_OWN
            && content.iter().all(|word| says(text, word))
    };
    let is_entry_text = |at: usize| is_entry(&page.nodes()[at].role) || page.entry_of(at).is_some();
    let outside = (0..page.nodes().len()).filter(|at| !page.is_echo(*at) && !is_entry_text(*at));
    outside.map(|at| page.text_of(at)).filter(|_| !content.is_empty()).filter(counts).min_by_key(String::len)
}

/// Whether a text states a greater number than are shown.
fn states_more(text: &str, shown: usize) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<usize>().ok());
    numbers.max().is_some_and(|number| number > shown)
}

fn content_words(language: &Language, what: &str) -> Vec<String> {
    words(what).into_iter().filter(|word| language.is_content(word)).collect()
}

fn says(text: &str, word: &str) -> bool {
    quality(word, &words(text)) >= 80
}

/// Whether a word was quoted or written like a name: the count of a name that is not on the page is zero.
fn is_name(what: &str, word: &String) -> bool {
    let named = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
    tokens(what).iter().any(|token| (token.quoted || named(&token.text)) && words(&token.text).contains(word))
}
