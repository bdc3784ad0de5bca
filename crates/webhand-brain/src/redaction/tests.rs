//! A model is shown placeholders, and its answer comes back with the values.

mod pictures;

use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use serde_json::{Value, json};
use webhand_model::{BrainAnswer, ChatExchange, Prompt, ToolCall, ToolResult, Turn};
use webhand_port::{Brain, BrainError, BrainRequest, ChatRequest, Picture, Role};

use super::RedactingBrain;
use crate::format::tests::prompt;

/// A model that gives the same answer each time and keeps what it was shown.
#[derive(Default)]
struct Model {
    answer: BrainAnswer,
    shown: Mutex<Option<(Prompt, Option<Picture>)>>,
    said: Mutex<String>,
}

impl Brain for Model {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        *self.shown.lock().unwrap() = Some((request.prompt.clone(), request.picture.cloned()));
        self.answer.text.split_inclusive('a').for_each(|piece| (request.live)(piece));
        ready(Ok(self.answer.clone())).boxed()
    }

    fn reply<'a>(&'a self, request: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        let before = request.before.iter().map(|one| format!("{} / {}\n", one.message, one.answer));
        *self.said.lock().unwrap() = before.collect::<String>() + request.message;
        ready(Ok(self.answer.clone())).boxed()
    }

    fn sees_pictures(&self) -> bool {
        true
    }
}

fn model(text: &str, arguments: Value) -> Arc<Model> {
    let calls = vec![ToolCall { id: "1".to_owned(), name: "fill".to_owned(), arguments }];
    Arc::new(Model {
        answer: BrainAnswer { text: text.to_owned(), calls, ..BrainAnswer::default() },
        ..Model::default()
    })
}

/// Asks the model, and returns its answer and the text that the person saw arrive.
fn ask(model: &Arc<Model>, prompt: &Prompt, picture: Option<&Picture>) -> (BrainAnswer, String) {
    let live = Mutex::new(String::new());
    let show = |piece: &str| live.lock().unwrap().push_str(piece);
    let request = BrainRequest { prompt, role: Role::Decide, picture, live: &show };
    let brain = RedactingBrain::new(Arc::clone(model) as _);
    let answer = brain.answer(request).now_or_never().expect("the model answers at once").unwrap();
    (answer, live.into_inner().unwrap())
}

fn shown(model: &Model) -> (Prompt, Option<Picture>) {
    model.shown.lock().unwrap().take().expect("the model was asked")
}

#[test]
fn a_model_works_with_values_that_it_never_sees() {
    let mut asked = prompt(Vec::new());
    asked.task = "Send the form for ann@a.test".to_owned();
    asked.observation.text = "- textbox \"Phone\" [ref=e2]: \"+34 612 345 678\"".to_owned();
    asked.observation.snapshot.url = "https://a.test/?user=ann@a.test".to_owned();
    let model = model("Filling in [[email-1]].", json!({"ref": "e1", "text": "[[email-1]] [[phone-1]]"}));
    let (answer, live) = ask(&model, &asked, None);

    let (read, _) = shown(&model);
    assert_eq!(read.task, "Send the form for [[email-1]]");
    assert_eq!(read.observation.text, "- textbox \"Phone\" [ref=e2]: \"[[phone-1]]\"");
    assert_eq!(read.observation.snapshot.url, "https://a.test/?user=[[email-1]]");
    assert!(read.observation.notes.last().is_some_and(|note| note.contains("[[email-1]]")));

    assert_eq!(answer.calls[0].arguments, json!({"ref": "e1", "text": "ann@a.test +34 612 345 678"}));
    assert_eq!((answer.text.as_str(), live.as_str()), ("Filling in ann@a.test.", "Filling in ann@a.test."));
}

#[test]
fn a_later_request_has_the_same_placeholders() {
    let mut asked = prompt(Vec::new());
    asked.observation.text = "bob@b.test, ann@a.test".to_owned();
    let model = model("", json!({"ref": "e1", "text": "[[email-2]]"}));
    let (answer, _) = ask(&model, &asked, None);
    assert_eq!(answer.personal.len(), 2);

    // The page that showed the first address is gone; its turn still tells the placeholder.
    asked.observation.text = "eve@e.test".to_owned();
    asked
        .turns
        .push(Turn { answer, results: vec![ToolResult::new(webhand_model::OutcomeStatus::Done, "filled ann@a.test")] });
    let (answer, _) = ask(&model, &asked, None);
    let (read, _) = shown(&model);
    assert_eq!(read.turns[0].answer.calls[0].arguments["text"], "[[email-2]]");
    assert_eq!(read.turns[0].results[0].text, "filled [[email-2]]");
    assert!(read.turns[0].answer.personal.is_empty());
    assert_eq!(read.observation.text, "[[email-3]]");
    assert_eq!(answer.personal.iter().map(|new| new.value.as_str()).collect::<Vec<_>>(), ["eve@e.test"]);
}

#[test]
fn a_prompt_without_personal_data_stays_as_it_is() {
    let model = model("so", json!({"ref": "e1"}));
    let (answer, _) = ask(&model, &prompt(Vec::new()), None);
    assert_eq!(shown(&model).0, prompt(Vec::new()));
    assert!(answer.personal.is_empty());
}

#[test]
fn a_chat_is_answered_about_values_that_stay_here() {
    let model = model("Your number is [[phone-1]].", json!({}));
    let before = [ChatExchange {
        message: "I am ann@a.test".to_owned(),
        answer: "Hello ann@a.test".to_owned(),
        read_on: Vec::new(),
    }];
    let request = ChatRequest { before: &before, message: "Call +34 612 345 678?", live: &|_| {} };
    let brain = RedactingBrain::new(Arc::clone(&model) as _);
    let answer = brain.reply(request).now_or_never().expect("the model answers at once").unwrap();
    assert_eq!(answer.text, "Your number is +34 612 345 678.");
    let said = model.said.lock().unwrap();
    assert!(said.starts_with("I am [[email-1]] / Hello [[email-1]]\nCall [[phone-1]]?"), "{said}");
}
