//! The value to enter: a text that the task gives, or a text of the page that is looked up first.

use crate::context::DecisionContext;
use crate::language::Language;
use crate::language::phrase::Phrase;
use crate::language::tokens::{fold_text, words};
use crate::matching::score::quality;
use crate::matching::{TargetUse, find_all};
use crate::number::arithmetic::{shown, solve};
use crate::page::{PageIndex, is_field, is_text};
use crate::parse::value::ValueSource;

/// The text a value stands for, if the page has it.
pub(crate) fn resolve_value(context: &DecisionContext<'_>, value: &ValueSource) -> Option<String> {
    match value {
        ValueSource::Text(text) => Some(text.clone()),
        ValueSource::It => context.progress.noted.clone(),
        ValueSource::Word { ordinal, of } => word(&text_of_element(&context.page, Some(of))?, *ordinal),
        ValueSource::Labelled(label) => text_beside_label(&context.page, context.language, label),
        ValueSource::Said(of) => text_of_element(&context.page, of.as_ref()),
        ValueSource::Count(what) => {
            let count = find_all(&context.page, what, TargetUse::Touch, &context.progress.subject).len();
            (count > 0).then(|| count.to_string())
        }
        ValueSource::Solution => solve_page_sum(&context.page),
    }
}

/// The text of the element at the place that a phrase gives, among the elements of its kind; the first text of the page
/// without a phrase.
fn text_of_element(page: &PageIndex<'_>, phrase: Option<&Phrase>) -> Option<String> {
    let nodes = page.nodes();
    let said =
        |at: usize| nodes[at].value.clone().filter(|text| !text.is_empty()).unwrap_or_else(|| nodes[at].name.clone());
    let texts = || (0..nodes.len()).filter(|at| is_text(&nodes[*at].role) && !page.is_echo(*at));
    let Some(phrase) = phrase else { return texts().map(said).find(|text| !text.is_empty()) };
    let field =
        |at: &usize| is_field(&nodes[*at].role) && nodes[*at].value.as_ref().is_some_and(|text| !text.is_empty());
    let fields: Vec<usize> = (0..nodes.len()).filter(field).collect();
    let of_kind =
        phrase.readings.iter().any(|reading| reading.roles.iter().any(|role| is_field(role) || role == "multiline"));
    let rows: Vec<usize> = if of_kind && !fields.is_empty() { fields } else { texts().collect() };
    let place = phrase.ordinal.as_ref().map_or(1, |(_, ordinal)| *ordinal);
    let index = usize::try_from(place - 1).unwrap_or(rows.len().saturating_sub(1));
    rows.get(index).map(|at| said(*at))
}

/// The text behind a label: in the same line, or in the node after it.
fn text_beside_label(page: &PageIndex<'_>, language: &Language, label: &str) -> Option<String> {
    let wanted: Vec<String> = words(label).into_iter().filter(|word| language.is_content(word)).collect();
    let nodes = page.nodes();
    let fits = |text: &str| {
        let own: Vec<String> = words(text).into_iter().filter(|word| language.is_content(word)).collect();
        !wanted.is_empty() && own.len() == wanted.len() && wanted.iter().all(|word| quality(word, &own) >= 80)
    };
    for at in (0..nodes.len()).filter(|at| !page.is_echo(*at)) {
        let text = page.own_text(at);
        let beside = LABEL_SEPARATORS
            .iter()
            .find_map(|sign| text.split_once(sign))
            .filter(|(name, rest)| fits(name) && !rest.is_empty());
        if let Some((_, value)) = beside {
            return Some(value.trim().to_owned());
        }
        let next =
            nodes.get(at + 1).filter(|next| is_text(&next.role) || next.role == "cell" || next.role == "definition");
        if let Some(next) = next.filter(|_| fits(&text) && !is_field(&nodes[at].role)) {
            return Some(next.name.clone());
        }
    }
    None
}

fn solve_page_sum(page: &PageIndex<'_>) -> Option<String> {
    let nodes = page.nodes();
    let texts = (0..nodes.len()).filter(|at| is_text(&nodes[*at].role) && !page.is_echo(*at));
    texts.filter_map(|at| solve(&nodes[at].name)).map(shown).next()
}

/// One word of a text, without the punctuation around it.
fn word(text: &str, ordinal: i32) -> Option<String> {
    let all: Vec<&str> = text.split_whitespace().collect();
    let word = match usize::try_from(ordinal) {
        Ok(place) => all.get(place.checked_sub(1)?)?,
        Err(_) => all.last()?,
    };
    Some(word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()).filter(|word| !fold_text(word).is_empty())
}

/// The separators between a label and its value in one line.
const LABEL_SEPARATORS: [&str; 4] = [" — ", ": ", " · ", " | "];
