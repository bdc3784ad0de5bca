//! A run whose budget is spent: it ends, or the person is asked whether it may have more.

use webhand_model::{Millis, OnBudgetSpent, Outcome, PersonReply, Question, QuestionKind};

use crate::Run;
use crate::budget::Resource;
use crate::calls::{extract, verify};
use crate::resume::reload_last_page;
use crate::state::{PagePresence, QuestionSubject, State};

pub(crate) fn stop_or_ask_for_more(run: &mut Run, resource: Resource) -> State {
    match run.budget.when_spent() {
        OnBudgetSpent::Stop => run.finish(run.budget.ending(resource)),
        OnBudgetSpent::Ask => {
            let more = if resource == Resource::Price { "without that limit" } else { "with as much again" };
            let question = Question {
                kind: QuestionKind::Budget,
                text: format!("{}. May it go on {more}?", run.budget.describe(resource)),
                ..Question::default()
            };
            run.ask_person(question, QuestionSubject::Budget(resource))
        }
    }
}

pub(crate) fn apply_budget_reply(
    run: &mut Run,
    resource: Resource,
    page: PagePresence,
    reply: &PersonReply,
    now: Millis,
) -> State {
    match reply {
        PersonReply::Yes | PersonReply::YesToKind => {
            run.budget.raise(resource, now);
            if page == PagePresence::Gone {
                return reload_last_page(run, &Outcome::done("the person let it go on"));
            }
            run.decide(now)
        }
        PersonReply::No | PersonReply::Entered | PersonReply::Text(_) => run.finish(run.budget.ending(resource)),
    }
}

/// Stops waiting for a brain that still thinks at the run's deadline.
pub(crate) fn stop_waiting_for_brain(run: &mut Run, state: State, now: Millis) -> State {
    match state {
        State::Deciding if run.budget.is_waiting() => {
            run.effects.drop_unsent();
            run.budget.uncount_step();
            run.park("the brain was not available until the time of the run was over".to_owned())
        }
        State::Deciding => {
            run.effects.drop_unsent();
            // If the person grants more time, the brain gets the same prompt again.
            run.budget.uncount_step();
            stop_or_ask_for_more(run, Resource::Time)
        }
        State::Verifying { claim, .. } => verify::accept_unchecked(run, claim, PAST_DEADLINE),
        State::Extracting { reading } => extract::fail_extraction(run, &reading, PAST_DEADLINE, now),
        unchanged @ (State::Arriving { .. }
        | State::Observing
        | State::Waiting
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::AskingPerson { .. }
        | State::Rechecking { .. }
        | State::Acting { .. }
        | State::ResolvingRequest { .. }
        | State::HandingOver { .. }
        | State::PersonHas { .. }
        | State::TakingBack { .. }
        | State::ReadingPage { .. }
        | State::ChangingLevel { .. }
        | State::Resting { .. }
        | State::Parked
        | State::Over) => unchanged,
    }
}

const PAST_DEADLINE: &str = "the time it was given is over";
