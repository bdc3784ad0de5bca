//! A browser with the unpacked extension. Its worker is reached as the extension itself reaches it: by the port of the
//! offscreen document, which the test opens there.

use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::{Value, json};
use tempfile::TempDir;
use webhand_cdp::protocol::SessionId;
use webhand_cdp::{Client, Events, Filter, FrameSink, FrameSource, Received, Session, Transport};
use webhand_chrome::{Chrome, Endpoint, Options, find_browser};
use webhand_hands::{BrowserConnection, DigestKey, Hands, NoFiles, QuietStart};
use webhand_model::TabOwner;

use crate::site::Site;
use crate::support::{Stage, soon};

/// The browser of a person who has installed the extension.
pub struct PersonsBrowser {
    process: Child,
    /// The test's own view of the browser, which the hands do not have.
    pub session: Session,
    _chrome: Chrome,
    /// The folder goes after the browser has ended.
    _profile: TempDir,
}

impl PersonsBrowser {
    pub async fn start() -> Result<Self> {
        let profile = TempDir::new()?;
        allow_unpacked(profile.path())?;
        let mut process = Command::new(find_browser(None)?)
            .args(["--headless=new", "--no-sandbox", "--no-first-run", "--site-per-process", "--disable-sync"])
            .args(["--enable-unsafe-extension-debugging", "--window-size=1280,800"])
            .args(["--disable-features=DisableLoadExtensionCommandLineSwitch"])
            .args(["--remote-debugging-port=0", "about:blank"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let errors = process.stderr.take().context("no error output")?;
        let mut lines = BufReader::new(errors).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("DevTools listening on ").map(str::to_owned));
        // A full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.context("the browser did not start")?;
        let chrome = Chrome::attach_empty(&Endpoint::parse(&address)?, Options::default()).await?;
        let session = chrome.browser_session().context("no session")?;
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension/dist");
        let folder = profile.path().join("webhand-extension");
        copy_without_engine(&built, &folder)?;
        call(&session, "Extensions.loadUnpacked", json!({"path": folder.canonicalize()?})).await?;
        Ok(Self { process, session, _chrome: chrome, _profile: profile })
    }

    /// The session of a target whose address ends like this.
    pub async fn attach(&self, url: &str) -> Result<Session> {
        soon(async {
            loop {
                let listed = call(&self.session, "Target.getTargets", json!({"filter": [{}]})).await?;
                let targets = listed["targetInfos"].as_array().cloned().unwrap_or_default();
                let found = targets.iter().find(|target| {
                    target["type"] != "tab" && target["url"].as_str().is_some_and(|known| known.ends_with(url))
                });
                if let Some(id) = found.and_then(|target| target["targetId"].as_str()) {
                    let attach = json!({"targetId": id, "flatten": true});
                    let attached = call(&self.session, "Target.attachToTarget", attach).await?;
                    let id: SessionId = serde_json::from_value(attached["sessionId"].clone())?;
                    return Ok(self.session.client().session(id));
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await?
    }

    /// The worker of the extension.
    pub async fn worker(&self) -> Result<Session> {
        let worker = self.attach("/worker.js").await?;
        ready(&worker).await?;
        Ok(worker)
    }

    /// Opens a page in a tab of the person.
    pub async fn open(&self, url: &str) -> Result<Session> {
        call(&self.session, "Target.createTarget", json!({"url": url})).await?;
        let page = self.attach(url).await?;
        soon(async {
            // An empty document is complete before the page has come.
            let is_there = "document.readyState === 'complete' && location.href !== 'about:blank'";
            while evaluate(&page, is_there).await? != true {}
            anyhow::Ok(())
        })
        .await??;
        Ok(page)
    }

    /// The hands of a run, over the port to the extension's worker.
    pub async fn hands(&self, start: QuietStart) -> Result<(BrowserConnection, Hands)> {
        let worker = self.worker().await?;
        let create =
            "chrome.offscreen.createDocument({url: 'offscreen.html', reasons: ['WORKERS'], justification: 'test'})";
        evaluate(&worker, create).await?;
        let page = self.attach("/offscreen.html").await?;
        ready(&page).await?;
        let events = page.events(Filter::Methods(&["Runtime.bindingCalled"]));
        call(&page, "Runtime.enable", json!({})).await?;
        call(&page, "Runtime.addBinding", json!({"name": "fromWorker"})).await?;
        evaluate(&page, OPEN_PORT).await?;
        let source = PortSource { events };
        let client = Client::new(Transport { source: Box::new(source), sink: Box::new(PortSink(page)) });
        let options = Options { digest_key: Some(DigestKey::new([7; 32])), ..Options::default() };
        let connection = BrowserConnection::quiet(client, start, options, Arc::new(NoFiles));
        let hands = connection.hands(TabOwner::Session("run".to_owned())).context("there is room for one")?;
        let (set_up, tab) = tokio::join!(connection.set_up(), hands.open_first_tab());
        set_up.map_err(anyhow::Error::msg)?;
        tab.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))?;
        Ok((connection, hands))
    }
}

impl Drop for PersonsBrowser {
    fn drop(&mut self) {
        // A process that is gone needs nothing.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A run at the quiet level that shows this page, and the browser around it.
pub async fn showing(html: &str) -> Result<(Stage<Hands>, PersonsBrowser)> {
    let browser = PersonsBrowser::start().await?;
    let (_, hands) = browser.hands(QuietStart::NewTab).await?;
    let stage = Stage::of(hands, Site::start().await?)?;
    stage.site.page("/", html);
    stage.open("/").await?;
    Ok((stage, browser))
}

/// An engine that was built meanwhile would answer beside the hands of the test.
fn copy_without_engine(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let copied = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_without_engine(&entry.path(), &copied)?;
        } else if entry.path().extension().is_none_or(|ending| ending != "wasm") {
            std::fs::copy(entry.path(), copied)?;
        }
    }
    Ok(())
}

/// An extension that is reloaded stays switched on only in the mode of developers.
fn allow_unpacked(profile: &Path) -> Result<()> {
    let folder: PathBuf = profile.join("Default");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("Preferences"), r#"{"extensions":{"ui":{"developer_mode":true}}}"#)?;
    Ok(())
}

pub async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    let answer = session.call_raw(method, &params, Duration::from_mins(1)).await?;
    Ok(serde_json::from_str(answer.get())?)
}

pub async fn evaluate(session: &Session, script: &str) -> Result<Value> {
    let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
    let answer = call(session, "Runtime.evaluate", params).await?;
    if let Some(details) = answer.get("exceptionDetails") {
        bail!("{script}: {details}");
    }
    Ok(answer.pointer("/result/value").cloned().unwrap_or_default())
}

/// Just after loading, a context may have no `chrome` yet.
async fn ready(session: &Session) -> Result<()> {
    soon(async {
        while evaluate(session, "typeof chrome !== 'undefined' && !!chrome.runtime").await? != true {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        anyhow::Ok(())
    })
    .await?
}

/// Frames that come from the worker, as the client of the hands reads them.
struct PortSource {
    events: Events,
}

impl FrameSource for PortSource {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        async {
            loop {
                let event = match self.events.next().await {
                    Some(Received::Event(event)) => event,
                    Some(Received::Lost(_)) => continue,
                    None => return Ok(None),
                };
                let Ok(called) = serde_json::from_str::<Value>(event.params.get()) else { continue };
                let message = called["payload"].as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
                if let Some(frame) = message.as_ref().and_then(frame_of) {
                    return Ok(Some(frame.to_string().into_bytes()));
                }
            }
        }
        .boxed()
    }
}

fn frame_of(message: &Value) -> Option<Value> {
    if message["event"] == "quiet" {
        return Some(json!({"method": "quiet", "params": message["body"]}));
    }
    let id: u64 = message["id"].as_str()?.strip_prefix("test-")?.parse().ok()?;
    Some(match message.get("error") {
        Some(error) => json!({"id": id, "error": {"code": 0, "message": error}}),
        None => json!({"id": id, "result": message["ok"]}),
    })
}

struct PortSink(Session);

impl FrameSink for PortSink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        async move {
            for frame in frames.drain(..) {
                let frame: Value = serde_json::from_slice(&frame)?;
                let message = json!({"id": format!("test-{}", frame["id"]), "to": "quiet", "body": frame["params"]});
                evaluate(&self.0, &format!("toWorker.postMessage({message})")).await.map_err(io::Error::other)?;
            }
            Ok(())
        }
        .boxed()
    }
}

const OPEN_PORT: &str = "globalThis.toWorker = chrome.runtime.connect({name: 'endpoint'});
toWorker.onMessage.addListener((message) => fromWorker(JSON.stringify(message))); 0";
