//! Ten thousand answers that models might write, right and wrong: nothing panics, and nothing is done that was not
//! written.

use serde_json::{Map, Value, json};
use webhand_model::{BrainAnswer, Decision, DocumentId, Node, RefBook, Snapshot};

use super::prompt;
use crate::format::{AnswerOrigin, ExpectedAnswer, Format};
use crate::spec::ToolsSetting;
use crate::{anthropic, chat_completions, gemini, gigachat, responses};

/// A page with a field `e1` and a button `e2`.
fn page() -> Snapshot {
    let mut book = RefBook::default();
    book.add_top(DocumentId(1));
    let node = |(number, role): (u32, &str)| Node {
        depth: 0,
        target: book.assign_ref(DocumentId(1), number),
        role: role.to_owned(),
        name: role.to_owned(),
        value: None,
        states: Vec::new(),
        bounds: None,
        in_view: true,
        href: None,
        origin: None,
    };
    let nodes = [(0, "textbox"), (1, "button")].map(node).to_vec();
    Snapshot { nodes, ..prompt(Vec::new()).observation.snapshot }
}

/// The `SplitMix64` generator.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % sides as u64).unwrap()
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

fn good() -> Vec<(&'static str, Value)> {
    vec![
        ("click", json!({"ref": "e2"})),
        ("Click", json!({"ref": "[ref=e2]"})),
        ("fill", json!({"ref": "e1", "value": "two\n\"lines\" {}"})),
        ("functions.press", json!({"key": "Enter", "ref": "@e1"})),
        ("scroll", json!({"direction": "down", "amount": 300})),
        ("back", json!({})),
    ]
}

fn bad() -> Vec<(&'static str, Value)> {
    vec![
        ("click", json!({"ref": "e99"})),
        ("click", json!({"ref": "button"})),
        ("click", json!({})),
        ("click", json!({"ref": "e2", "colour": "red"})),
        ("click", json!({"ref": ["e2"]})),
        ("clickk", json!({"ref": "e2"})),
        ("fill", json!({"ref": "e1"})),
        ("scroll", json!({"direction": "sideways"})),
        ("open", json!({"url": "javascript:alert(1)"})),
        ("", json!({"ref": "e2"})),
        ("rm -rf /", json!({"ref": "e2"})),
    ]
}

/// A JSON text in one of the ways that are mended.
fn mendable(rng: &mut TestRng, json: &str) -> String {
    match rng.below(5) {
        0 => format!("```json\n{json}\n```"),
        1 => format!("{},}}", json.trim_end_matches('}').trim_end_matches(',')).replace("{,}", "{}"),
        2 => Value::String(json.to_owned()).to_string(),
        3 => format!("  {json}  \n"),
        _ => json.to_owned(),
    }
}

/// The answer of a provider whose model wrote these arguments for this call.
fn answers(name: &str, arguments: &str) -> Vec<(Box<dyn Format>, Value)> {
    let source = || AnswerOrigin { provider: "p".to_owned(), model: "m".to_owned() };
    let object: Value = serde_json::from_str(arguments).unwrap_or_else(|_| json!(arguments));
    let chat = |tools| {
        let options = chat_completions::ChatCompletionsOptions {
            tools,
            ..chat_completions::ChatCompletionsOptions::compatible()
        };
        Box::new(chat_completions::ChatCompletionsFormat { source: source(), options }) as Box<dyn Format>
    };
    let native = json!({"choices": [{"message": {"tool_calls": [{"id": "a", "function": {"name": name, "arguments": arguments}}]}}]});
    let text = json!({"tool_call": {"name": name, "arguments": arguments}}).to_string();
    let messages =
        json!({"content": [{"type": "tool_use", "id": "a", "name": name, "input": object}], "stop_reason": "tool_use"});
    let items = json!({"status": "completed", "output": [{"type": "function_call", "call_id": "a", "name": name, "arguments": arguments}]});
    let parts = json!({"candidates": [{"finishReason": "STOP", "content": {"parts": [{"functionCall": {"name": name, "args": object}}]}}]});
    let function = json!({"choices": [{"finish_reason": "function_call", "message": {"function_call": {"name": name, "arguments": object}}}]});
    vec![
        (chat(ToolsSetting::Native), native),
        (chat(ToolsSetting::Text), json!({"choices": [{"message": {"content": text}}]})),
        (
            Box::new(anthropic::AnthropicFormat { source: source(), options: anthropic::AnthropicOptions::default() }),
            messages,
        ),
        (
            Box::new(responses::ResponsesFormat { source: source(), options: responses::ResponsesOptions::of("m") }),
            items,
        ),
        (Box::new(gemini::GeminiFormat { source: source(), options: gemini::GeminiOptions::default() }), parts),
        (
            Box::new(gigachat::GigaChatFormat { source: source(), options: gigachat::GigaChatOptions::default() }),
            function,
        ),
    ]
}

/// The actions that an answer leads to, with their arguments.
fn actions(answer: &BrainAnswer, page: &Snapshot) -> Vec<(&'static str, Map<String, Value>)> {
    let parsed = answer.calls.iter().filter_map(|call| Decision::parse(&call.name, &call.arguments, page).ok());
    let act = |decision| match decision {
        Decision::Act(action) => Some((action.name(), action.arguments())),
        Decision::Say(_) => None,
    };
    parsed.filter_map(act).collect()
}

#[test]
fn good_calls_are_understood_however_they_are_written_and_bad_ones_never_carried_out() {
    let page = page();
    let mut rng = TestRng(7);
    for number in 0..1_000 {
        let (name, arguments) = rng.pick(&good());
        let meant = Decision::parse(&super::super::tool_call::catalogue_name(name), &arguments, &page).unwrap();
        let Decision::Act(meant) = meant else { panic!("{name} is an action") };
        let written = mendable(&mut rng, &arguments.to_string());
        for (format, body) in answers(name, &written) {
            let answer = format.parse_answer(ExpectedAnswer::Calls(number), body.to_string().as_bytes()).unwrap();
            assert_eq!(actions(&answer, &page), [(meant.name(), meant.arguments())], "{body}");
        }
        let (name, arguments) = rng.pick(&bad());
        let written = mendable(&mut rng, &arguments.to_string());
        for (format, body) in answers(name, &written) {
            let done = format
                .parse_answer(ExpectedAnswer::Calls(number), body.to_string().as_bytes())
                .map(|answer| actions(&answer, &page));
            assert!(done.as_ref().is_ok_and(Vec::is_empty) || done.is_err(), "{body}: {done:?}");
        }
    }
}

#[test]
fn what_breaks_off_does_nothing_else_than_what_was_written_so_far() {
    let page = page();
    let mut rng = TestRng(11);
    for number in 0..1_000 {
        let (name, arguments) = rng.pick(&good());
        let Ok(Decision::Act(meant)) =
            Decision::parse(&super::super::tool_call::catalogue_name(name), &arguments, &page)
        else {
            panic!("{name} is an action")
        };
        let letters: Vec<char> = arguments.to_string().chars().collect();
        let written: String = letters[..rng.below(letters.len())].iter().collect();
        for (format, body) in answers(name, &written) {
            let Ok(answer) = format.parse_answer(ExpectedAnswer::Calls(number), body.to_string().as_bytes()) else {
                continue;
            };
            for (name, arguments) in actions(&answer, &page) {
                assert_eq!(name, meant.name());
                for (key, value) in &arguments {
                    assert_eq!(meant.arguments().get(key), Some(value), "{written}");
                }
            }
        }
    }
}

#[test]
fn noise_does_nothing_to_what_is_not_on_the_page() {
    let page = page();
    let mut rng = TestRng(13);
    let noise: Vec<char> = "{}[]\",:\\ \n`'0e<>tool_callnamearguments…😀\u{0}".chars().collect();
    for number in 0..1_000 {
        let (name, arguments) = rng.pick(&good());
        let mut body = json!({"tool_call": {"name": name, "arguments": arguments}}).to_string();
        for _ in 0..=rng.below(4) {
            let mut letters: Vec<char> = body.chars().collect();
            let at = rng.below(letters.len() + 1);
            let insert = rng.pick(&noise);
            if rng.below(2) == 0 && at < letters.len() {
                letters[at] = insert;
            } else {
                letters.insert(at, insert);
            }
            body = letters.into_iter().collect();
        }
        for (format, whole) in answers(name, &body).into_iter().take(2) {
            let said = json!({"choices": [{"message": {"content": body}}]});
            for body in [whole, said] {
                let Ok(answer) = format.parse_answer(ExpectedAnswer::Calls(number), body.to_string().as_bytes()) else {
                    continue;
                };
                for (_, arguments) in actions(&answer, &page) {
                    let target = arguments.get("ref").and_then(Value::as_str);
                    assert!(target.is_none_or(|target| ["e1", "e2"].contains(&target)), "{body}");
                }
            }
        }
    }
}
