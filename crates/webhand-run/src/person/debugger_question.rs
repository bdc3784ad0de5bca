//! Asks the person, once in a run, whether it may drive its tabs with the browser's debugger.
//!
//! Only a run whose task begins at [`StartLevel::Quiet`] asks, so journals of earlier versions replay as they were written.

use webhand_model::{
    FailCode, Millis, Outcome, OutcomeStatus, PersonReply, Question, QuestionKind, StartLevel, clean, quote, truncate,
};

use crate::calls::{abandon_batch, finish_asked_call};
use crate::state::{PagePresence, QuestionSubject, State};
use crate::{Effect, Run};

/// The person's decision about the debugger.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum DebuggerUse {
    #[default]
    NotAsked,
    /// Counts how often the run changed to it: once, unless webhand ended before the change was made.
    Allowed {
        changes: u32,
    },
    Refused,
}

/// Whether a call failed for the lack of a debugger that the run may get.
pub(crate) fn is_needed(run: &Run, outcome: &Outcome) -> bool {
    let may_get = match run.permissions.debugger {
        DebuggerUse::NotAsked => true,
        DebuggerUse::Allowed { changes } => changes < MOST_CHANGES,
        DebuggerUse::Refused => false,
    };
    let is_missing = outcome.status == OutcomeStatus::Failed(FailCode::NeedsDebugger);
    is_missing && may_get && run.task().start_level == StartLevel::Quiet && !run.is_outside()
}

/// Asks the person, or changes at once where they have agreed.
pub(crate) fn ask_or_change(run: &mut Run, outcome: Outcome) -> State {
    if matches!(run.permissions.debugger, DebuggerUse::Allowed { .. }) {
        return change(run, outcome);
    }
    let why = truncate(&clean(&outcome.text), LONGEST_REASON).into_owned();
    let question = Question {
        kind: QuestionKind::Debugger,
        text: "May this run use the browser's debugger from now on?".to_owned(),
        details: vec![format!("Why: {why}"), WHAT_FOLLOWS.to_owned()],
        ..Question::default()
    };
    run.ask_person(question, QuestionSubject::Debugger(Box::new(outcome)))
}

pub(crate) fn apply_debugger_reply(
    run: &mut Run,
    outcome: Outcome,
    page: PagePresence,
    reply: &PersonReply,
    now: Millis,
) -> State {
    let refusal = match reply {
        PersonReply::Yes | PersonReply::YesToKind => {
            run.permissions.debugger = DebuggerUse::Allowed { changes: 0 };
            return change(run, outcome);
        }
        PersonReply::No | PersonReply::Entered => "The person does not allow the debugger in this run".to_owned(),
        PersonReply::Text(text) => {
            format!("The person does not allow the debugger in this run and said {}", quote(&clean(text)))
        }
    };
    run.permissions.debugger = DebuggerUse::Refused;
    let text = format!("{}. {refusal}: find another way, or say what cannot be done.", outcome.text);
    finish_asked_call(run, page, &Outcome { text, ..outcome }, now)
}

fn change(run: &mut Run, outcome: Outcome) -> State {
    if let DebuggerUse::Allowed { changes } = &mut run.permissions.debugger {
        *changes += 1;
    }
    run.effects.emit(Effect::UseDebugger);
    State::ChangingLevel { outcome }
}

/// Goes on in the same tab. The page was not loaded anew, so the call that failed can be made again.
pub(crate) fn go_on_with_debugger(run: &mut Run, outcome: Outcome) -> State {
    let text = format!("{}. The person has allowed the debugger since: do it again.", outcome.text);
    abandon_batch(run, &Outcome { text, ..outcome }, "webhand changed to the debugger");
    run.memory.add_note("The tab is driven with the browser's debugger now. Refs of before are void.");
    run.memory.forget_looks();
    run.memory.pictures.want();
    run.observe()
}

const WHAT_FOLLOWS: &str =
    "The browser shows a bar on its tabs as long as the run uses it; Cancel on that bar ends the run.";
const LONGEST_REASON: usize = 300;
const MOST_CHANGES: u32 = 2;
