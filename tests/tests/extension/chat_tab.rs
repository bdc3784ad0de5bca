//! A chat tab as the brain of a run in the extension alone, against the replicas of chat sites.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::browser::Browser;
use super::chat_sites::{Sites, command};
use super::site::TrapSite;

/// Presses the button and is done when it was sent.
fn sends(message: &str, turn: usize) -> String {
    if turn == 0 {
        return command(message, "click", &json!({"ref": button(message)}));
    }
    command(message, "done", &json!({"answer": "It was sent.", "evidence": ["\"It was sent.\""]}))
}

/// The ref of the first button of a look.
fn button(message: &str) -> String {
    let after = message.split("\"Send\" [ref=").nth(1).unwrap_or_default();
    after.split(']').next().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_tab_decides_without_a_server_and_says_nothing_twice() -> Result<()> {
    let sites = Sites::start();
    let model = sites.model("alone", sends);
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let brain = sites.brain("chatgpt-2026-08", "alone");
    let run = view.start(&json!({"task": "Send it", "url": site.at("/fetch"), "brain": brain})).await?;
    let asked = view.answer_next(&run, "yes", 0).await?;
    ensure!(asked["what"]["question"].is_object(), "{asked}");
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    assert_eq!(site.marks(), ["POST /sent"]);
    let chats = browser.targets("page", sites.addresses["chatgpt-2026-08"]["origin"].as_str().context("none")?).await?;
    assert_eq!(chats.len(), 1, "the chat has one tab, which stays with the person");
    browser.close().await;
    let messages = model.end(sites);
    assert_eq!(messages.len(), 2, "{messages:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_ended_while_a_chat_writes_and_answers_changes_nothing() -> Result<()> {
    let sites = Sites::start();
    let model = sites.model("ended", sends);
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let brain = sites.brain("claude-2026-07", "ended");
    let run = view.start(&json!({"task": "Send it", "url": site.at("/fetch"), "brain": brain})).await?;
    view.event(&run, "looked", 0).await?;
    // The chat is opened, written to, sent to and answers while its worker ends again and again.
    for _ in 0..6 {
        browser.kill_worker().await?;
        tokio::task::yield_now().await;
    }
    let asked = view.event(&run, "asked", 0).await?;
    browser.kill_worker().await?;
    let answer = json!({"question": asked["what"]["question"]["no"], "answer": "yes"});
    view.ask("POST", &format!("/api/v1/runs/{run}/answer"), &answer).await?;
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    assert_eq!(site.marks(), ["POST /sent"]);
    browser.close().await;
    let mut messages = model.end(sites);
    let all = messages.len();
    messages.sort();
    messages.dedup();
    assert_eq!(messages.len(), all, "something was said twice");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chat_elsewhere_is_off_until_it_is_switched_on() -> Result<()> {
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "look", "brain": "chat-tab:chatgpt", "level": "debugger"});
    let refused = view.answer("POST", "/api/v1/runs", &order).await?;
    assert_eq!(refused["status"], 400, "{refused}");
    ensure!(refused["body"]["detail"].as_str().is_some_and(|why| why.contains("switched off")), "{refused}");
    let runs = view.ask("GET", "/api/v1/runs", &Value::Null).await?;
    assert_eq!(runs["runs"], json!([]), "{runs}");
    browser.close().await;
    Ok(())
}
