//! Looks for an element that is not in view: waits, opens folded sections, scrolls, turns the pages of a list.
//!
//! Invariant: only elements that hide content are touched, each of them once; nothing that could send or change anything.

use serde_json::json;
use webhand_model::{NodeState, PageState, Ref};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::gesture::ref_arguments;
use crate::language::concept;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::matching::{TargetUse, find_all};
use crate::page::{PageIndex, is_field};
use crate::progress::Phase;

/// The most sections opened, pages turned and scrolls made for one instruction.
const MOST_TRIES: usize = 30;

/// No element fits yet: the next attempt to find one, or the failure once there is nothing left to try.
pub(crate) fn look_further(context: &mut DecisionContext<'_>, phrase: &Phrase, near: &[String]) -> NextCalls {
    if matches!(context.progress.instruction.phase, Phase::Fresh | Phase::Cleared) {
        context.progress.instruction.phase = Phase::Waited;
        let loading = context.page.snapshot.state == PageState::Loading || phrase.text.is_empty();
        let patience = if loading {
            json!({"idle": true, "ms": 5_000})
        } else if find_hidden(context).is_some() || context.page.has_echo() {
            // A page that repeats the task shows the text already, so waiting for the text would end at once.
            json!({"ms": 700})
        } else {
            json!({"text": phrase.text, "ms": 3_000})
        };
        return NextCalls::one(context.sentence(Sentence::Waiting, &[]), "wait", patience);
    }
    if context.progress.instruction.phase == Phase::Waited {
        context.progress.instruction.phase = Phase::Exploring;
    }
    if context.progress.instruction.explored.len() < MOST_TRIES {
        if let Some(target) = find_hidden(context) {
            return open_hidden(context, target);
        }
        if let Some(target) = find_next_page(context) {
            context.progress.instruction.passed_matches += count_alike(context, phrase);
            return open_hidden(context, target);
        }
        if let Some(calls) = scroll_on(context) {
            return calls;
        }
    }
    let near =
        if near.is_empty() { String::new() } else { context.sentence(Sentence::Near, &[("what", &near.join(", "))]) };
    context.fail(&context.sentence(Sentence::NoSuch, &[("what", &phrase.text), ("near", &near)]))
}

fn open_hidden(context: &mut DecisionContext<'_>, target: Ref) -> NextCalls {
    let what = context.page.describe(target);
    context.progress.instruction.explored.push(exploration_key(&context.page, target));
    context.progress.instruction.phase = Phase::Exploring;
    let text = context.sentence(Sentence::LookingInto, &[("what", &what)]);
    if context.page.snapshot.node(target).is_some_and(|node| node.role == "menuitem") {
        // Menus open after a moment under the mouse; a click might choose something.
        return NextCalls { text, calls: vec![("hover", ref_arguments(target)), ("wait", json!({"ms": 500}))] };
    }
    NextCalls::one(text, "click", ref_arguments(target))
}

fn scroll_on(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let view = context.page.snapshot.viewport;
    // A page that did not move since the last scroll is at its end, whatever length it reports.
    let place = format!("{:.0}", view.scroll_y);
    if view.scroll_y + 1.0 >= view.max_scroll_y || context.progress.instruction.explored.contains(&place) {
        return None;
    }
    context.progress.instruction.explored.push(place);
    context.progress.instruction.phase = Phase::Exploring;
    Some(NextCalls::one(context.sentence(Sentence::Scrolling, &[]), "scroll", json!({"direction": "down"})))
}

/// How many elements like the wanted one this page has, where an ordinal names the element.
fn count_alike(context: &DecisionContext<'_>, phrase: &Phrase) -> usize {
    let row = Phrase { ordinal: None, ..phrase.clone() };
    phrase
        .ordinal
        .as_ref()
        .map_or(0, |_| find_all(&context.page, &row, TargetUse::Touch, &context.progress.subject).len())
}

/// An element that hides content and was not opened yet: a folded section, another tab, the menu of the current subject.
fn find_hidden(context: &DecisionContext<'_>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let hides = |at: &usize| {
        let node = &nodes[*at];
        let tab = node.role == "tab" && !node.is(NodeState::Selected) && !node.is(NodeState::Expanded(true));
        let folded = node.is(NodeState::Expanded(false)) && !is_field(&node.role) && node.role != "link";
        let menu = node.role == "menuitem"
            && !node.is(NodeState::Disabled)
            && context.progress.instruction.phase == Phase::Exploring;
        tab || folded || menu || is_menu_of_subject(context, *at)
    };
    first_unexplored(context, (0..nodes.len()).filter(hides))
}

fn is_menu_of_subject(context: &DecisionContext<'_>, at: usize) -> bool {
    let within = &context.progress.subject;
    let more = words(&context.page.nodes()[at].name).iter().any(|word| concept(word) == Some("more"));
    let around = || context.page.around(at);
    more && !within.is_empty() && within.iter().all(|word| quality(word, &around()) >= 80)
}

/// Whether the page shows one page of a list that has several.
pub(crate) fn shows_one_page(page: &PageIndex<'_>) -> bool {
    let nodes = page.nodes();
    page.snapshot.truncated || page.snapshot.is_partial() || (0..nodes.len()).any(|at| is_pager(page, at))
}

/// Whether an element leads to the next page of a list or brings more of it.
fn is_pager(page: &PageIndex<'_>, at: usize) -> bool {
    let node = &page.nodes()[at];
    let name = node.name.trim();
    let turns = matches!(name, ">" | "›" | "»" | "→") || concept(&name.to_lowercase()) == Some("next");
    let brings_more = words(name).iter().any(|word| concept(word) == Some("more")) && words(name).len() <= 3;
    let is_number = |near: usize| {
        let other = &page.nodes()[near];
        near != at && other.target.is_some() && !other.name.is_empty() && other.name.chars().all(|c| c.is_ascii_digit())
    };
    let numbers = (at.saturating_sub(6)..(at + 6).min(page.nodes().len())).filter(|near| is_number(*near)).count();
    matches!(node.role.as_str(), "link" | "button")
        && !node.is(NodeState::Disabled)
        && page.entry_of(at).is_none_or(|entry| page.inside(entry).len() <= 2)
        && (turns || brings_more || (is_number_name(name) && numbers > 0))
}

fn is_number_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 3 && name.chars().all(|c| c.is_ascii_digit())
}

/// The link to the next page of a list. It stands beside page numbers; the button for the next step of a form does not.
fn find_next_page(context: &DecisionContext<'_>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let turns = |at: &usize| {
        let name = nodes[*at].name.trim();
        let next = matches!(name, ">" | "›" | "»" | "→") || concept(&name.to_lowercase()) == Some("next");
        let numbers = (at.saturating_sub(3)..(at + 3).min(nodes.len()))
            .any(|near| !nodes[near].name.is_empty() && nodes[near].name.chars().all(|c| c.is_ascii_digit()));
        next && numbers && matches!(nodes[*at].role.as_str(), "link" | "button") && !nodes[*at].is(NodeState::Disabled)
    };
    let target = nodes[(0..nodes.len()).find(turns)?].target?;
    // Each page of a list has such a link, and that of the last page often leads nowhere.
    let known = context.progress.instruction.explored.iter().any(|mark| *mark == context.page.fingerprint());
    (!known).then_some(target)
}

fn first_unexplored(context: &DecisionContext<'_>, mut found: impl Iterator<Item = usize>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let new = |at: &usize| {
        nodes[*at].target.is_some_and(|target| {
            !context.progress.instruction.explored.contains(&exploration_key(&context.page, target))
        })
    };
    found.find(new).and_then(|at| nodes[at].target)
}

/// How an exploration is remembered: by the ref of the opened element, or for a turned page, whose link stays, by the
/// fingerprint of the page.
fn exploration_key(page: &PageIndex<'_>, target: Ref) -> String {
    let turned = next_page_key(page, target);
    turned.unwrap_or_else(|| target.to_string())
}

fn next_page_key(page: &PageIndex<'_>, target: Ref) -> Option<String> {
    let node = page.snapshot.node(target)?;
    let turns = matches!(node.name.trim(), ">" | "›" | "»" | "→") || concept(&node.name.to_lowercase()) == Some("next");
    turns.then(|| page.fingerprint())
}
