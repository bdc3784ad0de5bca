//! Answers questions with the lines of the page that have the words of the question.

use serde_json::json;
use webhand_model::{OutcomeStatus, PageState, truncate};

use crate::answer::count::entries_of_list;
use crate::answer::listing::find_listing;
use crate::answer::question::{Question, find_cell};
use crate::context::{DecisionContext, NextCalls};
use crate::follow::late::look_again;
use crate::follow::results::list_entries;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::tokens::{tokens, words};
use crate::language::{Language, concept};
use crate::matching::extreme::end_of;
use crate::page::content::without_controls;
use crate::page::markdown::{Addresses, to_plain_text};
use crate::page::{PageIndex, is_boilerplate, is_entry, is_field};
use crate::parse::query::names_nothing;
use crate::progress::Phase;

/// The longest answer to one question, in characters.
const MOST_ANSWER: usize = 1_200;
/// The longest text of one entry among several, in characters.
const MOST_OF_ENTRY: usize = 160;

/// One piece of the page's text.
pub(super) struct PageLine {
    pub(super) text: String,
    pub(super) heading: bool,
}

pub(crate) fn read_page(context: &mut DecisionContext<'_>, about: &str) -> Option<NextCalls> {
    if let PageState::Closed(_) = context.page.snapshot.state {
        return Some(context.fail(&context.sentence(Sentence::NoPage, &[])));
    }
    if let Some(entry) = context.page.current_entry() {
        context.progress.report.add_note(truncate(&context.page.text_of(entry), MOST_OF_ENTRY).into_owned());
        return None;
    }
    let wanted = wanted_words(context.language, about);
    let addresses = wanted_addresses(context.language, about);
    if context.progress.instruction.phase == Phase::Reading {
        let read = context.results.first().filter(|result| result.status == OutcomeStatus::Done);
        let text = read.map(|result| to_plain_text(&result.text, addresses)).unwrap_or_default();
        let text = if addresses == Addresses::Hidden { without_controls(&context.page, &text) } else { text };
        return match answer_from_text(&context.page, context.language, &text, about) {
            Some(note) => {
                context.progress.report.add_note(note);
                None
            }
            None => Some(context.fail(&context.sentence(Sentence::FoundNoValue, &[("value", about)]))),
        };
    }
    if wanted.iter().any(|word| concept(word) == Some("title")) && wanted.len() == 1 {
        context.progress.report.add_note(context.page.snapshot.title.clone());
        return None;
    }
    let listing = find_listing(&context.page, context.language, about);
    if listing.bounded {
        let found: Vec<usize> = listing.rows.iter().map(|row| row.entry).collect();
        return list_entries(context, &found, about);
    }
    if let Some(entries) = entries_of_list(&context.page, context.language, about) {
        return list_entries(context, &entries, about);
    }
    if let Some(entry) = find_extreme_entry(&context.page, context.language, about) {
        context.progress.report.add_note(truncate(&entry, MOST_ANSWER).into_owned());
        return None;
    }
    if addresses == Addresses::Hidden && !wanted.is_empty() && !names_nothing(about) {
        let question = Question::new(context.language, about);
        let found = match find_cell(&context.page, &question) {
            Some(cell) => vec![cell],
            None => question.answers(&context.page.snapshot.title, &page_lines(&context.page)),
        };
        if !found.is_empty() {
            context.progress.report.add_note(truncate(&found.join("\n"), MOST_ANSWER).into_owned());
            return None;
        }
        if let Some(calls) = look_again(context) {
            return Some(calls);
        }
    }
    context.progress.instruction.phase = Phase::Reading;
    Some(NextCalls::one(context.sentence(Sentence::Reading, &[]), "read", json!({})))
}

/// "Which is the cheapest?": the entry with the least or greatest number, among the entries that are meant.
fn find_extreme_entry(page: &PageIndex<'_>, language: &Language, about: &str) -> Option<String> {
    let wanted = Phrase::new(about, &tokens(about), language).extreme?;
    let mut rows = find_listing(page, language, about).rows;
    let numbered = rows.iter().enumerate().filter_map(|(at, row)| Some((row.figure?.value, at))).collect();
    Some(rows.swap_remove(end_of(numbered, wanted)?).text)
}

/// The text of a status or alert of the page.
pub(crate) fn status_text(page: &PageIndex<'_>) -> Option<String> {
    let nodes = page.nodes();
    let speaks = |at: &usize| matches!(nodes[*at].role.as_str(), "status" | "alert");
    (0..nodes.len()).filter(speaks).map(|at| page.text_of(at)).find(|text| !text.is_empty())
}

pub(super) fn wanted_words(language: &Language, about: &str) -> Vec<String> {
    let said = |word: &String| language.telling.contains(word) || language.links.contains(word);
    let content = |word: &String| language.is_content(word) && !said(word);
    let all: Vec<String> = words(about).into_iter().filter(content).collect();
    // "The price of the lantern" stands beside the lantern, often without the word "price".
    let things: Vec<String> = all.iter().filter(|word| !language.amounts.contains(word)).cloned().collect();
    if things.is_empty() { all } else { things }
}

fn wanted_addresses(language: &Language, about: &str) -> Addresses {
    let asked = words(about).iter().any(|word| language.links.contains(word));
    if asked { Addresses::Shown } else { Addresses::Hidden }
}

/// The text of the page in pieces: entries as a whole, everything else node by node, without menus and empty fields.
fn page_lines(page: &PageIndex<'_>) -> Vec<PageLine> {
    let nodes = page.nodes();
    let mut lines: Vec<PageLine> = Vec::new();
    let mut at = 0;
    while at < nodes.len() {
        let role = nodes[at].role.as_str();
        let whole =
            (is_entry(role) && role != "article") || matches!(role, "paragraph" | "status" | "alert" | "tabpanel");
        let text = if whole { page.text_of(at) } else { page.own_text(at) };
        let skipped =
            is_boilerplate(role) || (nodes[at].target.is_some() && is_field(role) && nodes[at].value.is_none());
        if !text.is_empty() && !skipped && !is_region(role) && !page.is_echo(at) {
            lines.push(PageLine { text, heading: role == "heading" });
        }
        at = if whole || is_boilerplate(role) { page.inside(at).end } else { at + 1 };
    }
    lines
}

/// The lines of a text that answer the question; all of the text if the question names nothing in particular.
fn answer_from_text(page: &PageIndex<'_>, language: &Language, text: &str, about: &str) -> Option<String> {
    let title = &page.snapshot.title;
    if wanted_words(language, about).is_empty() || names_nothing(about) {
        // "The first result" is one entry and not the text of all.
        if tokens(about).iter().any(|token| language.ordinals.contains_key(&token.folded)) {
            return None;
        }
        return Some(truncate(&format!("{title}\n{text}"), MOST_ANSWER).into_owned());
    }
    let lines: Vec<PageLine> =
        text.lines().map(|line| PageLine { text: line.to_owned(), heading: line.starts_with('#') }).collect();
    let found = Question::new(language, about).answers(title, &lines);
    (!found.is_empty()).then(|| truncate(&found.join("\n"), MOST_ANSWER).into_owned())
}

/// Whether a role is that of a container, whose name repeats its content or tells a reader nothing.
fn is_region(role: &str) -> bool {
    matches!(
        role,
        "main" | "region" | "form" | "search" | "table" | "list" | "rowgroup" | "iframe" | "img" | "dialog" | "group"
    )
}
