//! The literal brain, a brain without a model: it follows plain imperative instructions in English and Spanish, word by
//! word. [`intent`] decides whether a message of a chat needs the browser at all.
//!
//! The crate performs nothing: it reads no clock, no file and no network, and it touches no browser. Start reading at
//! [`decide`].
//!
//! Invariants: the same prompt always gets the same answer; every answer has at least one call; nothing is guessed
//! where two elements fit alike, the person is asked instead; what was refused is not tried in another way. It keeps
//! nothing itself: where it stands travels in [`Answer::opaque`].

mod build;
mod calendar;
mod choose;
mod compose;
mod condition;
mod count;
mod date;
mod dial;
mod each;
mod enter;
mod explore;
mod extreme;
mod figure;
mod fill;
mod finish;
mod furniture;
mod ground;
mod hear;
mod instruction;
pub mod intent;
mod language;
mod listed;
mod look;
mod markdown;
mod memory;
mod mind;
mod page;
mod parse;
mod pattern;
mod phrase;
mod query;
mod read;
mod results;
mod rounds;
mod say;
mod score;
mod search;
mod step;
mod sums;
mod total;
mod value;
mod words;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::json;
use webhand_model::{Answer, Call, End, FailCode, Prompt, cut};
use webhand_port::{Asking, Brain, BrainError};

use self::memory::Memory;
use self::mind::{Mind, Said};
use self::page::Page;
use self::parse::{Understood, understand};
use self::say::Sentence;

/// Follows instructions to the letter.
#[derive(Debug, Clone, Copy, Default)]
pub struct LiteralBrain;

impl Brain for LiteralBrain {
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<Answer, BrainError>> {
        if asking.prompt.blank.is_some() {
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
pub fn decide(prompt: &Prompt) -> Answer {
    let (memory, results) = Memory::recall(prompt);
    if let Some(reason) = reason_that_was_put_off(prompt) {
        // Whatever this brain knows to try, it has tried before it gave up.
        return answer(prompt, Said::one(String::new(), "fail", json!({ "reason": reason })), &memory);
    }
    let Some(Understood { language, instructions }) = understand(&prompt.task) else {
        return answer(prompt, Said::one(String::new(), "fail", json!({ "reason": "no language is known" })), &memory);
    };
    let instructions = match instructions {
        Ok(instructions) => instructions,
        Err(part) => {
            let reason = language.say(Sentence::NotUnderstood, &[("what", &cut(&part, 200))]);
            let text = language.say(Sentence::GivingUp, &[]);
            return answer(prompt, Said::one(text, "fail", json!({ "reason": reason })), &memory);
        }
    };
    let page = Page::new(&prompt.observation.snapshot, &prompt.task);
    let mut mind = Mind { language, instructions: &instructions, page, memory, results };
    let entry = mind.entry_of_round();
    mind.page.turn_to(entry);
    let said = mind.decide();
    answer(prompt, said, &mind.memory)
}

/// Why it gave up, when it was told to try harder.
fn reason_that_was_put_off(prompt: &Prompt) -> Option<&str> {
    let last = prompt.turns.last()?;
    let at = last.results.iter().position(|result| result.end == End::Failed(FailCode::Untried))?;
    last.answer.calls.get(at)?.arguments.get("reason")?.as_str()
}

fn answer(prompt: &Prompt, said: Said, memory: &Memory) -> Answer {
    let turn = prompt.turns.len() + 1;
    let call = |(at, (name, arguments)): (usize, (&'static str, serde_json::Value))| Call {
        id: format!("literal-{turn}-{}", at + 1),
        name: name.to_owned(),
        arguments,
    };
    let calls = said.calls.into_iter().enumerate().map(call).collect();
    Answer { text: said.text, calls, opaque: Some(memory.write()), ..Answer::default() }
}

#[cfg(test)]
mod tests;
