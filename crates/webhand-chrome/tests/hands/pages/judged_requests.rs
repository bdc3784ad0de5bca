//! Requests that a run may have caused are told from those that pages send by themselves.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{AllowedBy, Change, Outcome};
use webhand_port::Browser as _;

use crate::support::{Stage, empty, shared_stage, showing, soon};

/// Posts a body as JSON.
const POST: &str = "<script>const post = (path, body) => fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})</script>";

async fn posting(html: &str) -> Result<Stage> {
    showing(&format!("{POST}{html}")).await
}

fn is_silent(outcome: &Outcome) {
    assert!(outcome.held.is_empty(), "{outcome:?}");
}

#[tokio::test]
async fn background_traffic_excuses_the_same_operation_and_no_other() -> Result<()> {
    let stage = posting(
        "<button onclick=\"post('/api', {action: 'list', at: Date.now()})\">Refresh</button>
         <button onclick=\"post('/api', {action: 'delete', at: Date.now()})\">Delete</button>
         <script>post('/api', {action: 'list', at: Date.now()})</script>",
    )
    .await?;
    is_silent(&stage.do_on("Refresh", "click", json!({})).await?);
    let outcome = stage.do_on("Delete", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.stop(&held).await;
    let marks = stage.site.marks();
    assert!(marks.len() == 2 && marks.iter().all(|mark| mark.contains("list")), "{marks:?}");
    Ok(())
}

#[tokio::test]
async fn a_query_that_passed_excuses_no_batch_of_mutations() -> Result<()> {
    let stage = posting(
        "<button onclick=\"post('/graphql', {query: 'query Cart { items }'})\">Read</button>
         <button onclick=\"post('/graphql', [{query: 'mutation Pay { pay }'}])\">Pay</button>
         <button onclick=\"post('/order', {query: 'query{a}', order: 7})\">Order</button>",
    )
    .await?;
    is_silent(&stage.do_on("Read", "click", json!({})).await?);
    for button in ["Pay", "Order"] {
        let outcome = stage.do_on(button, "click", json!({})).await?;
        let held = stage.held(outcome).await?;
        stage.stop(&held).await;
    }
    assert_eq!(stage.site.marks().len(), 1);
    Ok(())
}

/// The click only stores something; the next document sends it.
#[tokio::test]
async fn a_touch_outlives_the_document_that_was_touched() -> Result<()> {
    let next = format!(
        "{POST}<h1>Next</h1><script>if (localStorage.order) post('/order', {{by: location.pathname}})</script>"
    );
    let stage = posting(
        "<a href=/next onclick=\"localStorage.order = 1\">Next page</a>
         <button onclick=\"localStorage.order = 1; window.open('/popup')\">Popup</button>
         <button onclick=\"localStorage.order = 1; window.open('/alone', '_blank', 'noopener')\">Popup without opener</button>
         <button onclick=\"localStorage.order = 1; f.src = '/frame'\">Frame</button><iframe id=f></iframe>
         <button onclick=\"location = 'OTHER/elsewhere'\">Elsewhere</button>
         <button onclick=\"localStorage.order = 1\">Remember</button>
         <script>if (localStorage.order) post('/order', {by: 'reload'})</script>",
    )
    .await?;
    for path in ["/next", "/popup", "/alone", "/frame"] {
        stage.site.page(path, &next);
    }
    stage.site.page("/elsewhere", &format!("{POST}<script>post('/order', {{by: 'elsewhere'}})</script>"));
    for button in ["Next page", "Popup", "Popup without opener", "Frame", "Elsewhere"] {
        let outcome = stage.do_on(button, "click", json!({})).await?;
        let held = stage.held(outcome).await?;
        stage.stop(&held).await;
        stage.in_page("localStorage.clear()").await?;
        stage.open("/").await?;
    }
    stage.do_on("Remember", "click", json!({})).await?;
    let outcome = stage.done("reload", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.stop(&held).await;
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_service_worker_sends_nothing_for_a_touched_page() -> Result<()> {
    let stage = posting(
        "<button onclick=\"navigator.serviceWorker.ready.then((it) => it.active.postMessage('buy'))\">Buy</button>
         <p id=out></p><script>navigator.serviceWorker.register('/script/sw.js', {scope: '/'}).then(() => navigator.serviceWorker.ready).then(() => out.textContent = 'ready')</script>",
    )
    .await?;
    stage.site.page("/script/sw.js", "onmessage = () => fetch('/order', {method: 'POST', body: 'x'})");
    stage.open("/").await?;
    stage.done("wait", json!({"text": "ready"})).await?;
    let outcome = stage.do_on("Buy", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    assert_eq!(held.url, stage.site.url("/order"));
    stage.stop(&held).await;
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn whatever_an_action_does_to_a_page_touches_it() -> Result<()> {
    let page = |event: &str, on: &str| {
        format!(
            "{POST}<body style='height:5000px'><button id=b>Target</button><input aria-label=Field id=i>
             <script>{on}.addEventListener('{event}', () => post('/touched', {{by: '{event}'}}), {{once: true}})</script>"
        )
    };
    let table: [(&str, &str, &str, serde_json::Value); 6] = [
        ("mouseover", "b", "hover", json!({})),
        ("focus", "i", "focus", json!({})),
        ("input", "i", "fill", json!({"value": "x"})),
        ("keydown", "window", "press", json!({"key": "a"})),
        ("scroll", "window", "scroll", json!({"direction": "down"})),
        ("click", "b", "click", json!({})),
    ];
    for (event, on, action, arguments) in table {
        let stage = showing(&page(event, on)).await?;
        let name = if on == "i" { "Field" } else { "Target" };
        let outcome = if action == "scroll" {
            stage.done(action, arguments).await?
        } else {
            stage.do_on(name, action, arguments).await?
        };
        let held = stage.held(outcome).await?;
        stage.stop(&held).await;
        assert_eq!(stage.site.marks(), [""; 0], "{event}");
    }
    Ok(())
}

#[tokio::test]
async fn a_page_that_a_composed_address_brings_counts_as_touched() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/confirm", &format!("{POST}<h1>Confirming</h1><script>post('/confirmed', {{}})</script>"));
    stage.site.page("/form", "<form method=post action=/sent></form><script>document.forms[0].submit()</script>");
    for path in ["/confirm?delete=7", "/confirm", "/form"] {
        let outcome = stage.open_composed(path).await?;
        let held = stage.held(outcome).await?;
        stage.stop(&held).await;
    }
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn beacons_to_other_sites_and_reports_are_stopped_without_a_question() -> Result<()> {
    let stage = posting(
        "<button onclick=\"navigator.sendBeacon('OTHER/beacon', 'typed text')\">Beacon</button>
         <button onclick=\"document.body.append(Object.assign(new Image(), {src: '/typed-text.png'}))\">Report</button>
         <a href=/next ping='OTHER/ping'>Link with a ping</a>",
    )
    .await?;
    stage.site.page("/next", "<h1>Next</h1>");
    stage.open("/reported/").await?;
    for control in ["Beacon", "Report"] {
        let mut outcome = stage.do_on(control, "click", json!({})).await?;
        let stopped = |outcome: &Outcome| outcome.changes.iter().any(|change| matches!(change, Change::Stopped { .. }));
        let recorded = async {
            while !stopped(&outcome) {
                is_silent(&outcome);
                outcome = stage.done("wait", json!({"ms": 20})).await?;
            }
            anyhow::Ok(())
        };
        soon(recorded).await?.with_context(|| control.to_owned())?;
    }
    stage.do_on("Link with a ping", "click", json!({})).await?;
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

/// The browser sends it after the page is gone, when nothing can be held any more.
#[tokio::test]
async fn a_request_for_later_is_held_like_any_other() -> Result<()> {
    let stage = posting(
        "<button onclick=\"typeof fetchLater === 'function' ? fetchLater('/later', {method: 'POST', body: 'x', activateAfter: 0}) : post('/later', {})\">Later</button>
         <button onclick=\"typeof fetchLater === 'function' ? fetchLater('/leaving', {method: 'POST', body: 'x'}) : 0\">Leaving</button>",
    )
    .await?;
    stage.site.page("/next", "<h1>Next</h1>");
    let outcome = stage.do_on("Later", "click", json!({})).await?;
    let held = stage.held(outcome).await?;
    stage.stop(&held).await;
    stage.do_on("Leaving", "click", json!({})).await?;
    let mut outcome = stage.open("/next").await?;
    for _ in 0..5 {
        for held in &outcome.held {
            stage.stop(held).await;
        }
        outcome = stage.done("wait", json!({"ms": 200})).await?;
    }
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

const AUTOSAVE: &str = "<textarea aria-label=Note oninput=\"clearTimeout(window.timer); window.timer = setTimeout(() => post('/save', {note: note.value}).then(() => out.textContent = 'Saved'), 400)\" id=note></textarea><p id=out></p>";

#[tokio::test]
async fn what_a_grant_covers_goes_when_it_comes() -> Result<()> {
    let stage = posting(AUTOSAVE).await?;
    stage.do_granted("Note", "fill", json!({"value": "milk"})).await?;
    let waited = stage.granted("wait", json!({"text": "Saved", "ms": 20_000})).await?;
    is_silent(&waited);
    let sent = |change: &Change| matches!(change, Change::SentByGrant { request, status: Some(200), .. } if request.ends_with("/save"));
    assert!(waited.changes.iter().any(sent), "{waited:?}");
    assert_eq!(stage.site.marks(), ["POST /save {\"note\":\"milk\"}"]);
    Ok(())
}

#[tokio::test]
async fn what_a_grant_covers_waits_until_it_is_recorded() -> Result<()> {
    // Late enough that the action is over by then.
    let stage = posting(&AUTOSAVE.replace("400", "3000")).await?;
    let departing = async { anyhow::Ok(soon(stage.chrome.next_outgoing_request()).await?) };
    let (departing, filled) = tokio::join!(departing, stage.do_granted("Note", "fill", json!({"value": "milk"})));
    let (departing, _) = (departing?, filled?);
    assert_eq!((departing.sent.url.as_str(), departing.sent.by), (stage.site.url("/save").as_str(), AllowedBy::Grant));
    stage.granted("wait", json!({"ms": 300})).await?;
    assert_eq!(stage.site.marks(), [""; 0], "nobody has recorded it yet");
    departing.let_go().await;
    let waited = stage.granted("wait", json!({"text": "Saved", "ms": 20_000})).await?;
    assert!(!waited.sent.iter().any(|sent| sent.by == AllowedBy::Grant), "it has one record: {waited:?}");
    assert_eq!(stage.site.marks(), ["POST /save {\"note\":\"milk\"}"]);
    Ok(())
}

#[tokio::test]
async fn what_no_grant_covers_is_held_between_actions_and_named_in_the_next_answer() -> Result<()> {
    let stage = posting(AUTOSAVE).await?;
    let filled = stage.do_on("Note", "fill", json!({"value": "milk"})).await?;
    let held = stage.held(filled).await?;
    assert_eq!(held.url, stage.site.url("/save"));
    stage.stop(&held).await;
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

/// The page saves after the action has ended, and no other follows but the end of the session.
#[tokio::test]
async fn what_a_grant_covers_leaves_without_another_action() -> Result<()> {
    let shared = shared_stage().await?;
    let stage = shared.showing("granted", &format!("{POST}{AUTOSAVE}")).await?;
    stage.do_granted("Note", "fill", json!({"value": "milk"})).await?;
    soon(async {
        while shared.site.marks().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await?;
    stage.chrome.close().await;
    assert_eq!(shared.site.marks(), ["POST /save {\"note\":\"milk\"}"]);
    Ok(())
}
