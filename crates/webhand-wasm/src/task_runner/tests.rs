use serde_json::{Value, json};

use crate::message::HostMessage;
use crate::{Outbox, TaskRunner};

const RANDOM: [u32; 4] = [1, 2, 3, 4];
const RUN: &str = "00000001000000020000000300000004";

/// A module whose journal forgets everything and acknowledges every request.
struct Host {
    outbox: Outbox,
    runner: TaskRunner,
    sent: Vec<Value>,
}

impl Host {
    fn new() -> Self {
        let outbox = Outbox::default();
        Self { runner: TaskRunner::new(outbox.clone()), outbox, sent: Vec::new() }
    }

    /// Delivers a message and answers the journal until nothing more comes.
    async fn deliver(&mut self, message: Value) {
        let mut next = vec![message];
        while !next.is_empty() {
            for message in next.drain(..) {
                self.runner.handle(serde_json::from_value::<HostMessage>(message).unwrap(), RANDOM);
            }
            // Every task gets its turn until none can go on.
            for _ in 0..100 {
                tokio::task::yield_now().await;
            }
            for message in self.outbox.take() {
                let message = serde_json::to_value(message).unwrap();
                next.extend(message.get("journal").map(journal_reply));
                self.sent.push(message);
            }
        }
    }

    fn named(&self, name: &str) -> Vec<&Value> {
        self.sent.iter().filter_map(|message| message.get(name)).collect()
    }
}

fn journal_reply(journal: &Value) -> Value {
    let request = &journal["request"];
    let reply = if let Some(append) = request.get("append") {
        let lines = append["lines"].as_array().map_or(0, Vec::len) as u64;
        json!({"appended": {"end": append["after"].as_u64().unwrap() + lines}})
    } else if request.get("read").is_some() {
        json!({"lines": {"lines": []}})
    } else if request.get("records").is_some() {
        json!({"records": {"records": []}})
    } else if request.get("end").is_some() {
        json!({"end": {"end": 0}})
    } else {
        json!("kept")
    };
    json!({"journal": {"id": journal["id"], "reply": reply}})
}

fn order(order: &Value) -> Value {
    json!({"request": {"id": 7, "method": "POST", "path": "/api/v1/runs", "body": order.to_string()}})
}

#[tokio::test]
async fn an_order_is_in_the_journal_before_it_is_acknowledged() {
    let mut host = Host::new();
    host.deliver(order(&json!({"task": "look around", "tab": 3, "level": "debugger"}))).await;
    let replies = host.named("reply");
    assert_eq!(replies[0]["status"], 201);
    assert_eq!(replies[0]["body"], json!({"id": RUN, "created": true}));
    let before = host.sent.iter().position(|message| message.get("reply").is_some()).unwrap();
    let written = host.sent.iter().position(|message| message["journal"]["request"].get("append").is_some()).unwrap();
    assert!(written < before);
    let setup = host.sent.iter().find(|message| message["journal"]["request"]["put_note"]["note"] == "setup").unwrap();
    let setup: Value = serde_json::from_str(setup["journal"]["request"]["put_note"]["text"].as_str().unwrap()).unwrap();
    assert_eq!(setup, json!({"level": "debugger", "tab": 3, "after_quiet": false}));
}

#[tokio::test]
async fn what_cannot_be_ordered_is_a_problem_and_leaves_nothing() {
    let refused = [
        (json!({"task": " "}), "empty"),
        (json!({"task": "x", "brain": "oracle"}), "no brain"),
        (json!({"task": "x", "level": "loud"}), "unknown variant"),
        (json!({"task": "x", "colour": "red"}), "unknown field"),
        (json!({"task": "x", "url": "ftp://files.test"}), "only http and https"),
    ];
    for (body, why) in refused {
        let mut host = Host::new();
        host.deliver(order(&body)).await;
        let reply = host.named("reply")[0].clone();
        assert_eq!(reply["status"], 400, "{reply}");
        assert!(reply["body"]["detail"].as_str().unwrap().contains(why), "{reply}");
        assert!(host.named("journal").is_empty());
    }
}

#[tokio::test]
async fn a_setting_is_checked_and_kept_by_the_host() {
    let put = |key: &str, value: &str| {
        let body = json!({"value": value}).to_string();
        json!({"request": {"id": 1, "method": "PUT", "path": format!("/api/v1/settings/{key}"), "body": body}})
    };
    let mut host = Host::new();
    host.deliver(put("tabs", "5")).await;
    host.deliver(put("tabs", "11")).await;
    host.deliver(put("colour", "red")).await;
    assert_eq!(host.named("setting_changed"), [&json!({"key": "tabs", "value": "5"})]);
    let statuses: Vec<_> = host.named("reply").iter().map(|reply| reply["status"].clone()).collect();
    assert_eq!(statuses, [json!(204), json!(400), json!(404)]);
}

#[tokio::test]
async fn a_chat_is_learned_in_the_tab_that_the_person_gave_and_a_view_follows_it() {
    let ask = |method: &str, body: &Value| json!({"request": {"id": 1, "method": method, "path": "/ext/chats/learn", "body": body.to_string()}});
    let mut host = Host::new();
    host.deliver(ask("POST", &json!({"brain": "chat-tab:chatgpt"}))).await;
    assert_eq!(host.named("reply")[0]["status"], 400, "it is switched off");
    host.deliver(ask("POST", &json!({"brain": "chat-tab:http://127.0.0.1:4711/#chatgpt"}))).await;
    assert_eq!(host.named("reply")[1]["body"]["state"], "watching");
    let opened = host.named("chat")[0].clone();
    assert_eq!(opened["request"], json!({"do": "open", "address": "http://127.0.0.1:4711/"}));
    let gone = json!({"failed": {"kind": "gone", "why": "it was closed"}});
    host.deliver(json!({"chat": {"id": opened["id"], "reply": gone}})).await;
    host.deliver(ask("GET", &json!(null))).await;
    let status = &host.named("reply")[2]["body"];
    assert_eq!(status["state"], "failed");
    assert!(status["text"].as_str().unwrap().contains("the tab of the chat is gone"), "{status}");
    assert_eq!(host.named("chats_released").len(), 1);
}

#[tokio::test]
async fn messages_for_a_run_without_a_browser_are_refused() {
    let mut host = Host::new();
    host.deliver(json!({"cdp_frame": {"run": RUN, "frame": "{}"}})).await;
    host.deliver(json!({"cdp_closed": {"run": RUN}})).await;
    assert_eq!(host.named("refused").len(), 2);
}

#[tokio::test]
async fn a_reply_nobody_waits_for_changes_nothing() {
    let mut host = Host::new();
    host.deliver(json!({"journal": {"id": 7, "reply": {"appended": {"end": 3}}}})).await;
    host.deliver(json!({"fetched": {"id": 7, "part": "end"}})).await;
    host.deliver(json!("timer_fired")).await;
    assert_eq!(host.sent, Vec::<Value>::new());
}

#[test]
fn keys_and_secrets_are_not_shown_when_a_message_is_printed() {
    let body = json!({"question": 1, "answer": "secret", "text": "hunter22"}).to_string();
    let messages = [
        json!({"request": {"id": 1, "method": "POST", "path": "/api/v1/runs/0123456789/answer", "body": body}}),
        json!({"configure": {"keys": {"OPENAI_API_KEY": "hunter22"}}}),
    ];
    for message in messages {
        let message: HostMessage = serde_json::from_value(message).unwrap();
        assert!(!format!("{message:?}").contains("hunter22"));
    }
}
