use std::time::{Duration, UNIX_EPOCH};

use insta::assert_snapshot;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use webhand_port::Brain as _;

use super::retry::{Advice, Next, next};
use super::{ChatCompletions, Deadlines, Endpoint, EndpointError};
use crate::chat_completions::{Again, Key, Options};

fn advice(headers: &[(&'static str, &str)]) -> Advice {
    let header =
        |(name, value): &(&'static str, &str)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
    let headers: HeaderMap = headers.iter().map(header).collect();
    Advice::of(&headers, UNIX_EPOCH + Duration::from_secs(1_000_000_000))
}

#[test]
fn a_provider_can_say_in_four_ways_when_to_come_back() {
    let wait = |headers: &[(&'static str, &str)]| advice(headers).wait;
    assert_eq!(wait(&[("retry-after-ms", "1500"), ("retry-after", "9")]), Some(Duration::from_millis(1500)));
    assert_eq!(wait(&[("retry-after", "2")]), Some(Duration::from_secs(2)));
    assert_eq!(wait(&[("retry-after", "0.5")]), Some(Duration::from_millis(500)));
    assert_eq!(wait(&[("retry-after", "Sun, 09 Sep 2001 01:46:45 GMT")]), Some(Duration::from_secs(5)));
    assert_eq!(wait(&[("retry-after", "Sun, 09 Sep 2001 01:46:00 GMT")]), Some(Duration::ZERO), "already past");
    for nonsense in ["", "soon", "-3", "NaN", "1e400"] {
        assert_eq!(wait(&[("retry-after", nonsense)]), None, "{nonsense}");
    }
    assert_eq!(advice(&[("x-should-retry", "false")]).should, Some(false));
}

#[test]
fn failures_that_pass_are_tried_again_twice_and_no_longer_than_sensible() {
    let none = Advice::default();
    let waits = |seconds| Advice { wait: Some(Duration::from_secs(seconds)), should: None };
    let told = |should| Advice { wait: None, should: Some(should) };
    assert_eq!(next(Again::Never, none, 0, 2, 0), Next::GiveUp);
    assert_eq!(next(Again::Never, told(true), 0, 2, 0), Next::Wait(Duration::from_millis(500)));
    assert_eq!(next(Again::Later, told(false), 0, 2, 0), Next::GiveUp);
    assert_eq!(next(Again::Later, waits(7), 1, 2, 0), Next::Wait(Duration::from_secs(7)));
    assert_eq!(next(Again::Later, waits(7), 2, 2, 0), Next::GiveUp);
    assert_eq!(next(Again::Later, waits(90), 0, 2, 0), Next::TooLong(Duration::from_secs(90)));
    assert_eq!(next(Again::Once, none, 1, 2, 0), Next::GiveUp);
}

#[test]
fn without_advice_the_wait_doubles_up_to_a_bound_and_differs_by_chance() {
    let wait = |attempt, chance| match next(Again::Later, Advice::default(), attempt, 99, chance) {
        Next::Wait(wait) => wait.as_millis(),
        Next::GiveUp | Next::TooLong(_) => panic!("it should wait"),
    };
    assert_eq!([0, 1, 2, 3, 4, 40].map(|attempt| wait(attempt, 0)), [500, 1000, 2000, 4000, 8000, 8000]);
    assert_eq!([0, 500, 999].map(|chance| wait(0, chance)), [500, 437, 375]);
}

#[test]
fn a_key_goes_over_https_or_stays_on_this_machine() {
    let key = || Some(Key::new("sk-123456789012").unwrap());
    for good in ["https://api.test/v1", "http://127.0.0.1:8080/v1", "http://localhost:1/v1/", "http://[::1]:1/v1"] {
        assert!(Endpoint::new(good, key()).is_ok(), "{good}");
    }
    for open in
        ["http://10.0.0.5:8000/v1", "http://api.test/v1", "http://localhost.evil.test/v1", "http://127.0.0.1.evil.test"]
    {
        assert!(matches!(Endpoint::new(open, key()), Err(EndpointError::KeyInTheOpen(_))), "{open}");
        assert!(Endpoint::new(open, None).is_ok(), "{open}");
    }
    for none in ["", "api.test/v1", "ftp://api.test", "sk-123456789012"] {
        let error = Endpoint::new(none, key()).unwrap_err();
        assert!(matches!(error, EndpointError::NotAnAddress(_)), "{none}");
        assert!(!error.to_string().contains("123456789012"));
    }
    assert!(matches!(Endpoint::new("https://me:pw@api.test", None), Err(EndpointError::HoldsPassword(_))));
}

fn named(spec: &str) -> String {
    let env = |name: &str| match name {
        "OPENAI_API_KEY" => Some("sk-1234567890".to_owned()),
        "OPENROUTER_API_KEY" => Some("two words".to_owned()),
        _ => None,
    };
    match ChatCompletions::from_spec(spec, &env) {
        Err(error) => error.to_string(),
        Ok(brain) => {
            let sees = if brain.sees_pictures() { "sees" } else { "is blind" };
            let key = brain.endpoint.key().map_or("no key", |_| "a key");
            format!("{} at {}, {sees}, {key}", brain.model(), brain.endpoint.join("chat/completions"))
        }
    }
}

#[test]
fn a_word_names_a_brain_or_says_what_is_missing() {
    let specs = [
        "openai/gpt-x",
        "openai/gpt-x?pictures=no",
        "openrouter/meta/llama-x",
        "groq/llama-x",
        "ollama/qwen3:8b",
        "ollama/qwen-vl?pictures=yes",
        "openai:http://127.0.0.1:8080/v1#fake",
        "openai:https://llm.example/v1/#m",
        "openai:http://llm.example/v1#m",
        "openai:nowhere#m",
        "openai:http://127.0.0.1:8080/v1",
        "openai/",
        "openai",
        "anthropic/x",
        "ollama/x?colour=red",
        "",
    ];
    let told = specs.map(|spec| format!("{spec} -> {}", named(spec)));
    assert_snapshot!(told.join("\n"), @r#"
    openai/gpt-x -> gpt-x at https://api.openai.com/v1/chat/completions, sees, a key
    openai/gpt-x?pictures=no -> gpt-x at https://api.openai.com/v1/chat/completions, is blind, a key
    openrouter/meta/llama-x -> OPENROUTER_API_KEY does not hold a key: it is empty or has characters no key has; copy it again from your provider
    groq/llama-x -> groq needs a key; set GROQ_API_KEY
    ollama/qwen3:8b -> qwen3:8b at http://127.0.0.1:11434/v1/chat/completions, is blind, no key
    ollama/qwen-vl?pictures=yes -> qwen-vl at http://127.0.0.1:11434/v1/chat/completions, sees, no key
    openai:http://127.0.0.1:8080/v1#fake -> fake at http://127.0.0.1:8080/v1/chat/completions, sees, a key
    openai:https://llm.example/v1/#m -> m at https://llm.example/v1/chat/completions, sees, a key
    openai:http://llm.example/v1#m -> llm.example is plain http on another machine, where anyone could read the key; use https, or leave the key out
    openai:nowhere#m -> "nowhere" is not an address; write it like http://127.0.0.1:8080/v1
    openai:http://127.0.0.1:8080/v1 -> no model is named in "openai:http://127.0.0.1:8080/v1"; add one, as in openai:http://127.0.0.1:8080/v1#model
    openai/ -> no model is named in "openai/"; add one, as in openai/gpt-… or ollama/qwen3
    openai -> no model is named in "openai"; add one, as in openai/gpt-… or ollama/qwen3
    anthropic/x -> there is no provider "anthropic"; use openai/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    ollama/x?colour=red -> "colour=red" is not a setting; use pictures=yes or pictures=no
     -> there is no provider ""; use openai/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    "#);
}

#[test]
fn nothing_a_brain_prints_shows_its_key() {
    let key = Key::new("sk-verysecret-123").unwrap();
    let brain = ChatCompletions::new("https://api.test/v1", "m", Some(key), Options::openai()).unwrap();
    assert!(!format!("{brain:?}").contains("verysecret"));
}

#[test]
fn a_server_on_this_machine_gets_time_to_load_its_model() {
    let deadlines = |base: &str| ChatCompletions::new(base, "m", None, Options::compatible()).unwrap().deadlines;
    assert_eq!(deadlines("http://127.0.0.1:1/v1"), Deadlines::local());
    assert_eq!(deadlines("https://api.test/v1"), Deadlines::hosted());
    assert!(Deadlines::local().first_byte < Deadlines::local().total);
}
