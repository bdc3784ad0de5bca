//! The brain itself: from a prompt to an answer.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::json;
use webhand_model::{BrainAnswer, FailCode, OutcomeStatus, Prompt, ToolCall, truncate};
use webhand_port::{Brain, BrainError, BrainRequest};

use crate::context::{DecisionContext, NextCalls};
use crate::follow::decide_next;
use crate::follow::rounds::find_round_entry;
use crate::language::sentence::Sentence;
use crate::page::PageIndex;
use crate::parse::{ParsedTask, parse_task};
use crate::progress::TaskProgress;

/// A brain that follows instructions to the letter.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiteralBrain;

impl Brain for LiteralBrain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        if request.prompt.answer_schema.is_some() {
            let why = "the literal brain fills in only what the page shows as data".to_owned();
            return ready(Err(BrainError::Declined(why))).boxed();
        }
        let answer = decide(request.prompt);
        (request.live)(&answer.text);
        ready(Ok(answer)).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// Decides the next calls: a pure function of the prompt.
#[must_use]
pub fn decide(prompt: &Prompt) -> BrainAnswer {
    let (progress, results) = TaskProgress::recall(prompt);
    if let Some(reason) = deferred_fail_reason(prompt) {
        // This brain gives up only after it has tried everything it can, so it repeats its reason.
        return answer(prompt, NextCalls::one(String::new(), "fail", json!({ "reason": reason })), &progress);
    }
    let Some(ParsedTask { language, instructions }) = parse_task(&prompt.task) else {
        return answer(
            prompt,
            NextCalls::one(String::new(), "fail", json!({ "reason": "no language is known" })),
            &progress,
        );
    };
    let instructions = match instructions {
        Ok(instructions) => instructions,
        Err(part) => {
            let reason = language.sentence(Sentence::NotUnderstood, &[("what", &truncate(&part, 200))]);
            let text = language.sentence(Sentence::GivingUp, &[]);
            return answer(prompt, NextCalls::one(text, "fail", json!({ "reason": reason })), &progress);
        }
    };
    let page = PageIndex::new(&prompt.observation.snapshot, &prompt.task);
    let mut context = DecisionContext { language, instructions: &instructions, page, progress, results };
    let entry = find_round_entry(&context);
    context.page.set_current_entry(entry);
    let next = decide_next(&mut context);
    answer(prompt, next, &context.progress)
}

/// The reason for which the brain gave up in its last answer, where the run did not accept giving up yet.
fn deferred_fail_reason(prompt: &Prompt) -> Option<&str> {
    let last = prompt.turns.last()?;
    let at = last.results.iter().position(|result| result.status == OutcomeStatus::Failed(FailCode::Untried))?;
    last.answer.calls.get(at)?.arguments.get("reason")?.as_str()
}

fn answer(prompt: &Prompt, next: NextCalls, progress: &TaskProgress) -> BrainAnswer {
    let turn = prompt.turns.len() + 1;
    let call = |(at, (name, arguments)): (usize, (&'static str, serde_json::Value))| ToolCall {
        id: format!("literal-{turn}-{}", at + 1),
        name: name.to_owned(),
        arguments,
    };
    let calls = next.calls.into_iter().enumerate().map(call).collect();
    BrainAnswer { text: next.text, calls, opaque: Some(progress.to_opaque()), ..BrainAnswer::default() }
}
