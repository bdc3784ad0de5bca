//! Takes in what came of the last calls: answers of the person, refusals, failures.
//!
//! Invariant: after a refusal nothing else is tried, and a deed that may have happened is never repeated.

use serde_json::json;
use webhand_model::{FailCode, OutcomeStatus, ToolResult};

use crate::context::{Context, NextCalls};
use crate::follow::dialog::answer_dialog;
use crate::language::message::Message;
use crate::language::tokens::words;
use crate::language::{Language, concept, words_of};
use crate::matching::choices::describe_choices;
use crate::matching::score::quality;
use crate::memory::{Candidate, Phase, Question};
use crate::page::is_dialog;
use crate::parse::instruction::{DialogAnswer, Instruction};

/// What must be answered because of the last results; nothing if the instructions simply go on.
pub(crate) fn handle_results(context: &mut Context<'_>) -> Option<NextCalls> {
    let bad = context.results.iter().find(|result| result.status != OutcomeStatus::Done);
    match bad.map(|result| (result.status, result.text.as_str())) {
        None => handle_answer(context),
        Some((OutcomeStatus::Refused, why)) => {
            Some(context.fail(&context.message(Message::Refused, &[("what", why.trim_end_matches('.'))])))
        }
        Some((OutcomeStatus::InDoubt, what)) => {
            context.memory.phase = Phase::Asked(Question::Doubt);
            let options = [Message::GoOnOption, Message::StopOption].map(|option| context.message(option, &[]));
            Some(context.ask(&context.message(Message::InDoubt, &[("what", what)]), &options))
        }
        Some((OutcomeStatus::Failed(code), why)) => recover(context, code, why),
        Some((OutcomeStatus::Done, _)) => None,
    }
}

fn handle_answer(context: &mut Context<'_>) -> Option<NextCalls> {
    let reply = context.results.first().map(|result: &ToolResult| result.text.as_str()).unwrap_or_default();
    match context.memory.phase.asked()? {
        Question::Which { choices, clears } => {
            context.memory.phase = Phase::Fresh;
            apply_choice(context, &choices, clears, reply)
        }
        Question::Dialog => {
            context.memory.phase = Phase::Cleared;
            let with = if is_agreement(context.language, reply) { DialogAnswer::Accept } else { DialogAnswer::Dismiss };
            let dialog = context.page.snapshot.dialog.as_ref()?;
            Some(answer_dialog(context, dialog, with))
        }
        Question::Doubt if is_agreement(context.language, reply) => {
            context.memory.advance();
            None
        }
        Question::Doubt => Some(context.fail(&context.message(Message::Stopped, &[]))),
    }
}

fn apply_choice(context: &mut Context<'_>, choices: &[Candidate], clears: bool, reply: &str) -> Option<NextCalls> {
    let Some(choice) = pick(choices, reply, &context.language.ordinals) else {
        let stop = words(reply).iter().any(|word| context.language.no.contains(word));
        let sentence = if stop { Message::Stopped } else { Message::NoSuch };
        return Some(context.fail(&context.message(sentence, &[("what", reply)])));
    };
    if clears {
        context.memory.phase = Phase::Cleared;
        let text = context.message(Message::Clicking, &[("what", &choice.name)]);
        return Some(NextCalls::one(text, "click", json!({ "ref": choice.target })));
    }
    context.memory.chosen = Some(choice.clone());
    None
}

fn is_agreement(language: &Language, reply: &str) -> bool {
    let said = words(reply);
    let yes = [Message::AcceptOption, Message::GoOnOption].map(|option| words(&language.message(option, &[])));
    yes.contains(&said) || said.iter().any(|word| language.yes.contains(word) || concept(word) == Some("accept"))
}

/// Tries once more where a fresh look can help, and says why where it cannot.
fn recover(context: &mut Context<'_>, code: FailCode, why: &str) -> Option<NextCalls> {
    // What was waited for may be there all the same; the next look decides.
    let patient =
        matches!(context.memory.phase, Phase::Waited | Phase::Exploring | Phase::Awaited | Phase::Visiting { .. });
    // The query was sent with the first call and the page left before the second.
    let sent = matches!(context.memory.phase, Phase::Submitted { .. }) && code == FailCode::Skipped;
    // All was done that was said; whoever reads the answer is told what is not proven.
    let claimed = code == FailCode::Unproven;
    if patient || sent || claimed {
        return None;
    }
    let failed = |context: &Context<'_>| {
        Some(context.fail(&context.message(Message::Failed, &[("what", why.trim_end_matches('.'))])))
    };
    if try_other_way(context, code) {
        return None;
    }
    if code == FailCode::Gone {
        refill_fields(context);
        return None;
    }
    if code == FailCode::TakenOver {
        // Nothing of it counts, so it is simply done again.
        context.memory.phase = Phase::Fresh;
        return None;
    }
    let waited = matches!(context.instructions.get(context.memory.next), Some(Instruction::Wait(_)));
    if context.memory.tried || waited {
        return failed(context);
    }
    context.memory.tried = true;
    context.memory.phase = Phase::Fresh;
    if code == FailCode::Covered {
        clear_cover(context, why)
    } else if is_passing(code) {
        None
    } else {
        failed(context)
    }
}

/// Whether the current instruction can be followed in another way than the one that failed; if so, that is next.
fn try_other_way(context: &mut Context<'_>, code: FailCode) -> bool {
    let current = context.instructions.get(context.memory.next);
    let not_native = matches!(code, FailCode::WrongKind | FailCode::NotEditable | FailCode::Unsupported)
        && matches!(current, Some(Instruction::Choose { .. }))
        && context.memory.phase == Phase::Acted;
    // What cannot be typed is turned by keys.
    let not_typed = code == FailCode::NotTaken && matches!(current, Some(Instruction::Dial { .. }));
    if context.memory.tried || !(not_native || not_typed) {
        return false;
    }
    if not_typed {
        context.memory.done.pop();
    }
    context.memory.phase = Phase::Fresh;
    context.memory.tried = true;
    true
}

/// The page was loaded anew and has lost what was entered: the fields before the current instruction are filled
/// again. What was clicked is not clicked again.
fn refill_fields(context: &mut Context<'_>) {
    let before = &context.instructions[..context.memory.next.min(context.instructions.len())];
    let entered = before.iter().rev().take_while(|one| one.enters_something()).count();
    context.memory.next -= entered;
    context.memory.did.truncate(context.memory.did.len().saturating_sub(entered));
    context.memory.phase = Phase::Fresh;
}

/// Removes a dialog that lies over the element: a cookie notice at once, anything else as the person says.
fn clear_cover(context: &mut Context<'_>, why: &str) -> Option<NextCalls> {
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
        context.memory.phase = Phase::Cleared;
        let text = context.message(Message::Clicking, &[("what", &context.page.describe(target))]);
        return Some(NextCalls::one(text, "click", json!({ "ref": target.to_string() })));
    }
    let targets: Vec<_> = buttons.iter().filter_map(|at| nodes[*at].target).take(4).collect();
    if targets.is_empty() {
        return None;
    }
    let choices = describe_choices(&context.page, &targets);
    let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
    context.memory.phase = Phase::Asked(Question::Which { choices, clears: true });
    let what = nodes[dialog].describe();
    Some(context.ask(&context.message(Message::Covered, &[("what", &what)]), &names))
}

/// Whether the page may have come to rest by the next look, so that the same can be tried on it.
fn is_passing(code: FailCode) -> bool {
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

/// The choice an answer names: by number, by name, or by words only one of them has.
fn pick<'c>(
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
