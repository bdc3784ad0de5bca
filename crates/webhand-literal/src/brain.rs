//! The brain itself: from a prompt to an answer.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::json;
use webhand_model::{BrainAnswer, FailCode, OutcomeStatus, Prompt, ToolCall, truncate};
use webhand_port::{Asking, Brain, BrainError};

use crate::context::{Context, NextCalls};
use crate::follow::decide_next;
use crate::follow::rounds::find_round_entry;
use crate::language::message::Message;
use crate::memory::Memory;
use crate::page::Page;
use crate::parse::{ParsedTask, parse_task};

/// Follows instructions to the letter.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiteralBrain;

impl Brain for LiteralBrain {
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        if asking.prompt.answer_schema.is_some() {
            let why = "the literal brain fills in only what the page shows as data".to_owned();
            return ready(Err(BrainError::Declined(why))).boxed();
        }
        let answer = decide(asking.prompt);
        (asking.live)(&answer.text);
        ready(Ok(answer)).boxed()
    }

    fn sees_pictures(&self) -> bool {
        false
    }
}

/// What to do next: a pure function of the prompt.
#[must_use]
pub fn decide(prompt: &Prompt) -> BrainAnswer {
    let (memory, results) = Memory::recall(prompt);
    if let Some(reason) = reason_that_was_put_off(prompt) {
        // Whatever this brain knows to try, it has tried before it gave up.
        return answer(prompt, NextCalls::one(String::new(), "fail", json!({ "reason": reason })), &memory);
    }
    let Some(ParsedTask { language, instructions }) = parse_task(&prompt.task) else {
        return answer(
            prompt,
            NextCalls::one(String::new(), "fail", json!({ "reason": "no language is known" })),
            &memory,
        );
    };
    let instructions = match instructions {
        Ok(instructions) => instructions,
        Err(part) => {
            let reason = language.message(Message::NotUnderstood, &[("what", &truncate(&part, 200))]);
            let text = language.message(Message::GivingUp, &[]);
            return answer(prompt, NextCalls::one(text, "fail", json!({ "reason": reason })), &memory);
        }
    };
    let page = Page::new(&prompt.observation.snapshot, &prompt.task);
    let mut context = Context { language, instructions: &instructions, page, memory, results };
    let entry = find_round_entry(&context);
    context.page.turn_to(entry);
    let next = decide_next(&mut context);
    answer(prompt, next, &context.memory)
}

/// Why it gave up, when it was told to try harder.
fn reason_that_was_put_off(prompt: &Prompt) -> Option<&str> {
    let last = prompt.turns.last()?;
    let at = last.results.iter().position(|result| result.status == OutcomeStatus::Failed(FailCode::Untried))?;
    last.answer.calls.get(at)?.arguments.get("reason")?.as_str()
}

fn answer(prompt: &Prompt, said: NextCalls, memory: &Memory) -> BrainAnswer {
    let turn = prompt.turns.len() + 1;
    let call = |(at, (name, arguments)): (usize, (&'static str, serde_json::Value))| ToolCall {
        id: format!("literal-{turn}-{}", at + 1),
        name: name.to_owned(),
        arguments,
    };
    let calls = said.calls.into_iter().enumerate().map(call).collect();
    BrainAnswer { text: said.text, calls, opaque: Some(memory.write()), ..BrainAnswer::default() }
}
