//! How a browser starts, fails to start, and never stays behind.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{group, launch, open, processes_in_group, start, until_gone};
use anyhow::{Context as _, Result};
use tempfile::TempDir;
use webhand_cdp::protocol::Evaluate;
use webhand_chrome::{Launch, LaunchError};

#[tokio::test]
async fn closing_in_order_leaves_no_process() -> Result<()> {
    let started = start(&[]).await?;
    let group = group(&started.browser)?;
    assert!(!processes_in_group(group)?.is_empty());
    started.browser.close().await;
    until_gone(group, &started.profile.path().display().to_string()).await
}

#[tokio::test]
async fn dropping_everything_leaves_no_process() -> Result<()> {
    let started = start(&[]).await?;
    let page = open(&started.browser, "about:blank").await?;
    let group = group(&started.browser)?;
    let socket = std::fs::read_link(started.profile.path().join("SingletonSocket"))?;
    assert!(socket.exists());
    drop(page);
    drop(started.browser);
    assert!(!socket.exists());
    until_gone(group, &started.profile.path().display().to_string()).await
}

#[tokio::test]
async fn a_start_that_is_given_up_leaves_no_process() -> Result<()> {
    let profile = TempDir::new()?;
    let launch = launch(&profile, &[])?;
    let given_up = tokio::time::timeout(Duration::from_millis(50), launch.start()).await;
    drop(given_up);
    // There may have been no time for a group, so only the profile is looked for; no group has this number.
    until_gone(u32::MAX, &profile.path().display().to_string()).await
}

#[tokio::test]
async fn a_killed_owner_takes_its_browser_along() -> Result<()> {
    if let Some(profile) = std::env::var_os(OWNER) {
        return own_a_busy_browser(profile.into()).await;
    }
    let profile = TempDir::new()?;
    let mut owner = Command::new(std::env::current_exe()?)
        .args(["--exact", "starting_and_ending::a_killed_owner_takes_its_browser_along", "--nocapture"])
        .env(OWNER, profile.path())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = BufReader::new(owner.stdout.take().context("no output")?);
    let group = output
        .lines()
        .map_while(Result::ok)
        .find_map(|line| line.split_once("group=")?.1.trim().parse::<u32>().ok())
        .context("the owner started no browser")?;
    assert!(!processes_in_group(group)?.is_empty());
    owner.kill()?;
    owner.wait()?;
    until_gone(group, &profile.path().display().to_string()).await
}

/// The part of the owner: a browser whose page never comes to rest, until somebody kills us.
async fn own_a_busy_browser(profile: std::path::PathBuf) -> Result<()> {
    let browser = Launch::headless(webhand_chrome::find_browser(None)?, profile).start().await?;
    let page = open(&browser, "about:blank").await?;
    writeln!(std::io::stdout(), "group={}", group(&browser)?)?;
    page.call_within(&Evaluate::value("for (;;) {}"), Duration::from_mins(1)).await?;
    Ok(())
}

#[tokio::test]
async fn a_profile_in_use_is_refused_and_free_again_afterwards() -> Result<()> {
    let started = start(&[]).await?;
    let again = launch(&started.profile, &[])?;
    let refused = again.start().await.map(|_| ());
    assert!(matches!(refused, Err(LaunchError::ProfileInUse { .. })), "{refused:?}");
    // Killed, not closed, so that a stale lock stays behind.
    drop(started.browser);
    again.start().await?.close().await;
    Ok(())
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() -> Result<()> {
    let profile = TempDir::new()?;
    let error = Launch::headless("/no/such/browser".into(), profile.path().to_owned()).start().await.map(|_| ());
    let Err(error @ LaunchError::NotFound { .. }) = error else { anyhow::bail!("{error:?}") };
    assert!(error.to_string().contains("/no/such/browser"));
    Ok(())
}

#[tokio::test]
async fn a_program_that_gives_up_is_quoted() -> Result<()> {
    let folder = TempDir::new()?;
    let error = pretender(&folder, "echo 'Missing X server or $DISPLAY' >&2; exit 1")?.start().await.map(|_| ());
    let Err(error @ LaunchError::DidNotStart { .. }) = error else { anyhow::bail!("{error:?}") };
    let message = error.to_string();
    assert!(message.contains("Missing X server") && message.contains("start it headless"), "{message}");
    Ok(())
}

#[tokio::test]
async fn a_program_that_never_answers_runs_out_of_time_and_is_killed() -> Result<()> {
    let folder = TempDir::new()?;
    let mut launch = pretender(&folder, "echo thinking >&2; sleep 1000 & wait")?;
    let mut said = String::new();
    // A machine on which it has not even begun to think by then is given more time.
    for within in [300, 3_000, 30_000] {
        launch.start_within = Duration::from_millis(within);
        let error = launch.start().await.map(|_| ());
        let Err(LaunchError::Timeout { stderr, .. }) = error else { anyhow::bail!("{error:?}") };
        said = stderr;
        if !said.is_empty() {
            break;
        }
    }
    assert_eq!(said, "thinking");
    until_gone(u32::MAX, &folder.path().display().to_string()).await
}

/// A shell script in the place of a browser.
fn pretender(folder: &TempDir, script: &str) -> Result<Launch> {
    let program = folder.path().join("browser");
    std::fs::write(&program, format!("#!/bin/sh\n{script}\n"))?;
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755))?;
    Ok(Launch::headless(program, folder.path().join("profile")))
}

const OWNER: &str = "WEBHAND_TEST_OWNER_OF";
