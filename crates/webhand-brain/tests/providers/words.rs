//! Plain talk: every provider is asked for words alone, and told what was said before.

use std::sync::{Arc, Mutex};

use webhand_brain::client::{OpenContext, open};
use webhand_brain::prices::Prices;
use webhand_fake_llm::{Script, ScriptedTurn};
use webhand_model::ChatExchange;
use webhand_port::fake::ScriptedBrain;
use webhand_port::{Brain, BrainError, ChatRequest};

use crate::asking::{KEY, serve};
use crate::{PROVIDERS, brain};

fn before() -> Vec<ChatExchange> {
    let exchange = |said: &str, answered: &str| ChatExchange {
        message: said.to_owned(),
        answer: answered.to_owned(),
        read_on: Vec::new(),
    };
    vec![exchange("Which is the oldest lighthouse?", "The Tower of Hercules."), exchange("Really?", "")]
}

async fn reply_and_live_text(brain: &dyn Brain) -> Result<(String, String), BrainError> {
    let live = Mutex::new(String::new());
    let heard = |text: &str| live.lock().unwrap().push_str(text);
    let answer = brain.reply(ChatRequest { before: &before(), message: "Where is it?", live: &heard }).await?;
    assert!(answer.calls.is_empty(), "{answer:?}");
    Ok((answer.text, live.into_inner().unwrap()))
}

#[tokio::test]
async fn every_strict_provider_answers_in_words_with_what_was_said_before() {
    // Text that looks like a call is none here.
    let words = "In A Coruña. {\"tool_call\": {\"name\": \"click\", \"arguments\": {\"ref\": \"e1\"}}}";
    for (name, path) in PROVIDERS {
        let server = serve(Script::from_turns([ScriptedTurn::says(words)]));
        let said =
            reply_and_live_text(&brain(name, path, &server)).await.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(said, (words.to_owned(), words.to_owned()), "{name}");
        let sent = server.requests().last().unwrap().body.clone();
        assert!(sent.contains("Tower of Hercules") && sent.contains("Where is it?"), "{name}: {sent}");
        assert!(!sent.contains("\"tools\"") && !sent.contains("\"functions\""), "nothing to call, {name}: {sent}");
    }
}

#[tokio::test]
async fn a_model_without_tools_talks_like_any_other() {
    for tools in ["no", "json"] {
        let server = serve(Script::from_turns([ScriptedTurn::says("```\nJust so.\n```")]));
        let spec = format!("openai:{}/v1#fake?tools={tools}", server.origin());
        let brain = open(&spec, OpenContext::new(&|_| Some(KEY.to_owned()), &Prices::known())).unwrap();
        let (text, live) = reply_and_live_text(brain.as_ref()).await.unwrap();
        assert_eq!((text.as_str(), live.as_str()), ("```\nJust so.\n```", "```\nJust so.\n```"));
        assert!(!server.requests()[0].body.contains("JSON"), "it is not told to answer in JSON");
    }
}

#[tokio::test]
async fn of_several_brains_only_those_that_talk_are_asked() {
    let server = serve(Script::from_turns([ScriptedTurn::says("Here.")]));
    let spec = format!("literal,openai:{}/v1#fake", server.origin());
    let (prices, wordless) = (Prices::known(), Arc::new(ScriptedBrain::new([])) as Arc<dyn Brain>);
    let means = OpenContext { literal: Some(&wordless), ..OpenContext::new(&|_| Some(KEY.to_owned()), &prices) };
    let brain = open(&spec, means).unwrap();
    assert!(brain.talks());
    assert_eq!(reply_and_live_text(brain.as_ref()).await.unwrap().0, "Here.");
    let literal = open("literal", means).unwrap();
    assert!(!literal.talks());
    assert!(reply_and_live_text(literal.as_ref()).await.unwrap_err().to_string().contains("name a model"));
}

#[tokio::test]
async fn an_answer_that_says_nothing_is_no_answer() {
    let server = serve(Script::from_turns([ScriptedTurn::default()]));
    let error = reply_and_live_text(&brain(PROVIDERS[0].0, PROVIDERS[0].1, &server)).await.unwrap_err();
    assert!(matches!(error, BrainError::Malformed(_)), "{error}");
}
