//! Nothing that leaves a mark leaves unasked, whatever ends in the middle.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use super::browser::Browser;
use super::site::TrapSite;

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_held_while_the_person_is_asked_so_detaching_sends_nothing() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
    let run = view.start(&order).await?;
    view.event(&run, "asked", 0).await?;
    // The browser lets go of the tab as it does when its own bar is closed.
    browser.detach_debuggers().await?;
    let later = browser.open(&site.at("/form")).await?;
    later.until("document.title === 'Form'").await?;
    assert_eq!(site.marks(), [""; 0]);
    browser.close().await;
    assert_eq!(site.marks(), [""; 0], "nothing leaves with the end of the browser");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_no_is_a_no_and_a_yes_sends_it_once() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    for (word, arrived) in [("no", 0), ("yes", 1)] {
        let order = json!({"task": "click \"Send\"", "url": site.at("/fetch"), "brain": "literal"});
        let run = view.start(&order).await?;
        view.answer_next(&run, word, 0).await?;
        view.end(&run).await?;
        assert_eq!(site.marks().len(), arrived, "after {word}");
    }
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_request_of_a_popup_is_stopped() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    let order = json!({"task": "click \"Send\"", "url": site.at("/popup"), "brain": "literal"});
    let run = view.start(&order).await?;
    // The request that the form would send is asked about before the click.
    view.answer_next(&run, "no", 0).await?;
    view.end(&run).await?;
    assert_eq!(site.marks(), [""; 0]);
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_lets_no_tab_without_an_opener_send() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let view = browser.view().await?;
    for path in ["/escape", "/noopener"] {
        let order = json!({"task": "click \"Send\"", "url": site.at(path), "brain": "literal"});
        let run = view.start(&order).await?;
        view.answer_next(&run, "yes", 0).await?;
        view.end(&run).await?;
        let others: Vec<_> = site.marks().into_iter().filter(|mark| mark != "POST /sent").collect();
        ensure!(others.is_empty(), "{path}: {others:?}");
    }
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_in_a_web_page_cannot_speak_with_the_engine() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let page = browser.open(&site.at("/form")).await?;
    page.until("document.title === 'Form'").await?;
    let reached = page.evaluate("typeof chrome === 'undefined' || chrome.runtime === undefined").await?;
    ensure!(reached == true, "the page sees the extension");
    browser.close().await;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_run_nothing_of_the_extension_is_in_the_browser() -> Result<()> {
    let site = TrapSite::start().await?;
    let browser = Browser::start().await?;
    let page = browser.open(&site.at("/form")).await?;
    page.until("document.title === 'Form'").await?;
    let offscreen = browser.targets("background_page", "chrome-extension://").await?;
    assert_eq!(offscreen, [""; 0], "no offscreen document");
    let view = browser.view().await?;
    let runs = view.ask("GET", "/api/v1/runs", &Value::Null).await?;
    assert_eq!(runs, json!({"runs": []}));
    browser.close().await;
    Ok(())
}
