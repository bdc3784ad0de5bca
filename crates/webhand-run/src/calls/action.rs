//! One action on its way to the browser: inspected, judged, approved by the policy or the person, performed.

use webhand_guard::{
    Approved, FactsChanged, PendingApproval, QuestionTopic, Ticket, Verdict, YesScope, invalid_fields,
};
use webhand_model::{Action, ActionClass, Facts, Millis, Outcome, OutcomeStatus, PersonReply, RunOutcome, quote};

use super::batch::Batch;
use super::requests::{UnresolvedRequests, resolve_next_request};
use super::{extract, finish_asked_call, finish_call};
use crate::resume::reload_after_approval;
use crate::state::{PagePresence, QuestionSubject, State};
use crate::{Effect, Run};

/// Requests the facts of an action if the guard needs them, or judges it at once.
pub(super) fn inspect_or_judge(run: &mut Run, action: Action, now: Millis) -> State {
    if let Some(outcome) = run.permissions.secrets.refuse_missing(&action) {
        return finish_call(run, &outcome, now);
    }
    if needs_inspection(&action) {
        run.effects.emit(Effect::Inspect(action.clone()));
        State::Inspecting { action }
    } else {
        judge_action(run, action, Facts::default(), now)
    }
}

/// Judges an action on its facts.
pub(crate) fn judge_action(run: &mut Run, action: Action, facts: Facts, now: Millis) -> State {
    run.permissions.record_form(&facts);
    let facts = complete_facts(run, &action, facts);
    if let Some((asked, scope)) = run.permissions.take_standing(&action, &facts) {
        return act_as_approved(run, asked, scope, facts, now);
    }
    if let Some((approved, ticket)) = run.permissions.take_login(&action, &facts) {
        return act(run, approved, ticket, &facts);
    }
    match run.permissions.judge(action, &facts) {
        Verdict::Allow(approved) => act(run, approved, None, &facts),
        Verdict::Ask { asked, .. } if run.permissions.is_refused_for_good(&asked.topic(), run.task()) => {
            finish_call(run, &Outcome::refused(NOT_ASKED_AGAIN), now)
        }
        Verdict::Ask { asked, question } => run.ask_person(question, QuestionSubject::Action(asked)),
        Verdict::Forbid { why } => refuse(run, PagePresence::Loaded, None, format!("Not allowed: {why}."), now),
    }
}

/// Performs an action that the person approved, if its facts are still those they saw.
pub(crate) fn act_as_approved(
    run: &mut Run,
    asked: PendingApproval,
    scope: YesScope,
    facts: Facts,
    now: Millis,
) -> State {
    let facts = complete_facts(run, asked.action(), facts);
    let action = asked.action().clone();
    match run.permissions.approve(asked, &facts, scope) {
        Ok((approved, ticket)) => {
            if let Some(batch) = run.caller.batch_mut() {
                batch.confirm(!facts.cautions.is_empty());
            }
            act(run, approved, ticket, &facts)
        }
        // The approval was about other facts, so the action is judged anew on the present ones.
        Err(FactsChanged) => judge_action(run, action, facts, now),
    }
}

fn complete_facts(run: &Run, action: &Action, facts: Facts) -> Facts {
    let cautions = run.caller.batch().map(Batch::cautions).unwrap_or_default();
    run.permissions.complete_facts(action, facts, cautions, run.task())
}

fn act(run: &mut Run, approved: Approved, ticket: Option<Ticket>, facts: &Facts) -> State {
    let action = approved.action().clone();
    let invalid_fields = invalid_fields(&action, facts).to_vec();
    run.permissions.record_action(&approved);
    let task = run.task().text.clone();
    run.permissions.record_composed(&action, facts, &task);
    if approved.class() > ActionClass::Input {
        run.memory.contrary.record_attempt();
    } else if approved.class() == ActionClass::Input {
        run.memory.contrary.record_touch();
    }
    run.effects.emit(Effect::Act(approved));
    State::Acting { action, ticket, invalid_fields }
}

pub(crate) fn apply_action_reply(
    run: &mut Run,
    asked: PendingApproval,
    page: PagePresence,
    reply: &PersonReply,
    now: Millis,
) -> State {
    let scope = if *reply == PersonReply::YesToKind { YesScope::ThisKind } else { YesScope::Once };
    match reply {
        PersonReply::Yes | PersonReply::YesToKind if page == PagePresence::Gone => {
            run.permissions.keep_approval(asked, scope);
            reload_after_approval(run)
        }
        PersonReply::Yes | PersonReply::YesToKind if needs_inspection(asked.action()) => {
            run.effects.emit(Effect::Inspect(asked.action().clone()));
            State::Rechecking { asked, scope }
        }
        PersonReply::Yes | PersonReply::YesToKind => act_as_approved(run, asked, scope, Facts::default(), now),
        PersonReply::No | PersonReply::Entered => {
            refuse(run, page, Some(asked.topic()), "The person said no.".to_owned(), now)
        }
        PersonReply::Text(text) => {
            let why = format!("The person did not allow it and said {}.", quote(text));
            refuse(run, page, Some(asked.topic()), why, now)
        }
    }
}

fn refuse(run: &mut Run, page: PagePresence, topic: Option<QuestionTopic>, why: String, now: Millis) -> State {
    run.permissions.count_refusal(topic);
    if run.is_refused_too_often() {
        return run.finish(RunOutcome::Refused { reason: why });
    }
    finish_asked_call(run, page, &Outcome::refused(why), now)
}

/// Records the outcome of an action; its held requests are resolved before its call is finished.
pub(crate) fn finish_action(
    run: &mut Run,
    action: &Action,
    ticket: Option<Ticket>,
    invalid_fields: &[String],
    mut outcome: Outcome,
    now: Millis,
) -> State {
    name_invalid_fields(run, &mut outcome, invalid_fields);
    if let Some(extraction) = extract::needs_reader(run, action, &outcome) {
        return extract::read_page(run, extraction, now);
    }
    run.memory.pictures.record_action(action, &outcome);
    if let Some(page) = run.memory.page().filter(|_| action.class() == ActionClass::Read) {
        run.permissions.record_text(page.origin(), &outcome.text);
    }
    if let Some(origin) = outcome.origin.as_ref().filter(|_| run.is_outside()) {
        let rules = run.task().guard_rules;
        run.permissions.record_shown(origin, &outcome, rules);
    }
    resolve_next_request(run, UnresolvedRequests::new(outcome, ticket), now)
}

/// Says why the browser did not send the form, where nothing left and the page is the same.
fn name_invalid_fields(run: &mut Run, outcome: &mut Outcome, invalid: &[String]) {
    let is_unsent = outcome.status == OutcomeStatus::Done && outcome.held.is_empty() && !outcome.has_left_page();
    if is_unsent && !invalid.is_empty() {
        let names: Vec<String> = invalid.iter().map(|name| quote(name)).collect();
        let why =
            format!("the browser did not send the form, because these fields are not valid: {}", names.join(", "));
        outcome.text.push_str("; ");
        outcome.text.push_str(&why);
        run.memory.contrary.record_unsent(why);
    }
}

/// Whether the guard needs the facts of an element, or of the focus, before it can judge.
fn needs_inspection(action: &Action) -> bool {
    match action.class() {
        ActionClass::Read | ActionClass::Navigate | ActionClass::Policy => false,
        ActionClass::Input
        | ActionClass::Commit
        | ActionClass::Credential
        | ActionClass::File
        | ActionClass::Code
        | ActionClass::Cross => true,
    }
}

/// The outcome of what the person has refused again and again.
pub(super) const NOT_ASKED_AGAIN: &str = "The person refused this kind of thing on this site several times and is not asked \
    again in this session. Do something else, or tell them why you need it.";
