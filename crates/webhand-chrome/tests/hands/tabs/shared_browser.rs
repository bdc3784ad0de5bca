//! Several owners in one browser: none waits for, sees or uses the tabs of another.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use webhand_chrome::Seat;
use webhand_model::{Action, Change, FailCode, OutcomeStatus, Ref, TabOwner};
use webhand_port::{Browser as _, BrowserError};

use crate::support::{Stage, failure, shared_stage, soon};

const COUNTER: &str = "<title>0</title><button onclick=\"document.title = ++count\">Count</button><script>let count = 0; const trusted = [];
    addEventListener('click', (event) => trusted.push(event.isTrusted), true)</script>";
const SHOP: &str =
    "<title>Shop</title><button onclick=\"fetch('/order', {method: 'POST'}).catch(() => {})\">Order</button>";

/// Clicks this many times, and returns the count that the page shows.
async fn count(stage: &Stage<Seat>, clicks: usize) -> Result<(String, Value)> {
    let target = stage.find("Count").await?;
    for _ in 0..clicks {
        let action = Action::Click { target, button: None, count: None, modifiers: None };
        let outcome = stage.perform(action).await?.outcome;
        anyhow::ensure!(outcome.status == OutcomeStatus::Done, "{outcome:?}");
    }
    Ok((stage.title().await?, stage.in_page("trusted.every(Boolean) && trusted.length").await?))
}

#[tokio::test]
async fn two_click_at_the_same_time_and_each_gets_its_own() -> Result<()> {
    let shared = shared_stage().await?;
    let (mail, shop) = tokio::try_join!(shared.showing("mail", COUNTER), shared.showing("shop", COUNTER))?;
    let (first, second) = tokio::try_join!(count(&mail, 50), count(&shop, 50))?;
    assert_eq!([first, second], [("50".to_owned(), json!(50)), ("50".to_owned(), json!(50))]);
    Ok(())
}

#[tokio::test]
async fn a_dialog_of_one_does_not_block_the_other() -> Result<()> {
    let shared = shared_stage().await?;
    let asking = shared.showing("asking", "<button onclick=\"confirm('Really?')\">Ask</button>").await?;
    let other = shared.showing("other", COUNTER).await?;
    asking.do_on("Ask", "click", json!({})).await?;
    let outcome = other.do_on("Count", "click", json!({})).await?;
    assert_eq!(outcome.changes, []);
    assert_eq!(other.title().await?, "1");
    assert_eq!(failure(&other.act("dialog", json!({"accept": true})).await?), Some(FailCode::NoDialog));
    asking.done("dialog", json!({"accept": true})).await?;
    Ok(())
}

#[tokio::test]
async fn a_held_request_is_reported_to_its_owner_and_resolved_by_no_other() -> Result<()> {
    let shared = shared_stage().await?;
    let shop = shared.showing("shop", SHOP).await?;
    let mail = shared.showing("mail", COUNTER).await?;
    let held = shop.do_on("Order", "click", json!({})).await?.held;
    let held = held.first().context("nothing was held")?;
    let outcome = mail.do_on("Count", "click", json!({})).await?;
    assert!(outcome.held.is_empty(), "{outcome:?}");
    let stolen = mail.release(held).await?;
    assert_eq!(failure(&stolen), Some(FailCode::Gone));
    assert_eq!(shared.site.marks(), [""; 0]);
    shop.release(held).await?;
    assert_eq!(shared.site.marks(), ["POST /order"]);
    Ok(())
}

#[tokio::test]
async fn a_request_is_not_held_because_of_another_owners_action() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", COUNTER).await?;
    mail.do_on("Count", "click", json!({})).await?;
    let shop = shared.showing("shop", "<script>fetch('/visit', {method: 'POST'})</script><h1>Shop</h1>").await?;
    assert!(shop.text().await?.contains("Shop"));
    assert_eq!(shared.site.marks(), ["POST /visit"]);
    Ok(())
}

#[tokio::test]
async fn tabs_are_listed_switched_to_and_used_again_by_their_owner_only() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared
        .showing(
            "mail",
            "<a href=/news target=_blank>News</a><button onclick=\"open('/news', '', 'noopener')\">Popup</button>",
        )
        .await?;
    shared.site.page("/news", "<title>Secret news</title><h1>News</h1>");
    let shop = shared.showing("shop", SHOP).await?;
    for opens in ["News", "Popup"] {
        let opened = mail.do_on(opens, "click", json!({})).await?;
        assert!(opened.changes.iter().any(|change| matches!(change, Change::TabSwitched { .. })), "{opened:?}");
        mail.done("tab", json!({"action": "switch", "tab": "t1"})).await?;
    }
    assert_eq!(mail.look().await?.tabs.len(), 3);
    let listed = shop.done("tab", json!({"action": "list"})).await?.text;
    assert_eq!(listed, format!("1 tab; 3 more belong to others\n- t2 \"Shop\" {} [current]", shared.site.url("/shop")));
    for verb in ["switch", "close"] {
        let refused = shop.act("tab", json!({"action": verb, "tab": "t3"})).await?;
        assert_eq!(failure(&refused), Some(FailCode::UnknownTab));
        assert_eq!(refused.text, "there is no tab t3; there are t2");
    }
    let opened = shop.open("/news").await?;
    assert!(matches!(opened.changes.as_slice(), [Change::Navigated { .. }]), "{opened:?}");
    assert_eq!(shared.site.visits("/news"), 3);
    Ok(())
}

#[tokio::test]
async fn a_tab_opened_by_a_click_with_a_held_key_belongs_to_the_clicking_owner() -> Result<()> {
    let shared = shared_stage().await?;
    shared.site.page("/two", "<h1>Two</h1>");
    let link = "<a href=/two>Two</a>";
    let (mail, shop) = tokio::try_join!(shared.showing("mail", link), shared.showing("shop", link))?;
    let with_control = json!({"modifiers": ["control"]});
    tokio::try_join!(mail.do_on("Two", "click", with_control.clone()), shop.do_on("Two", "click", with_control))?;
    for stage in [&mail, &shop] {
        stage.done("wait", json!({"idle": true})).await?;
        assert_eq!(stage.look().await?.tabs.len(), 2);
    }
    Ok(())
}

#[tokio::test]
async fn a_ref_of_another_is_as_unknown_as_one_that_never_was() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", COUNTER).await?;
    let shop = shared.showing("shop", COUNTER).await?;
    let theirs = mail.find("Count").await?;
    let never = String::from(theirs).replace("e1@", "e77@");
    let never = Ref::try_from(never).map_err(anyhow::Error::msg)?;
    let mut answers = Vec::new();
    for target in [theirs, never] {
        let outcome = shop.perform(Action::Hover { target }).await?.outcome;
        assert_eq!(failure(&outcome), Some(FailCode::StaleRef));
        answers.push(outcome.text.replace(&target.to_string(), "it"));
    }
    assert_eq!(answers[0], answers[1]);
    let named = "<button>One</button><button>Two</button>";
    let third = shared.showing("third", named).await?;
    let two = third.find("Two").await?;
    assert_eq!(third.chrome.resolve_ref("e2").ok(), Some(two));
    assert!(mail.chrome.resolve_ref("e2").is_err());
    // The refs of both sessions start at one, whichever looked first.
    assert_eq!(shop.find("Count").await?.to_string(), theirs.to_string());
    Ok(())
}

#[tokio::test]
async fn both_are_pictured_at_the_same_time() -> Result<()> {
    let shared = shared_stage().await?;
    let (red, blue) = tokio::try_join!(
        shared.showing("red", "<body style='background: red'>"),
        shared.showing("blue", "<body style='background: blue'>")
    )?;
    let (first, second) = tokio::join!(red.chrome.picture(), blue.chrome.picture());
    let (first, second) = (first.context("no red picture")?, second.context("no blue picture")?);
    assert!(first != second && first.jpeg.len() > 1_000 && second.jpeg.len() > 1_000);
    Ok(())
}

#[tokio::test]
async fn a_dropped_seat_leaves_no_tab_and_sends_nothing() -> Result<()> {
    let shared = shared_stage().await?;
    let page = format!(
        "{SHOP}<a href=/shop target=_blank>Again</a><script>onbeforeunload = (event) => event.preventDefault()</script>"
    );
    let shop = shared.showing("shop", &page).await?;
    let mail = shared.showing("mail", COUNTER).await?;
    shop.do_on("Again", "click", json!({})).await?;
    shop.do_on("Order", "click", json!({})).await?;
    drop(shop);
    let alone = async {
        while mail.done("tab", json!({"action": "list"})).await?.text.contains("others") {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    };
    soon(alone).await??;
    assert_eq!(shared.site.marks(), [""; 0]);
    assert_eq!(count(&mail, 2).await?.0, "2");
    Ok(())
}

#[tokio::test]
async fn a_seat_that_was_closed_does_nothing_more_and_the_browser_lives_on() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", COUNTER).await?;
    mail.chrome.close().await;
    assert_eq!(mail.chrome.observe().await.err(), Some(BrowserError::TabGone));
    let next = shared.showing("next", COUNTER).await?;
    assert_eq!(next.done("tab", json!({"action": "list"})).await?.text.lines().next(), Some("1 tab"));
    shared.chrome.close().await;
    assert!(matches!(next.chrome.observe().await, Err(BrowserError::Disconnected(_))));
    assert!(shared.chrome.seat(TabOwner::Person).await.is_err());
    Ok(())
}
