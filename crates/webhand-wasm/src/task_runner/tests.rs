use serde_json::{Value, json};

use crate::message::HostMessage;
use crate::{Outbox, TaskRunner};

const RANDOM: [u32; 4] = [1, 2, 3, 4];

/// Delivers messages and returns what the module sends, as the host reads it.
async fn deliver(messages: &[Value]) -> Vec<Value> {
    let outbox = Outbox::default();
    let mut runner = TaskRunner::new(outbox.clone());
    for message in messages {
        runner.handle(serde_json::from_value::<HostMessage>(message.clone()).unwrap(), RANDOM);
        // Every task gets its turn until none can go on.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    outbox.take().iter().map(|message| serde_json::to_value(message).unwrap()).collect()
}

fn start(brain: &str) -> Value {
    let task = webhand_model::Task { brain: brain.to_owned(), ..webhand_model::Task::new("look around") };
    json!({"start": {"task": task}})
}

#[tokio::test]
async fn a_run_is_named_by_random_numbers_and_begins_with_frames_to_the_browser() {
    let sent = deliver(&[start("literal")]).await;
    assert_eq!(sent[0], json!({"run_started": {"run": "00000001000000020000000300000004"}}));
    let methods: Vec<Value> = sent[1..]
        .iter()
        .map(|message| serde_json::from_str::<Value>(message["cdp_frame"]["frame"].as_str().unwrap()).unwrap())
        .map(|frame| frame["method"].clone())
        .collect();
    assert!(methods.contains(&json!("Fetch.enable")), "{methods:?}");
    assert!(methods.contains(&json!("Target.createTarget")), "{methods:?}");
}

#[tokio::test]
async fn a_browser_that_goes_away_ends_the_run_before_anything_was_done() {
    let sent = deliver(&[start("literal"), json!("cdp_closed")]).await;
    let end = sent.iter().find_map(|message| message.get("run_ended")).unwrap();
    assert!(end["end"]["stopped"]["why"].is_string(), "{end}");
    assert!(!sent.iter().any(|message| message.get("journal").is_some()), "{sent:?}");
    assert!(sent.contains(&json!("cdp_close")), "{sent:?}");
}

#[tokio::test]
async fn messages_without_their_run_browser_or_brain_are_refused() {
    let unknown = "0123456789abcdef";
    let refused = [
        (start("oracle"), "no brain oracle"),
        (json!({"cdp_frame": {"frame": "{}"}}), "no browser"),
        (json!("cdp_closed"), "no browser"),
        (json!({"answer": {"run": unknown, "question": 1, "answer": {"reply": "yes"}}}), "not under way"),
        (json!({"control": {"run": unknown, "command": "cancel"}}), "not under way"),
    ];
    for (message, why) in refused {
        let sent = deliver(std::slice::from_ref(&message)).await;
        assert_eq!(sent.len(), 1, "{message}: {sent:?}");
        assert!(sent[0]["refused"]["why"].as_str().unwrap().contains(why), "{message}: {sent:?}");
    }
}

#[tokio::test]
async fn a_reply_nobody_waits_for_changes_nothing() {
    let late = json!({"journal": {"id": 7, "reply": {"appended": {"end": 3}}}});
    assert_eq!(deliver(&[late, json!("timer_fired")]).await, Vec::<Value>::new());
}

#[test]
fn a_secret_is_not_shown_when_a_message_is_printed() {
    let answer = json!({"answer": {"run": "0123456789", "question": 1, "answer": {"secret": "hunter22"}}});
    let message: HostMessage = serde_json::from_value(answer).unwrap();
    assert!(!format!("{message:?}").contains("hunter22"));
}
