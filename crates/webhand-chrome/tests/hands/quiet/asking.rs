//! A request that leaves a mark is stopped, asked about, and sent once after a yes.

use anyhow::Result;
use serde_json::json;
use webhand_model::{Change, FailCode};

use super::extension::{evaluate, showing};
use crate::support::{failure, soon};

const NOTHING: [&str; 0] = [];

#[tokio::test]
async fn a_form_is_asked_about_and_sent_once_after_a_yes() -> Result<()> {
    let html = "<form method=post action=/order><label>Item <input name=item></label>
        <button name=how value=now>Order</button></form>";
    let (stage, _browser) = showing(html).await?;
    stage.do_on("Item", "fill", json!({"value": "lamp"})).await?;
    let outcome = stage.on("Order", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    assert_eq!(held.method, "POST");
    assert_eq!(held.fields, [["item", "lamp"], ["how", "now"]]);
    assert_eq!(stage.site.marks(), NOTHING);
    // The page keeps what was entered.
    assert!(stage.text().await?.contains("textbox \"Item\" [ref=e1]: \"lamp\""));
    let sent = stage.release(&held).await?;
    assert!(sent.changes.iter().any(|change| matches!(change, Change::Sent { .. })), "{sent:?}");
    assert_eq!(stage.site.marks(), ["POST /order item=lamp&how=now"]);
    Ok(())
}

#[tokio::test]
async fn a_form_that_was_refused_is_not_sent_and_its_page_stays() -> Result<()> {
    let html =
        "<form method=post action=/order><label>Item <input name=item value=lamp></label><button>Order</button></form>";
    let (stage, _browser) = showing(html).await?;
    let outcome = stage.on("Order", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.stop(&held).await;
    assert!(stage.text().await?.contains("lamp"));
    assert_eq!(stage.site.marks(), NOTHING);
    Ok(())
}

#[tokio::test]
async fn a_fetch_is_stopped_and_sent_once_after_a_yes_if_it_is_the_same_again() -> Result<()> {
    let html = "<button onclick=\"fetch('/order', {method: 'POST', body: JSON.stringify({item: 'lamp'})})
        .then(answer => this.textContent = 'Done', () => 0)\">Order</button>";
    let (stage, _browser) = showing(html).await?;
    let outcome = stage.on("Order", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    assert_eq!(held.fields, [["item", "lamp"]]);
    assert_eq!(stage.site.marks(), NOTHING);
    let sent = stage.release(&held).await?;
    assert!(sent.text.contains("done again after the person's yes"), "{sent:?}");
    assert_eq!(stage.site.marks(), ["POST /order {\"item\":\"lamp\"}"]);
    stage.find("Done").await.map(drop)
}

#[tokio::test]
async fn a_fetch_that_differs_each_time_is_never_sent() -> Result<()> {
    let html = "<button onclick=\"fetch('/order', {method: 'POST', body: 'token ' + Math.random()}).catch(() => 0)\">Order</button>";
    let (stage, _browser) = showing(html).await?;
    let outcome = stage.on("Order", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    let refused = stage.release(&held).await?;
    assert!(refused.changes.iter().any(|change| matches!(change, Change::Unapprovable { .. })), "{refused:?}");
    assert_eq!(stage.site.marks(), NOTHING);
    Ok(())
}

#[tokio::test]
async fn beacons_pings_and_frames_send_nothing() -> Result<()> {
    let html = "<iframe name=inner src=OTHER/inner></iframe>
        <form id=form method=post action=/framed target=inner><input name=a value=b></form>
        <button onclick=\"navigator.sendBeacon('/beacon', 'x'); form.submit();
        const request = new XMLHttpRequest(); request.open('PUT', '/put'); request.send('y')\">Go</button>";
    let (stage, _browser) = showing(html).await?;
    stage.site.page("/inner", "inner");
    stage.on("Go", "click", json!({})).await?;
    stage.act("wait", json!({"ms": 300})).await?;
    assert_eq!(stage.site.marks(), NOTHING);
    Ok(())
}

#[tokio::test]
async fn a_form_into_a_new_tab_sends_nothing() -> Result<()> {
    let html = "<form method=post action=/order target=_blank><input name=a value=b><button>Order</button></form>";
    let (stage, _browser) = showing(html).await?;
    stage.on("Order", "click", json!({})).await?;
    stage.act("wait", json!({"ms": 300})).await?;
    assert_eq!(stage.site.marks(), NOTHING);
    Ok(())
}

#[tokio::test]
async fn what_a_page_sends_when_its_tab_is_closed_is_stopped() -> Result<()> {
    let html = "<button>Touch</button><script>onpagehide = () => {
        navigator.sendBeacon('/bye', 'x'); fetch('/kept', {method: 'POST', keepalive: true}) }</script>";
    let (stage, browser) = showing(html).await?;
    stage.do_on("Touch", "click", json!({})).await?;
    stage.done("tab", json!({"action": "close"})).await?;
    // A request of the person that comes later arrives, so an earlier one of the page would have.
    let own = browser.open(&stage.site.url("/?own")).await?;
    evaluate(&own, "fetch('/mine', {method: 'POST', body: 'x'}).then(() => 0)").await?;
    soon(async {
        while stage.site.marks().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await?;
    assert_eq!(stage.site.marks(), ["POST /mine x"]);
    Ok(())
}

#[tokio::test]
async fn what_needs_the_debugger_is_refused_with_its_name() -> Result<()> {
    let (stage, _browser) = showing("<input type=file aria-label=Picture>").await?;
    let outcome = stage.on("Picture", "upload", json!({"files": ["/tmp/none"]})).await?;
    assert_eq!(failure(&outcome), Some(FailCode::NeedsDebugger), "{outcome:?}");
    Ok(())
}
