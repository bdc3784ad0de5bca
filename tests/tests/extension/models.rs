//! Runs that a model decides, over a scripted provider.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use webhand_fake_llm::{FakeServer, Script};

use super::browser::Browser;
use super::site::TrapSite;

pub const KEY: &str = "right-key-123";

/// A model that never answers, so that its run goes on working.
pub fn silent_model() -> Result<FakeServer> {
    silent_after(&[])
}

/// A model that takes these turns and then says nothing.
pub fn silent_after(turns: &[Value]) -> Result<FakeServer> {
    let mut turns = turns.to_vec();
    turns.push(json!({"fault": {"what": {"kind": "hang"}}}));
    let script = json!({"key": KEY, "plan": {"mode": "script", "turns": turns}});
    Ok(FakeServer::start(Script::parse(&script.to_string())?)?)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_decides_and_its_key_is_in_no_journal() -> Result<()> {
    let turns = r#"[
        {"calls": [{"name": "click", "args": {"ref": "e2"}}]},
        {"calls": [{"name": "done", "args": {"answer": "It was sent.", "evidence": ["\"It was sent.\""]}}]}
    ]"#;
    let script = format!(r#"{{"key": "{KEY}", "plan": {{"mode": "script", "turns": {turns}}}}}"#);
    let provider = FakeServer::start(Script::parse(&script)?)?;
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    view.ask("PUT", "/ext/keys", &json!({"provider": "openai", "key": KEY})).await?;
    let brain = format!("openai:{}#fake", provider.base_url());
    let run = view.start(&json!({"task": "Send it", "url": site.at("/fetch"), "brain": brain})).await?;
    view.answer_next(&run, "yes", 0).await?;
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    assert_eq!(site.marks(), ["POST /sent"]);

    let requests = provider.requests();
    let first = requests.first().context("the provider was not asked")?;
    ensure!(first.body.contains("Send it"), "{}", first.body);
    let journal = view.export(&run).await?;
    ensure!(!journal.contains(KEY), "the key is in the journal");
    let told = view.ask("GET", "/ext/keys", &json!(null)).await?.to_string();
    ensure!(told.contains(r#""provider":"openai","set":true"#) && !told.contains(KEY), "{told}");
    browser.close().await;
    Ok(())
}
