//! Abrupt ends with something held: nothing of it may arrive.
//!
//! A page has a request on hold while the person is asked; then the program is killed, hung up or its terminal is closed.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use tokio::process::Command;

use super::case::Case;
use super::machine::Machine;
use super::pty::Terminal;
use super::routes::{OutsideSession, Route};
use super::trap_site::TrapSite;

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Kill,
    HangUp,
    Terminate,
    /// The terminal window is closed with the question on it.
    TerminalClosed,
    /// The browser is killed and not the program.
    BrowserKilled,
}

impl End {
    pub const ALL: [Self; 5] = [Self::Kill, Self::HangUp, Self::Terminate, Self::TerminalClosed, Self::BrowserKilled];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::HangUp => "hang-up",
            Self::Terminate => "terminate",
            Self::TerminalClosed => "terminal-closed",
            Self::BrowserKilled => "browser-killed",
        }
    }
}

/// The requests that are held, by name, each with the script that sends it.
pub const HELD: [(&str, &str); 7] = [
    ("socket", "socket.send('sink held')"),
    ("fetch", "sink('held')"),
    ("xhr", "let x=new XMLHttpRequest();x.open('POST','/sink/held');x.send('1')"),
    ("form", "document.forms[0].submit()"),
    ("beacon", "navigator.sendBeacon('/sink/held','1')"),
    ("keepalive", "sink('held','1',{keepalive:true})"),
    (
        "all",
        "sink('held');sink('held','1',{keepalive:true});navigator.sendBeacon('/sink/held','1');let x=new XMLHttpRequest();x.open('POST','/sink/held');x.send('1');document.forms[0].submit()",
    ),
];

/// Plays one abrupt end; what arrived, if something did.
///
/// # Errors
/// When the request is not held in the first place.
pub async fn play_end(program: &Path, end: End, script: &str) -> Result<Option<String>> {
    let page = format!(
        "<form method=post action=/sink/held target=w></form><iframe name=w></iframe><script>const socket=new WebSocket('ws://'+location.host+'/ws');socket.onmessage=()=>said('ready')</script><button id=go>Go</button><script>on('go','click',()=>{{{script};said('tried')}})</script>"
    );
    let case = Case::new("", "", &page);
    let site = TrapSite::start(&case.pages).await?;
    let machine = Machine::new(program, site.port())?;
    match end {
        End::TerminalClosed => close_terminal(&machine, &site).await?,
        End::Kill => end_session(&machine, &site, &case, "-KILL").await?,
        End::HangUp => end_session(&machine, &site, &case, "-HUP").await?,
        End::Terminate => end_session(&machine, &site, &case, "-TERM").await?,
        End::BrowserKilled => kill_browser(&machine, &site, &case).await?,
    }
    machine.ended().await?;
    let arrivals = site.final_arrivals().await?;
    Ok(arrivals.iter().find(|arrival| arrival.is_effect()).map(|arrival| format!("it was sent: {}", arrival.line())))
}

async fn hold(machine: &Machine, site: &TrapSite, case: &Case) -> Result<OutsideSession> {
    let mut session = OutsideSession::start(Route::Mcp, machine, case).await?;
    session.call(machine, "open", &json!({"url": site.fill_in("@shop@/")})).await?;
    ensure!(site.until(CONNECTED_WITHIN, |arrival| arrival.path == "/said/ready").await, "its socket does not open");
    let shown = session.call(machine, "snapshot", &json!({})).await?;
    let target = webhand_fake_llm::Capture::RefOf("Go".to_owned()).find(&shown.text).context("no button")?;
    let asked = session.call(machine, "click", &json!({"ref": target})).await?;
    ensure!(asked.question.is_some(), "nothing is held: {}", asked.text);
    Ok(session)
}

async fn end_session(machine: &Machine, site: &TrapSite, case: &Case, signal: &str) -> Result<()> {
    let session = hold(machine, site, case).await?;
    let process = session.process(machine).await?;
    ensure!(Command::new("kill").args([signal, &process.to_string()]).status().await?.success(), "no process to end");
    session.close(machine).await;
    Ok(())
}

async fn kill_browser(machine: &Machine, site: &TrapSite, case: &Case) -> Result<()> {
    let session = hold(machine, site, case).await?;
    let mark = machine.place().display().to_string();
    for entry in std::fs::read_dir("/proc")?.flatten() {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line);
        let is_browser = line.contains(&mark) && line.contains("--user-data-dir=") && !line.contains("--type=");
        if let (true, Some(id)) = (is_browser, entry.file_name().to_str()) {
            Command::new("kill").args(["-KILL", id]).status().await?;
        }
    }
    session.close(machine).await;
    Ok(())
}

/// A run at a terminal, closed with its question on it.
async fn close_terminal(machine: &Machine, site: &TrapSite) -> Result<()> {
    let url = site.fill_in("@shop@/");
    let arguments = ["run", "click \"Go\"", "--url", &url, "--brain", "literal"];
    let mut terminal = Terminal::open(machine, &arguments)?;
    terminal.until("[y/N]").await?;
    terminal.hang_up().await
}

const CONNECTED_WITHIN: Duration = Duration::from_secs(20);
