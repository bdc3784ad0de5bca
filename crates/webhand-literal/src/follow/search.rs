//! Searches: goes to the place, finds the search field, sends the query off and gives the results time.

use serde_json::json;
use webhand_model::{NodeState, PageState, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::gesture::reference;
use crate::follow::results::{continue_visits, use_results};
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::language::{Language, concept, site};
use crate::matching::score::quality;
use crate::matching::{Match, Want};
use crate::memory::Phase;
use crate::page::{Page, is_field};
use crate::parse::address::address;
use crate::parse::instruction::{Instruction, Search, SearchGoal};
use crate::parse::query::is_mailbox;

pub(crate) fn run_search(context: &mut Context<'_>, search: &Search) -> Option<NextCalls> {
    let told = distinctive_words(context.language, &search.query);
    if is_found_in_view(context, search) && shows_words(&context.page, &told) {
        context.memory.within = told;
        return None;
    }
    match context.memory.phase.clone() {
        Phase::Submitted { before } => check_results(context, search, &before),
        Phase::Pressed => use_results_or_wait(context, search),
        Phase::Awaited => use_results(context, search),
        Phase::Visiting { visits, at, stage } => continue_visits(context, visits, at, stage),
        Phase::Fresh | Phase::Cleared => go_to_place(context, search).or_else(|| enter_query(context, search)),
        Phase::Going
        | Phase::Waited
        | Phase::Revealed
        | Phase::Acted
        | Phase::Exploring
        | Phase::Asked(_)
        | Phase::Unfolded
        | Phase::Turned { .. }
        | Phase::Reading => enter_query(context, search),
    }
}

/// "Find the mail from Ann and delete it": what is on the page need not be searched for.
fn is_found_in_view(context: &Context<'_>, search: &Search) -> bool {
    let looking = matches!(context.memory.phase, Phase::Fresh | Phase::Waited | Phase::Exploring);
    let next = context.instructions.get(context.memory.next + 1);
    let acts = next.is_some_and(|next| !matches!(next, Instruction::Read { .. } | Instruction::Count { .. }));
    search.finds && looking && acts && search.wants == SearchGoal::Nothing
}

/// The words of a query that tell one thing from others of its kind.
pub(crate) fn distinctive_words(language: &Language, query: &str) -> Vec<String> {
    let telling =
        |word: &String| language.is_content(word) && !language.roles.contains_key(word) && word.chars().count() > 1;
    words(query).into_iter().filter(telling).collect()
}

pub(crate) fn shows_words(page: &Page<'_>, wanted: &[String]) -> bool {
    let nodes = page.nodes();
    let says = |at: &usize| {
        let own = words(&page.own_text(*at));
        !page.is_echo(*at) && !is_field(&nodes[*at].role) && wanted.iter().all(|word| quality(word, &own) >= 80)
    };
    !wanted.is_empty() && (0..nodes.len()).any(|at| says(&at))
}

/// The way to the place named, unless this is the place already or it is none.
fn go_to_place(context: &mut Context<'_>, search: &Search) -> Option<NextCalls> {
    let place = search.place.as_ref()?;
    context.memory.query = Some(search.query.clone());
    let whole_page = !is_mailbox(place) && place.words.iter().all(|word| context.language.whole.contains(word));
    if context.memory.chosen.is_none() && (whole_page || is_at_place(&context.page, place)) {
        return None;
    }
    let url = address(&place.text);
    if url.is_none() && !matches!(context.page.snapshot.state, PageState::Closed(_)) {
        match context.find(place, Want::Go) {
            Match::One(_) | Match::Several(_) => match context.locate(place, Want::Go) {
                Ok(target) => return Some(follow_link(context, target)),
                Err(said) => return Some(said),
            },
            Match::Nothing(_) => {}
        }
    }
    let Some(url) = url.or_else(|| site(&place.text).map(str::to_owned)) else {
        // "boats in Spain": the place belongs to the query after all.
        context.memory.query = Some(search.whole.clone());
        return None;
    };
    context.memory.phase = Phase::Going;
    Some(NextCalls::one(context.message(Message::Opening, &[("what", &url)]), "open", json!({ "url": url })))
}

fn follow_link(context: &mut Context<'_>, target: Ref) -> NextCalls {
    context.memory.phase = Phase::Going;
    context.memory.chosen = None;
    let text = context.message(Message::Opening, &[("what", &context.page.describe(target))]);
    NextCalls::one(text, "click", reference(target))
}

/// Whether title, address, main headings or the search field speak of the place.
fn is_at_place(page: &Page<'_>, place: &Phrase) -> bool {
    let snapshot = page.snapshot;
    let path = snapshot.url.split("://").nth(1).and_then(|rest| rest.split_once('/')).map_or("", |(_, path)| path);
    let mut said = words(path.split('?').next().unwrap_or_default());
    said.extend(words(&snapshot.title));
    let speaks = |role: &str| matches!(role, "heading" | "searchbox");
    for node in page
        .nodes()
        .iter()
        .filter(|node| speaks(&node.role) && !node.is(NodeState::Level(2)) && !node.is(NodeState::Level(3)))
    {
        said.extend(words(&node.name));
    }
    !place.words.is_empty() && place.words.iter().any(|word| quality(word, &said) >= 80)
}

fn current_query(context: &Context<'_>, search: &Search) -> String {
    context.memory.query.clone().unwrap_or_else(|| search.query.clone())
}

fn enter_query(context: &mut Context<'_>, search: &Search) -> Option<NextCalls> {
    let query = current_query(context, search);
    if let PageState::Closed(_) = context.page.snapshot.state {
        return Some(context.fail(&context.message(Message::NoPage, &[])));
    }
    if let Some(field) = find_search_field(&context.page) {
        context.memory.phase = Phase::Submitted { before: context.page.fingerprint() };
        let field = field.to_string();
        let calls =
            vec![("fill", json!({"ref": field, "value": query})), ("press", json!({"key": "Enter", "ref": field}))];
        return Some(NextCalls { text: context.message(Message::Searching, &[("value", &query)]), calls });
    }
    if context.page.snapshot.state == PageState::Loading && context.memory.phase != Phase::Waited {
        context.memory.phase = Phase::Waited;
        return Some(NextCalls::one(context.message(Message::Waiting, &[]), "wait", json!({"idle": true, "ms": 5000})));
    }
    if let Some(button) = find_search_button(&context.page).filter(|_| context.memory.phase != Phase::Revealed) {
        context.memory.phase = Phase::Revealed;
        let text = context.message(Message::Clicking, &[("what", &context.page.describe(button))]);
        return Some(NextCalls::one(text, "click", reference(button)));
    }
    if search.wants != SearchGoal::Nothing && !matching_entries(&context.page, &words(&query)).is_empty() {
        return use_results(context, search);
    }
    if search.finds && search.wants == SearchGoal::Nothing {
        return Some(look_further(context, &Phrase::exactly(&query), &[]));
    }
    Some(context.fail(&context.message(Message::NoSearch, &[("value", &query)])))
}

fn find_search_field(page: &Page<'_>) -> Option<Ref> {
    let nodes = page.nodes();
    let score = |at: usize| {
        let node = &nodes[at];
        let mut own = words(&node.name);
        own.extend(page.label_before(at));
        let landmark = page.ancestors(at).any(|above| nodes[above].role == "search");
        let called = own.iter().any(|word| concept(word) == Some("search"));
        let base = if node.role == "searchbox" {
            100
        } else if landmark {
            90
        } else if called {
            80
        } else {
            return 0;
        };
        base + if node.in_view { 5 } else { 0 } + if called { 2 } else { 0 }
    };
    let fields = (0..nodes.len()).filter(|at| nodes[*at].target.is_some() && is_field(&nodes[*at].role));
    // The first of the best: `max_by_key` would take the last.
    let best = fields.rev().max_by_key(|at| score(*at)).filter(|at| score(*at) > 0)?;
    nodes[best].target
}

fn find_search_button(page: &Page<'_>) -> Option<Ref> {
    let called = |name: &str| words(name).iter().any(|word| concept(word) == Some("search"));
    let buttons =
        page.nodes().iter().filter(|node| node.target.is_some() && matches!(node.role.as_str(), "button" | "link"));
    buttons.filter(|node| called(&node.name)).min_by_key(|node| (node.role != "button", node.name.len()))?.target
}

fn check_results(context: &mut Context<'_>, search: &Search, before: &str) -> Option<NextCalls> {
    let unchanged = context.page.fingerprint() == before;
    if let Some(button) = find_search_button(&context.page).filter(|_| unchanged) {
        context.memory.phase = Phase::Pressed;
        let text = context.message(Message::Clicking, &[("what", &context.page.describe(button))]);
        return Some(NextCalls::one(text, "click", reference(button)));
    }
    use_results_or_wait(context, search)
}

/// Nothing is concluded from an empty list before late results had their time.
fn use_results_or_wait(context: &mut Context<'_>, search: &Search) -> Option<NextCalls> {
    if matching_entries(&context.page, &words(&current_query(context, search))).is_empty() {
        context.memory.phase = Phase::Awaited;
        return Some(NextCalls::one(context.message(Message::Waiting, &[]), "wait", json!({"idle": true, "ms": 5000})));
    }
    use_results(context, search)
}

/// Entries that have all words of the query, else those that have any.
pub(crate) fn matching_entries(page: &Page<'_>, wanted: &[String]) -> Vec<usize> {
    let entries = page.entries();
    let hits = |at: usize| {
        let own = words(&page.text_of(at));
        wanted.iter().filter(|word| quality(word, &own) >= 80).count()
    };
    let all: Vec<usize> = entries.iter().copied().filter(|at| hits(*at) == wanted.len()).collect();
    if all.is_empty() { entries.into_iter().filter(|at| hits(*at) > 0).collect() } else { all }
}
