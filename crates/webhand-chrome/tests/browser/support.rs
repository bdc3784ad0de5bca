//! A browser with a throw-away profile, small sites, and a look at the process list.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use webhand_cdp::protocol::{AttachToTarget, CreateTarget, EnablePage, Evaluate, Flat, Navigate, PageLoaded};
use webhand_cdp::{Events, Filter, Session};
use webhand_chrome::{Launch, RunningBrowser, Window, find_browser};
use webhand_guard::NetworkPolicy;
use webhand_model::OriginPattern;

/// The browser is declared first, so it ends before its profile is deleted.
pub struct Started {
    pub browser: RunningBrowser,
    pub profile: TempDir,
}

pub async fn start(further: &[&str]) -> Result<Started> {
    let profile = TempDir::new()?;
    let browser = launch(&profile, further)?.start().await?;
    Ok(Started { browser, profile })
}

pub fn launch(profile: &TempDir, further: &[&str]) -> Result<Launch> {
    let mut launch = Launch::headless(find_browser(None)?, profile.path().to_owned());
    launch.egress.policy = NetworkPolicy::granting(vec![OriginPattern::parse("localhost")?]);
    // The same tests with windows, where there is a display.
    if std::env::var_os("WEBHAND_TEST_VISIBLE").is_some() {
        launch.window = Window::Visible;
    }
    launch.start_within = Duration::from_mins(1);
    launch.further = further.iter().map(Into::into).collect();
    Ok(launch)
}

pub async fn open(browser: &RunningBrowser, url: &str) -> Result<Session> {
    let client = browser.client();
    let target = client
        .browser()
        .call(&CreateTarget { url: url.to_owned(), background: false, new_window: None, browser_context_id: None })
        .await?;
    let attached = client.browser().call(&AttachToTarget { target_id: target.target_id, flatten: Flat }).await?;
    Ok(client.session(attached.session_id))
}

/// Navigates and waits until the page and its frames have loaded.
pub async fn visit(page: &Session, url: &str) -> Result<()> {
    page.call(&EnablePage {}).await?;
    let mut loads = page.events(Filter::Methods(&["Page.loadEventFired"]));
    page.call(&Navigate { url: url.to_owned() }).await?;
    soon(loads.next_typed::<PageLoaded>()).await?.context("the page went away")?;
    Ok(())
}

/// Reads on until nothing more can come.
pub async fn until_end(events: &mut Events) -> Result<()> {
    soon(async { while events.next().await.is_some() {} }).await
}

/// Waits, but not for ever.
pub async fn soon<T>(what: impl Future<Output = T>) -> Result<T> {
    tokio::time::timeout(Duration::from_mins(1), what).await.context("waited in vain")
}

pub async fn evaluate(session: &Session, expression: &str) -> Result<Value> {
    let evaluated = session.call(&Evaluate::value(expression)).await?;
    if let Some(exception) = evaluated.exception_details {
        bail!("{exception:?}");
    }
    Ok(evaluated.result.value)
}

/// Serves `html` for every request, on a port of its own.
pub async fn serve(html: String) -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, html.clone()));
        }
    });
    Ok(port)
}

async fn answer(stream: TcpStream, html: String) -> Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    while stream.read_line(&mut line).await? > 2 {
        line.clear();
    }
    let length = html.len();
    let head =
        format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(html.as_bytes()).await?;
    Ok(stream.shutdown().await?)
}

/// The live processes whose command line names `profile`, with their names. Zombies are dead: they have none.
pub fn processes_using(profile: &str) -> Result<HashMap<u32, String>> {
    let mut found = HashMap::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        // A process may end while it is looked at.
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        if line.contains(profile) {
            found.insert(id, line);
        }
    }
    Ok(found)
}

/// The live processes of a group.
pub fn processes_in_group(group: u32) -> Result<Vec<u32>> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(id) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        let about = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        // After the name in brackets: state, parent, group.
        let fields: Vec<_> = about.rsplit(") ").next().unwrap_or_default().split(' ').take(3).collect();
        if let [state, _parent, its_group] = fields[..]
            && state != "Z"
            && its_group.parse() == Ok(group)
        {
            found.push(id);
        }
    }
    Ok(found)
}

/// Looks again and again until nothing of the browser is left.
pub async fn until_gone(group: u32, profile: &str) -> Result<()> {
    for _ in 0..GONE_LOOKS {
        if processes_in_group(group)?.is_empty() && processes_using(profile)?.is_empty() {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bail!("still there: {:?} {:?}", processes_in_group(group)?, processes_using(profile)?)
}

pub fn group(browser: &RunningBrowser) -> Result<u32> {
    browser.process_id().context("the browser has no process")
}

/// One minute; a browser left alone by a killed owner takes about five seconds.
const GONE_LOOKS: u32 = 600;
