//! Pages and browsers that crash or hang.

use std::time::Duration;

use anyhow::{Context as _, Result};
use serde_json::json;
use webhand_model::{ActionSpec, Change, FailCode, OutcomeStatus, catalogue, offered_actions};
use webhand_port::{Browser as _, BrowserError};

use crate::support::{failure, patient, showing};

#[tokio::test]
async fn a_crashed_page_is_reported_and_can_be_opened_again() -> Result<()> {
    let stage = showing("<h1>Alive</h1>").await?;
    let group = stage.chrome.process_id().await.context("no process")?;
    kill_renderers(group)?;
    let crashed = loop {
        // The browser takes a moment to notice the crash; until then it may still answer.
        match stage.chrome.observe().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert_eq!(crashed, BrowserError::Crashed);
    let outcome = stage.act("reload", json!({})).await?;
    assert_eq!(outcome.status, OutcomeStatus::Done, "{outcome:?}");
    assert!(stage.text().await?.contains("Alive"));
    Ok(())
}

#[tokio::test]
async fn a_page_that_hangs_is_freed() -> Result<()> {
    let stage = showing("<button onclick='for (;;) {}'>Hang</button>").await?;
    let outcome = stage.on("Hang", "click", json!({})).await?;
    assert_eq!(outcome.status, OutcomeStatus::InDoubt, "{outcome:?}");
    assert!(stage.text().await?.contains("Hang"));
    Ok(())
}

#[tokio::test]
async fn a_page_that_hangs_by_itself_does_not_hold_a_look_for_ever() -> Result<()> {
    let stage = showing("<button onclick='setTimeout(() => { for (;;) {} }, 0)'>Hang</button>").await?;
    stage.on("Hang", "click", json!({})).await?;
    let seen = stage.chrome.observe().await;
    assert!(matches!(seen, Ok(_) | Err(BrowserError::Hung(_))), "{seen:?}");
    Ok(())
}

#[tokio::test]
async fn a_page_that_hangs_while_it_loads_leaves_the_tab_usable() -> Result<()> {
    let stage = showing("<h1>Before</h1>").await?;
    stage.site.page("/stuck", "<h1>Stuck</h1><script>for (;;) {}</script>");
    let outcome = stage.act("open", json!({"url": stage.site.url("/stuck")})).await?;
    assert!(outcome.status != OutcomeStatus::Refused, "{outcome:?}");
    stage.open("/").await?;
    assert!(stage.text().await?.contains("Before"));
    Ok(())
}

#[tokio::test]
async fn a_page_that_takes_long_to_build_itself_is_not_stopped_halfway() -> Result<()> {
    let stage = patient(Duration::from_millis(300)).await?;
    let built = "const end = Date.now() + 11000; while (Date.now() < end); document.body.append('Built at last')";
    stage.site.page("/slow", &format!("<body><script>{built}</script>"));
    let opened = stage.act("open", json!({"url": stage.site.url("/slow")})).await?;
    assert!(opened.changes.contains(&Change::Unsettled), "{opened:?}");
    while let Err(BrowserError::Hung(_)) = stage.chrome.observe().await {}
    assert!(stage.text().await?.contains("Built at last"));
    Ok(())
}

#[tokio::test]
async fn a_tab_that_goes_away_under_an_action_ends_it_with_a_word() -> Result<()> {
    for moment in ["mousedown", "click"] {
        for (how, then) in [("closes", "window.close()"), ("leaves", "location.href = '/next'")] {
            let stage = showing("<h1>Home</h1>").await?;
            stage.site.page("/next", "<h1>Next</h1>");
            stage.site.page("/trap", &format!("<button on{moment}=\"{then}\">Trap</button>"));
            let trap = json!({"url": stage.site.url("/trap").replace("127.0.0.1", "localhost"), "new_tab": true});
            stage.done("open", trap).await?;
            stage.done("wait", json!({"text": "Trap", "ms": 30_000})).await?;
            let outcome = stage.on("Trap", "click", json!({})).await?;
            assert!(
                matches!(outcome.status, OutcomeStatus::Done | OutcomeStatus::InDoubt | OutcomeStatus::Failed(_)),
                "{moment} {how}: {outcome:?}"
            );
            assert!(
                !matches!(outcome.status, OutcomeStatus::Failed(FailCode::Internal)),
                "{moment} {how}: {outcome:?}"
            );
            stage.look().await?;
            stage.open("/").await?;
            assert!(stage.text().await?.contains("Home"), "{moment} {how}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_killed_browser_is_disconnected() -> Result<()> {
    let stage = showing("<button>Go</button>").await?;
    let go = stage.find("Go").await?;
    let leader = stage.chrome.process_id().await.context("no process")?;
    let pid = rustix::process::Pid::from_raw(i32::try_from(leader)?).context("no process")?;
    rustix::process::kill_process(pid, rustix::process::Signal::KILL)?;
    let error = loop {
        match stage.chrome.observe().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(error.is_final(), "{error:?}");
    let outcome = stage.perform(webhand_model::Action::Hover { target: go }).await?.outcome;
    assert_eq!(failure(&outcome), Some(FailCode::Gone));
    Ok(())
}

#[tokio::test]
async fn actions_that_are_not_offered_are_unsupported() -> Result<()> {
    let stage = showing("<h1>Hello</h1>").await?;
    let is_offered = |spec: &ActionSpec| offered_actions().any(|other| other.name == spec.name);
    for spec in catalogue().filter(|spec| !is_offered(spec)) {
        let outcome = stage.act(spec.name, serde_json::from_str(spec.example)?).await?;
        assert_eq!(failure(&outcome), Some(FailCode::Unsupported), "{}", spec.name);
    }
    Ok(())
}

/// Kills every page process of the browser's group.
fn kill_renderers(group: u32) -> Result<()> {
    for entry in std::fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let line = std::fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        let its_group = stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(2)?.parse::<u32>().ok());
        if line.contains("--type=renderer")
            && its_group == Some(group)
            && let Some(pid) = rustix::process::Pid::from_raw(id)
        {
            // A process that has ended meanwhile needs no signal.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        }
    }
    Ok(())
}
