//! Navigation: redirects, history, reload, slow pages.

use anyhow::Result;
use serde_json::json;
use webhand_model::{Change, FailCode, Outcome, OutcomeStatus};

use crate::support::{empty, failure, navigated, showing};

fn shows(outcome: &Outcome, text: &str) -> bool {
    outcome.visible_changes.as_deref().is_some_and(|seen| seen.contains(text))
}

#[tokio::test]
async fn redirects_are_followed_to_their_end() -> Result<()> {
    let stage = empty().await?;
    stage.site.page("/next", "<h1>Arrived</h1>");
    stage.site.page("/meta", "<meta http-equiv=refresh content='0;url=/next'>One moment");
    stage.site.page("/script", "<script>location.replace('/next')</script>One moment");
    for path in ["/moved/moved/moved/next", "/meta", "/script"] {
        let outcome = stage.open(path).await?;
        assert!(navigated(&outcome), "{path}: {outcome:?}");
        assert!(stage.text().await?.contains("Arrived"), "{path}");
        stage.site.page("/between", path);
        stage.open("/between").await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_page_that_changes_its_address_itself_is_followed() -> Result<()> {
    let stage = showing(
        "<a href=/list onclick=\"event.preventDefault(); history.pushState({}, '', '/list'); main.textContent = '';
        fetch('/late/150/hits').then((answer) => answer.text()).then((text) => main.innerHTML = text)\">List</a><main id=main>Start</main>
        <script>onpopstate = () => main.textContent = 'Start again'</script>",
    )
    .await?;
    stage.site.page("/hits", "<h1>All lamps</h1>");
    let there = stage.do_on("List", "click", json!({})).await?;
    assert!(there.text.ends_with("/list") && shows(&there, "All lamps"), "{there:?}");
    assert!(!navigated(&there));
    let back = stage.done("back", json!({})).await?;
    assert!(shows(&back, "Start again"), "{back:?}");
    Ok(())
}

/// The browser would ask in a window of its own whether another program may open the address, and until that is answered
/// the page takes no input.
#[tokio::test]
async fn a_page_that_leads_to_another_program_leaves_the_tab_usable() -> Result<()> {
    let stage = showing(
        "<button onclick=\"document.title += 'x'\">Count</button>
         <button onclick=\"location = 'tel:123'\">Call</button><button onclick=\"location = 'webhand-unknown:x'\">Start</button>
         <button onclick=\"window.open('ftp://a.test/x')\">Fetch</button>
         <button onclick=\"document.body.append(Object.assign(document.createElement('iframe'), {src: 'sip:1'}))\">Ring</button>",
    )
    .await?;
    for button in ["Call", "Start", "Fetch", "Ring"] {
        stage.on(button, "click", json!({})).await?;
        // The browser first looks for a program, which takes a moment.
        stage.act("wait", json!({"ms": 500})).await?;
        stage.open("/").await?;
        stage.do_on("Count", "click", json!({})).await?;
        assert!(stage.title().await?.ends_with('x'), "{button}");
    }
    Ok(())
}

#[tokio::test]
async fn a_part_of_the_page_is_gone_to_without_loading_it() -> Result<()> {
    let stage = showing("<a href=#end>To the end</a><div style=height:5000px></div><h2 id=end>The end</h2>").await?;
    let outcome = stage.do_on("To the end", "click", json!({})).await?;
    assert!(!navigated(&outcome) && outcome.text.contains("moved within the page"), "{outcome:?}");
    assert!(stage.look().await?.viewport.scroll_y > 1000.0);
    Ok(())
}

#[tokio::test]
async fn the_empty_page_takes_the_place_of_the_one_shown() -> Result<()> {
    let stage = showing("<h1>Lamps</h1>").await?;
    let left = stage.done("open", json!({"url": "about:blank"})).await?;
    assert!(navigated(&left), "{left:?}");
    let text = stage.text().await?;
    assert!(text.contains("no page is open yet") && !text.contains("Lamps"), "{text}");
    assert!(shows(&stage.done("back", json!({})).await?, "Lamps"));
    Ok(())
}

#[tokio::test]
async fn back_forward_and_reload_show_their_pages() -> Result<()> {
    let stage = showing("<a href=/second>Second</a>").await?;
    stage.site.page("/second", "<h1>Number two</h1>");
    assert!(shows(&stage.do_on("Second", "click", json!({})).await?, "Number two"));
    assert!(shows(&stage.done("back", json!({})).await?, "Second"));
    assert!(shows(&stage.done("forward", json!({})).await?, "Number two"));
    stage.site.page("/second", "<h1>Number two, renewed</h1>");
    assert!(shows(&stage.done("reload", json!({})).await?, "renewed"));
    Ok(())
}

#[tokio::test]
async fn answers_that_are_no_page_leave_the_old_one() -> Result<()> {
    let stage = showing("<a href=/status/204>Nothing</a><a href=/file>File</a><h1>Still here</h1>").await?;
    let nothing = stage.do_on("Nothing", "click", json!({})).await?;
    assert!(nothing.status == OutcomeStatus::Done && !navigated(&nothing), "{nothing:?}");
    let file = stage.do_on("File", "click", json!({})).await?;
    assert!(file.changes.iter().any(|change| matches!(change, Change::Downloaded { .. })), "{file:?}");
    assert!(stage.text().await?.contains("Still here"));
    Ok(())
}

#[tokio::test]
async fn a_redirect_loop_is_reported_with_the_browsers_reason() -> Result<()> {
    let stage = showing("<a href=/circle>Round</a>").await?;
    let opened = stage.act("open", json!({"url": stage.site.url("/circle")})).await?;
    assert_eq!(failure(&opened), Some(FailCode::Unreachable), "{opened:?}");
    assert!(opened.text.contains("ERR_TOO_MANY_REDIRECTS"), "{}", opened.text);
    Ok(())
}

#[tokio::test]
async fn a_page_that_dribbles_in_is_usable_and_called_unsettled() -> Result<()> {
    let stage = empty().await?;
    stage.site.page(
        "/slow",
        "<!doctype html><h1>First words</h1><button onclick=\"this.textContent = 'Pressed'\">Go</button>",
    );
    let opened = stage.open("/dribbles/slow").await?;
    assert!(opened.changes.contains(&Change::Unsettled), "{opened:?}");
    let pressed = stage.do_on("Go", "click", json!({})).await?;
    assert!(shows(&pressed, "Pressed"), "{pressed:?}");
    Ok(())
}

/// No request is under way; only the lone logo of a splash screen shows that the application still loads.
#[tokio::test]
async fn an_application_that_draws_itself_late_is_there_when_it_was_opened() -> Result<()> {
    let stage = showing("<p>Before").await?;
    stage.site.page(
        "/app",
        "<div id=root><img alt='' width=40 height=40></div><script>
         setTimeout(() => { root.innerHTML = '<h1>Notebook</h1><button>Run</button>' }, 900)</script>",
    );
    let outcome = stage.open("/app").await?;
    assert!(shows(&outcome, r#"button "Run""#), "{outcome:?}");
    Ok(())
}
