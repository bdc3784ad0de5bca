//! When an action counts as finished.

use std::time::Duration;

use anyhow::Result;
use serde_json::json;
use webhand_model::{Change, FailCode};

use crate::support::{failure, navigated, patient, showing};

/// A search whose response takes this many milliseconds.
fn search(ms: u32) -> String {
    format!(
        "<input aria-label=Search><button onclick=\"fetch('/late/{ms}/hits').then((answer) => answer.text()).then((text) => out.innerHTML = text)\">Go</button><ul id=out></ul>"
    )
}

#[tokio::test]
async fn late_results_are_there_when_the_action_returns() -> Result<()> {
    let stage = showing(&search(700)).await?;
    stage.site.page("/hits", "<li>Blue lamp</li>");
    stage.do_on("Go", "click", json!({})).await?;
    assert!(stage.text().await?.contains("Blue lamp"));
    Ok(())
}

/// The page marks the list at once and sends its request only after a pause without clicks.
#[tokio::test]
async fn results_that_a_timer_requests_are_there_when_the_click_returns() -> Result<()> {
    for delay in [5, 20, 50] {
        let stage = showing(&format!(
            "<button onclick=\"out.className = 'stale'; setTimeout(() => fetch('/late/200/hits').then((answer) => answer.text()).then((text) => out.innerHTML = text), {delay})\">Go</button><ul id=out></ul>"
        ))
        .await?;
        stage.site.page("/hits", "<li>Blue lamp</li>");
        let outcome = stage.do_on("Go", "click", json!({})).await?;
        assert!(
            outcome.visible_changes.as_ref().is_some_and(|seen| seen.contains("Blue lamp")),
            "after {delay} ms: {outcome:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_panel_that_a_script_slides_open_is_open_when_the_action_returns() -> Result<()> {
    let stage = showing(
        "<button onclick=slide()>More</button><div id=out style='display: none'>The small print</div><script>
         function slide() {
             let height = 0;
             out.style.cssText = 'overflow: hidden; height: 0px';
             const timer = setInterval(() => {
                 height += 1;
                 out.style.height = `${height}px`;
                 if (height >= 15) { clearInterval(timer); out.style.cssText = ''; }
             }, 20);
         }</script>",
    )
    .await?;
    stage.do_on("More", "click", json!({})).await?;
    assert!(stage.text().await?.contains("The small print"));
    Ok(())
}

#[tokio::test]
async fn suggestions_of_a_widget_are_there_when_the_text_is_typed() -> Result<()> {
    let stage = showing(
        "<input aria-label=Country class=ui-autocomplete-input oninput='clearTimeout(window.t); t = setTimeout(() => out.innerHTML = \"<li>Guatemala</li>\", 300)'><ul id=out></ul>",
    )
    .await?;
    stage.do_on("Country", "type", json!({"text": "Gua"})).await?;
    assert!(stage.text().await?.contains("Guatemala"));
    Ok(())
}

/// A running clock on the page must not be taken for a suggestion.
#[tokio::test]
async fn suggestions_are_waited_for_while_a_clock_ticks() -> Result<()> {
    let stage = showing(
        "<input aria-label=Country class=ui-autocomplete-input oninput='begin()'><ul id=out></ul><p>Left: <b id=clock>60 s</b></p><script>
        const begin = () => {
            clearTimeout(window.t); t = setTimeout(() => out.innerHTML = '<li>Guatemala</li>', 300);
            setTimeout(() => clock.innerHTML = '59 s', 80); setTimeout(() => clock.firstChild.data = '58 s', 160) }</script>",
    )
    .await?;
    stage.do_on("Country", "type", json!({"text": "Gua"})).await?;
    assert!(stage.text().await?.contains("Guatemala"));
    Ok(())
}

#[tokio::test]
async fn a_chain_of_requests_is_followed_to_its_end() -> Result<()> {
    let stage = showing(
        "<button onclick=\"fetch('/late/200/a').then(() => fetch('/late/200/b')).then(() => setTimeout(() => out.textContent = 'all there', 20))\">Go</button><p id=out></p>",
    )
    .await?;
    stage.do_on("Go", "click", json!({})).await?;
    assert!(stage.text().await?.contains("all there"));
    Ok(())
}

#[tokio::test]
async fn a_navigation_is_over_when_the_action_returns() -> Result<()> {
    let stage = showing("<a href=/late/300/next>Next</a>").await?;
    stage.site.page("/next", "<h1>Arrived</h1><script src=/late/200/script></script>");
    stage.site.page("/script", "document.querySelector('h1').textContent += ' and dressed'");
    let outcome = stage.do_on("Next", "click", json!({})).await?;
    assert!(navigated(&outcome), "{outcome:?}");
    assert!(stage.text().await?.contains("Arrived and dressed"));
    Ok(())
}

/// A deadline longer than any test: an action that returns did not wait for it.
const FOR_EVER: Duration = Duration::from_hours(1);

#[tokio::test]
async fn changes_that_a_page_makes_by_itself_do_not_delay_an_action() -> Result<()> {
    let restless = "<button>Go</button><p id=out></p><script>
        setInterval(() => out.textContent = Math.random(), 5);
        const poll = () => fetch('/late/500/poll').finally(poll); poll();
        new EventSource('/never'); navigator.sendBeacon('/beacon', 'x')</script>";
    let stage = patient(FOR_EVER).await?;
    stage.site.page("/", restless);
    stage.open("/").await?;
    assert!(stage.do_on("Go", "click", json!({})).await?.text.starts_with("clicked button \"Go\""));
    Ok(())
}

#[tokio::test]
async fn a_page_that_never_rests_is_reported_as_busy() -> Result<()> {
    let stage = patient(FOR_EVER).await?;
    stage.site.page("/", "<button>Go</button><div aria-busy=true>Loading, for ever</div>");
    let opened = stage.open("/").await?;
    assert!(opened.changes.contains(&Change::Unsettled), "{opened:?}");
    assert!(opened.text.ends_with("unsettled: it is still busy"), "{}", opened.text);
    // The action did not bring the sign.
    let clicked = stage.do_on("Go", "click", json!({})).await?;
    assert!(!clicked.changes.contains(&Change::Unsettled), "{clicked:?}");
    Ok(())
}

#[tokio::test]
async fn an_answer_that_never_comes_ends_at_the_deadline() -> Result<()> {
    let stage = showing("<button onclick=\"fetch('/never')\">Go</button>").await?;
    let outcome = stage.do_on("Go", "click", json!({})).await?;
    assert!(outcome.changes.contains(&Change::Unsettled), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn parts_that_never_come_leave_the_page_usable() -> Result<()> {
    let stage = showing("<h1>Usable</h1><img src=/never><script async src=/never></script>").await?;
    assert!(stage.text().await?.contains("Usable"));
    Ok(())
}

#[tokio::test]
async fn waiting_ends_when_the_condition_is_true() -> Result<()> {
    let stage = showing("<p id=out>loading</p><script>setTimeout(() => { out.textContent = 'ready'; history.pushState({}, '', '/done') }, 400)</script>").await?;
    stage.done("wait", json!({"text": "ready"})).await?;
    stage.done("wait", json!({"gone": "loading"})).await?;
    stage.done("wait", json!({"url": "/done", "idle": true})).await?;
    let vain = stage.act("wait", json!({"text": "never written", "ms": 200})).await?;
    assert_eq!(failure(&vain), Some(FailCode::TimedOut));
    assert!(vain.text.contains("\"never written\" is there"), "{}", vain.text);
    Ok(())
}

/// The result comes from a timer, so that only the page's own signs show that it will come.
#[tokio::test]
async fn a_result_behind_a_sign_of_work_is_there_when_the_action_returns() -> Result<()> {
    for (begin, end) in [
        ("out.textContent = 'Loading…'", ""),
        ("this.disabled = true", "this.disabled = false;"),
        ("out.ariaBusy = 'true'", "out.ariaBusy = 'false';"),
    ] {
        let stage = showing(&format!(
            "<button onclick=\"{begin}; setTimeout(() => {{ {end} out.textContent = 'Blue lamp' }}, 2000)\">Go</button><p id=out></p>"
        ))
        .await?;
        let outcome = stage.do_on("Go", "click", json!({})).await?;
        let seen = outcome.visible_changes.as_ref().is_some_and(|seen| seen.contains("Blue lamp"));
        assert!(seen && !outcome.changes.contains(&Change::Unsettled), "{begin}: {outcome:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_wait_came_to_rest_only_if_no_sign_of_work_is_left() -> Result<()> {
    let stage = showing("<button onclick=\"out.textContent = 'Loading…'\">Go</button><p id=out></p>").await?;
    let clicked = stage.do_on("Go", "click", json!({})).await?;
    assert!(clicked.changes.contains(&Change::Unsettled), "{clicked:?}");
    let waited = stage.done("wait", json!({})).await?;
    assert!(waited.text.starts_with("waited, and a text of the page still says that it is busy"), "{waited:?}");
    stage.in_page("out.textContent = 'Blue lamp'").await?;
    let waited = stage.done("wait", json!({})).await?;
    assert!(waited.text.starts_with("waited until the page came to rest"), "{waited:?}");
    Ok(())
}
