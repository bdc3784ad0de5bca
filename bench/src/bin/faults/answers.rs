//! Answers that models might write, in every format: a bad call must never become an action.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use webhand_bench::seeded_rng::SeededRng;
use webhand_brain::format::{AnswerOrigin, ExpectedAnswer, Format};
use webhand_brain::{anthropic, chat_completions, gemini, gigachat, responses};
use webhand_model::{Action, Input, Millis, Task};
use webhand_run::{Effect, Run};

use crate::form::page;

#[derive(Default)]
pub struct Answers {
    pub panics: usize,
    /// Actions begun for bad calls.
    pub wrong: usize,
    bad: usize,
    good: usize,
    understood: usize,
    /// Answers that were refused as a whole, which the client requests again.
    refused: usize,
    /// Examples of failures.
    examples: Vec<String>,
}

impl Answers {
    pub fn check_one(&mut self, rng: &mut SeededRng) {
        let is_good = rng.below(4) == 0;
        let (name, arguments) = if is_good { good(rng) } else { bad(rng) };
        let (format, body) = encode_call(rng, name, &arguments);
        let begun = catch_unwind(AssertUnwindSafe(|| actions_begun(format.as_ref(), &body)));
        let noted = match begun {
            Err(_) => {
                self.panics += 1;
                true
            }
            Ok(None) => {
                self.refused += 1;
                false
            }
            Ok(Some(actions)) => {
                self.understood += usize::from(is_good && !actions.is_empty());
                self.wrong += if is_good { 0 } else { actions.len() };
                !is_good && !actions.is_empty()
            }
        };
        if noted && self.examples.len() < MOST_EXAMPLES {
            self.examples.push(body.chars().take(400).collect());
        }
        *(if is_good { &mut self.good } else { &mut self.bad }) += 1;
    }

    pub fn json(&self) -> Value {
        json!({
            "answers": self.good + self.bad, "bad": self.bad, "good": self.good, "understood": self.understood,
            "refused": self.refused, "panics": self.panics, "actions_from_bad_calls": self.wrong,
            "examples": self.examples,
        })
    }
}

/// The actions that a run begins after such an answer; none if the answer is refused as a whole.
fn actions_begun(format: &dyn Format, body: &str) -> Option<Vec<&'static str>> {
    let answer = format.parse_answer(ExpectedAnswer::Calls(0), body.as_bytes()).ok()?;
    let mut run = Run::start(Task::new("fill in the form"));
    let mut begun = Vec::new();
    for input in [Input::Observed(Box::new(page())), Input::Answered(answer)] {
        begun.clear();
        let to = std::iter::from_fn(|| run.poll_effect()).last().map(|(no, _)| no);
        run.handle(to, input, Millis(0));
    }
    while let Some((_, effect)) = run.poll_effect() {
        begun.extend(action(&effect).map(Action::name));
    }
    Some(begun)
}

fn action(effect: &Effect) -> Option<&Action> {
    match effect {
        Effect::Inspect(action) => Some(action),
        Effect::Act(approved) => Some(approved.action()),
        Effect::Observe { .. }
        | Effect::AskBrain(_)
        | Effect::Verify(_)
        | Effect::Extract(_)
        | Effect::ResolveRefs(_)
        | Effect::ReplyToCall(..)
        | Effect::ResolveRequest(_)
        | Effect::AskPerson(_)
        | Effect::HandOver
        | Effect::TakeBack
        | Effect::UseDebugger
        | Effect::Park(_)
        | Effect::Finish(_) => None,
    }
}

fn good(rng: &mut SeededRng) -> (&'static str, Value) {
    let text = rng.words(3);
    match rng.below(6) {
        0 => ("click", json!({"ref": "e2"})),
        1 => ("fill", json!({"ref": "e1", "value": text})),
        2 => ("type", json!({"text": text})),
        3 => ("press", json!({"key": "Enter"})),
        4 => ("scroll", json!({"direction": "down"})),
        _ => ("back", json!({})),
    }
}

/// Calls that cannot be repaired.
fn bad(rng: &mut SeededRng) -> (&'static str, Value) {
    let text = rng.words(2);
    match rng.below(14) {
        0 => ("click", json!({"ref": format!("e{}", 3 + rng.below(500))})),
        1 => ("click", json!({"ref": text})),
        2 => ("click", json!({})),
        3 => ("click", json!({"ref": "e2", "colour": text})),
        4 => ("click", json!({"ref": ["e1", "e2"]})),
        5 => ("click", json!({"ref": {"id": "e1"}})),
        6 => ("clickety", json!({"ref": "e2"})),
        7 => ("fill", json!({"ref": "e1"})),
        8 => ("fill", json!({"ref": "e1", "value": {"text": text}})),
        9 => ("scroll", json!({"direction": text})),
        10 => ("open", json!({"url": format!("javascript:alert('{text}')")})),
        11 => ("open", json!({"url": format!("file:///{text}")})),
        12 => ("", json!({"ref": "e2"})),
        _ => ("press", json!({"key": [1, 2]})),
    }
}

/// Encodes a call as a provider would send it, with arguments as some model writes them.
fn encode_call(rng: &mut SeededRng, name: &str, arguments: &Value) -> (Box<dyn Format>, String) {
    let source = AnswerOrigin { provider: "p".to_owned(), model: "m".to_owned() };
    let text = match rng.below(4) {
        0 => format!("```json\n{arguments}\n```"),
        1 => Value::String(arguments.to_string()).to_string(),
        2 => format!(" {arguments}\n"),
        _ => arguments.to_string(),
    };
    let (format, body): (Box<dyn Format>, Value) = match rng.below(6) {
        0 => (
            chat(source),
            json!({"choices": [{"message": {"tool_calls": [{"id": "a", "function": {"name": name, "arguments": text}}]}}]}),
        ),
        1 => {
            let said = json!({"tool_call": {"name": name, "arguments": arguments}});
            (chat(source), json!({"choices": [{"message": {"content": said.to_string()}}]}))
        }
        2 => (
            Box::new(anthropic::AnthropicFormat { source, options: anthropic::AnthropicOptions::default() }),
            json!({"content": [{"type": "tool_use", "id": "a", "name": name, "input": arguments}], "stop_reason": "tool_use"}),
        ),
        3 => (
            Box::new(responses::ResponsesFormat { source, options: responses::ResponsesOptions::of("m") }),
            json!({"status": "completed", "output": [{"type": "function_call", "call_id": "a", "name": name, "arguments": text}]}),
        ),
        4 => (
            Box::new(gemini::GeminiFormat { source, options: gemini::GeminiOptions::default() }),
            json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [{"functionCall": {"name": name, "args": arguments}}]}}]}),
        ),
        _ => (
            Box::new(gigachat::GigaChatFormat { source, options: gigachat::GigaChatOptions::default() }),
            json!({"choices": [{"finish_reason": "function_call", "message": {"function_call": {"name": name, "arguments": arguments}}}]}),
        ),
    };
    (format, body.to_string())
}

fn chat(source: AnswerOrigin) -> Box<dyn Format> {
    Box::new(chat_completions::ChatCompletionsFormat {
        source,
        options: chat_completions::ChatCompletionsOptions::compatible(),
    })
}

const MOST_EXAMPLES: usize = 5;
