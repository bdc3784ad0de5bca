//! Finds the element a person means: every element that fits gets a score, and only a clear winner counts.

use webhand_model::{Node, Ref};

use super::instruction::{Phrase, Reading};
use super::language::concept;
use super::page::{Page, is_boilerplate, is_dialog, is_entry, is_field};
use super::words::{fold, words};

/// What is going to be done with the element, which decides what kinds fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    /// Anything that can be touched.
    Touch,
    /// Something that leads to a place: links first.
    Go,
    /// A field for text.
    Field,
    /// A list to choose from.
    List,
    /// A checkbox, switch or radio button.
    Tick,
    /// One choice among several.
    Choice,
    /// Something named by the verb itself.
    Named,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Found {
    One(Ref),
    /// Several fit about as well; the best three.
    Several(Vec<Ref>),
    /// Nothing fits; the names nearest to it.
    Nothing(Vec<String>),
}

/// How far ahead the best must be.
const CLEAR: u32 = 40;
const EXACT: u32 = 1_000;
/// How much a kind alone counts, where the person gave no name.
const KIND_ONLY: u32 = 400;

/// Finds what `phrase` names.
pub(super) fn ground(page: &Page<'_>, phrase: &Phrase, want: Want) -> Found {
    let nodes = page.nodes();
    // "Last name" is a name, "the last link" is a place in a row: a name that has the word comes first.
    let as_name = phrase.with_ordinal_as_name();
    let mut scored = as_name.as_ref().map(|plain| scores(page, plain, want)).unwrap_or_default();
    scored.retain(|(_, at, _)| {
        words(&nodes[*at].name).iter().any(|word| phrase.ordinal.as_ref().is_some_and(|(own, _)| own == word))
    });
    let ordinal = phrase.ordinal.as_ref().filter(|_| scored.is_empty());
    if scored.is_empty() {
        scored = scores(page, phrase, want);
    }
    let Some(best) = scored.iter().map(|(score, ..)| *score).max() else {
        return Found::Nothing(nearest(page, phrase, want));
    };
    if let Some((_, ordinal)) = ordinal {
        return nth(&scored, best, *ordinal);
    }
    scored.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    let close: Vec<&(u32, usize, Ref)> = scored.iter().filter(|(score, ..)| best - score < CLEAR).collect();
    let Some((_, first, target)) = close.first() else { return Found::Nothing(Vec::new()) };
    if close.iter().all(|(_, at, _)| leads_to_the_same(&nodes[*at], &nodes[*first])) {
        return Found::One(*target);
    }
    Found::Several(close.iter().take(3).map(|(_, _, target)| *target).collect())
}

/// Everything that fits at all, each element once, in reading order.
fn scores(page: &Page<'_>, phrase: &Phrase, want: Want) -> Vec<(u32, usize, Ref)> {
    let mut scored: Vec<(u32, usize, Ref)> = Vec::new();
    for (at, node) in page.nodes().iter().enumerate() {
        let Some((score, target)) = score(page, at, node, phrase, want) else { continue };
        if !scored.iter().any(|(other, _, same)| *same == target && *other >= score) {
            scored.retain(|(_, _, same)| *same != target);
            scored.push((score, at, target));
        }
    }
    scored
}

/// How well a word is among others: 100 the same, less for the same meaning or the same stem.
pub(super) fn quality(word: &str, among: &[String]) -> u32 {
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
    let context = page.entry_of(at).map(|entry| words(&page.text_of(entry))).unwrap_or_default();
    let own = own_words(page, at, node, want);
    let symbol = phrase.words.is_empty() && !phrase.text.is_empty() && fold(node.name.trim()) == fold(&phrase.text);
    let anything = phrase.words.is_empty() && !phrase.quoted && want == Want::Field;
    let read = |reading: &Reading| {
        let by_kind = reading.roles.contains(&node.role);
        let kind_alone = reading.name.is_empty() && by_kind && counts_as_kind(page, at, reading, target);
        let likeness = likeness(&reading.name, &own, &context, want).or(kind_alone.then_some(KIND_ONLY))?;
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
    score += if node.is("focused") && want == Want::Field { 5 } else { 0 };
    score -= if node.is("disabled") { 100 } else { 0 };
    score -= if node.target.is_none() { 60 } else { 0 };
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
    let opens = matches!(want, Want::Touch | Want::Go) && is_entry(&node.role) && node.target.is_none();
    if opens { page.opener(at) } else { None }
}

fn own_words(page: &Page<'_>, at: usize, node: &Node, want: Want) -> Vec<String> {
    if is_entry(&node.role) {
        return words(&page.text_of(at));
    }
    let mut own = words(&node.name);
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

fn fits(want: Want, node: &Node) -> bool {
    let role = node.role.as_str();
    match want {
        Want::Touch => role != "iframe",
        Want::Named => !is_field(role) && role != "iframe",
        Want::Go => !is_field(role) && !matches!(role, "iframe" | "checkbox" | "radio" | "switch"),
        Want::Field => is_field(role) || node.is("editable") || node.is("multiline"),
        Want::List => matches!(role, "combobox" | "listbox" | "radiogroup" | "menu" | "button"),
        Want::Tick => matches!(role, "checkbox" | "switch" | "radio" | "menuitemcheckbox" | "menuitemradio" | "option"),
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
        Want::Choice => matches!(role, "option" | "radio" | "checkbox" | "menuitemradio"),
    }
}

fn nth(scored: &[(u32, usize, Ref)], best: u32, ordinal: i32) -> Found {
    // Visibility and the like must not decide which ones are counted.
    let mut alike: Vec<&(u32, usize, Ref)> = scored.iter().filter(|(score, ..)| best - score < 3 * CLEAR).collect();
    alike.sort_by_key(|(_, at, _)| *at);
    let index = usize::try_from(ordinal - 1).ok();
    let found = index.map_or(alike.last(), |index| alike.get(index));
    found.map_or(Found::Nothing(Vec::new()), |(_, _, target)| Found::One(*target))
}

fn leads_to_the_same(one: &Node, other: &Node) -> bool {
    one.target == other.target || (one.href.is_some() && one.href == other.href)
}

/// The names most like the phrase, letter by letter.
fn nearest(page: &Page<'_>, phrase: &Phrase, want: Want) -> Vec<String> {
    let wanted = pairs(&phrase.text);
    let touchable =
        page.nodes().iter().filter(|node| node.target.is_some() && fits(want, node) && !node.name.is_empty());
    let mut near: Vec<(usize, String)> = touchable
        .filter(|node| !is_dialog(&node.role))
        .map(|node| {
            let own = pairs(&node.name);
            let shared = own.iter().filter(|pair| wanted.contains(pair)).count();
            (shared * 200 / (own.len() + wanted.len()).max(1), node.describe())
        })
        .collect();
    near.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(4).map(|(_, name)| name).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = fold(text).chars().filter(|c| c.is_alphanumeric()).take(80).collect();
    letters.iter().zip(letters.iter().skip(1)).map(|(a, b)| (*a, *b)).collect()
}
