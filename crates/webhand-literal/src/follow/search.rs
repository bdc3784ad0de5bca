//! Searches: goes to the place, finds the search field, submits the query and waits for the results.

use serde_json::json;
use webhand_model::{NodeState, PageState, Ref};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::look_further;
use crate::follow::gesture::ref_arguments;
use crate::follow::results::{continue_visits, use_results};
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::tokens::words;
use crate::language::{Language, concept, site};
use crate::matching::score::quality;
use crate::matching::{Match, TargetUse};
use crate::page::{PageIndex, is_field};
use crate::parse::address::address;
use crate::parse::instruction::{Instruction, SearchGoal, SearchInstruction};
use crate::parse::query::is_mailbox;
use crate::progress::Phase;

pub(crate) fn run_search(context: &mut DecisionContext<'_>, search: &SearchInstruction) -> Option<NextCalls> {
    let distinctive = distinctive_words(context.language, &search.query);
    if is_found_in_view(context, search) && shows_words(&context.page, &distinctive) {
        context.progress.subject = distinctive;
        return None;
    }
    match context.progress.instruction.phase.clone() {
        Phase::Submitted { before } => check_results(context, search, &before),
        Phase::SearchButtonPressed => use_results_or_wait(context, search),
        Phase::ResultsAwaited => use_results(context, search),
        Phase::Visiting { visits, at, stage } => continue_visits(context, visits, at, stage),
        Phase::Fresh | Phase::Cleared => go_to_place(context, search).or_else(|| enter_query(context, search)),
        Phase::GoingToPlace
        | Phase::Waited
        | Phase::SearchFieldOpened
        | Phase::Acted
        | Phase::Exploring
        | Phase::Asked(_)
        | Phase::ListOpened
        | Phase::DialTurned { .. }
        | Phase::Reading => enter_query(context, search),
    }
}

/// Whether being in view is enough: "find the mail from Ann and delete it" needs no search where the page shows that mail.
fn is_found_in_view(context: &DecisionContext<'_>, search: &SearchInstruction) -> bool {
    let looking = matches!(context.progress.instruction.phase, Phase::Fresh | Phase::Waited | Phase::Exploring);
    let next = context.instructions.get(context.progress.next + 1);
    let acts = next.is_some_and(|next| !matches!(next, Instruction::Read { .. } | Instruction::Count { .. }));
    search.finds && looking && acts && search.wants == SearchGoal::Nothing
}

/// The words of a query that tell one element from others of its kind.
pub(crate) fn distinctive_words(language: &Language, query: &str) -> Vec<String> {
    let telling =
        |word: &String| language.is_content(word) && !language.roles.contains_key(word) && word.chars().count() > 1;
    words(query).into_iter().filter(telling).collect()
}

pub(crate) fn shows_words(page: &PageIndex<'_>, wanted: &[String]) -> bool {
    let nodes = page.nodes();
    let says = |at: &usize| {
        let own = words(&page.own_text(*at));
        !page.is_echo(*at) && !is_field(&nodes[*at].role) && wanted.iter().all(|word| quality(word, &own) >= 80)
    };
    !wanted.is_empty() && (0..nodes.len()).any(|at| says(&at))
}

/// Goes to the place to search in, unless the page is that place already or the words name no place.
fn go_to_place(context: &mut DecisionContext<'_>, search: &SearchInstruction) -> Option<NextCalls> {
    let place = search.place.as_ref()?;
    context.progress.instruction.query = Some(search.query.clone());
    let whole_page = !is_mailbox(place) && place.words.iter().all(|word| context.language.whole.contains(word));
    if context.progress.instruction.chosen.is_none() && (whole_page || is_at_place(&context.page, place)) {
        return None;
    }
    let url = address(&place.text);
    if url.is_none() && !matches!(context.page.snapshot.state, PageState::Closed(_)) {
        match context.find(place, TargetUse::Go) {
            Match::One(_) | Match::Several(_) => match context.locate(place, TargetUse::Go) {
                Ok(target) => return Some(follow_link(context, target)),
                Err(calls) => return Some(calls),
            },
            Match::Nothing(_) => {}
        }
    }
    let Some(url) = url.or_else(|| site(&place.text).map(str::to_owned)) else {
        // "boats in Spain": the words for the place belong to the query after all.
        context.progress.instruction.query = Some(search.whole.clone());
        return None;
    };
    context.progress.instruction.phase = Phase::GoingToPlace;
    Some(NextCalls::one(context.sentence(Sentence::Opening, &[("what", &url)]), "open", json!({ "url": url })))
}

fn follow_link(context: &mut DecisionContext<'_>, target: Ref) -> NextCalls {
    context.progress.instruction.phase = Phase::GoingToPlace;
    context.progress.instruction.chosen = None;
    let text = context.sentence(Sentence::Opening, &[("what", &context.page.describe(target))]);
    NextCalls::one(text, "click", ref_arguments(target))
}

/// Whether title, address, main headings or the search field name the place.
fn is_at_place(page: &PageIndex<'_>, place: &Phrase) -> bool {
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

fn current_query(context: &DecisionContext<'_>, search: &SearchInstruction) -> String {
    context.progress.instruction.query.clone().unwrap_or_else(|| search.query.clone())
}

fn enter_query(context: &mut DecisionContext<'_>, search: &SearchInstruction) -> Option<NextCalls> {
    let query = current_query(context, search);
    if let PageState::Closed(_) = context.page.snapshot.state {
        return Some(context.fail(&context.sentence(Sentence::NoPage, &[])));
    }
    if let Some(field) = find_search_field(&context.page) {
        context.progress.instruction.phase = Phase::Submitted { before: context.page.fingerprint() };
        context.progress.acted_on = Some(context.page.fingerprint());
        let field = field.to_string();
        let calls =
            vec![("fill", json!({"ref": field, "value": query})), ("press", json!({"key": "Enter", "ref": field}))];
        return Some(NextCalls { text: context.sentence(Sentence::Searching, &[("value", &query)]), calls });
    }
    if context.page.snapshot.state == PageState::Loading && context.progress.instruction.phase != Phase::Waited {
        context.progress.instruction.phase = Phase::Waited;
        return Some(NextCalls::one(
            context.sentence(Sentence::Waiting, &[]),
            "wait",
            json!({"idle": true, "ms": 5000}),
        ));
    }
    if let Some(button) =
        find_search_button(&context.page).filter(|_| context.progress.instruction.phase != Phase::SearchFieldOpened)
    {
        context.progress.instruction.phase = Phase::SearchFieldOpened;
        let text = context.sentence(Sentence::Clicking, &[("what", &context.page.describe(button))]);
        return Some(NextCalls::one(text, "click", ref_arguments(button)));
    }
    if search.wants != SearchGoal::Nothing && !matching_entries(&context.page, &words(&query)).is_empty() {
        return use_results(context, search);
    }
    if search.finds && search.wants == SearchGoal::Nothing {
        return Some(look_further(context, &Phrase::exactly(&query), &[]));
    }
    Some(context.fail(&context.sentence(Sentence::NoSearch, &[("value", &query)])))
}

fn find_search_field(page: &PageIndex<'_>) -> Option<Ref> {
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
    // Reversed, because `max_by_key` returns the last of several best fields and the first one is wanted.
    let best = fields.rev().max_by_key(|at| score(*at)).filter(|at| score(*at) > 0)?;
    nodes[best].target
}

fn find_search_button(page: &PageIndex<'_>) -> Option<Ref> {
    let called = |name: &str| words(name).iter().any(|word| concept(word) == Some("search"));
    let buttons =
        page.nodes().iter().filter(|node| node.target.is_some() && matches!(node.role.as_str(), "button" | "link"));
    buttons.filter(|node| called(&node.name)).min_by_key(|node| (node.role != "button", node.name.len()))?.target
}

fn check_results(context: &mut DecisionContext<'_>, search: &SearchInstruction, before: &str) -> Option<NextCalls> {
    let unchanged = context.page.fingerprint() == before;
    if let Some(button) = find_search_button(&context.page).filter(|_| unchanged) {
        context.progress.instruction.phase = Phase::SearchButtonPressed;
        let text = context.sentence(Sentence::Clicking, &[("what", &context.page.describe(button))]);
        return Some(NextCalls::one(text, "click", ref_arguments(button)));
    }
    use_results_or_wait(context, search)
}

/// Waits once before an empty list counts, because results may come late.
fn use_results_or_wait(context: &mut DecisionContext<'_>, search: &SearchInstruction) -> Option<NextCalls> {
    if matching_entries(&context.page, &words(&current_query(context, search))).is_empty() {
        context.progress.instruction.phase = Phase::ResultsAwaited;
        return Some(NextCalls::one(
            context.sentence(Sentence::Waiting, &[]),
            "wait",
            json!({"idle": true, "ms": 5000}),
        ));
    }
    use_results(context, search)
}

/// Entries that have all words of the query, else those that have any.
pub(crate) fn matching_entries(page: &PageIndex<'_>, wanted: &[String]) -> Vec<usize> {
    let entries = page.entries();
    let hits = |at: usize| {
        let own = words(&page.text_of(at));
        wanted.iter().filter(|word| quality(word, &own) >= 80).count()
    };
    let all: Vec<usize> = entries.iter().copied().filter(|at| hits(*at) == wanted.len()).collect();
    if all.is_empty() { entries.into_iter().filter(|at| hits(*at) > 0).collect() } else { all }
}
