//! A headless browser with the extension, driven over its pipe.

use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use webhand_cdp::protocol::SessionId;
use webhand_cdp::{Client, Filter, Received, Session};
use webhand_chrome::{Launch, RunningBrowser, find_browser};

use super::build::extension;
use super::view::View;

/// One person's browser.
pub struct Browser {
    running: RunningBrowser,
    client: Client,
    /// The id of the extension.
    pub id: String,
    profile: TempDir,
}

impl Browser {
    pub async fn start() -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let settings = profile.path().join("Default");
        fs::create_dir_all(&settings)?;
        // Without it an extension that is loaded again stays off.
        fs::write(settings.join("Preferences"), json!({"extensions": {"ui": {"developer_mode": true}}}).to_string())?;
        Self::start_with(profile).await
    }

    /// Ends the browser and starts it again with the same profile.
    pub async fn restart(self) -> Result<Self> {
        let Self { running, client, profile, .. } = self;
        drop(client);
        running.close().await;
        Self::start_with(profile).await
    }

    async fn start_with(profile: TempDir) -> Result<Self> {
        let mut launch = Launch::headless(find_browser(None)?, profile.path().to_owned());
        launch.further = FLAGS.iter().map(Into::into).collect();
        // The person's own browser reaches the network by itself.
        launch.without_gate = true;
        let running = launch.start().await?;
        let client = running.client().clone();
        let id = load(&client, &extension()?).await?;
        Ok(Self { running, client, id, profile })
    }

    /// Opens a page of the extension as a view.
    pub async fn view(&self) -> Result<View> {
        let page = self.open(&format!("chrome-extension://{}/popup.html", self.id)).await?;
        View::open(page).await
    }

    /// Closes every page of the extension, as the person closes the panel.
    pub async fn close_views(&self) -> Result<()> {
        for target in self.targets("page", &format!("chrome-extension://{}/", self.id)).await? {
            self.call("Target.closeTarget", json!({"targetId": target})).await?;
        }
        Ok(())
    }

    /// Opens an address in a tab and attaches to it.
    pub async fn open(&self, url: &str) -> Result<Page> {
        let created = self.call("Target.createTarget", json!({"url": url})).await?;
        self.attach(created["targetId"].as_str().context("no target")?).await
    }

    pub async fn attach(&self, target: &str) -> Result<Page> {
        let attached = self.call("Target.attachToTarget", json!({"targetId": target, "flatten": true})).await?;
        let session: SessionId = serde_json::from_value(attached["sessionId"].clone())?;
        Ok(Page { session: self.client.session(session) })
    }

    /// Attaches to the page at an address, once it is there.
    pub async fn page(&self, url: &str) -> Result<Page> {
        let found = async {
            loop {
                if let Some(target) = self.targets("page", url).await?.first() {
                    return self.attach(target).await;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WITHIN, found).await.with_context(|| format!("no page at {url}"))?
    }

    /// The targets of a type whose address begins like this.
    pub async fn targets(&self, kind: &str, url: &str) -> Result<Vec<String>> {
        let filter = json!({"filter": [{}]});
        let found = self.call("Target.getTargets", filter).await?;
        let all = found["targetInfos"].as_array().cloned().unwrap_or_default();
        let fits =
            |target: &&Value| target["type"] == kind && target["url"].as_str().is_some_and(|at| at.starts_with(url));
        Ok(all.iter().filter(fits).filter_map(|target| Some(target["targetId"].as_str()?.to_owned())).collect())
    }

    /// Ends the extension's worker in the middle of whatever it does. Whether there was one.
    pub async fn kill_worker(&self) -> Result<bool> {
        let workers = self.targets("service_worker", &format!("chrome-extension://{}/", self.id)).await?;
        let mut was_there = false;
        for worker in &workers {
            // The browser may end an idle worker between the list and this call.
            was_there |= self.call("Target.closeTarget", json!({"targetId": worker})).await.is_ok();
        }
        Ok(was_there)
    }

    /// Loads the extension again, as an update does. `call` is what ends it, evaluated in its worker.
    pub async fn reload_by(&self, call: &str) -> Result<()> {
        let own = format!("chrome-extension://{}/", self.id);
        let before = self.targets("service_worker", &own).await?;
        let worker = self.attach(before.first().context("no worker")?).await?;
        // The worker may be gone before it answers.
        let _ = worker.evaluate(call).await;
        let again = async {
            loop {
                let now = self.targets("service_worker", &own).await?;
                if now.first().is_some_and(|worker| !before.contains(worker)) {
                    return anyhow::Ok(());
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WITHIN, again).await.context("the extension did not start again")?
    }

    /// Loads another extension, whose worker is an empty script, and attaches to that.
    pub async fn other_extension(&self) -> Result<Page> {
        let folder = self.profile.path().join("other-extension");
        fs::create_dir_all(&folder)?;
        let manifest = json!({"manifest_version": 3, "name": "Other", "version": "1",
            "background": {"service_worker": "other.js"}});
        fs::write(folder.join("manifest.json"), manifest.to_string())?;
        fs::write(folder.join("other.js"), "")?;
        let id = load(&self.client, &folder).await?;
        let url = format!("chrome-extension://{id}/other.js");
        let found = async {
            loop {
                if let Some(worker) = self.targets("service_worker", &url).await?.first() {
                    return self.attach(worker).await;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let worker = tokio::time::timeout(WITHIN, found).await.context("the other extension has no worker")??;
        worker.until("typeof chrome !== 'undefined' && !!chrome.runtime?.id").await?;
        Ok(worker)
    }

    /// The pages that a debugger of this extension is attached to.
    pub async fn attached(&self, view: &View) -> Result<Value> {
        view.evaluate(ATTACHED).await
    }

    /// Lets the extension's debugger go of every tab, without the extension being asked.
    pub async fn detach_debuggers(&self) -> Result<()> {
        let workers = self.targets("service_worker", &format!("chrome-extension://{}/", self.id)).await?;
        let worker = self.attach(workers.first().context("no worker")?).await?;
        worker.evaluate(DETACH).await.map(drop)
    }

    /// A call of the protocol in the browser's own session.
    pub async fn call(&self, method: &str, params: Value) -> Result<Value> {
        call(&self.client.browser(), method, params).await
    }

    pub async fn close(self) {
        let Self { running, client, .. } = self;
        drop(client);
        running.close().await;
    }
}

/// A page that the test looks into.
pub struct Page {
    session: Session,
}

impl Page {
    /// The value of an expression; promises are awaited.
    pub async fn evaluate(&self, expression: &str) -> Result<Value> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = call(&self.session, "Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(thrown) => bail!("{expression}: {thrown}"),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// The value of an expression in the world of the extension's scripts in this page.
    pub async fn evaluate_beside(&self, extension: &str, expression: &str) -> Result<Value> {
        let mut events = self.session.events(Filter::Methods(&["Runtime.executionContextCreated"]));
        call(&self.session, "Runtime.enable", json!({})).await?;
        let origin = format!("chrome-extension://{extension}");
        let found = async {
            while let Some(received) = events.next().await {
                let Received::Event(event) = received else { continue };
                let created: Value = serde_json::from_str(event.params.get())?;
                if created["context"]["origin"] == origin.as_str() {
                    return Ok(created["context"]["id"].clone());
                }
            }
            bail!("the page is gone")
        };
        let context = tokio::time::timeout(WITHIN, found).await.context("no script of the extension")??;
        // Enabled again, it names them again.
        call(&self.session, "Runtime.disable", json!({})).await?;
        let params =
            json!({"expression": expression, "contextId": context, "awaitPromise": true, "returnByValue": true});
        let answer = call(&self.session, "Runtime.evaluate", params).await?;
        match answer.get("exceptionDetails") {
            Some(thrown) => bail!("{expression}: {thrown}"),
            None => Ok(answer["result"]["value"].clone()),
        }
    }

    /// Presses the middle of an element as the person does.
    pub async fn press(&self, selector: &str) -> Result<()> {
        let at = format!(
            "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(document.querySelector({}).getBoundingClientRect())",
            json!(selector)
        );
        let at = self.evaluate(&at).await?;
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            call(&self.session, "Input.dispatchMouseEvent", event).await?;
        }
        Ok(())
    }

    /// Waits until an expression is true.
    pub async fn until(&self, expression: &str) -> Result<()> {
        let wait = async {
            // A page that is being loaded has no answer yet.
            while !self.evaluate(expression).await.is_ok_and(|value| value == true) {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::time::timeout(WITHIN, wait).await.with_context(|| format!("never true: {expression}"))
    }
}

async fn load(client: &Client, folder: &Path) -> Result<String> {
    let loaded = call(&client.browser(), "Extensions.loadUnpacked", json!({"path": folder})).await?;
    Ok(loaded["id"].as_str().context("no id of the extension")?.to_owned())
}

async fn call(session: &Session, method: &str, params: Value) -> Result<Value> {
    let reply = session.call_raw(method, &params, WITHIN).await?;
    Ok(serde_json::from_str(reply.get())?)
}

const DETACH: &str = "chrome.debugger.getTargets().then((targets) => Promise.all(targets\
    .filter(({ attached, tabId }) => attached && tabId !== undefined)\
    .map(({ tabId }) => chrome.debugger.detach({ tabId }).catch(() => undefined)))).then(() => true)";
/// The test is attached to pages too, but one tab cannot be attached twice by extensions.
const ATTACHED: &str = "chrome.tabs.query({}).then((all) => Promise.all(all.filter(({ url }) => /^http/.test(url)).map(\
    async ({ id, url }) => { try { await chrome.debugger.attach({ tabId: id }, '1.3'); \
    await chrome.debugger.detach({ tabId: id }); return []; } catch { return [url]; } }))).then((urls) => urls.flat())";
const FLAGS: [&str; 2] = ["--enable-unsafe-extension-debugging", "--site-per-process"];
pub const WITHIN: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(20);
