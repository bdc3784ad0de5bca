//! The outcome of an action contains the reaction of the page.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{Change, Outcome};

use crate::support::{navigated, patient, showing};

/// The visible changes in the outcome.
fn visible_changes(outcome: &Outcome) -> Result<&str> {
    outcome.visible_changes.as_deref().with_context(|| format!("nothing seen: {outcome:?}"))
}

#[tokio::test]
async fn an_effect_is_reported_at_once() -> Result<()> {
    let stage = showing("<button onclick=\"out.textContent = 'It worked'\">Go</button><p id=out>Empty</p>").await?;
    let outcome = stage.do_on("Go", "click", json!({})).await?;
    assert_eq!(outcome.text, "clicked button \"Go\"");
    assert!(visible_changes(&outcome)?.contains("It worked"), "{outcome:?}");
    assert_eq!(outcome.text_with_changes(), format!("{}\n{}", outcome.text, visible_changes(&outcome)?.trim_end()));
    Ok(())
}

#[tokio::test]
async fn an_action_without_effect_reports_no_changes() -> Result<()> {
    let stage = showing("<p>Only text</p><button>Idle</button><button>Other</button>").await?;
    stage.do_on("Idle", "click", json!({})).await?;
    assert_eq!(stage.do_on("Idle", "click", json!({})).await?.visible_changes, None);
    Ok(())
}

#[tokio::test]
async fn an_element_that_a_press_without_listeners_closes_is_reported() -> Result<()> {
    let stage = showing(
        "<body onkeydown=\"p.showPopover()\"><button>Idle</button><div id=p popover style='margin-top: 200px'>Offer</div>",
    )
    .await?;
    for _ in 0..2 {
        stage.do_on("Idle", "click", json!({})).await?;
    }
    assert!(visible_changes(&stage.done("press", json!({"key": "x"})).await?)?.contains("Offer"));
    assert!(visible_changes(&stage.do_on("Idle", "click", json!({})).await?)?.contains("Offer"));
    assert!(!stage.text().await?.contains("Offer"));
    Ok(())
}

#[tokio::test]
async fn late_responses_are_reported() -> Result<()> {
    let stage = showing(
        "<button onclick=\"out.textContent = 'Loading'; fetch('/late/400/hits').then((answer) => answer.text()).then((text) => out.innerHTML = text)\">Go</button><ul id=out></ul>",
    )
    .await?;
    stage.site.page("/hits", "<li>Blue lamp</li>");
    assert!(visible_changes(&stage.do_on("Go", "click", json!({})).await?)?.contains("Blue lamp"));
    Ok(())
}

#[tokio::test]
async fn a_page_that_reacts_late_is_given_a_moment() -> Result<()> {
    let stage = showing(
        "<button class=a onclick=\"this.className = 'b'; setTimeout(() => out.textContent = 'Here it is', 60)\">Wait</button><button onclick=\"setTimeout(() => location = '/next', 60)\">Leave</button><p id=out></p>",
    )
    .await?;
    stage.site.page("/next", "<h1>Arrived</h1>");
    assert!(visible_changes(&stage.do_on("Wait", "click", json!({})).await?)?.contains("Here it is"));
    let left = stage.do_on("Leave", "click", json!({})).await?;
    assert!(navigated(&left) && visible_changes(&left)?.contains("Arrived"), "{left:?}");
    Ok(())
}

#[tokio::test]
async fn suggestions_are_waited_for() -> Result<()> {
    let stage = showing(
        "<input type=search aria-label=Search><input aria-label=Town role=combobox><ul id=out></ul><script>let timer;
        for (const field of document.querySelectorAll('input')) field.oninput = () => { clearTimeout(timer); timer = setTimeout(
            () => fetch('/late/80/hits').then((answer) => answer.text()).then((text) => out.innerHTML = `<li>${field.value} ${text}`), 250) }</script>",
    )
    .await?;
    stage.site.page("/hits", "found");
    let typed = stage.do_on("Search", "type", json!({"text": "lam"})).await?;
    assert!(visible_changes(&typed)?.contains("lam found"), "{typed:?}");
    let filled = stage.do_on("Town", "fill", json!({"value": "Oslo"})).await?;
    assert!(visible_changes(&filled)?.contains("Oslo found"), "{filled:?}");
    Ok(())
}

#[tokio::test]
async fn a_panel_that_slides_in_is_there_when_the_action_returns() -> Result<()> {
    let stage = showing(
        "<style>aside { position: fixed; left: -400px; width: 300px; transition: transform .3s } aside.open { transform: translateX(400px) }</style>
        <button onclick=\"document.querySelector('aside').classList.add('open')\">Menu</button><aside><a href=/a>Settings</a></aside>",
    )
    .await?;
    assert!(!stage.text().await?.contains("Settings"));
    assert!(visible_changes(&stage.do_on("Menu", "click", json!({})).await?)?.contains("Settings"));
    Ok(())
}

/// A deadline longer than any test: an action that returns did not wait for it.
const FOR_EVER: Duration = Duration::from_hours(1);

#[tokio::test]
async fn a_page_that_never_stops_changing_reports_its_effect_and_is_called_unsettled() -> Result<()> {
    let stage = patient(FOR_EVER).await?;
    stage.site.page(
        "/",
        "<button onclick=\"out.textContent = 'It worked'\">Go</button><p id=out>Empty</p><ul></ul><script>
        const list = document.querySelector('ul'); let count = 0;
        for (let at = 0; at < 100; at += 1) list.insertAdjacentHTML('beforeend', '<li><b class=price>0</b>');
        setInterval(() => { for (const price of [...document.querySelectorAll('.price')].slice(count % 90, count % 90 + 10)) price.textContent = ++count;
            list.prepend(list.lastElementChild) }, 20)</script>",
    );
    stage.open("/").await?;
    // The hands need a moment to learn what a new page does by itself.
    stage.done("wait", json!({"ms": 400})).await?;
    let outcome = stage.do_on("Go", "click", json!({})).await?;
    assert!(visible_changes(&outcome)?.contains("It worked"), "{outcome:?}");
    assert!(outcome.changes.contains(&Change::Unsettled), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn reports_that_pages_send_home_hold_nothing_up() -> Result<()> {
    let stage = patient(FOR_EVER).await?;
    stage.site.page(
        "/",
        "<button onclick=\"fetch('/late/3600000/analytics/event'); out.textContent = 'It worked'\">Go</button><p id=out></p>",
    );
    stage.open("/").await?;
    assert!(visible_changes(&stage.do_on("Go", "click", json!({})).await?)?.contains("It worked"));
    Ok(())
}

/// The hands do not wait after a press without listeners, so every listener must be found, wherever it is.
#[tokio::test]
async fn a_press_with_a_listener_waits_a_moment_for_its_effect() -> Result<()> {
    let stage = showing("").await?;
    let ways = [
        "window.addEventListener('pointerdown', later)",
        "document.addEventListener('mouseup', later)",
        "box.addEventListener('click', later, {once: true})",
        "go.addEventListener('focus', later)",
        "field.focus(); field.addEventListener('blur', later)",
        "inner.contentDocument.addEventListener('focusout', later); inner.contentDocument.querySelector('input').focus()",
        "document.addEventListener('mousemove', later)",
        "word.onclick = later",
    ];
    for (at, way) in ways.iter().enumerate() {
        let path = format!("/way/{at}");
        let body = format!(
            "<div id=box><button type=button id=go><i id=word>Go on</i></button></div><input id=field aria-label=Field>
             <iframe id=inner srcdoc='<input aria-label=Inner>'></iframe><p id=out></p><script>
             const later = () => setTimeout(() => out.textContent = 'Here it is', 60);
             inner.onload = () => {{ {way} }}</script>"
        );
        stage.site.page(&path, &body);
        stage.open(&path).await?;
        let outcome = stage.do_on("Go on", "click", json!({})).await?;
        assert!(visible_changes(&outcome)?.contains("Here it is"), "{way}: {outcome:?}");
    }
    Ok(())
}
