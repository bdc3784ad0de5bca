//! Resuming a run with a new browser: each state decides what is certain, what is in doubt and what is asked again.

use webhand_model::{Action, FailCode, Outcome, Question};

use crate::calls::abandon_batch;
use crate::calls::requests::UnresolvedRequests;
use crate::calls::verify::verify_claim;
use crate::person::debugger_question::go_on_with_debugger;
use crate::person::handover::reopen_for_person;
use crate::state::{AfterOpening, PagePresence, QuestionSubject, State};
use crate::{Effect, Run};

/// Goes on with a new browser after the journal was replayed. Nobody knows what the old browser was doing.
pub(crate) fn resume_run(run: &mut Run, state: State) -> State {
    // An effect that was never polled was never begun.
    let begun = !run.effects.drop_unsent();
    run.permissions.secrets.forget_all();
    run.budget.resume_waiting();
    if run.is_outside() {
        run.caller.take_batch();
        return State::Waiting;
    }
    match state {
        State::AskingPerson { subject, question, .. } => ask_again(run, subject, *question),
        State::ResolvingRequest { requests, .. } => reload_unresolved(run, &requests, begun),
        State::Rechecking { asked, scope } => {
            run.permissions.keep_approval(asked, scope);
            reload_after_approval(run)
        }
        State::Acting { action, .. } if begun => reload_interrupted(run, &action),
        State::HandingOver { what }
        | State::PersonHas { what }
        | State::Arriving { then: AfterOpening::HandOver { what } } => reopen_for_person(run, what),
        State::TakingBack { outcome } => reload_last_page(run, &outcome),
        State::ChangingLevel { outcome } => go_on_with_debugger(run, outcome),
        // The claim is about what was seen before the browser ended, so it can be checked without a page.
        State::Verifying { claim, .. } => verify_claim(run, claim, PagePresence::Gone),
        State::Arriving { then: AfterOpening::Observe }
        | State::Observing
        | State::Deciding
        | State::Waiting
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Acting { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::Resting { .. }
        | State::Parked => reload_undone(run, "The browser was started again before this was done; nothing happened."),
        State::Over => State::Over,
    }
}

/// Asks the person the same as before, unless a part of the action was sent already; the page that the question is
/// about is loaded again when they have replied.
fn ask_again(run: &mut Run, mut subject: QuestionSubject, question: Question) -> State {
    if let QuestionSubject::Request { requests, .. } = &mut subject {
        if requests.has_sent() {
            return reload_partly_sent(run);
        }
        requests.forget_held();
    }
    run.effects.emit(Effect::AskPerson(question.clone()));
    State::AskingPerson { subject, question: Box::new(question), page: PagePresence::Gone }
}

/// The browser ended while a held request was being released or stopped.
fn reload_unresolved(run: &mut Run, requests: &UnresolvedRequests, begun: bool) -> State {
    if begun {
        let text = "The browser ended while a request was being sent: it may or may not have arrived. \
                    Look before repeating it.";
        return reload_last_page(run, &Outcome::in_doubt(text));
    }
    if requests.has_sent() {
        return reload_partly_sent(run);
    }
    reload_undone(run, "The browser ended before the request could go; nothing was sent.")
}

fn reload_partly_sent(run: &mut Run) -> State {
    let text = "The browser ended after a part of it was sent. Look before repeating it.";
    reload_last_page(run, &Outcome::in_doubt(text))
}

/// The browser ended while an action was being performed.
fn reload_interrupted(run: &mut Run, action: &Action) -> State {
    let name = action.name();
    let outcome = if action.is_repeatable() {
        let text = format!("The browser ended during this {name}. It changes nothing: repeat it if you need it.");
        Outcome::failed(FailCode::Gone, text)
    } else {
        Outcome::in_doubt(format!(
            "The browser ended during this {name}: it may or may not have happened. Look before repeating it."
        ))
    };
    reload_last_page(run, &outcome)
}

/// The person said yes, but the page is gone: the same thing may be done once when it is proposed again.
pub(crate) fn reload_after_approval(run: &mut Run) -> State {
    reload_undone(
        run,
        "The browser was started again before this was done. The person has allowed it: do it again now.",
    )
}

fn reload_undone(run: &mut Run, why: &str) -> State {
    reload_last_page(run, &Outcome::failed(FailCode::Gone, why))
}

/// Answers what was under way and loads the last page in the new browser.
pub(crate) fn reload_last_page(run: &mut Run, outcome: &Outcome) -> State {
    abandon_batch(run, outcome, "the browser was started again");
    note_new_browser(run);
    // The refs of a new browser begin anew, so changes since a look of the old one would name other elements.
    run.memory.forget_looks();
    match run.memory.last_address(run.task()) {
        Some(url) => run.open_page(url, AfterOpening::Observe),
        None => run.observe(),
    }
}

pub(crate) fn note_new_browser(run: &mut Run) {
    run.memory.add_note("The browser was started again; the last page was loaded anew. Refs of before are void.");
    run.memory.pictures.want();
}
