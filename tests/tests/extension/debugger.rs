//! A run without the debugger meets what only the debugger can do, and asks for it.

use anyhow::{Result, ensure};
use serde_json::json;
use webhand_fake_llm::{FakeServer, Script};
use webhand_model::{Event, EventKind, Input};
use webhand_run::replay;

use super::browser::Browser;
use super::site::TrapSite;

const KEY: &str = "right-key-123";

fn provider(turns: &str) -> Result<FakeServer> {
    let script = format!(r#"{{"key": "{KEY}", "plan": {{"mode": "script", "turns": {turns}}}}}"#);
    Ok(FakeServer::start(Script::parse(&script)?)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_yes_the_run_goes_on_with_the_debugger_in_the_same_tab() -> Result<()> {
    let provider = provider(
        r#"[
        {"calls": [{"name": "fill", "args": {"ref": "e1", "value": "a draft"}}]},
        {"calls": [{"name": "screenshot", "args": {"full": true}}]},
        {"calls": [{"name": "screenshot", "args": {"full": true}}]},
        {"calls": [{"name": "done", "args": {"answer": "It is there."}}]}
    ]"#,
    )?;
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    view.ask("PUT", "/ext/keys", &json!({"provider": "openai", "key": KEY})).await?;
    let brain = format!("openai:{}#fake", provider.base_url());
    let order = json!({"task": "Write a draft", "url": site.at("/draft"), "brain": brain});
    let run = view.start_at("quiet", &order).await?;

    let asked = view.answer_next(&run, "yes", 0).await?;
    ensure!(asked["what"]["question"]["topic"] == "debugger", "{asked}");
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    let journal = view.export(&run).await?;
    let events = journal.lines().map(serde_json::from_str).collect::<Result<Vec<Event>, _>>()?;
    let after = events.iter().skip_while(|event| !matches!(event.kind, EventKind::Input { input: Input::Resumed, .. }));
    let fields = after.filter_map(|event| match &event.kind {
        EventKind::Input { input: Input::Observed(page), .. } => Some(format!("{:?}", page.nodes)),
        EventKind::Input { .. } | EventKind::Intent { .. } => None,
    });
    ensure!(fields.last().is_some_and(|nodes| nodes.contains("a draft")), "the page was not loaded anew");
    ensure!(replay(&events)?.run.is_over(), "the replayed run goes on");
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_no_the_brain_is_told_and_goes_on_without() -> Result<()> {
    let provider = provider(
        r#"[
        {"calls": [{"name": "screenshot", "args": {"full": true}}]},
        {"calls": [{"name": "screenshot", "args": {"full": true}}]},
        {"calls": [{"name": "done", "args": {"answer": "The page is there.", "partly": true}}]}
    ]"#,
    )?;
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    view.ask("PUT", "/ext/keys", &json!({"provider": "openai", "key": KEY})).await?;
    let brain = format!("openai:{}#fake", provider.base_url());
    let order = json!({"task": "Read the title", "url": site.at("/draft"), "brain": brain});
    let run = view.start_at("quiet", &order).await?;

    let asked = view.answer_next(&run, "no", 0).await?;
    ensure!(asked["what"]["question"]["topic"] == "debugger", "{asked}");
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "partly", "{outcome}");
    ensure!(provider.requests().iter().any(|asked| asked.body.contains("does not allow the debugger")));
    browser.close().await;
    Ok(())
}
