//! The signs of a run that a person sees on its pages, and the effect of their own input, at both levels.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::browser::{Browser, Page};
use super::models::{silent_after, silent_model};
use super::site::TrapSite;
use super::view::View;

/// The page of a run in front of the person, with its mark.
async fn shown(browser: &Browser, view: &View, run: &str, url: &str) -> Result<Page> {
    let tabs = view.tabs(run, 1).await?;
    view.ask("POST", "/ext/tabs", &json!({"do": "show", "tab": tabs[0]["id"]})).await?;
    let page = browser.page(url).await?;
    page.until(MARKED).await?;
    Ok(page)
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_debugger_the_page_is_marked_and_a_press_of_the_person_pauses_the_run() -> Result<()> {
    let site = TrapSite::start().await?;
    let provider = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start_with(&provider, "quiet", &site.at("/count")).await?;
    let page = shown(&browser, &view, &run, &site.at("/count")).await?;
    let groups = view.evaluate("chrome.tabGroups.query({}).then((all) => all.map(({ title }) => title))").await?;
    assert_eq!(groups, json!(["Task(Press it)"]));
    page.press("button").await?;
    view.state(&run, "paused").await?;
    assert_eq!(page.evaluate("window.count ?? 0").await?, 0, "the press is kept from the page");
    view.ask("POST", &format!("/api/v1/runs/{run}/cancel"), &Value::Null).await?;
    page.until(UNMARKED).await?;
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn with_the_debugger_the_runs_own_press_arrives_and_one_of_the_person_pauses_it() -> Result<()> {
    let site = TrapSite::start().await?;
    let wait = json!({"calls": [{"name": "wait", "args": {"text": "Go on"}}]});
    let click = json!({"calls": [{"name": "click", "args": {"ref": "e1"}}]});
    let provider = silent_after(&[wait, click])?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start_with(&provider, "debugger", &site.at("/count")).await?;
    let page = shown(&browser, &view, &run, &site.at("/count")).await?;
    page.evaluate("word.textContent = 'Go on'").await?;
    let pressed = page.until("window.count === 1").await;
    ensure!(pressed.is_ok(), "its own press did not arrive: {}", view.export(&run).await?);
    page.until(MARKED).await?;
    ensure!(view.run(&run).await?["state"] == "working", "its own press paused it: {}", view.run(&run).await?);
    page.press("button").await?;
    view.state(&run, "paused").await?;
    assert_eq!(page.evaluate("window.count").await?, 1, "the press is kept from the page");
    ensure!(!view.export(&run).await?.contains("Take over"), "the mark is in a look");
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_debugger_the_oldest_tab_beyond_the_limit_is_let_go_and_stays_open() -> Result<()> {
    let site = TrapSite::start().await?;
    let provider = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    view.ask("PUT", "/api/v1/settings/tabs", &json!({"value": "1"})).await?;
    let run = view.start_with(&provider, "quiet", &site.at("/count")).await?;
    view.tabs(&run, 1).await?;
    let theirs = browser.open(&site.at("/form")).await?;
    theirs.until("document.title === 'Form'").await?;
    let current = view.ask("GET", "/ext/tabs", &Value::Null).await?["current"]["id"].clone();
    view.ask("POST", "/ext/tabs", &json!({"do": "attach", "run": run, "tab": current})).await?;
    let tabs = view.tabs(&run, 1).await?;
    assert_eq!(tabs[0]["id"], current, "{tabs:?}");
    assert_eq!(browser.targets("page", &site.at("/count")).await?.len(), 1, "the first one is still open");
    view.ask("POST", &format!("/api/v1/runs/{run}/cancel"), &Value::Null).await?;
    view.tabs_of_nobody().await?;
    // The actions that the run kept its pages from are the person's again.
    theirs.until(UNMARKED).await?;
    theirs.press("button").await?;
    theirs.until("document.title === 'Sent'").await?;
    assert_eq!(site.marks(), ["POST /form"]);
    browser.close().await;
    Ok(())
}

/// The page sees one empty element more while it is marked.
const MARKED: &str = "document.documentElement.childElementCount === 3";
const UNMARKED: &str = "document.documentElement.childElementCount === 2";
