//! The client against a real browser.

use std::time::Duration;

use crate::support::{evaluate, group, open, serve, soon, start, until_end, visit};
use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_cdp::protocol::{
    AttachedToTarget, CloseTarget, EnableInspector, Evaluate, Flat, ListTargets, Navigate, SetAutoAttach,
    TerminateExecution,
};
use webhand_cdp::{CdpError, Filter};

#[tokio::test]
async fn a_page_can_be_opened_and_asked() -> Result<()> {
    let started = start(&[]).await?;
    assert!(started.browser.version().product.contains("Chrom"));
    let port = serve("<title>Hello</title>".to_owned()).await?;
    let page = open(&started.browser, "about:blank").await?;
    visit(&page, &format!("http://127.0.0.1:{port}/")).await?;
    assert_eq!(evaluate(&page, "document.title").await?, json!("Hello"));
    Ok(())
}

#[tokio::test]
async fn half_a_surrogate_pair_in_a_page_does_no_harm() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    assert_eq!(evaluate(&page, "'a\\ud800b'").await?, json!("a\u{fffd}b"));
    Ok(())
}

#[tokio::test]
async fn megabytes_pass_both_ways() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let long = "x".repeat(8 * 1024 * 1024);
    assert_eq!(evaluate(&page, &format!("'{long}'")).await?, json!(long));
    Ok(())
}

#[tokio::test]
async fn a_frame_of_another_process_gets_a_session() -> Result<()> {
    let started = start(&["--site-per-process"]).await?;
    let inner = serve("<p>from inside</p>".to_owned()).await?;
    let outer = serve(format!("<iframe src='http://localhost:{inner}/'></iframe>")).await?;
    let page = open(&started.browser, "about:blank").await?;
    let mut attached = page.events(Filter::Methods(&["Target.attachedToTarget"]));
    page.call(&SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: false, flatten: Flat }).await?;
    visit(&page, &format!("http://127.0.0.1:{outer}/")).await?;
    let frame = soon(attached.next_typed::<AttachedToTarget>()).await?.context("no frame was announced")?;
    assert_eq!(frame.target_info.kind, "iframe");
    let frame = started.browser.client().session(frame.session_id);
    assert_eq!(evaluate(&frame, "document.body.textContent").await?, json!("from inside"));
    Ok(())
}

#[tokio::test]
async fn a_call_that_hangs_ends_at_its_deadline_and_the_page_goes_on() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let after = Duration::from_millis(200);
    let hanging = page.call_within(&Evaluate::value("new Promise(() => {})"), after).await;
    assert_eq!(hanging.err(), Some(CdpError::Timeout { method: "Runtime.evaluate".to_owned(), after }));
    assert_eq!(evaluate(&page, "1 + 1").await?, json!(2));
    Ok(())
}

#[tokio::test]
async fn an_endless_loop_can_be_stopped() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let mut said = page.events(Filter::Methods(&["Runtime.consoleAPICalled"]));
    page.call_raw("Runtime.enable", &json!({}), Duration::from_mins(1)).await?;
    // A script that has not begun cannot be stopped, so the deadline alone is not enough.
    let endless = Evaluate::value("console.log('begun'); for (;;) {}");
    let (endless, begun) = tokio::join!(page.call_within(&endless, Duration::from_millis(300)), soon(said.next()));
    begun?.context("the page went away")?;
    assert!(matches!(endless, Err(CdpError::Timeout { .. })), "{endless:?}");
    page.call(&TerminateExecution {}).await?;
    assert_eq!(evaluate(&page, "1 + 1").await?, json!(2));
    assert_eq!(started.browser.client().discarded_frames().late, 1);
    Ok(())
}

#[tokio::test]
async fn a_refusal_says_why() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let refused = page.call_raw("Page.navigate", &json!({"url": 5}), Duration::from_mins(1)).await.map(|_| ());
    let Err(CdpError::Refused { code: -32602, message, .. }) = refused else { anyhow::bail!("{refused:?}") };
    assert!(message.contains("url"), "{message}");
    Ok(())
}

#[tokio::test]
async fn closing_a_tab_ends_its_session_and_what_waits_in_it() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let browser = started.browser.client().browser();
    let targets = browser.call(&ListTargets {}).await?.target_infos;
    let tab = targets.into_iter().find(|target| target.kind == "page").context("no tab")?;
    let mut events = page.events(Filter::All);
    let endless = Evaluate::value("new Promise(() => {})");
    let close = CloseTarget { target_id: tab.target_id };
    let (waiting, closed) = tokio::join!(page.call(&endless), browser.call(&close));
    closed?;
    assert!(matches!(waiting, Err(CdpError::SessionGone { .. } | CdpError::Refused { .. })), "{waiting:?}");
    until_end(&mut events).await?;
    let later = page.call(&Evaluate::value("1")).await;
    assert!(matches!(later, Err(CdpError::SessionGone { .. })), "{later:?}");
    Ok(())
}

#[tokio::test]
async fn the_browser_stays_when_its_last_tab_is_closed() -> Result<()> {
    let started = start(&[]).await?;
    let browser = started.browser.client().browser();
    let page = open(&started.browser, "about:blank").await?;
    let mut events = page.events(Filter::All);
    for tab in browser.call(&ListTargets {}).await?.target_infos {
        if tab.kind == "page" {
            browser.call(&CloseTarget { target_id: tab.target_id }).await?;
        }
    }
    until_end(&mut events).await?;
    let page = open(&started.browser, "about:blank").await?;
    assert_eq!(evaluate(&page, "1 + 1").await?, json!(2));
    Ok(())
}

#[tokio::test]
async fn a_crashed_page_answers_at_once_and_lives_again_after_a_reload() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    page.call(&EnableInspector {}).await?;
    let crash = page.call_raw("Page.crash", &json!({}), Duration::from_mins(1)).await.map(|_| ());
    assert!(matches!(crash, Err(CdpError::Crashed { .. })), "{crash:?}");
    page.call(&Navigate { url: "about:blank".to_owned() }).await?;
    assert_eq!(evaluate(&page, "1 + 1").await?, json!(2));
    Ok(())
}

#[tokio::test]
async fn a_killed_browser_disconnects_what_waits() -> Result<()> {
    let mut started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let mut events = page.events(Filter::All);
    let leader = rustix::process::Pid::from_raw(i32::try_from(group(&started.browser)?)?).context("no process")?;
    let endless = Evaluate::value("new Promise(() => {})");
    let (waiting, ()) = tokio::join!(page.call(&endless), async {
        rustix::process::kill_process(leader, rustix::process::Signal::KILL).ok();
    });
    assert_eq!(waiting.err(), Some(CdpError::Disconnected));
    until_end(&mut events).await?;
    assert!(started.browser.client().is_disconnected());
    soon(started.browser.ended()).await?;
    Ok(())
}
