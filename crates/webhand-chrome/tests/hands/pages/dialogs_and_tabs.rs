//! Dialogs, tabs, addresses and downloads.

use anyhow::Result;
use serde_json::json;
use webhand_model::{Change, FailCode, PageState, TabId};

use crate::support::{empty, failure, navigated, showing};

#[tokio::test]
async fn a_dialog_ends_the_action_and_waits_for_its_answer() -> Result<()> {
    let stage = showing(
        "<button onclick=\"document.title = confirm('Really?') ? 'yes' : 'no'\">Ask</button><button>Other</button>",
    )
    .await?;
    let other = stage.find("Other").await?;
    let outcome = stage.do_on("Ask", "click", json!({})).await?;
    let asked = Change::DialogOpened { kind: "confirm".to_owned(), message: "Really?".to_owned() };
    assert!(outcome.changes.contains(&asked), "{outcome:?}");
    let snapshot = stage.look().await?;
    assert_eq!(snapshot.dialog.map(|dialog| dialog.message), Some("Really?".to_owned()));
    let blocked = stage.perform(webhand_model::Action::Hover { target: other }).await?.outcome;
    assert_eq!(failure(&blocked), Some(FailCode::DialogOpen));
    assert_eq!(
        blocked.text,
        "the page shows a confirm \"Really?\": answer it first with dialog (accept true or false)"
    );
    let answered = stage.done("dialog", json!({"accept": true})).await?;
    assert_eq!(answered.text, "accepted the confirm \"Really?\"");
    assert_eq!(stage.title().await?, "yes");
    // The page takes clicks again.
    stage.do_on("Other", "click", json!({})).await?;
    assert_eq!(failure(&stage.act("dialog", json!({"accept": true})).await?), Some(FailCode::NoDialog));
    Ok(())
}

#[tokio::test]
async fn a_page_with_a_dialog_is_not_called_left() -> Result<()> {
    let stage = showing("<button onclick=\"alert('Stop')\">Ask</button>").await?;
    stage.site.page("/next", "<h1>Next</h1>");
    stage.do_on("Ask", "click", json!({})).await?;
    let open = json!({"url": stage.site.url("/next")});
    let blocked = stage.act("open", open.clone()).await?;
    assert_eq!(failure(&blocked), Some(FailCode::DialogOpen), "{blocked:?}");
    stage.done("dialog", json!({"accept": true})).await?;
    stage.done("open", open).await?;
    assert!(stage.text().await?.contains("Next"));
    Ok(())
}

#[tokio::test]
async fn a_prompt_takes_text() -> Result<()> {
    let stage = showing("<button onclick=\"document.title = prompt('Name?')\">Ask</button>").await?;
    stage.do_on("Ask", "click", json!({})).await?;
    stage.done("dialog", json!({"accept": true, "text": "Ana"})).await?;
    assert_eq!(stage.title().await?, "Ana");
    Ok(())
}

#[tokio::test]
async fn a_page_that_asks_whether_to_leave_is_left() -> Result<()> {
    let stage =
        showing("<button>Touch</button><script>onbeforeunload = (event) => event.preventDefault()</script>").await?;
    stage.site.page("/next", "<h1>Next</h1>");
    stage.do_on("Touch", "click", json!({})).await?;
    let outcome = stage.open("/next").await?;
    assert!(navigated(&outcome) && outcome.text.contains("asked whether to leave"), "{outcome:?}");
    assert!(stage.text().await?.contains("Next"));
    Ok(())
}

#[tokio::test]
async fn the_run_follows_into_tabs_that_its_click_opened() -> Result<()> {
    let stage =
        showing("<a href=/two target=_blank>Two</a><button onclick=\"window.open('/three')\">Three</button>").await?;
    stage.site.page("/two", "<h1>Second</h1>");
    stage.site.page("/three", "<h1>Third</h1>");
    let outcome = stage.do_on("Two", "click", json!({})).await?;
    let (two, url) = (TabId(2), stage.site.url("/two"));
    assert_eq!(outcome.changes, [Change::TabOpened { tab: two, url }, Change::TabSwitched { tab: two }]);
    assert!(stage.text().await?.contains("heading \"Second\""));
    stage.done("tab", json!({"action": "switch", "tab": "t1"})).await?;
    let outcome = stage.do_on("Three", "click", json!({})).await?;
    let text = stage.text().await?;
    assert!(text.contains("heading \"Third\""), "{outcome:?}\n{text}");
    let closed = stage.done("tab", json!({"action": "close"})).await?;
    assert!(closed.changes.contains(&Change::TabSwitched { tab: TabId(1) }), "{closed:?}");
    assert_eq!(closed.text, "closed tab t3; the run goes on in tab t1");
    let listed = stage.done("tab", json!({"action": "list"})).await?;
    assert!(listed.text.starts_with("2 tabs\n- t1") && listed.text.contains("/two"), "{}", listed.text);
    assert_eq!(
        listed.data.map(|tabs| (tabs[0]["current"].clone(), tabs[1]["current"].clone())),
        Some((json!(true), json!(false)))
    );
    assert_eq!(failure(&stage.act("tab", json!({"action": "switch", "tab": "t9"})).await?), Some(FailCode::UnknownTab));
    Ok(())
}

#[tokio::test]
async fn a_page_that_nobody_looked_at_is_not_called_by_its_address() -> Result<()> {
    let stage = showing("<title>One</title>").await?;
    let title = stage.chrome.tabs()[0].title.clone();
    assert!(title.is_empty() || title == "One", "{title}");
    Ok(())
}

#[tokio::test]
async fn an_address_that_a_tab_already_shows_is_not_loaded_again() -> Result<()> {
    let stage = showing("<h1>One</h1>").await?;
    stage.site.page("/two", "<h1>Two</h1>");
    stage.done("open", json!({"url": stage.site.url("/two"), "new_tab": true})).await?;
    let back = stage.open("/").await?;
    assert!(back.changes.contains(&Change::TabSwitched { tab: TabId(1) }), "{back:?}");
    assert_eq!(stage.site.visits("/"), 1);
    let other = stage.open("/two?page=2").await?;
    assert!(navigated(&other), "{other:?}");
    assert_eq!(stage.look().await?.tab, TabId(1));
    Ok(())
}

/// The action waits for the opened page to settle, not for the old one.
#[tokio::test]
async fn a_page_in_a_new_tab_is_complete_when_it_is_reported() -> Result<()> {
    let stage = showing("<h1>One</h1>").await?;
    stage.site.page("/words", "Late words");
    stage.site.page(
        "/two",
        "<h1>Two</h1><p id=out></p><script>
        fetch('/late/300/words').then((answer) => answer.text()).then((text) => { out.textContent = text; });
        </script>",
    );
    for _ in 0..3 {
        let opened = stage.done("open", json!({"url": stage.site.url("/two"), "new_tab": true})).await?;
        assert!(opened.visible_changes.unwrap_or_default().contains("Late words"), "{}", opened.text);
        stage.done("tab", json!({"action": "close"})).await?;
    }
    Ok(())
}

/// The browser drops the request to close a tab when its page is replaced at the same moment.
#[tokio::test]
async fn a_tab_that_is_on_its_way_elsewhere_is_closed() -> Result<()> {
    let stage = showing("<h1>One</h1>").await?;
    stage.site.page("/two", "<h1>Two</h1>");
    for _ in 0..3 {
        stage.done("tab", json!({"action": "new"})).await?;
        let leave = format!("setTimeout(() => {{ location.href = '{}'; }}, 0)", stage.site.url("/two"));
        stage.in_page(&leave).await?;
        stage.done("tab", json!({"action": "close"})).await?;
        assert_eq!(stage.look().await?.tabs.len(), 1);
    }
    Ok(())
}

#[tokio::test]
async fn a_site_goes_on_in_the_tab_it_already_has() -> Result<()> {
    let stage = showing("<h1>One</h1>").await?;
    stage.site.page("/two", "<h1>Two</h1>");
    let elsewhere = stage.site.url("/two").replace("127.0.0.1", "localhost");
    stage.done("open", json!({"url": elsewhere, "new_tab": true})).await?;
    let outcome = stage.open("/two?page=2").await?;
    assert!(outcome.changes.contains(&Change::TabSwitched { tab: TabId(1) }), "{outcome:?}");
    let again = stage.done("open", json!({"url": elsewhere, "new_tab": true})).await?;
    assert!(again.changes.contains(&Change::TabSwitched { tab: TabId(2) }), "{again:?}");
    assert_eq!(stage.look().await?.tabs.len(), 2);
    Ok(())
}

#[tokio::test]
async fn back_and_forward_walk_the_history() -> Result<()> {
    let stage = showing("<h1>One</h1>").await?;
    stage.site.page("/two", "<h1>Two</h1>");
    stage.open("/two").await?;
    stage.done("back", json!({})).await?;
    assert!(stage.text().await?.contains("One"));
    stage.done("forward", json!({})).await?;
    assert!(stage.text().await?.contains("Two"));
    let end = stage.act("forward", json!({})).await?;
    assert_eq!(end.text, "there is no later page in this tab; open an address instead");
    Ok(())
}

#[tokio::test]
async fn addresses_that_bring_no_page_say_why() -> Result<()> {
    let stage = empty().await?;
    let refused = stage.act("open", json!({"url": "http://127.0.0.1:1/"})).await?;
    assert_eq!(failure(&refused), Some(FailCode::Unreachable));
    assert!(refused.text.contains("browsers do not open that port"), "{}", refused.text);
    let unknown_host = stage.act("open", json!({"url": "http://no-such-host.invalid/"})).await?;
    assert!(unknown_host.text.contains("there is no such host"), "{}", unknown_host.text);
    let closed = stage.look().await?.state;
    assert!(matches!(&closed, PageState::Closed(why) if why.contains("could not be loaded")), "{closed:?}");
    let missing = stage.open("/missing").await?;
    assert!(missing.text.ends_with("(the server answered 404)"), "{}", missing.text);
    Ok(())
}

/// The address of an error page looks like that of any other page, so its status is told whatever leads to it.
#[tokio::test]
async fn an_error_page_is_reported_with_its_status_and_title() -> Result<()> {
    let stage = showing("<a href=/status/503>Orders</a>").await?;
    let clicked = stage.do_on("Orders", "click", json!({})).await?;
    assert!(clicked.text.ends_with("(the server answered 503)"), "{}", clicked.text);
    stage.open("/").await?;
    let back = stage.done("back", json!({})).await?;
    assert!(back.text.ends_with("(the server answered 503)"), "{}", back.text);
    let url = stage.site.url("/status/404/titled");
    let opened = stage.done("tab", json!({"action": "new", "url": url})).await?;
    assert!(opened.text.ends_with("(the server answered 404: \"No such page\")"), "{}", opened.text);
    Ok(())
}

#[tokio::test]
async fn a_download_is_stored_and_reported() -> Result<()> {
    let stage = showing("<a href=/file>Report</a>").await?;
    let outcome = stage.do_on("Report", "click", json!({})).await?;
    assert_eq!(outcome.changes, [Change::Downloaded { file: "report.txt".to_owned() }]);
    assert_eq!(std::fs::read_to_string(stage.downloads.path().join("report.txt"))?, "hello");
    let listed = stage.done("downloads", json!({})).await?.text;
    let folder = stage.downloads.path().display();
    assert_eq!(listed, format!("in \"{folder}\"\n- \"report.txt\" [complete] 5 bytes"));
    Ok(())
}

#[tokio::test]
async fn tabs_beyond_the_limit_are_refused_or_closed() -> Result<()> {
    let stage = showing("<button onclick=\"window.open('/popup')\">Popup</button>").await?;
    for _ in 1..20 {
        stage.done("tab", json!({"action": "new"})).await?;
    }
    assert_eq!(failure(&stage.act("tab", json!({"action": "new"})).await?), Some(FailCode::TooMany));
    stage.done("tab", json!({"action": "switch", "tab": "t1"})).await?;
    stage.do_on("Popup", "click", json!({})).await?;
    let snapshot = stage.look().await?;
    assert_eq!((snapshot.tab, snapshot.tabs.len()), (TabId(1), 20));
    Ok(())
}

#[tokio::test]
async fn an_alert_of_a_page_that_loads_does_not_stall() -> Result<()> {
    let stage = showing("<script>alert('Welcome')</script><h1>Inside</h1>").await?;
    assert_eq!(stage.look().await?.dialog.map(|dialog| dialog.kind), Some("alert".to_owned()));
    stage.done("dialog", json!({"accept": true})).await?;
    assert!(stage.text().await?.contains("Inside"));
    Ok(())
}

#[tokio::test]
async fn a_question_for_a_password_is_refused() -> Result<()> {
    let stage = empty().await?;
    let outcome = stage.open("/login").await?;
    assert!(outcome.text.ends_with("(the server answered 401)"), "{}", outcome.text);
    Ok(())
}

#[tokio::test]
async fn a_page_that_opens_dialogs_for_ever_is_ended() -> Result<()> {
    let stage = showing("<h1>Before</h1><button onclick=\"for (;;) alert('again')\">Trap</button>").await?;
    stage.do_on("Trap", "click", json!({})).await?;
    for _ in 0..4 {
        stage.done("dialog", json!({"accept": true})).await?;
    }
    let last = stage.act("dialog", json!({"accept": true})).await?;
    assert_eq!(failure(&last), Some(FailCode::Gone));
    assert!(last.text.contains("opened dialogs for ever, so it was ended"), "{}", last.text);
    stage.done("reload", json!({})).await?;
    assert!(stage.text().await?.contains("Before"));
    Ok(())
}

#[tokio::test]
async fn a_row_of_dialogs_is_cut_short() -> Result<()> {
    let stage = showing(
        "<title></title><button onclick=\"for (let n = 0; n < 20; n += 1) alert(n); document.title = 'through'\">Trap</button>",
    )
    .await?;
    stage.do_on("Trap", "click", json!({})).await?;
    let mut last = String::new();
    for _ in 0..5 {
        last = stage.done("dialog", json!({"accept": true})).await?.text;
    }
    assert!(last.contains("opens dialogs without end"), "{last}");
    assert_eq!(stage.title().await?, "through");
    Ok(())
}
