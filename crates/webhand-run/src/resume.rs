//! Resuming a run with a new browser: what was under way is in doubt, and is told apart from what is certain.

use webhand_model::{Action, FailCode, Outcome, Question};

use crate::calls::abandon_batch;
use crate::calls::verify::verify_claim;
use crate::person::handover::reopen_for_person;
use crate::state::{State, Then};
use crate::{Effect, Run};

/// The journal was replayed and a new browser is there; what the old one was doing cannot be known.
pub(crate) fn resume_run(run: &mut Run, state: State) -> State {
    // What was not handed out was never begun.
    let begun = !run.effects.drop_unsent();
    run.permissions.secrets.forget_all();
    if run.is_outside() {
        run.batch = None;
        return State::Waiting;
    }
    match state {
        State::ResolvingRequest { .. } if begun => {
            let text = "The browser ended while a request was being sent: it may or may not have arrived. \
                        Look before repeating it.";
            reload_last_page(run, &Outcome::in_doubt(text))
        }
        State::AskingRequest { requests, .. } | State::ResolvingRequest { requests, .. } if requests.has_sent() => {
            let text = "The browser ended after a part of it was sent. Look before repeating it.";
            reload_last_page(run, &Outcome::in_doubt(text))
        }
        State::ResolvingRequest { .. } => {
            reload_undone(run, "The browser ended before the request could go; nothing was sent.")
        }
        State::AskingRequest { asked, question, mut requests } => {
            requests.forget_held();
            ask_again(run, question.clone());
            State::AskingRequest { asked, question, requests }
        }
        State::AskingAction { ref question, .. }
        | State::AskingForBrain { ref question }
        | State::AskingSecret { ref question }
        | State::AskingBudget { ref question, .. } => {
            ask_again(run, question.clone());
            state
        }
        State::Rechecking { asked } => {
            run.permissions.keep_approval(asked);
            reload_after_approval(run)
        }
        State::Acting { action, .. } if begun => reload_cut_off(run, &action),
        State::HandingOver { what } | State::PersonHas { what } | State::Arriving { then: Then::HandOver { what } } => {
            reopen_for_person(run, what)
        }
        State::TakingBack { outcome } => reload_last_page(run, &outcome),
        // Nothing that happened since can have proven it wrong.
        State::Verifying { claim } => {
            run.page_gone = true;
            verify_claim(run, claim)
        }
        State::Arriving { then: Then::Look }
        | State::Observing
        | State::Deciding
        | State::Waiting
        | State::ResolvingRefs { .. }
        | State::Inspecting { .. }
        | State::Acting { .. }
        | State::ReadingPage { .. }
        | State::Extracting { .. }
        | State::Resting { .. } => {
            reload_undone(run, "The browser was started again before this was done; nothing happened.")
        }
        State::Over => State::Over,
    }
}

/// The person is asked the same as before; the page that the question is about has to be loaded first.
fn ask_again(run: &mut Run, question: Question) {
    run.page_gone = true;
    run.effects.emit(Effect::AskPerson(question));
}

/// The browser ended while this was being done.
fn reload_cut_off(run: &mut Run, action: &Action) -> State {
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
    run.page_gone = false;
    abandon_batch(run, outcome, "the browser was started again");
    note_new_browser(run);
    match run.memory.last_address(&run.task) {
        Some(url) => run.open_page(url, Then::Look),
        None => run.observe(),
    }
}

pub(crate) fn note_new_browser(run: &mut Run) {
    run.memory.add_note("The browser was started again; the last page was loaded anew. Refs of before are void.");
    run.memory.pictures.want();
}
