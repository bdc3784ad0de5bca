//! How well an element fits what a person calls it.

use webhand_model::{Node, NodeState, Ref};

use crate::language::concept;
use crate::language::phrase::{Phrase, Reading};
use crate::language::tokens::{fold_text, words};
use crate::matching::Want;
use crate::page::appearance::looks;
use crate::page::{Page, is_boilerplate, is_entry, is_field, is_text};

/// What fits: how well, where it stands, and what is touched for it.
pub(crate) type Scored = (u32, usize, Ref);

const EXACT: u32 = 1_000;
/// How much a kind alone counts, where the person gave no name.
const KIND_ONLY: u32 = 400;

/// Everything that fits at all, each element once, in reading order.
pub(crate) fn scores(page: &Page<'_>, phrase: &Phrase, want: Want) -> Vec<Scored> {
    let mut scored: Vec<Scored> = Vec::new();
    for (at, node) in page.nodes().iter().enumerate() {
        if page.is_echo(at) {
            continue;
        }
        let Some((score, target)) = score(page, at, node, phrase, want) else { continue };
        if !scored.iter().any(|(other, _, same)| *same == target && *other >= score) {
            scored.retain(|(_, _, same)| *same != target);
            scored.push((score, at, target));
        }
    }
    scored
}

/// How well a word is among others: 100 the same, less for the same meaning or the same stem.
pub(crate) fn quality(word: &str, among: &[String]) -> u32 {
    let meaning = concept(word);
    let one = |other: &String| {
        if other == word {
            100
        } else if meaning.is_some() && concept(other) == meaning {
            88
        } else if same_stem(word, other) {
            80
        } else {
            0
        }
    };
    among.iter().map(one).max().unwrap_or(0)
}

fn same_stem(one: &str, other: &str) -> bool {
    let (a, b) = (one.chars().count(), other.chars().count());
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    shared >= 4 && a.abs_diff(b) <= 3 && shared + 2 >= a.max(b)
}

fn score(page: &Page<'_>, at: usize, node: &Node, phrase: &Phrase, want: Want) -> Option<(u32, Ref)> {
    let stands_for = |target: Option<Ref>| target.or_else(|| entry_target(page, at, node, want));
    let target = stands_for(node.target.filter(|_| fits(want, node)))?;
    let context = page.around(at);
    let own = own_words(page, at, node, want);
    let label =
        if node.is(NodeState::Guessed) || page.follows_a_label(at) { page.label_before(at) } else { Vec::new() };
    let symbol =
        phrase.words.is_empty() && !phrase.text.is_empty() && fold_text(node.name.trim()) == fold_text(&phrase.text);
    let anything = phrase.words.is_empty() && !phrase.quoted && want == Want::Field;
    let read = |reading: &Reading| {
        let by_kind = is_of_kind(node, &reading.roles) || (want == Want::List && opens_a_list(node));
        let kind_alone = reading.name.is_empty() && by_kind && counts_as_kind(page, at, reading, target);
        let by_name = likeness(&reading.name, &own, &context, want);
        let guessed = node.is(NodeState::Guessed) && want == Want::Field;
        let by_name = by_name.map(|likeness| if guessed { likeness * 55 / 100 } else { likeness });
        // A name guessed from the code is worth less than what stands before the field.
        let by_label = likeness(&reading.name, &label, &context, want)
            .filter(|_| is_field(&node.role) || page.follows_a_label(at));
        // Of several fields without a name, the one that is still empty is meant.
        let empty = want == Want::Field && node.value.as_ref().is_none_or(String::is_empty);
        let kind_only = if empty { KIND_ONLY + 50 } else { KIND_ONLY };
        let likeness = by_name.max(by_label).or(kind_alone.then_some(kind_only))?;
        // A role that was named counts for those that have it and against all others.
        Some(
            likeness
                + if by_kind {
                    260
                } else if reading.roles.is_empty() {
                    200
                } else {
                    80
                },
        )
    };
    let special = if symbol { Some(EXACT + 200) } else { anything.then_some(KIND_ONLY + 200) };
    let mut score = phrase.readings.iter().filter_map(read).chain(special).max()?;
    score += if prefers(want, &node.role) { 45 } else { 0 };
    score += if node.in_view { 15 } else { 0 };
    score += if page.dialog_of(at).is_some() { 45 } else { 0 };
    score += if node.is(NodeState::Focused) && want == Want::Field { 5 } else { 0 };
    score -=
        if node.is(NodeState::Disabled) || (node.is(NodeState::ReadOnly) && want == Want::Field) { 100 } else { 0 };
    score -= if is_text(&node.role) && want != Want::Text { 90 } else { 0 };
    score -= if node.target.is_none() { 60 } else { 0 };
    // "The text field" has one line, unless its own name says otherwise.
    let area = phrase.readings.iter().any(|reading| reading.roles.iter().any(|role| role == MULTILINE));
    score -= if want == Want::Field && node.is(NodeState::Multiline) && node.is(NodeState::Guessed) && !area {
        60
    } else {
        0
    };
    Some((score, target))
}

/// "The first result" means an entry of the content, not a link of the menu or the second link of an entry.
fn counts_as_kind(page: &Page<'_>, at: usize, reading: &Reading, target: Ref) -> bool {
    if !reading.roles.iter().any(|role| is_entry(role)) {
        return true;
    }
    let menu = page.ancestors(at).any(|above| is_boilerplate(&page.nodes()[above].role));
    let entry = page.entry_of(at).or(Some(at).filter(|at| is_entry(&page.nodes()[*at].role)));
    !menu && entry.map_or_else(|| page.entries().is_empty(), |entry| page.opener(entry) == Some(target))
}

/// A row that cannot be touched itself stands for what opens it.
fn entry_target(page: &Page<'_>, at: usize, node: &Node, want: Want) -> Option<Ref> {
    let opens = matches!(want, Want::Touch | Want::Go | Want::Entry) && is_entry(&node.role) && node.target.is_none();
    if opens { page.opener(at) } else { None }
}

fn own_words(page: &Page<'_>, at: usize, node: &Node, want: Want) -> Vec<String> {
    if is_entry(&node.role) {
        return words(&page.text_of(at));
    }
    let mut own = words(&node.name);
    own.extend(looks(page, at));
    // A date field without a name is still one for a date.
    own.extend(node.parsed_states().filter_map(NodeState::input_type).map(str::to_owned));
    if own.is_empty() && is_field(&node.role) {
        own = page.label_before(at);
    }
    if own.is_empty() && want != Want::Field {
        own = words(&page.text_of(at));
    }
    own
}

/// How well the words wanted fit the words an element goes by, at most [`EXACT`].
fn likeness(wanted: &[String], own: &[String], context: &[String], want: Want) -> Option<u32> {
    let (first, count) = (wanted.first()?, u32::try_from(wanted.len()).ok()?);
    if wanted == own {
        return Some(EXACT);
    }
    let qualities: Vec<u32> = wanted.iter().map(|word| quality(word, own)).collect();
    if qualities.iter().all(|quality| *quality == 0) || (want == Want::Named && quality(first, own) == 0) {
        return None;
    }
    let around = |(word, quality): (&String, &u32)| if *quality > 0 { *quality } else { quality_around(word, context) };
    let with_context: Vec<u32> = wanted.iter().zip(&qualities).map(around).collect();
    let total: u32 = with_context.iter().sum();
    let matched = u32::try_from(with_context.iter().filter(|quality| **quality > 0).count()).ok()?;
    let length = u32::try_from(own.len()).ok()?.max(1);
    if matched == count {
        return Some(500 + 2 * total / count + 100 * matched.min(length) / length);
    }
    // The verb of a named deed is sure already; of any other name most words must be there.
    let enough = if want == Want::Named { matched * 2 >= count } else { matched * 3 >= count * 2 };
    enough.then_some(100 + 2 * total / count)
}

/// A word found only in the row around an element counts less than one in its name.
fn quality_around(word: &str, context: &[String]) -> u32 {
    quality(word, context) * 6 / 10
}

/// Whether an element is of one of these kinds; a field for several lines is one of its own.
fn is_of_kind(node: &Node, kinds: &[String]) -> bool {
    kinds.contains(&node.role) || (node.is(NodeState::Multiline) && kinds.iter().any(|kind| kind == MULTILINE))
}

const MULTILINE: &str = "multiline";

/// A button that is only an arrow opens a list.
fn opens_a_list(node: &Node) -> bool {
    node.role == "button"
        && (matches!(node.name.trim(), "▾" | "▼" | "⌄" | "⏷") || node.is(NodeState::HasPopup("listbox")))
}

pub(crate) fn fits(want: Want, node: &Node) -> bool {
    let role = node.role.as_str();
    match want {
        Want::Touch => role != "iframe",
        Want::Named => !is_field(role) && role != "iframe",
        Want::Go => !is_field(role) && !matches!(role, "iframe" | "checkbox" | "radio" | "switch"),
        Want::Field => is_field(role) || node.is(NodeState::Editable) || node.is(NodeState::Multiline),
        Want::List => {
            matches!(role, "combobox" | "listbox" | "radiogroup" | "menu" | "button" | "slider" | "spinbutton")
        }
        Want::Tick => matches!(role, "checkbox" | "switch" | "radio" | "menuitemcheckbox" | "menuitemradio" | "option"),
        Want::Entry => !is_field(role) && !is_text(role) && role != "iframe",
        Want::Text => is_text(role) || node.is(NodeState::Multiline),
        Want::Scroll => node.is(NodeState::Scrollable) || node.is(NodeState::Multiline) || is_field(role),
        Want::Choice => !matches!(role, "textbox" | "searchbox" | "spinbutton" | "iframe" | "combobox" | "listbox"),
    }
}

fn prefers(want: Want, role: &str) -> bool {
    match want {
        Want::Touch | Want::Named => matches!(role, "button" | "link" | "tab" | "menuitem"),
        Want::Go => matches!(role, "link" | "tab" | "menuitem"),
        Want::Field => matches!(role, "textbox" | "searchbox"),
        Want::List => matches!(role, "combobox" | "listbox"),
        Want::Tick => matches!(role, "checkbox" | "switch" | "radio"),
        Want::Entry => is_entry(role),
        Want::Text => is_text(role),
        Want::Scroll => false,
        Want::Choice => matches!(role, "option" | "radio" | "checkbox" | "menuitemradio"),
    }
}
