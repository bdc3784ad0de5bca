use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use insta::assert_snapshot;
use webhand_port::Brain;
use webhand_port::fake::ScriptedBrain;

use super::retry::{AttemptCount, RetryAdvice, RetryDecision, decide_retry};
use super::{Deadlines, Endpoint, EndpointError, KeySourceError, OpenContext, RemoteBrain, find_key, open};
use crate::chat_completions::ChatCompletionsOptions;
use crate::format::{ApiKey, RetryKind};
use crate::prices::Prices;

fn advice(headers: &[(&'static str, &str)]) -> RetryAdvice {
    let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    RetryAdvice::from_headers(&headers, UNIX_EPOCH + Duration::from_secs(1_000_000_000))
}

fn failed(failed: u32) -> AttemptCount {
    AttemptCount { failed, mistaken: 0 }
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
    let none = RetryAdvice::default();
    let waits = |seconds| RetryAdvice { wait: Some(Duration::from_secs(seconds)), should: None };
    let advised = |should| RetryAdvice { wait: None, should: Some(should) };
    assert_eq!(decide_retry(RetryKind::Never, none, failed(0), 2, 0), RetryDecision::GiveUp);
    assert_eq!(
        decide_retry(RetryKind::Never, advised(true), failed(0), 2, 0),
        RetryDecision::Wait(Duration::from_millis(500))
    );
    assert_eq!(decide_retry(RetryKind::Later, advised(false), failed(0), 2, 0), RetryDecision::GiveUp);
    assert_eq!(decide_retry(RetryKind::Later, waits(7), failed(1), 2, 0), RetryDecision::Wait(Duration::from_secs(7)));
    assert_eq!(decide_retry(RetryKind::Later, waits(7), failed(2), 2, 0), RetryDecision::GiveUp);
    assert_eq!(
        decide_retry(RetryKind::Later, waits(90), failed(0), 2, 0),
        RetryDecision::TooLong(Duration::from_secs(90))
    );
    let mistaken = AttemptCount { failed: 1, mistaken: 1 };
    assert_eq!(decide_retry(RetryKind::Once, none, mistaken, 2, 0), RetryDecision::GiveUp);
    assert_eq!(
        decide_retry(RetryKind::WithCorrection, none, failed(1), 2, 0),
        RetryDecision::Wait(Duration::ZERO),
        "its first own mistake"
    );
    let corrected = |mistaken| AttemptCount { failed: mistaken, mistaken };
    assert_eq!(
        decide_retry(RetryKind::WithCorrection, none, corrected(2), 2, 0),
        RetryDecision::Wait(Duration::ZERO),
        "its third mistake"
    );
    assert_eq!(decide_retry(RetryKind::WithCorrection, none, corrected(3), 2, 0), RetryDecision::GiveUp);
}

#[test]
fn without_advice_the_wait_doubles_up_to_a_bound_and_differs_by_chance() {
    let wait =
        |attempt, chance| match decide_retry(RetryKind::Later, RetryAdvice::default(), failed(attempt), 99, chance) {
            RetryDecision::Wait(wait) => wait.as_millis(),
            RetryDecision::GiveUp | RetryDecision::TooLong(_) => panic!("it should wait"),
        };
    assert_eq!([0, 1, 2, 3, 4, 40].map(|attempt| wait(attempt, 0)), [500, 1000, 2000, 4000, 8000, 8000]);
    assert_eq!([0, 500, 999].map(|chance| wait(0, chance)), [500, 437, 375]);
}

#[test]
fn a_key_goes_over_https_or_stays_on_this_machine() {
    let key = || Some(ApiKey::new("sk-123456789012").unwrap());
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

/// How `open` sees the world: one key in a variable, one that is none, one in a file.
fn opened(spec: &str) -> String {
    let env = |name: &str| match name {
        "OPENAI_API_KEY" => Some("sk-1234567890".to_owned()),
        "OPENROUTER_API_KEY" => Some("two words".to_owned()),
        "GROQ_API_KEY_FILE" => Some("/nowhere/at/all".to_owned()),
        _ => None,
    };
    let (prices, blind) = (Prices::known(), Arc::new(ScriptedBrain::new([])) as Arc<dyn Brain>);
    match open(spec, OpenContext { literal: Some(&blind), ..OpenContext::new(&env, &prices) }) {
        Err(error) => error.to_string(),
        Ok(brain) => format!("a brain that {}", if brain.sees_pictures() { "sees" } else { "is blind" }),
    }
}

#[test]
fn a_word_opens_a_brain_or_says_what_is_missing() {
    let specs = [
        "literal",
        "openai/gpt-x",
        "openai/gpt-x?pictures=no",
        "anthropic/claude-x",
        "openrouter/meta/llama-x",
        "groq/llama-x",
        "ollama/qwen3:8b",
        "openai:https://llm.example/v1/#m",
        "openai:http://llm.example/v1#m",
        "anthropic:http://llm.example/v1#m",
        "openai:nowhere#m",
        "openai/gpt-x?pictures=no,ollama/qwen-vl?pictures=yes,literal",
        "zzz/x",
    ];
    let shown = specs.map(|spec| format!("{spec} -> {}", opened(spec)));
    assert_snapshot!(shown.join("\n"), @r#"
    literal -> a brain that is blind
    openai/gpt-x -> a brain that sees
    openai/gpt-x?pictures=no -> a brain that is blind
    anthropic/claude-x -> anthropic needs a key; set ANTHROPIC_API_KEY, or ANTHROPIC_API_KEY_FILE to a file that only you can read, or keep it with `webhand keys set anthropic`
    openrouter/meta/llama-x -> OPENROUTER_API_KEY does not hold a key: it is empty or has characters no key has; copy it again from your provider
    groq/llama-x -> the file that GROQ_API_KEY_FILE names cannot be read; check its path
    ollama/qwen3:8b -> a brain that is blind
    openai:https://llm.example/v1/#m -> a brain that sees
    openai:http://llm.example/v1#m -> llm.example is plain http on another machine, where anyone could read the key; use https, or leave the key out
    anthropic:http://llm.example/v1#m -> a brain that sees
    openai:nowhere#m -> "nowhere" is not an address; write it like http://127.0.0.1:8080/v1
    openai/gpt-x?pictures=no,ollama/qwen-vl?pictures=yes,literal -> a brain that sees
    zzz/x -> there is no brain "zzz"; use literal, chat-tab:…, anthropic/…, openai/…, openai-responses/…, gemini/…, gigachat/…, openrouter/…, groq/…, ollama/… or openai:http://host:port/v1#model
    "#);
}

#[test]
fn a_key_is_read_from_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    std::fs::write(&path, "sk-from-a-file\n").unwrap();
    let env = |name: &str| (name == "ANTHROPIC_API_KEY_FILE").then(|| path.display().to_string());
    let set = |mode| std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();

    let prices = Prices::known();
    set(0o644);
    let error = find_key("ANTHROPIC_API_KEY", OpenContext::new(&env, &prices)).unwrap_err();
    assert_eq!(error, KeySourceError::Open("ANTHROPIC_API_KEY_FILE".to_owned()));
    set(0o600);
    let key = find_key("ANTHROPIC_API_KEY", OpenContext::new(&env, &prices)).unwrap();
    assert_eq!(key.map(|found| found.key), Some(ApiKey::new("sk-from-a-file").unwrap()));
    let both = |name: &str| env(name).or_else(|| (name == "ANTHROPIC_API_KEY").then(|| "sk-variable".to_owned()));
    let found = find_key("ANTHROPIC_API_KEY", OpenContext::new(&both, &prices)).unwrap().unwrap();
    assert_eq!((found.key, found.place.as_str()), (ApiKey::new("sk-variable").unwrap(), "ANTHROPIC_API_KEY"));
    let kept = |name: &str| Ok((name == "ANTHROPIC_API_KEY").then(|| "sk-kept".to_owned()));
    let found =
        |env| find_key("ANTHROPIC_API_KEY", OpenContext { keychain: &kept, ..OpenContext::new(env, &prices) }).unwrap();
    assert_eq!(found(&env).map(|found| found.place).as_deref(), Some("ANTHROPIC_API_KEY_FILE"));
    assert_eq!(found(&|_| None).map(|found| found.place).as_deref(), Some("the keychain"));
    let locked = |_: &str| Err("it is locked".to_owned());
    let error =
        find_key("ANTHROPIC_API_KEY", OpenContext { keychain: &locked, ..OpenContext::new(&|_| None, &prices) })
            .unwrap_err();
    assert_eq!(error.to_string(), "the keychain was asked for ANTHROPIC_API_KEY, but it is locked");
}

#[test]
fn nothing_a_brain_prints_shows_its_key() {
    let key = ApiKey::new("sk-verysecret-123").unwrap();
    let brain =
        RemoteBrain::chat_completions("https://api.test/v1", "m", Some(key), ChatCompletionsOptions::openai()).unwrap();
    assert!(!format!("{brain:?}").contains("verysecret"));
}

#[test]
fn a_server_on_this_machine_gets_time_to_load_its_model() {
    let deadlines = |base: &str| {
        RemoteBrain::chat_completions(base, "m", None, ChatCompletionsOptions::compatible()).unwrap().deadlines
    };
    assert_eq!(deadlines("http://127.0.0.1:1/v1"), Deadlines::local());
    assert_eq!(deadlines("https://api.test/v1"), Deadlines::hosted());
    assert!(Deadlines::local().first_byte < Deadlines::local().total);
}
