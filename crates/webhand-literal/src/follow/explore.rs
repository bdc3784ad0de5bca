//! Looks for what is not in sight: gives the page time, opens what is folded, scrolls, turns pages.
//!
//! Invariant: only what hides something is touched, each thing once; nothing that could send or change anything.

use serde_json::json;
use webhand_model::{NodeState, PageState, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::gesture::reference;
use crate::language::concept;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::matching::{Want, find_all};
use crate::memory::Phase;
use crate::page::{Page, is_field};

/// The most things opened, pages turned and scrolls made for one instruction.
const MOST_TRIES: usize = 30;

/// Nothing fits yet: what to try next, until there is nothing left to try.
pub(crate) fn look_further(context: &mut Context<'_>, phrase: &Phrase, near: &[String]) -> NextCalls {
    if matches!(context.memory.phase, Phase::Fresh | Phase::Cleared) {
        context.memory.phase = Phase::Waited;
        let loading = context.page.snapshot.state == PageState::Loading || phrase.text.is_empty();
        let patience = if loading {
            json!({"idle": true, "ms": 5_000})
        } else if find_hidden(context).is_some() || context.page.has_echo() {
            // The text itself is no sign where the page repeats the task.
            json!({"ms": 700})
        } else {
            json!({"text": phrase.text, "ms": 3_000})
        };
        return NextCalls::one(context.message(Message::Waiting, &[]), "wait", patience);
    }
    if context.memory.phase == Phase::Waited {
        context.memory.phase = Phase::Exploring;
    }
    if context.memory.explored.len() < MOST_TRIES {
        if let Some(target) = find_hidden(context) {
            return open_hidden(context, target);
        }
        if let Some(target) = find_next_page(context) {
            context.memory.passed += count_alike(context, phrase);
            return open_hidden(context, target);
        }
        if let Some(said) = scroll_on(context) {
            return said;
        }
    }
    let near =
        if near.is_empty() { String::new() } else { context.message(Message::Near, &[("what", &near.join(", "))]) };
    context.fail(&context.message(Message::NoSuch, &[("what", &phrase.text), ("near", &near)]))
}

fn open_hidden(context: &mut Context<'_>, target: Ref) -> NextCalls {
    let what = context.page.describe(target);
    context.memory.explored.push(exploration_key(&context.page, target));
    context.memory.phase = Phase::Exploring;
    let text = context.message(Message::LookingInto, &[("what", &what)]);
    if context.page.snapshot.node(target).is_some_and(|node| node.role == "menuitem") {
        // Menus open after a moment under the mouse; a click might choose something.
        return NextCalls { text, calls: vec![("hover", reference(target)), ("wait", json!({"ms": 500}))] };
    }
    NextCalls::one(text, "click", reference(target))
}

fn scroll_on(context: &mut Context<'_>) -> Option<NextCalls> {
    let view = context.page.snapshot.viewport;
    // A page that does not move is at its end, whatever it says.
    let place = format!("{:.0}", view.scroll_y);
    if view.scroll_y + 1.0 >= view.max_scroll_y || context.memory.explored.contains(&place) {
        return None;
    }
    context.memory.explored.push(place);
    context.memory.phase = Phase::Exploring;
    Some(NextCalls::one(context.message(Message::Scrolling, &[]), "scroll", json!({"direction": "down"})))
}

/// How many of a row stand on this page, where the place in the row is what names the element.
fn count_alike(context: &Context<'_>, phrase: &Phrase) -> usize {
    let row = Phrase { ordinal: None, ..phrase.clone() };
    phrase.ordinal.as_ref().map_or(0, |_| find_all(&context.page, &row, Want::Touch, &context.memory.within).len())
}

/// What hides something and was not opened yet: a folded section, another tab, the menu of what was found.
fn find_hidden(context: &Context<'_>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let hides = |at: &usize| {
        let node = &nodes[*at];
        let tab = node.role == "tab" && !node.is(NodeState::Selected) && !node.is(NodeState::Expanded(true));
        let folded = node.is(NodeState::Expanded(false)) && !is_field(&node.role) && node.role != "link";
        let menu = node.role == "menuitem" && !node.is(NodeState::Disabled) && context.memory.phase == Phase::Exploring;
        tab || folded || menu || is_menu_of_found(context, *at)
    };
    first_unexplored(context, (0..nodes.len()).filter(hides))
}

fn is_menu_of_found(context: &Context<'_>, at: usize) -> bool {
    let within = &context.memory.within;
    let more = words(&context.page.nodes()[at].name).iter().any(|word| concept(word) == Some("more"));
    let around = || context.page.around(at);
    more && !within.is_empty() && within.iter().all(|word| quality(word, &around()) >= 80)
}

/// The link to the next page of a list: one that stands beside numbers, so that it is not the next step of a form.
fn find_next_page(context: &Context<'_>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let turns = |at: &usize| {
        let name = nodes[*at].name.trim();
        let next = matches!(name, ">" | "›" | "»" | "→") || concept(&name.to_lowercase()) == Some("next");
        let numbers = (at.saturating_sub(3)..(at + 3).min(nodes.len()))
            .any(|near| !nodes[near].name.is_empty() && nodes[near].name.chars().all(|c| c.is_ascii_digit()));
        next && numbers && matches!(nodes[*at].role.as_str(), "link" | "button") && !nodes[*at].is(NodeState::Disabled)
    };
    let target = nodes[(0..nodes.len()).find(turns)?].target?;
    // Each page has such a link, and the last one often leads nowhere.
    let known = context.memory.explored.iter().any(|mark| *mark == context.page.fingerprint());
    (!known).then_some(target)
}

fn first_unexplored(context: &Context<'_>, mut found: impl Iterator<Item = usize>) -> Option<Ref> {
    let nodes = context.page.nodes();
    let new = |at: &usize| {
        nodes[*at]
            .target
            .is_some_and(|target| !context.memory.explored.contains(&exploration_key(&context.page, target)))
    };
    found.find(new).and_then(|at| nodes[at].target)
}

/// What was opened is remembered by its ref; a turned page, whose link stays, by what it showed.
fn exploration_key(page: &Page<'_>, target: Ref) -> String {
    let turned = next_page_key(page, target);
    turned.unwrap_or_else(|| target.to_string())
}

fn next_page_key(page: &Page<'_>, target: Ref) -> Option<String> {
    let node = page.snapshot.node(target)?;
    let turns = matches!(node.name.trim(), ">" | "›" | "»" | "→") || concept(&node.name.to_lowercase()) == Some("next");
    turns.then(|| page.fingerprint())
}
