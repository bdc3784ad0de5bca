//! A browser with a test site, and short methods to look and act.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};
use tempfile::TempDir;
use webhand_cdp::Session;
use webhand_chrome::{Chrome, DigestKey, Endpoint, Launch, Options, Seat, Window, find_browser};
use webhand_guard::{
    Approved, Policy, RequestResolution, RequestVerdict, TextSource, Verdict, YesScope, judge, judge_request,
};
use webhand_model::{
    Change, Decision, Facts, FailCode, Grant, HeldRequest, NodeState, OriginPattern, Outcome, OutcomeStatus,
    Permission, Ref, RenderOptions, Snapshot, TabOwner, Task, WebUrl,
};
use webhand_port::{Browser, BrowserError, Done};

use crate::other_browser::OtherBrowser;
use crate::site::Site;

/// A browser, or a seat in one, with a test site. The browser is declared first, so it ends before its profile is deleted.
pub struct Stage<B = Chrome> {
    pub chrome: B,
    pub site: Site,
    pub downloads: Arc<TempDir>,
    _profile: Arc<TempDir>,
}

/// A browser without a tab, for tests with several seats.
pub struct SharedStage {
    pub chrome: Arc<Chrome>,
    pub site: Site,
    downloads: Arc<TempDir>,
    profile: Arc<TempDir>,
}

pub async fn shared_stage() -> Result<SharedStage> {
    let (profile, downloads) = (TempDir::new()?, TempDir::new()?);
    let options = Options { downloads: Some(downloads.path().to_owned()), ..Options::default() };
    let chrome = Chrome::start_empty(&launch(&profile)?, options).await?;
    let site = Site::start().await?;
    Ok(SharedStage { chrome: Arc::new(chrome), site, downloads: Arc::new(downloads), profile: Arc::new(profile) })
}

impl SharedStage {
    /// Takes a seat that shows this page.
    pub async fn showing(&self, session: &str, html: &str) -> Result<Stage<Seat>> {
        let stage = self.seat(session).await?;
        let path = format!("/{session}");
        self.site.page(&path, html);
        stage.open(&path).await?;
        Ok(stage)
    }

    pub async fn seat(&self, session: &str) -> Result<Stage<Seat>> {
        let chrome = self.chrome.seat(TabOwner::Session(session.to_owned())).await?;
        let (downloads, profile) = (Arc::clone(&self.downloads), Arc::clone(&self.profile));
        Ok(Stage { chrome, site: self.site.clone(), downloads, _profile: profile })
    }
}

/// A browser that shows this page.
pub async fn showing(html: &str) -> Result<Stage> {
    let stage = empty().await?;
    stage.site.page("/", html);
    stage.open("/").await?;
    Ok(stage)
}

/// This page in a browser that runs already.
pub async fn attached(html: &str) -> Result<(Stage, OtherBrowser)> {
    let profile = TempDir::new()?;
    let browser = OtherBrowser::start(profile.path())?;
    let options = Options { digest_key: Some(DigestKey::new([7; 32])), ..Options::default() };
    let chrome = Chrome::attach(&Endpoint::parse(browser.address())?, options).await?;
    let (site, downloads) = (Site::start().await?, Arc::new(TempDir::new()?));
    let stage = Stage { chrome, site, downloads, _profile: Arc::new(profile) };
    stage.site.page("/", html);
    stage.open("/").await?;
    Ok((stage, browser))
}

/// A browser with an empty tab.
pub async fn empty() -> Result<Stage> {
    patient(Options::default().settle_within).await
}

/// A browser that waits at most this long for pages to settle.
pub async fn patient(settle_within: Duration) -> Result<Stage> {
    start(settle_within, |_| {}).await
}

/// A browser with changed launch options.
pub async fn launched(change: impl FnOnce(&mut Launch)) -> Result<Stage> {
    start(Options::default().settle_within, change).await
}

async fn start(settle_within: Duration, change: impl FnOnce(&mut Launch)) -> Result<Stage> {
    let (profile, downloads) = (TempDir::new()?, TempDir::new()?);
    let digest_key = Some(DigestKey::new([7; 32]));
    let downloads_folder = Some(downloads.path().to_owned());
    let options = Options { downloads: downloads_folder, settle_within, digest_key, ..Options::default() };
    let mut launch = launch(&profile)?;
    change(&mut launch);
    let chrome = Chrome::start(&launch, options).await?;
    Ok(Stage { chrome, site: Site::start().await?, downloads: Arc::new(downloads), _profile: Arc::new(profile) })
}

fn launch(profile: &TempDir) -> Result<Launch> {
    let mut launch = Launch::headless(find_browser(None)?, profile.path().to_owned());
    if std::env::var_os("WEBHAND_TEST_VISIBLE").is_some() {
        launch.window = Window::Visible;
    }
    launch.start_within = Duration::from_mins(1);
    launch.further = vec!["--site-per-process".into()];
    Ok(launch)
}

impl<B: Browser> Stage<B> {
    /// Over a browser that is there already.
    pub fn of(browser: B, site: Site) -> Result<Self> {
        let (downloads, profile) = (Arc::new(TempDir::new()?), Arc::new(TempDir::new()?));
        Ok(Self { chrome: browser, site, downloads, _profile: profile })
    }

    pub async fn open(&self, path: &str) -> Result<Outcome> {
        self.done("open", json!({"url": self.site.url(path)})).await
    }

    /// Looks again while the page does not answer, because on a slow machine it may still be building itself.
    pub async fn look(&self) -> Result<Snapshot> {
        let seen = async {
            loop {
                match self.chrome.observe().await {
                    Err(BrowserError::Hung(_)) => {}
                    seen => return seen,
                }
            }
        };
        Ok(soon(seen).await??)
    }

    /// Looks again until every frame has answered, because on a slow machine some may be late.
    async fn look_at_all_frames(&self) -> Result<Snapshot> {
        let whole = async {
            loop {
                let snapshot = self.look().await?;
                if !has_marked_frames(&snapshot) {
                    return anyhow::Ok(snapshot);
                }
            }
        };
        soon(whole).await.context("some frames stay marked")?
    }

    /// The page as a brain sees it, without its head line.
    pub async fn text(&self) -> Result<String> {
        Ok(rendered_text(&self.look_at_all_frames().await?))
    }

    /// The ref of the element with this name.
    pub async fn find(&self, name: &str) -> Result<Ref> {
        let with_name = |snapshot: &Snapshot| {
            snapshot.nodes.iter().find(|node| node.name == name && node.target.is_some()).and_then(|node| node.target)
        };
        if let Some(found) = with_name(&self.look().await?) {
            return Ok(found);
        }
        let snapshot = self.look_at_all_frames().await?;
        with_name(&snapshot).with_context(|| format!("no {name:?} in {:#?}", snapshot.nodes))
    }

    /// Performs an action as a brain would call it, on the element with the name `on`.
    pub async fn on(&self, on: &str, action: &str, mut arguments: Value) -> Result<Outcome> {
        arguments["ref"] = json!(self.find(on).await?.to_string());
        self.act(action, arguments).await
    }

    /// As [`Self::on`], for an action that must succeed.
    pub async fn do_on(&self, on: &str, action: &str, arguments: Value) -> Result<Outcome> {
        succeeded(self.on(on, action, arguments).await?)
    }

    pub async fn act(&self, action: &str, arguments: Value) -> Result<Outcome> {
        Ok(self.try_act(action, arguments).await?.outcome)
    }

    /// As [`Self::act`], for an action that must succeed. A reading action is repeated when the page did not answer in
    /// time.
    pub async fn done(&self, action: &str, arguments: Value) -> Result<Outcome> {
        let done = async {
            loop {
                let outcome = self.act(action, arguments.clone()).await?;
                if failure(&outcome) != Some(FailCode::TimedOut) || !READING_ACTIONS.contains(&action) {
                    return succeeded(outcome);
                }
            }
        };
        soon(done).await?
    }

    pub async fn try_act(&self, action: &str, arguments: Value) -> Result<Done> {
        let page = match self.chrome.observe().await {
            Ok(seen) => seen,
            // An action without a ref needs no page.
            Err(BrowserError::Crashed | BrowserError::Hung(_)) => empty_snapshot()?,
            Err(error) => return Err(error.into()),
        };
        let Decision::Act(action) = Decision::parse(action, &arguments, &page)? else {
            bail!("{action} is said, not done")
        };
        self.perform(action).await
    }

    pub async fn perform(&self, action: webhand_model::Action) -> Result<Done> {
        self.perform_with_grant("localhost", action).await
    }

    /// Performs an action that may read and type on these origins; the person says yes to everything else it needs. An
    /// address that it opens counts as written by the person.
    pub async fn perform_with_grant(&self, origins: &str, action: webhand_model::Action) -> Result<Done> {
        let facts = match self.chrome.inspect(&action).await {
            Ok(facts) => Facts { known_link: true, ..facts },
            Err(outcome) => return Ok(outcome.into()),
        };
        Ok(self.chrome.act(approve(origins, action, &facts)?).await)
    }

    /// As [`Self::perform_with_grant`], for a brain, which may read no other origins.
    pub async fn perform_for_brain(&self, origins: &str, action: webhand_model::Action) -> Result<Done> {
        let facts = match self.chrome.inspect(&action).await {
            Ok(facts) => Facts { known_link: true, ..facts },
            Err(outcome) => return Ok(outcome.into()),
        };
        Ok(self.chrome.act(approve_for_brain(origins, action, &facts)?).await)
    }

    /// Opens an address that the brain composed.
    pub async fn open_composed(&self, path: &str) -> Result<Outcome> {
        let url = WebUrl::parse(&self.site.url(path))?;
        let open = webhand_model::Action::Open { url, new_tab: None, behind: None };
        succeeded(self.chrome.act(approve("localhost", open, &Facts::default())?).await.outcome)
    }

    /// Performs an action on the element with the name `on`, in a run that was granted everything on this machine.
    pub async fn do_granted(&self, on: &str, action: &str, mut arguments: Value) -> Result<Outcome> {
        arguments["ref"] = json!(self.find(on).await?.to_string());
        self.granted(action, arguments).await
    }

    /// Performs an action in a run that was granted everything on this machine.
    pub async fn granted(&self, action: &str, arguments: Value) -> Result<Outcome> {
        succeeded(self.granted_on("localhost", action, arguments).await?)
    }

    /// Performs an action in a run that was granted everything on these origins.
    pub async fn granted_on(&self, origins: &str, action: &str, arguments: Value) -> Result<Outcome> {
        let page = self.look().await?;
        let Decision::Act(action) = Decision::parse(action, &arguments, &page)? else { bail!("{action} is no action") };
        let facts = self.chrome.inspect(&action).await.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))?;
        let approved = approve_by(&mut policy(origins, Permission::Commit)?, action, &facts)?;
        Ok(self.chrome.act(approved).await.outcome)
    }

    /// The facts that the guard would judge a click by.
    pub async fn facts_of_click(&self, on: &str) -> Result<Facts> {
        let page = self.look().await?;
        let target = self.find(on).await?.to_string();
        let Decision::Act(click) = Decision::parse("click", &json!({"ref": target}), &page)? else { bail!("no click") };
        self.chrome.inspect(&click).await.map_err(|outcome| anyhow::anyhow!("{outcome:?}"))
    }

    pub async fn release(&self, request: &HeldRequest) -> Result<Outcome> {
        match judge_request(request.clone(), &policy("localhost", Permission::Input)?, &mut None, TextSource::Own) {
            RequestVerdict::Resolve(ruling) => Ok(self.chrome.resolve_request(ruling).await),
            RequestVerdict::Ask { asked, .. } => Ok(self
                .chrome
                .resolve_request(RequestResolution::by_user(
                    *asked,
                    YesScope::Once,
                    &mut policy("localhost", Permission::Input)?,
                ))
                .await),
        }
    }

    pub async fn stop(&self, request: &HeldRequest) -> Outcome {
        self.chrome.resolve_request(RequestResolution::stop(request.clone())).await
    }

    /// The one request that was held. A request that is sent outside of the action is reported with a later action.
    pub async fn held(&self, outcome: Outcome) -> Result<HeldRequest> {
        let mut held = outcome.held;
        let reported = async {
            while held.is_empty() {
                held = self.done("wait", json!({"ms": 50})).await?.held;
            }
            anyhow::Ok(())
        };
        soon(reported).await?.context("nothing was held")?;
        assert!(held.len() == 1, "{held:?}");
        held.pop().context("nothing was held")
    }

    /// The title, in which scripts of test pages record events.
    pub async fn title(&self) -> Result<String> {
        Ok(self.look().await?.title)
    }
}

impl Stage {
    /// Runs a script in the page's own world without the hands.
    pub async fn in_page(&self, script: &str) -> Result<Value> {
        evaluate(self.chrome.session(), script).await
    }
}

impl Stage<Seat> {
    /// As [`Stage::in_page`] of a browser without seats.
    pub async fn in_page(&self, script: &str) -> Result<Value> {
        evaluate(self.chrome.session(), script).await
    }
}

/// Waits at most a minute, which is longer than a slow machine takes.
pub async fn soon<T>(what: impl Future<Output = T>) -> Result<T> {
    tokio::time::timeout(Duration::from_mins(1), what).await.context("waited in vain")
}

async fn evaluate(session: Option<Session>, script: &str) -> Result<Value> {
    let session = session.context("there is no tab")?;
    let call = json!({"expression": script, "returnByValue": true, "awaitPromise": true});
    let answer = session.call_raw("Runtime.evaluate", &call, Duration::from_mins(1)).await?;
    let answer: Value = serde_json::from_str(answer.get())?;
    Ok(answer.pointer("/result/value").cloned().unwrap_or_default())
}

/// A policy with a permission on these origins; `localhost` covers every port of this machine. The agent is outside, so
/// requests are paused from the first touch on.
fn policy(origins: &str, permission: Permission) -> Result<Policy> {
    policy_of(Task::for_outside_agent("test"), origins, permission)
}

fn policy_of(mut task: Task, origins: &str, permission: Permission) -> Result<Policy> {
    task.grants = vec![Grant { origins: OriginPattern::parse(origins)?, permission }];
    Ok(Policy::of(&task))
}

/// Approves an action of a run that may read and type on these origins; the person says yes to everything else.
pub fn approve(origins: &str, action: webhand_model::Action, facts: &Facts) -> Result<Approved> {
    approve_by(&mut policy(origins, Permission::Input)?, action, facts)
}

/// As [`approve`], for a brain, which may read no other origins.
pub fn approve_for_brain(origins: &str, action: webhand_model::Action, facts: &Facts) -> Result<Approved> {
    approve_by(&mut policy_of(Task::new("test"), origins, Permission::Input)?, action, facts)
}

fn approve_by(policy: &mut Policy, action: webhand_model::Action, facts: &Facts) -> Result<Approved> {
    match judge(action, facts, policy) {
        Verdict::Allow(approved) => Ok(approved),
        Verdict::Ask { asked, .. } => Ok(Approved::by_user(*asked, facts, YesScope::Once, policy)?.approved),
        Verdict::Forbid { why } => bail!("{why}"),
    }
}

/// The snapshot as a brain sees it, without its head line.
pub fn rendered_text(snapshot: &Snapshot) -> String {
    let text = snapshot.render(RenderOptions { budget: 100_000, ..RenderOptions::default() }).text;
    text.split_once('\n').map_or("", |(_, rest)| rest).trim_end().to_owned()
}

pub fn has_marked_frames(snapshot: &Snapshot) -> bool {
    snapshot.nodes.iter().any(|node| node.is(NodeState::Unreachable) || node.is(NodeState::Loading))
}

pub fn succeeded(outcome: Outcome) -> Result<Outcome> {
    if outcome.status != OutcomeStatus::Done {
        bail!("{outcome:?}");
    }
    Ok(outcome)
}

pub fn failure(outcome: &Outcome) -> Option<FailCode> {
    match outcome.status {
        OutcomeStatus::Failed(code) => Some(code),
        OutcomeStatus::Done | OutcomeStatus::Refused | OutcomeStatus::InDoubt => None,
    }
}

pub fn navigated(outcome: &Outcome) -> bool {
    outcome.changes.iter().any(|change| matches!(change, Change::Navigated { .. }))
}

fn empty_snapshot() -> Result<Snapshot> {
    let page = json!({
        "tab": 0, "rev": 0, "url": "", "title": "", "state": "ready", "nodes": [], "truncated": false, "tabs": [], "dialog": null,
        "viewport": {"width": 0.0, "height": 0.0, "scroll_y": 0.0, "max_scroll_y": 0.0},
    });
    Ok(serde_json::from_value(page)?)
}

/// Actions that only read.
const READING_ACTIONS: [&str; 5] = ["snapshot", "read", "find", "get", "is"];
