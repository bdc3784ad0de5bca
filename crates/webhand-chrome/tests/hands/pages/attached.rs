//! A browser that somebody else started: requests are stopped at once, and a yes does their action again.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{Change, FailCode, HeldRequest, Outcome, OutcomeStatus};
use webhand_port::Browser as _;

use crate::support::{Stage, attached, failure, soon};

const PAGE: &str = "<form method=post action=/order><input name=item aria-label=Item value=lamp><button>Order</button></form>
    <button onclick=\"fetch('/fetch', {method: 'POST', body: 'x'}).catch(() => {})\">Fetch</button>
    <button onclick=\"const r = new XMLHttpRequest(); r.open('POST', '/xhr'); r.send('x')\">Xhr</button>
    <button onclick=\"navigator.sendBeacon('/beacon', 'x')\">Beacon</button>
    <button onclick=\"fetch('/random', {method: 'POST', body: String(Math.random())}).catch(() => {})\">Random</button>
    <button onclick=\"fetch('/a', {method: 'POST', body: '1'}).catch(() => {}); fetch('/b', {method: 'PUT', body: '2'}).catch(() => {})\">Both</button>
    <button onclick=\"fetch('/once', {method: 'POST', body: 'x'}).catch(() => {}); this.onclick = null\">Once</button>
    <button onclick=\"setTimeout(() => fetch('/late', {method: 'POST', body: 'x'}).catch(() => {}), 2000)\">Late</button>";

async fn stopped(stage: &Stage, button: &str) -> Result<Vec<HeldRequest>> {
    let outcome = stage.do_on(button, "click", json!({})).await?;
    assert!(!outcome.held.is_empty(), "{button}: {outcome:?}");
    assert_eq!(stage.site.marks(), [""; 0], "{button}: nothing leaves before the person says so");
    Ok(outcome.held)
}

async fn release_all(stage: &Stage, held: &[HeldRequest]) -> Result<Outcome> {
    let mut last = None;
    for request in held {
        last = Some(stage.release(request).await?);
    }
    last.context("nothing was held")
}

#[tokio::test]
async fn each_way_to_send_is_stopped_and_goes_once_after_a_yes() -> Result<()> {
    for (button, mark) in [
        ("Fetch", "POST /fetch x"),
        ("Xhr", "POST /xhr x"),
        ("Beacon", "POST /beacon x"),
        ("Order", "POST /order item=lamp"),
    ] {
        let (stage, _browser) = attached(PAGE).await?;
        let held = stopped(&stage, button).await?;
        assert!(stage.text().await?.contains("textbox \"Item\""), "{button}: the page stays as it is");
        let sent = release_all(&stage, &held).await?;
        assert_eq!((sent.status, stage.site.marks()), (OutcomeStatus::Done, vec![mark.to_owned()]), "{sent:?}");
        assert!(sent.changes.iter().any(|change| matches!(change, Change::Sent { .. })), "{sent:?}");
        stage.chrome.close().await;
        assert_eq!(stage.site.marks().len(), 1, "{button}");
    }
    Ok(())
}

#[tokio::test]
async fn several_requests_of_a_click_go_together() -> Result<()> {
    let (stage, _browser) = attached(PAGE).await?;
    let held = stopped(&stage, "Both").await?;
    release_all(&stage, &held).await?;
    let mut marks = stage.site.marks();
    marks.sort();
    assert_eq!(marks, ["POST /a 1", "PUT /b 2"]);
    Ok(())
}

#[tokio::test]
async fn what_differs_at_each_sending_cannot_be_approved() -> Result<()> {
    let (stage, _browser) = attached(PAGE).await?;
    let held = stopped(&stage, "Random").await?;
    let refused = release_all(&stage, &held).await?;
    assert_eq!((refused.status, stage.site.marks()), (OutcomeStatus::Refused, Vec::new()), "{refused:?}");
    assert!(refused.text.starts_with("cannot be approved here"), "{refused:?}");
    assert!(refused.changes.iter().any(|change| matches!(change, Change::Unapprovable { .. })), "{refused:?}");
    assert!(refused.held.is_empty(), "nobody is asked again: {refused:?}");
    Ok(())
}

#[tokio::test]
async fn nothing_is_repeated_on_a_page_that_changed() -> Result<()> {
    for (button, change) in [
        ("Order", "document.querySelector('[name=item]').value = 'car'"),
        ("Fetch", "document.querySelectorAll('button')[1].textContent = 'Delete everything'"),
        ("Order", "document.forms[0].action = '/elsewhere'"),
        ("Order", "location.reload()"),
    ] {
        let (stage, _browser) = attached(PAGE).await?;
        let held = stopped(&stage, button).await?;
        stage.in_page(change).await?;
        let outcome = release_all(&stage, &held).await?;
        assert_eq!(
            (failure(&outcome), stage.site.marks()),
            (Some(FailCode::Changed), Vec::new()),
            "{change}: {outcome:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_page_that_does_not_send_again_sends_nothing() -> Result<()> {
    let (stage, _browser) = attached(PAGE).await?;
    let held = stopped(&stage, "Once").await?;
    let outcome = release_all(&stage, &held).await?;
    assert_eq!((failure(&outcome), stage.site.marks()), (Some(FailCode::Changed), Vec::new()), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn text_that_was_typed_is_not_typed_again() -> Result<()> {
    let (stage, _browser) = attached(PAGE).await?;
    let typed = stage.do_on("Item", "type", json!({"text": "s", "submit": true})).await?;
    assert_eq!(stage.site.marks(), [""; 0]);
    let sent = release_all(&stage, &typed.held).await?;
    assert_eq!(stage.site.marks(), ["POST /order item=lamps"], "{sent:?}");
    Ok(())
}

#[tokio::test]
async fn a_refused_request_is_not_sent_and_the_others_are() -> Result<()> {
    let (stage, _browser) = attached(PAGE).await?;
    let held = stopped(&stage, "Both").await?;
    stage.release(&held[0]).await?;
    assert_eq!(stage.site.marks(), [""; 0], "it waits until all are decided");
    stage.stop(&held[1]).await;
    let sent = if held[0].url.ends_with("/a") { "POST /a 1" } else { "PUT /b 2" };
    assert_eq!(stage.site.marks(), [sent]);
    Ok(())
}

#[tokio::test]
async fn nothing_that_was_stopped_leaves_when_webhand_detaches() -> Result<()> {
    let (stage, browser) = attached(PAGE).await?;
    stopped(&stage, "Beacon").await?;
    stage.chrome.close().await;
    // The tabs of the person are still there, and work.
    assert_eq!(browser.tabs().await?, ["about:blank"]);
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_page_with_an_open_socket_is_told_before_it_is_touched() -> Result<()> {
    let page = "<button>Go</button><script>const socket = new WebSocket('ws://' + location.host + '/socket');
        socket.onopen = () => document.title = 'open'</script>";
    let (stage, _browser) = attached(page).await?;
    stage.done("wait", json!({"text": "Go"})).await?;
    titled(&stage, "open").await?;
    let facts = stage.facts_of_click("Go").await?;
    assert!(facts.live_channel, "{facts:?}");
    Ok(())
}

#[tokio::test]
async fn nobody_is_asked_about_an_action_that_would_send_twice_what_has_left() -> Result<()> {
    let page = "<button onclick=\"fetch('/granted', {method: 'POST', body: '1'}).catch(() => {});
        const elsewhere = location.origin.replace('127.0.0.1', 'localhost') + '/asked';
        fetch(elsewhere, {method: 'POST', mode: 'no-cors', body: '2'}).catch(() => {})\">Both</button>";
    let (stage, _browser) = attached(page).await?;
    let target = stage.find("Both").await?.to_string();
    let own = stage.site.url("");
    let outcome = stage.granted_on(&own, "click", json!({"ref": target})).await?;
    assert_eq!(outcome.status, OutcomeStatus::Refused, "{outcome:?}");
    assert_eq!(stage.site.marks(), ["POST /granted 1"]);
    assert!(outcome.held.is_empty(), "{outcome:?}");
    assert!(outcome.text.contains("/asked cannot be approved here and was not sent"), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn nobody_is_asked_about_an_action_that_does_something_else_the_second_time() -> Result<()> {
    let page = "<input type=checkbox aria-label=News onchange=\"fetch('/news', {method: 'POST', body: 'x'}).catch(() => {})\">";
    let (stage, _browser) = attached(page).await?;
    let outcome = stage.on("News", "check", json!({})).await?;
    assert_eq!((outcome.status, stage.site.marks()), (OutcomeStatus::Refused, Vec::new()), "{outcome:?}");
    assert!(outcome.held.is_empty(), "{outcome:?}");
    assert!(outcome.changes.iter().any(|change| matches!(change, Change::Unapprovable { .. })), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn a_shared_worker_without_an_origin_does_not_send_as_the_person() -> Result<()> {
    let page = "<button onclick=\"worker.port.postMessage(location.origin + '/shared')\">Go</button><script>
        const script = `onconnect = event => { const port = event.ports[0]; port.postMessage('ready');
            port.onmessage = to => fetch(to.data, {method: 'POST', mode: 'no-cors', body: 'x'})
                .finally(() => port.postMessage('tried')).catch(() => {}) }`;
        const worker = new SharedWorker('data:text/javascript,' + encodeURIComponent(script));
        worker.port.onmessage = told => document.title = told.data</script>";
    let (stage, _browser) = attached(page).await?;
    titled(&stage, "ready").await?;
    stage.on("Go", "click", json!({})).await?;
    titled(&stage, "tried").await?;
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_message_over_a_socket_that_the_touch_opened_is_reported_as_in_doubt() -> Result<()> {
    let page = "<button onclick=\"const socket = new WebSocket('ws://' + location.host + '/socket');
        socket.onopen = () => { socket.send('hello'); document.title = 'sent' }\">Go</button>";
    let (stage, _browser) = attached(page).await?;
    let mut outcome = stage.on("Go", "click", json!({})).await?;
    titled(&stage, "sent").await?;
    let told = async {
        while !outcome.changes.iter().any(|change| matches!(change, Change::MayHaveLeft { .. })) {
            outcome = stage.act("wait", json!({"ms": 50})).await?;
        }
        anyhow::Ok(outcome)
    };
    assert_eq!(soon(told).await??.status, OutcomeStatus::InDoubt);
    Ok(())
}

async fn titled(stage: &Stage, title: &str) -> Result<()> {
    let look = async {
        while stage.title().await? != title {}
        anyhow::Ok(())
    };
    soon(look).await?
}
