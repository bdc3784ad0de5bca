//! Nothing leaks from one owner of a shared browser to another: downloads, workers, dialogs, popups.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_cdp::protocol::CreateTarget;
use webhand_model::{Change, FailCode, Outcome};

use crate::support::{SharedStage, failure, shared_stage, showing, soon};

const QUIET: &str = "<title>0</title><button onclick=\"document.title = 1\">Count</button>";

/// Waits until no other session has a tab.
async fn until_alone(shared: &SharedStage) -> Result<()> {
    let watching = shared.seat("watching").await?;
    let alone = async {
        while watching.done("tab", json!({"action": "list"})).await?.text.contains("others") {
            tokio::task::yield_now().await;
        }
        anyhow::Ok(())
    };
    soon(alone).await?
}

fn downloaded(outcome: &Outcome) -> bool {
    outcome.changes.iter().any(|change| matches!(change, Change::Downloaded { .. }))
}

#[tokio::test]
async fn a_download_is_reported_to_the_owner_of_its_page() -> Result<()> {
    let shared = shared_stage().await?;
    let link = "<a href=/file>Here</a><a href=/file target=_blank>In a tab</a>";
    let (mail, shop) = tokio::try_join!(shared.showing("mail", link), shared.showing("shop", QUIET))?;
    for name in ["Here", "In a tab"] {
        let (given, other) =
            tokio::try_join!(mail.do_on(name, "click", json!({})), shop.do_on("Count", "click", json!({})))?;
        assert!(downloaded(&given) && !downloaded(&other), "{given:?} {other:?}");
    }
    assert_eq!(shop.done("downloads", json!({})).await?.text, "nothing was downloaded");
    let listed = mail.done("downloads", json!({})).await?.text;
    assert_eq!(listed.matches("[complete]").count(), 2, "{listed}");
    Ok(())
}

#[tokio::test]
async fn a_seat_with_its_own_download_folder_lists_files_there() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", "<a href=/file>Here</a>").await?;
    let own = tempfile::TempDir::new()?;
    mail.chrome.keep_downloads_in(own.path().to_owned());
    mail.do_on("Here", "click", json!({})).await?;
    let listed = mail.done("downloads", json!({})).await?;
    assert!(listed.text.contains(&own.path().display().to_string()), "{}", listed.text);
    let file = listed.data.and_then(|files| files[0]["file"].as_str().map(std::path::PathBuf::from));
    assert!(file.as_ref().is_some_and(|file| file.starts_with(own.path()) && file.is_file()), "{file:?}");
    Ok(())
}

#[tokio::test]
async fn a_download_under_way_ends_with_its_owner() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", "<a href=/file/endless>Report</a>").await?;
    let other = shared.seat("other").await?;
    let until = async |reached: &dyn Fn() -> bool| {
        while !reached() {
            other.done("downloads", json!({})).await?;
        }
        anyhow::Ok(())
    };
    let has_begun = || std::fs::read_dir(other.downloads.path()).is_ok_and(|mut files| files.next().is_some());
    let has_ended = || shared.site.marks() == ["BROKEN /file/endless"] && !has_begun();
    tokio::select! {
        outcome = mail.do_on("Report", "click", json!({})) => anyhow::bail!("it came to an end: {outcome:?}"),
        begun = until(&has_begun) => begun?,
    }
    drop(mail);
    soon(until(&has_ended)).await?
}

#[tokio::test]
async fn a_shared_service_worker_sends_for_the_owner_who_acts() -> Result<()> {
    let shared = shared_stage().await?;
    shared.site.page("/script/worker", "onmessage = (event) => event.waitUntil(fetch('/by-worker', {method: 'POST'}))");
    let page = "<title></title><button onclick=\"navigator.serviceWorker.controller.postMessage(1)\">Work</button><script>
        navigator.serviceWorker.register('/script/worker', {scope: '/'}).then(() => navigator.serviceWorker.ready).then(() => document.title = 'ready')</script>";
    let (mail, shop) = tokio::try_join!(shared.showing("mail", page), shared.showing("shop", page))?;
    for stage in [&mail, &shop] {
        stage.in_page("navigator.serviceWorker.ready.then(() => 1)").await?;
        stage.done("reload", json!({})).await?;
    }
    for (acting, other) in [(&mail, &shop), (&shop, &mail)] {
        let outcome = acting.do_on("Work", "click", json!({})).await?;
        let held = acting.held(outcome).await?;
        assert_eq!(held.url, shared.site.url("/by-worker"));
        assert!(other.done("wait", json!({"ms": 50})).await?.held.is_empty());
        acting.stop(&held).await;
    }
    assert_eq!(shared.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_form_sent_to_a_tab_without_an_opener_is_held_too() -> Result<()> {
    let form = "<form method=post action=/order><button id=order>Order</button></form>
        <button onclick=\"order.dispatchEvent(new MouseEvent('click', {ctrlKey: true, bubbles: true, cancelable: true}))\">Trick</button>";
    let stage = showing(form).await?;
    let orders = [("Order", json!({"modifiers": ["control"]})), ("Trick", json!({}))];
    for (name, arguments) in orders {
        let outcome = stage.do_on(name, "click", arguments).await?;
        let held = stage.held(outcome).await?;
        assert_eq!(held.url, stage.site.url("/order"));
        stage.stop(&held).await;
        stage.open("/").await?;
    }
    assert_eq!(stage.site.marks(), [""; 0]);
    Ok(())
}

#[tokio::test]
async fn a_busy_page_of_one_owner_does_not_block_another() -> Result<()> {
    let shared = shared_stage().await?;
    let begin = "let n = 0; setInterval(() => { out.textContent = ++n; fetch('/busy?' + n); console.log(n);
        if (n % 10 === 0) inner.src = '/inner?' + n; }, 10)";
    let busy = shared.showing("busy", "<title></title><iframe id=inner></iframe><p id=out></p>").await?;
    busy.in_page(begin).await?;
    let quiet = shared.showing("quiet", QUIET).await?;
    let outcome = quiet.do_on("Count", "click", json!({})).await?;
    assert_eq!(outcome.changes, []);
    assert_eq!(quiet.done("console", json!({})).await?.text, "the console is empty");
    let requests = quiet.done("network", json!({})).await?.text;
    assert!(requests.contains("/quiet") && !requests.contains("/busy"), "{requests}");
    let is_busy = async {
        while shared.site.visits("/busy") < 2 {
            tokio::task::yield_now().await;
        }
    };
    soon(is_busy).await
}

#[tokio::test]
async fn as_many_tabs_as_one_may_have_leave_room_for_others() -> Result<()> {
    let shared = shared_stage().await?;
    let (greedy, modest) = tokio::try_join!(shared.seat("greedy"), shared.seat("modest"))?;
    for _ in 1..20 {
        greedy.done("tab", json!({"action": "new"})).await?;
    }
    assert_eq!(failure(&greedy.act("tab", json!({"action": "new"})).await?), Some(FailCode::TooMany));
    modest.done("tab", json!({"action": "new"})).await?;
    assert_eq!(modest.look().await?.tabs.len(), 2);
    Ok(())
}

#[tokio::test]
async fn a_page_that_hangs_goes_with_its_owner() -> Result<()> {
    let shared = shared_stage().await?;
    let page = "<button onclick=\"setTimeout(() => { for (;;); })\">Hang</button><script>onbeforeunload = (event) => event.preventDefault()</script>";
    let stuck = shared.showing("stuck", page).await?;
    let target = stuck.find("Hang").await?;
    let click = webhand_model::Action::Click { target, button: None, count: None, modifiers: None };
    // The client goes away in the middle of its action.
    let _ = tokio::time::timeout(Duration::from_millis(300), stuck.perform(click)).await;
    drop(stuck);
    until_alone(&shared).await
}

#[tokio::test]
async fn a_tab_that_no_owner_has_opened_is_the_persons() -> Result<()> {
    let shared = shared_stage().await?;
    let mail = shared.showing("mail", QUIET).await?;
    shared.site.page("/private", "<title>Private</title>");
    let browser = mail.chrome.session().context("there is no tab")?.client().browser();
    let url = shared.site.url("/private");
    browser.call(&CreateTarget { url, background: true, new_window: None, browser_context_id: None }).await?;
    let listed = mail.done("tab", json!({"action": "list"})).await?.text;
    assert!(listed.starts_with("1 tab; 1 more belong to others\n") && !listed.contains("rivate"), "{listed}");
    let refused = mail.act("tab", json!({"action": "switch", "tab": "t2"})).await?;
    assert_eq!(refused.text, "there is no tab t2; there are t1");
    Ok(())
}
