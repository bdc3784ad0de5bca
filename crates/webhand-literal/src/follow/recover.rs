//! Handles the results of the last calls: answers of the person, refusals, failures.
//!
//! Invariant: after a refusal nothing else is tried, and an action that may have happened is never repeated.

use serde_json::json;
use webhand_model::{FailCode, OutcomeStatus, ToolResult};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::dialog::answer_dialog;
use crate::language::sentence::Sentence;
use crate::language::tokens::words;
use crate::language::{Language, concept, words_of};
use crate::matching::choices::describe_choices;
use crate::matching::score::quality;
use crate::page::is_dialog;
use crate::parse::instruction::{DialogAnswer, Instruction};
use crate::progress::{Candidate, PendingQuestion, Phase};

/// The calls that the last results require; nothing if the instructions simply go on.
pub(crate) fn handle_results(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let bad = context.results.iter().find(|result| result.status != OutcomeStatus::Done);
    match bad.map(|result| (result.status, result.text.as_str())) {
        None => handle_answer(context),
        Some((OutcomeStatus::Refused, why)) => {
            Some(context.fail(&context.sentence(Sentence::Refused, &[("what", why.trim_end_matches('.'))])))
        }
        Some((OutcomeStatus::InDoubt, what)) => {
            context.progress.instruction.phase = Phase::Asked(PendingQuestion::Doubt);
            let options = [Sentence::GoOnOption, Sentence::StopOption].map(|option| context.sentence(option, &[]));
            Some(context.ask(&context.sentence(Sentence::InDoubt, &[("what", what)]), &options))
        }
        Some((OutcomeStatus::Failed(code), why)) => recover(context, code, why),
        Some((OutcomeStatus::Done, _)) => None,
    }
}

fn handle_answer(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let reply = context.results.first().map(|result: &ToolResult| result.text.as_str()).unwrap_or_default();
    match context.progress.instruction.phase.question()? {
        PendingQuestion::Which { choices, clears } => {
            context.progress.instruction.phase = Phase::Fresh;
            apply_choice(context, &choices, clears, reply)
        }
        PendingQuestion::Dialog => {
            context.progress.instruction.phase = Phase::Cleared;
            let with = if is_agreement(context.language, reply) { DialogAnswer::Accept } else { DialogAnswer::Dismiss };
            let dialog = context.page.snapshot.dialog.as_ref()?;
            Some(answer_dialog(context, dialog, with))
        }
        PendingQuestion::Doubt if is_agreement(context.language, reply) => {
            context.progress.advance();
            None
        }
        PendingQuestion::Doubt => Some(context.fail(&context.sentence(Sentence::Stopped, &[]))),
    }
}

fn apply_choice(
    context: &mut DecisionContext<'_>,
    choices: &[Candidate],
    clears: bool,
    reply: &str,
) -> Option<NextCalls> {
    let Some(choice) = match_choice(choices, reply, &context.language.ordinals) else {
        let stop = words(reply).iter().any(|word| context.language.no.contains(word));
        let sentence = if stop { Sentence::Stopped } else { Sentence::NoSuch };
        return Some(context.fail(&context.sentence(sentence, &[("what", reply)])));
    };
    if clears {
        context.progress.instruction.phase = Phase::Cleared;
        let text = context.sentence(Sentence::Clicking, &[("what", &choice.name)]);
        return Some(NextCalls::one(text, "click", json!({ "ref": choice.target })));
    }
    context.progress.instruction.chosen = Some(choice.clone());
    None
}

fn is_agreement(language: &Language, reply: &str) -> bool {
    let said = words(reply);
    let yes = [Sentence::AcceptOption, Sentence::GoOnOption].map(|option| words(&language.sentence(option, &[])));
    yes.contains(&said) || said.iter().any(|word| language.yes.contains(word) || concept(word) == Some("accept"))
}

/// Tries once more where a fresh look can help, and fails with the reason where it cannot.
fn recover(context: &mut DecisionContext<'_>, code: FailCode, why: &str) -> Option<NextCalls> {
    // The awaited element may be there although the wait failed; the next look decides.
    let patient = matches!(
        context.progress.instruction.phase,
        Phase::Waited | Phase::Exploring | Phase::ResultsAwaited | Phase::Visiting { .. }
    );
    // The first call submitted the query, and the page changed before the second call.
    let sent = matches!(context.progress.instruction.phase, Phase::Submitted { .. }) && code == FailCode::Skipped;
    // All instructions were followed; the final answer itself says which claims are unproven.
    let claimed = code == FailCode::Unproven;
    if patient || sent || claimed {
        return None;
    }
    let failed = |context: &DecisionContext<'_>| {
        Some(context.fail(&context.sentence(Sentence::Failed, &[("what", why.trim_end_matches('.'))])))
    };
    if try_other_way(context, code) {
        return None;
    }
    if code == FailCode::Gone {
        refill_fields(context);
        return None;
    }
    if code == FailCode::TakenOver {
        // The person had the browser meanwhile, so nothing of the call counts and it is made again.
        context.progress.instruction.phase = Phase::Fresh;
        return None;
    }
    let waited = matches!(context.instructions.get(context.progress.next), Some(Instruction::Wait(_)));
    if context.progress.instruction.retried || waited {
        return failed(context);
    }
    context.progress.instruction.retried = true;
    context.progress.instruction.phase = Phase::Fresh;
    if code == FailCode::Covered {
        clear_cover(context, why)
    } else if is_transient(code) {
        None
    } else {
        failed(context)
    }
}

/// Switches to another way to follow the current instruction where there is one, and returns whether it did.
fn try_other_way(context: &mut DecisionContext<'_>, code: FailCode) -> bool {
    let current = context.instructions.get(context.progress.next);
    let not_native = matches!(code, FailCode::WrongKind | FailCode::NotEditable | FailCode::Unsupported)
        && matches!(current, Some(Instruction::Choose { .. }))
        && context.progress.instruction.phase == Phase::Acted;
    // A control that does not accept typed text is set with arrow keys.
    let not_typed = code == FailCode::NotTaken && matches!(current, Some(Instruction::Dial { .. }));
    if context.progress.instruction.retried || !(not_native || not_typed) {
        return false;
    }
    if not_typed {
        context.progress.instruction.handled.pop();
    }
    context.progress.instruction.phase = Phase::Fresh;
    context.progress.instruction.retried = true;
    true
}

/// Fills the fields before the current instruction again, because the page was loaded anew and lost their values. Clicks
/// are not repeated.
fn refill_fields(context: &mut DecisionContext<'_>) {
    let before = &context.instructions[..context.progress.next.min(context.instructions.len())];
    let entered = before.iter().rev().take_while(|one| one.enters_something()).count();
    context.progress.next -= entered;
    context.progress.report.retract_actions(entered);
    context.progress.instruction.phase = Phase::Fresh;
}

/// Removes a dialog that covers the element: a cookie notice at once, any other dialog as the person decides.
fn clear_cover(context: &mut DecisionContext<'_>, why: &str) -> Option<NextCalls> {
    let nodes = context.page.nodes();
    let dialog = (0..nodes.len()).rfind(|at| is_dialog(&nodes[*at].role))?;
    let text = context.page.text_of(dialog);
    let meant = |meaning: &str, text: &str| words(text).iter().any(|word| concept(word) == Some(meaning));
    let buttons: Vec<usize> =
        context.page.inside(dialog).filter(|at| nodes[*at].target.is_some() && nodes[*at].role == "button").collect();
    let called = |meaning: &str| {
        let names: Vec<String> = words_of(meaning).into_iter().map(str::to_owned).collect();
        buttons.iter().copied().find(|at| words(&nodes[*at].name).iter().any(|word| quality(word, &names) >= 88))
    };
    let wished =
        context.instructions.iter().any(|one| matches!(one, Instruction::Answer { with: DialogAnswer::Accept, .. }));
    let harmless = meant("cookies", &text) || meant("cookies", why) || wished;
    let button = called("accept").or_else(|| called("close")).and_then(|at| nodes[at].target);
    if let Some(target) = button.filter(|_| harmless) {
        context.progress.instruction.phase = Phase::Cleared;
        let text = context.sentence(Sentence::Clicking, &[("what", &context.page.describe(target))]);
        return Some(NextCalls::one(text, "click", json!({ "ref": target.to_string() })));
    }
    let targets: Vec<_> = buttons.iter().filter_map(|at| nodes[*at].target).take(4).collect();
    if targets.is_empty() {
        return None;
    }
    let choices = describe_choices(&context.page, &targets);
    let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
    context.progress.instruction.phase = Phase::Asked(PendingQuestion::Which { choices, clears: true });
    let what = nodes[dialog].describe();
    Some(context.ask(&context.sentence(Sentence::Covered, &[("what", &what)]), &names))
}

/// Whether the failure may be gone by the next look, so that the same call can be tried again.
fn is_transient(code: FailCode) -> bool {
    matches!(
        code,
        FailCode::StaleRef
            | FailCode::UnknownRef
            | FailCode::Moving
            | FailCode::TargetMoved
            | FailCode::Changed
            | FailCode::NotVisible
            | FailCode::Skipped
            | FailCode::DialogOpen
    )
}

/// The choice that an answer names: by number, by name, or by words that only one choice has.
fn match_choice<'c>(
    choices: &'c [Candidate],
    reply: &str,
    ordinals: &std::collections::BTreeMap<String, i32>,
) -> Option<&'c Candidate> {
    let said = words(reply);
    if let Some(same) = choices.iter().find(|choice| words(&choice.name) == said) {
        return Some(same);
    }
    let number = |word: &String| word.parse::<i32>().ok().or_else(|| ordinals.get(word).copied());
    let numbers: Vec<i32> = said.iter().filter_map(number).collect();
    if let [number] = numbers.as_slice() {
        let by_number = usize::try_from(number - 1).map_or_else(|_| choices.last(), |index| choices.get(index));
        if by_number.is_some() {
            return by_number;
        }
    }
    let score = |choice: &Candidate| {
        let own = words(&choice.name);
        said.iter().filter(|word| own.contains(word)).count()
    };
    let best = choices.iter().map(score).max().filter(|best| *best > 0)?;
    let mut fitting = choices.iter().filter(|choice| score(choice) == best);
    let first = fitting.next();
    if fitting.next().is_none() { first } else { None }
}
