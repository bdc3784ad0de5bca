//! Requests that change something are held until they are resolved.

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{AllowedBy, HeldRequest, Origin, Outcome, SentKind, SentRequest};
use webhand_port::Browser as _;

use crate::support::{Stage, empty, navigated, showing};

const SHOP: &str = "<form method=post action=/order><input name=item value='Blue lamp'><input type=password name=pw value=hunter2><button>Order</button></form>
    <form method=post action=/elsewhere target=_blank><input type=hidden name=a value=1><button>Order in a new tab</button></form>
    <form action=/search><button>Search</button></form><p id=out></p>
    <button onclick=\"fetch('/api/order', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({item: 'lamp', count: 2})})
      .then((answer) => answer.text(), () => 'refused').then((text) => out.textContent = text)\">Order by script</button>
    <button onclick=\"setTimeout(() => fetch('/later', {method: 'DELETE'}), 10)\">Delete later</button>
    <button onclick=\"navigator.sendBeacon('/beacon', 'x')\">Beacon</button>
    <button onclick=\"new Worker('/worker')\">Work</button>";

fn only_held(outcome: &Outcome) -> Result<HeldRequest> {
    assert!(outcome.held.len() <= 1, "{outcome:?}");
    outcome.held.first().cloned().with_context(|| format!("nothing was held: {outcome:?}"))
}

async fn shop() -> Result<Stage> {
    let stage = showing(SHOP).await?;
    stage.site.page("/search", "<h1>Found</h1>");
    Ok(stage)
}

#[tokio::test]
async fn a_form_is_held_and_sent_once_when_released() -> Result<()> {
    let stage = shop().await?;
    let outcome = stage.do_on("Order", "click", json!({})).await?;
    let held = only_held(&outcome)?;
    assert_eq!((held.method.as_str(), held.url.as_str()), ("POST", stage.site.url("/order").as_str()));
    assert_eq!(held.from, Origin::from_url(&stage.site.url("")));
    let fields = [["item", "Blue lamp"], ["pw", "…"]].map(|pair| pair.map(str::to_owned));
    assert_eq!(held.fields, fields);
    assert_eq!(stage.site.marks(), [""; 0]);
    // A look at the page still works.
    stage.look().await?;
    let released = stage.release(&held).await?;
    assert_eq!(stage.site.marks(), ["POST /order item=Blue+lamp&pw=hunter2"]);
    assert!(navigated(&released), "{released:?}");
    assert!(released.text.contains("/order answered 200"), "{}", released.text);
    assert!(stage.text().await?.contains("Thank you"));
    let twice = stage.release(&held).await?;
    assert!(twice.text.contains("not held any more"), "{}", twice.text);
    assert_eq!(stage.site.marks().len(), 1);
    Ok(())
}

#[tokio::test]
async fn masked_values_of_a_form_are_not_reported_under_any_name() -> Result<()> {
    let stage = showing(
        "<form method=post action=/in><input name=n value=ana><input type=password name=p value=hunter2>
           <input autocomplete=one-time-code name=c value=123456><button>Log in</button></form>
         <form method=post action=/in target=_blank><input type=password name=q value=hunter2><button>In a new tab</button></form>",
    )
    .await?;
    let held = only_held(&stage.do_on("Log in", "click", json!({})).await?)?;
    assert_eq!(held.fields, [["n", "ana"], ["p", "…"], ["c", "…"]].map(|pair| pair.map(str::to_owned)));
    stage.release(&held).await?;
    assert_eq!(stage.site.marks(), ["POST /in n=ana&p=hunter2&c=123456"]);
    stage.done("back", json!({})).await?;
    stage.look().await?;
    let held = only_held(&stage.do_on("In a new tab", "click", json!({})).await?)?;
    assert_eq!(held.fields, [["q", "…"]].map(|pair| pair.map(str::to_owned)));
    stage.stop(&held).await;
    Ok(())
}

#[tokio::test]
async fn a_stopped_request_never_arrives() -> Result<()> {
    let stage = shop().await?;
    let held = only_held(&stage.do_on("Order", "click", json!({})).await?)?;
    let stopped = stage.stop(&held).await;
    assert!(stopped.text.contains("did not leave the browser"), "{}", stopped.text);
    let by_script = only_held(&stage.do_on("Order by script", "click", json!({})).await?)?;
    stage.stop(&by_script).await;
    assert!(stage.text().await?.contains("refused"));
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_scripts_request_is_held_and_its_response_reported() -> Result<()> {
    let stage = shop().await?;
    let held = only_held(&stage.do_on("Order by script", "click", json!({})).await?)?;
    let mut fields = held.fields.clone();
    fields.sort();
    assert_eq!(fields, [["count", "2"], ["item", "lamp"]].map(|pair| pair.map(str::to_owned)));
    assert_eq!(stage.site.marks(), [""; 0]);
    let released = stage.release(&held).await?;
    assert!(released.text.contains("/api/order answered 200"), "{}", released.text);
    assert!(stage.text().await?.contains("Thank you"));
    assert_eq!(stage.site.marks().len(), 1);
    Ok(())
}

#[tokio::test]
async fn every_other_way_out_is_held_too() -> Result<()> {
    let stage = shop().await?;
    stage.site.page("/worker", "fetch('/by-worker', {method: 'POST', body: 'x'})");
    for (button, path) in [("Delete later", "/later"), ("Beacon", "/beacon"), ("Work", "/by-worker")] {
        let outcome = stage.do_on(button, "click", json!({})).await?;
        assert_eq!(stage.held(outcome).await?.url, stage.site.url(path));
    }
    let outcome = stage.do_on("Order in a new tab", "click", json!({})).await?;
    assert_eq!(only_held(&outcome)?.url, stage.site.url("/elsewhere"));
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn reading_is_never_held() -> Result<()> {
    let stage = shop().await?;
    let outcome = stage.do_on("Search", "click", json!({})).await?;
    assert!(outcome.held.is_empty() && navigated(&outcome), "{outcome:?}");
    Ok(())
}

#[tokio::test]
async fn requests_that_a_page_sends_by_itself_are_noise() -> Result<()> {
    let stage = showing("<button onclick=\"fetch('/count', {method: 'POST'})\">Go</button><script>fetch('/count', {method: 'POST'})</script>").await?;
    let outcome = stage.do_on("Go", "click", json!({})).await?;
    assert!(outcome.held.is_empty(), "{outcome:?}");
    assert_eq!(stage.site.marks(), ["POST /count", "POST /count"]);
    Ok(())
}

/// The browser cancels requests of a page that is left, and then a held one can no longer be resolved.
#[tokio::test]
async fn requests_sent_on_unload_do_not_block_the_next_page() -> Result<()> {
    let leaving = "<button>Stay</button><script>onpagehide = () => { for (const n of [1, 2]) fetch('/save' + n, {method: 'PUT'}) }</script>";
    let stage = showing(leaving).await?;
    stage.do_on("Stay", "click", json!({})).await?;
    stage.site.page("/next", "<h1>Next</h1>");
    let outcome = stage.open("/next").await?;
    for held in &outcome.held {
        let ruled = stage.release(held).await?;
        assert!(ruled.text.contains("not held any more") || ruled.text.contains("was sent"), "{}", ruled.text);
    }
    assert!(stage.text().await?.contains("Next"));
    Ok(())
}

#[tokio::test]
async fn closing_the_browser_sends_nothing() -> Result<()> {
    let stage = shop().await?;
    let first = only_held(&stage.do_on("Order by script", "click", json!({})).await?)?;
    stage.do_on("Order", "click", json!({})).await?;
    stage.chrome.close().await;
    let late = stage.release(&first).await?;
    assert_ne!(late.status, webhand_model::OutcomeStatus::Done);
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn noise_to_an_address_that_serves_everything_excuses_only_itself() -> Result<()> {
    let page = "<script>const ask = (query, operationName) => fetch('/graphql', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({query, operationName})});
        ask('query Cart { items }', 'Cart')</script>
        <button onclick=\"ask('query Item { item }', 'Item')\">Read</button><button onclick=\"ask('mutation Pay { pay }', 'Pay')\">Pay</button>";
    let stage = showing(page).await?;
    assert!(stage.do_on("Read", "click", json!({})).await?.held.is_empty());
    only_held(&stage.do_on("Pay", "click", json!({})).await?)?;
    assert_eq!(stage.site.marks().len(), 2);
    Ok(())
}

#[tokio::test]
async fn requests_that_are_let_go_are_recorded_once() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/",
        "<form action=/search><button>Search</button></form><img src=/a.png><img src=/b.png>
         <script>fetch('/seen', {method: 'POST'}); fetch('/seen', {method: 'POST'})</script>
         <button onclick=\"fetch('/seen', {method: 'POST'})\">See</button>",
    );
    stage.site.page("/search", "<h1>Found</h1>");
    let recorded = |outcome: &Outcome, kind, path: &str| -> Vec<(AllowedBy, u32)> {
        let is_it = |sent: &&SentRequest| sent.kind == kind && sent.url == stage.site.url(path);
        outcome.sent.iter().filter(is_it).map(|sent| (sent.by, sent.count)).collect()
    };
    let opened = stage.open("/").await?;
    assert_eq!(recorded(&opened, SentKind::Navigation, "/"), [(AllowedBy::Page, 1)], "{opened:?}");
    assert_eq!(recorded(&opened, SentKind::Request, "/seen"), [(AllowedBy::Page, 2)], "{opened:?}");
    let origin = Origin::from_url(&stage.site.url("")).to_string();
    let resources = opened.sent.iter().filter(|sent| sent.kind == SentKind::Resource && sent.url == origin);
    assert!(resources.map(|sent| sent.count).sum::<u32>() >= 2, "{opened:?}");

    let seen = stage.do_on("See", "click", json!({})).await?;
    assert_eq!(recorded(&seen, SentKind::Request, "/seen"), [(AllowedBy::Guard, 1)], "{seen:?}");

    let found = stage.do_on("Search", "click", json!({})).await?;
    assert_eq!(recorded(&found, SentKind::Request, "/seen"), [], "it was told before: {found:?}");
    assert_eq!(recorded(&found, SentKind::Navigation, "/search?"), [(AllowedBy::Guard, 1)], "{found:?}");
    Ok(())
}
