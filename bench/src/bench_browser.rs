//! A browser that is driven by calls of the catalogue, as a brain would make them, and answers as a brain would read
//! it.
//!
//! Every call is judged as in a run, by a policy that lets the loopback sites of a bench be used freely; where the
//! guard would ask the person, the answer is yes.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use webhand_chrome::{Chrome, Launch, Options, find_browser};
use webhand_guard::{
    Approved, Policy, RequestResolution, RequestVerdict, TextSource, Ticket, Verdict, YesScope, judge, judge_request,
};
use webhand_model::{
    Action, Decision, Grant, HeldRequest, OriginPattern, Outcome, OutcomeStatus, Permission, RenderOptions, Snapshot,
    Task, ToolCallError,
};
use webhand_port::{Browser as _, BrowserError, Done};

/// The browser is declared first, so it ends before its profile is deleted.
#[derive(Debug)]
pub struct BenchBrowser {
    chrome: Arc<Chrome>,
    policy: Policy,
    /// The last look; refs are resolved against it.
    page: Option<Snapshot>,
    _profile: TempDir,
    downloads: TempDir,
}

impl BenchBrowser {
    /// A headless browser with one empty tab of 1280 by 720 pixels.
    ///
    /// # Errors
    /// When there is no browser or it does not start.
    pub async fn start() -> Result<Self> {
        Self::start_with(Options { viewport: Some((1280, 720)), ..Options::default() }).await
    }

    /// A browser with other options; downloads always go to a folder that is deleted at the end.
    ///
    /// # Errors
    /// When there is no browser or it does not start.
    pub async fn start_with(options: Options) -> Result<Self> {
        Self::start_for(Task::new("bench"), options, |_| {}).await
    }

    /// A browser for an outside agent, with a changed launch.
    ///
    /// # Errors
    /// When there is no browser or it does not start.
    pub async fn start_for_outside_agent(change: impl FnOnce(&mut Launch)) -> Result<Self> {
        let options = Options { viewport: Some((1280, 720)), ..Options::default() };
        Self::start_for(Task::for_outside_agent("bench"), options, change).await
    }

    async fn start_for(mut task: Task, options: Options, change: impl FnOnce(&mut Launch)) -> Result<Self> {
        let (profile, downloads) = (TempDir::new()?, TempDir::new()?);
        let mut launch = Launch::headless(find_browser(None)?, profile.path().to_owned());
        change(&mut launch);
        let options = Options { downloads: Some(downloads.path().to_owned()), ..options };
        let chrome = Arc::new(Chrome::start(&launch, options).await?);
        task.grants = vec![Grant { origins: OriginPattern::parse("localhost")?, permission: Permission::Commit }];
        Ok(Self { chrome, policy: Policy::of(&task), page: None, _profile: profile, downloads })
    }

    /// Goes to an address.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub async fn open(&mut self, url: &str) -> Result<String> {
        self.call("open", &json!({"url": url})).await
    }

    /// The page as a brain sees it by default.
    ///
    /// # Errors
    /// When the page cannot be looked at.
    pub async fn look(&mut self) -> Result<String> {
        self.look_with(RenderOptions::default()).await
    }

    /// The page within another budget, or with boxes.
    ///
    /// # Errors
    /// When the page cannot be looked at.
    pub async fn look_with(&mut self, rendering: RenderOptions) -> Result<String> {
        let is_usual = rendering.scope.is_none() && rendering.budget <= RenderOptions::default().budget;
        let page = if is_usual { self.chrome.observe_near().await? } else { self.chrome.observe().await? };
        let text = page.render(rendering).text;
        self.page = Some(page);
        Ok(text)
    }

    /// The last look.
    #[must_use]
    pub fn page(&self) -> Option<&Snapshot> {
        self.page.as_ref()
    }

    /// Performs a call that must succeed, and returns the text that a brain would get.
    ///
    /// # Errors
    /// When the call is wrong, or when what it asked for did not happen; the text says why.
    pub async fn call(&mut self, name: &str, arguments: &Value) -> Result<String> {
        let outcome = self.act(name, arguments).await?.outcome;
        match outcome.status {
            OutcomeStatus::Done => Ok(outcome.text_with_changes()),
            OutcomeStatus::Refused | OutcomeStatus::InDoubt | OutcomeStatus::Failed(_) => bail!("{}", outcome.text),
        }
    }

    /// Performs a call, however it ends.
    ///
    /// # Errors
    /// When the call is wrong or the guard forbids it.
    pub async fn act(&mut self, name: &str, arguments: &Value) -> Result<Done> {
        self.act_after(name, arguments, None).await
    }

    /// As [`Self::act`], with a script that runs in the page after the guard has judged the call.
    ///
    /// # Errors
    /// When the call is wrong, the guard forbids it or the script throws.
    pub async fn act_after(&mut self, name: &str, arguments: &Value, judged: Option<&str>) -> Result<Done> {
        let action = self.parse(name, arguments).await?;
        let facts = match self.chrome.inspect(&action).await {
            Ok(facts) => facts,
            Err(outcome) => return Ok(outcome.into()),
        };
        let (approved, ticket) = match judge(action, &facts, &self.policy) {
            Verdict::Allow(approved) => (approved, None),
            Verdict::Ask { asked, .. } => {
                let yes = Approved::by_user(*asked, &facts, YesScope::Once, &mut self.policy)?;
                (yes.approved, yes.ticket)
            }
            Verdict::Forbid { why } => bail!("{why}"),
        };
        if let Some(script) = judged {
            self.evaluate(script).await?;
        }
        let mut done = self.chrome.act(approved).await;
        self.resolve_held(&mut done.outcome, ticket).await;
        Ok(done)
    }

    /// Runs a script in the page's own world, past the hands, for values that a bench has to read or change.
    ///
    /// # Errors
    /// When the page does not answer or the script throws.
    pub async fn evaluate(&self, script: &str) -> Result<Value> {
        let params = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
        let answer = self.devtools("Runtime.evaluate", &params).await?;
        if let Some(thrown) = answer.get("exceptionDetails") {
            bail!("the script threw {thrown}");
        }
        Ok(answer.pointer("/result/value").cloned().unwrap_or_default())
    }

    /// Sends one CDP call to the current tab, past the hands.
    ///
    /// # Errors
    /// When the browser refuses it or does not answer.
    pub async fn devtools(&self, method: &str, params: &Value) -> Result<Value> {
        let session = self.chrome.session().context("there is no tab")?;
        Ok(serde_json::from_str(session.call_raw(method, params, ANSWERED_WITHIN).await?.get())?)
    }

    /// The browser itself, for a run that works in its current tab.
    #[must_use]
    pub fn browser(&self) -> Arc<Chrome> {
        Arc::clone(&self.chrome)
    }

    /// Where downloads go.
    #[must_use]
    pub fn downloads(&self) -> &std::path::Path {
        self.downloads.path()
    }

    /// Ends the browser.
    pub async fn close(self) {
        self.chrome.close().await;
    }

    /// Looks again if a ref is unknown, because it may have appeared since the last look.
    async fn parse(&mut self, name: &str, arguments: &Value) -> Result<Action> {
        if self.page.is_none() {
            self.page = Some(self.observe_whole().await?);
        }
        let parsed = match Decision::parse(name, arguments, self.page.as_ref().context("was just set")?) {
            Err(ToolCallError::UnknownRef(_)) => {
                self.page = Some(self.observe_whole().await?);
                Decision::parse(name, arguments, self.page.as_ref().context("was just set")?)
            }
            parsed => parsed,
        };
        match parsed? {
            Decision::Act(action) => Ok(action),
            Decision::Say(_) => bail!("{name} is said, not done"),
        }
    }

    async fn observe_whole(&self) -> Result<Snapshot> {
        match self.chrome.observe().await {
            // An action without a ref needs no page.
            Err(BrowserError::Crashed | BrowserError::Hung(_) | BrowserError::TabGone) => empty_snapshot(),
            seen => Ok(seen?),
        }
    }

    /// Releases every held request, and those that the released ones lead to.
    async fn resolve_held(&mut self, outcome: &mut Outcome, mut ticket: Option<Ticket>) {
        let mut waiting: Vec<HeldRequest> = std::mem::take(&mut outcome.held);
        for _ in 0..MOST_HELD {
            let Some(request) = waiting.pop() else { return };
            let ruling = match judge_request(request, &self.policy, &mut ticket, TextSource::Own) {
                RequestVerdict::Resolve(ruling) => ruling,
                RequestVerdict::Ask { asked, .. } => {
                    RequestResolution::by_user(*asked, YesScope::Once, &mut self.policy)
                }
            };
            let ruled = self.chrome.resolve_request(ruling).await;
            waiting.extend(ruled.held);
            outcome.changes.extend(ruled.changes);
            outcome.visible_changes = ruled.visible_changes.or(outcome.visible_changes.take());
            outcome.text.push_str("; ");
            outcome.text.push_str(&ruled.text);
        }
        outcome.held = waiting;
    }
}

fn empty_snapshot() -> Result<Snapshot> {
    let page = json!({
        "tab": 0, "rev": 0, "url": "", "title": "", "state": "ready", "nodes": [], "truncated": false, "tabs": [],
        "dialog": null, "viewport": {"width": 0.0, "height": 0.0, "scroll_y": 0.0, "max_scroll_y": 0.0},
    });
    Ok(serde_json::from_value(page)?)
}

const ANSWERED_WITHIN: Duration = Duration::from_mins(1);
/// The most requests released for one call.
const MOST_HELD: usize = 50;
