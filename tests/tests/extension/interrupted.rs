//! The worker is ended, the panel closed, the browser started anew in the middle of a run.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::browser::Browser;
use super::models::silent_model;
use super::site::TrapSite;
use super::support::{Machine, ORDER, Site};

#[tokio::test(flavor = "multi_thread")]
async fn a_run_goes_on_when_its_worker_is_ended_and_its_panel_closed() -> Result<()> {
    let machine = Machine::new();
    let site = Site::start(&machine);
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start(&json!({"task": ORDER, "url": site.at("/shop"), "brain": "literal"})).await?;
    for kind in ["looked", "acting", "acted"] {
        view.event(&run, kind, 0).await?;
        browser.kill_worker().await?;
    }
    view.disconnect().await?;
    let asked = view.event(&run, "asked", 0).await?;
    browser.kill_worker().await?;
    let answer = json!({"question": asked["what"]["question"]["no"], "answer": "yes"});
    view.ask("POST", &format!("/api/v1/runs/{run}/answer"), &answer).await?;
    let outcome = view.end(&run).await?;
    ensure!(outcome["kind"] == "done", "{outcome}");
    browser.close().await;
    assert_eq!(site.marks("Order"), 1);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_the_end_of_the_browser_interrupts_is_there_afterwards_and_goes_on() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
    let run = view.start(&order).await?;
    view.event(&run, "asked", 0).await?;

    let browser = browser.restart().await?;
    let view = browser.view().await?;
    let listed = view.ask("GET", "/api/v1/runs", &Value::Null).await?;
    assert_eq!(listed["runs"][0]["state"], "waiting", "{listed}");
    view.ask("POST", &format!("/api/v1/runs/{run}/cancel"), &Value::Null).await?;
    assert_eq!(view.run(&run).await?["state"], "over");
    assert_eq!(site.marks(), [""; 0]);
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_runs_work_in_tabs_behind_the_one_that_the_person_looks_at() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Press\"", "url": site.at("/two"), "brain": "literal"});
    let (first, second) = (view.start(&order).await?, view.start(&order).await?);
    for run in [&first, &second] {
        let outcome = view.end(run).await?;
        ensure!(outcome["kind"] == "done", "{outcome}");
    }
    for target in browser.targets("page", &site.at("/two")).await? {
        let page = browser.attach(&target).await?;
        assert_eq!(page.evaluate("heard.textContent").await?, "heard true visible", "trusted, and as if shown");
    }
    let tabs = view.ask("GET", "/ext/tabs", &Value::Null).await?;
    let shown = tabs["current"]["url"].as_str().unwrap_or_default();
    ensure!(!shown.starts_with(&site.url), "a tab of a run came to the front: {tabs}");
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_paused_when_the_panel_is_closed_where_the_person_chose_that() -> Result<()> {
    let site = TrapSite::start().await?;
    let provider = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    view.ask("PUT", "/api/v1/settings/on_close", &json!({"value": "park"})).await?;
    let run = view.start_with(&provider, "quiet", &site.at("/two")).await?;
    view.event(&run, "looked", 0).await?;
    browser.close_views().await?;
    browser.view().await?.state(&run, "paused").await?;
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_update_in_the_middle_pauses_the_runs_first_and_lets_every_tab_go() -> Result<()> {
    let site = TrapSite::start().await?;
    let provider = silent_model()?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let run = view.start_with(&provider, "debugger", &site.at("/two")).await?;
    view.event(&run, "looked", 0).await?;
    browser.reload_by("chrome.runtime.onUpdateAvailable.dispatch({ version: '9' })").await?;
    let view = browser.view().await?;
    assert_eq!(view.run(&run).await?["state"], "paused");
    assert_eq!(browser.attached(&view).await?, json!([]));
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extension_that_is_loaded_again_while_something_is_asked_sends_nothing_and_goes_on_with_the_answer()
-> Result<()> {
    for level in ["debugger", "quiet"] {
        let site = TrapSite::start().await?;
        let browser = Browser::start().await?;
        let view = browser.view().await?;
        let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
        let run = view.start_at(level, &order).await?;
        view.event(&run, "asked", 0).await?;
        browser.reload_by("chrome.runtime.reload()").await?;
        let view = browser.view().await?;
        assert_eq!(view.run(&run).await?["state"], "waiting", "{level}");
        assert_eq!(site.marks(), [""; 0], "{level}");
        let asked = view.event(&run, "asked", 0).await?;
        let answer = json!({"question": asked["what"]["question"]["no"], "answer": "yes"});
        view.ask("POST", &format!("/api/v1/runs/{run}/answer"), &answer).await?;
        view.settled(&run).await?;
        ensure!(site.marks().len() <= 1, "{level}: {:?}", site.marks());
        browser.close().await;
    }
    Ok(())
}
