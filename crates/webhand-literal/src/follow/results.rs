//! Uses the results of a search: lists them, or opens and reads them one after the other.

use serde_json::json;
use webhand_model::{OutcomeStatus, RefResolver as _, truncate};

use crate::answer::count::first_part;
use crate::answer::read::status_text;
use crate::context::{DecisionContext, NextCalls};
use crate::follow::explore::shows_one_page;
use crate::follow::late::{is_unchanged, look_again};
use crate::follow::search::matching_entries;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::matching::{Match, TargetUse};
use crate::page::content::without_controls;
use crate::page::markdown::{Addresses, to_plain_text};
use crate::page::{PageIndex, is_field};
use crate::parse::instruction::{SearchGoal, SearchInstruction};
use crate::progress::{Phase, Visit, VisitStage};

/// The most results that are opened.
const MOST_VISITS: usize = 5;
/// The most results that are listed.
const MOST_LISTED: usize = 10;
/// The most characters of all texts read together.
const MOST_READ: usize = 1_200;

pub(crate) fn use_results(context: &mut DecisionContext<'_>, search: &SearchInstruction) -> Option<NextCalls> {
    let query = context.progress.instruction.query.clone().unwrap_or_else(|| search.query.clone());
    context.record_action(Sentence::DidSearched, "", &query);
    let mut found = matching_entries(&context.page, &words(&query));
    let narrower: Vec<usize> =
        found.iter().copied().filter(|at| mentions_any(&context.page, *at, &search.extra)).collect();
    if !narrower.is_empty() {
        found = narrower;
    }
    let last = context.progress.next + 1 == context.instructions.len();
    match search.wants {
        // A page that the search has not changed yet shows no results of it.
        SearchGoal::Nothing if !last && found.is_empty() && is_unchanged(context) => {
            look_again(context).or_else(|| list_entries(context, &found, &query))
        }
        SearchGoal::Nothing if !last && found.is_empty() && says_nothing_found(&context.page, &query) => {
            list_entries(context, &found, &query)
        }
        SearchGoal::Nothing if !last => None,
        SearchGoal::Nothing | SearchGoal::Entries => list_entries(context, &found, &query),
        SearchGoal::Texts => {
            let visits: Vec<Visit> =
                found.iter().take(MOST_VISITS).filter_map(|at| plan_visit(&context.page, *at)).collect();
            if let Some(calls) = list_entries(context, &found, &query) {
                return Some(calls);
            }
            if visits.is_empty() {
                return None;
            }
            open_visit(context, visits, 0)
        }
    }
}

/// Whether all that the page says about the query is that there is nothing.
fn says_nothing_found(page: &PageIndex<'_>, query: &str) -> bool {
    let wanted = words(query);
    let mentions = |at: &usize| {
        let own = words(&page.own_text(*at));
        !page.is_echo(*at) && !is_field(&page.nodes()[*at].role) && wanted.iter().all(|word| quality(word, &own) >= 80)
    };
    let mut mentioning = (0..page.nodes().len()).filter(mentions).peekable();
    let denies = |at: usize| words(&page.own_text(at)).iter().any(|word| DENIALS.contains(&word.as_str()));
    mentioning.peek().is_some() && mentioning.all(denies)
}

/// Words with which pages say that a search has found nothing.
const DENIALS: [&str; 10] = ["no", "not", "nothing", "none", "0", "zero", "nada", "ningun", "ninguno", "sin"];

fn mentions_any(page: &PageIndex<'_>, entry: usize, extra: &[String]) -> bool {
    let own = words(&page.text_of(entry));
    extra.iter().any(|word| quality(word, &own) >= 80)
}

/// Adds the entries to the findings; where there are none, looks again and then gives up, because nothing found is nothing
/// done.
pub(crate) fn list_entries(context: &mut DecisionContext<'_>, found: &[usize], query: &str) -> Option<NextCalls> {
    if found.is_empty() {
        let status = status_text(&context.page).unwrap_or_else(|| context.page.snapshot.title.clone());
        let why = context.sentence(Sentence::FoundNone, &[("value", query), ("what", &status)]);
        return look_again(context).or_else(|| Some(context.fail(&why)));
    }
    let shown: Vec<String> = found.iter().map(|at| first_part(&context.page.text_of(*at))).collect();
    context.progress.report.add_derived(&found.len().to_string(), "count", &shown);
    context
        .progress
        .report
        .add_note(context.sentence(Sentence::FoundRows, &[("count", &found.len().to_string()), ("value", query)]));
    for at in found.iter().take(MOST_LISTED) {
        let line = truncate(&context.page.text_of(*at), 160).into_owned();
        context.progress.report.add_note(format!("- {line}"));
    }
    if found.len() > MOST_LISTED {
        let more = (found.len() - MOST_LISTED).to_string();
        context.progress.report.add_note(context.sentence(Sentence::MoreRows, &[("count", &more)]));
        context.progress.report.add_derived(&more, "difference", &[found.len().to_string(), MOST_LISTED.to_string()]);
    }
    if shows_one_page(&context.page) {
        context.progress.report.add_note(context.sentence(Sentence::OnePageOfSeveral, &[]));
    }
    None
}

fn plan_visit(page: &PageIndex<'_>, entry: usize) -> Option<Visit> {
    let target = page.opener(entry)?;
    let node = page.snapshot.node(target)?;
    let title = if node.name.is_empty() { page.text_of(entry) } else { node.name.clone() };
    let href = node.href.clone().filter(|href| href.starts_with("http"));
    Some(Visit { title: truncate(&title, 120).into_owned(), href, target: target.to_string() })
}

/// Opens a result: by its address where it has one, because the list is then not needed again.
fn open_visit(context: &mut DecisionContext<'_>, visits: Vec<Visit>, at: usize) -> Option<NextCalls> {
    let visit = visits.get(at)?.clone();
    let text = context.sentence(Sentence::ReadingEntry, &[("what", &visit.title)]);
    let call = match &visit.href {
        Some(href) => ("open", json!({ "url": href })),
        None => ("click", json!({ "ref": find_visit_target(context, &visit)? })),
    };
    context.progress.instruction.phase = Phase::Visiting { visits, at, stage: VisitStage::Opened };
    Some(NextCalls { text, calls: vec![call] })
}

fn find_visit_target(context: &DecisionContext<'_>, visit: &Visit) -> Option<String> {
    if context.page.snapshot.resolve(&visit.target).is_ok() {
        return Some(visit.target.clone());
    }
    match context.find(&Phrase::exactly(&visit.title), TargetUse::Go) {
        Match::One(target) => Some(target.to_string()),
        Match::Several(targets) => targets.first().map(ToString::to_string),
        Match::Nothing(_) => None,
    }
}

/// Goes on with the visits: opened → read → (left) → the next one.
pub(crate) fn continue_visits(
    context: &mut DecisionContext<'_>,
    visits: Vec<Visit>,
    at: usize,
    stage: VisitStage,
) -> Option<NextCalls> {
    let result = context.results.first();
    let worked = result.is_none_or(|result| result.status == OutcomeStatus::Done);
    match stage {
        VisitStage::Opened if worked => {
            let title = visits.get(at).map(|visit| visit.title.clone()).unwrap_or_default();
            context.progress.instruction.phase = Phase::Visiting { visits, at, stage: VisitStage::Read };
            Some(NextCalls::one(context.sentence(Sentence::ReadingEntry, &[("what", &title)]), "read", json!({})))
        }
        VisitStage::Read => {
            let room = MOST_READ / visits.len().max(1);
            if let (Some(result), Some(visit)) = (result.filter(|_| worked), visits.get(at)) {
                let text = without_controls(&context.page, &to_plain_text(&result.text, Addresses::Hidden));
                let title = words(&visit.title);
                let said: Vec<&str> = text.lines().filter(|line| words(line) != title).collect();
                context.progress.report.add_note(format!("«{}»\n{}", visit.title, truncate(&said.join("\n"), room)));
            }
            let next_needs_the_list = visits.get(at + 1).is_some_and(|next| next.href.is_none());
            if next_needs_the_list {
                context.progress.instruction.phase = Phase::Visiting { visits, at, stage: VisitStage::Left };
                return Some(NextCalls::one(context.sentence(Sentence::GoingBack, &[]), "back", json!({})));
            }
            open_visit(context, visits, at + 1)
        }
        VisitStage::Opened | VisitStage::Left => open_visit(context, visits, at + 1),
    }
}
