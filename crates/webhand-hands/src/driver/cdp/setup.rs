//! Switching on what is followed: in the browser as a whole, and in each target before it runs.

use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{
    AddScript, DisableRuntime, EnableInspector, EnableNetwork, EnablePage, EnableRuntime, EnableWebMcp, Flat,
    FrameTree, FrameTreeNode, RunIfWaiting, SetAutoAttach, SetDeviceMetrics, SetDiscoverTargets, SetDownloadBehavior,
    SetExtraHeaders, SetFocusEmulation, SetInterceptFileChooser, SetLifecycleEvents, SetLocale, SetTimeZone,
    SetUserAgent,
};

use super::CdpDriver;
use super::page_script::{PAGE_SCRIPT, WORLD};
use super::pages::frame_info;
use crate::driver::{Answer, BrowserScope, ContextId, DriverError, FrameInfo, SessionId, TargetRole, Targets};
use crate::page_environment::PageEnvironment;

impl Targets for CdpDriver {
    /// Requests are not paused yet: that slows every load, and before a touch there is nothing to hold.
    fn follow_browser<'a>(&'a self, scope: BrowserScope<'a>) -> Answer<'a, ()> {
        async move {
            let downloads = async {
                match scope {
                    BrowserScope::Whole { downloads } => {
                        self.run_browser(download_behavior(downloads, None), STARTED_WITHIN).await
                    }
                    BrowserScope::OwnTabs => Ok(()),
                }
            };
            let (downloads, discover, attach) = tokio::join!(
                downloads,
                self.run_browser(SetDiscoverTargets { discover: true }, STARTED_WITHIN),
                self.run_browser(AUTO_ATTACH, STARTED_WITHIN),
            );
            downloads.and(discover).and(attach)
        }
        .boxed()
    }

    /// A frame may share its process with another target of which the same is said, so refusals there are no error.
    fn present<'a>(
        &'a self,
        session: &'a SessionId,
        environment: &'a PageEnvironment,
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            let PageEnvironment { viewport, is_mobile, user_agent, locale, time_zone, headers } = environment;
            let device = async {
                match viewport.filter(|_| *is_mobile) {
                    Some((width, height)) => {
                        let metrics = SetDeviceMetrics { width, height, device_scale_factor: 1.0, mobile: true };
                        self.run(session, metrics, within).await
                    }
                    None => Ok(()),
                }
            };
            let agent = async {
                if user_agent.is_none() && locale.is_none() {
                    return Ok(());
                }
                // An empty name leaves the browser's own.
                let user_agent = user_agent.clone().unwrap_or_default();
                self.run(session, SetUserAgent { user_agent, accept_language: locale.clone() }, within).await
            };
            let place = async {
                if let Some(locale) = locale {
                    self.run(session, SetLocale { locale: locale.clone() }, within).await?;
                }
                match time_zone {
                    Some(zone) => self.run(session, SetTimeZone { timezone_id: zone.clone() }, within).await,
                    None => Ok(()),
                }
            };
            let headers = async {
                if headers.is_empty() {
                    return Ok(());
                }
                let headers = headers.iter().cloned().collect();
                self.run(session, SetExtraHeaders { headers }, within).await
            };
            let (device, agent, place, headers) = tokio::join!(device, agent, place, headers);
            device.and(agent).and(place).and(headers)
        }
        .boxed()
    }

    /// Everything is sent at once and in this order; the target runs only after the last of it.
    fn set_up<'a>(
        &'a self,
        session: &'a SessionId,
        role: TargetRole,
        frames: &'a (dyn Fn(Vec<FrameInfo>) + Send + Sync),
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            match role {
                TargetRole::Tab { viewport } => {
                    let top = async {
                        let (focus, size, files) = tokio::join!(
                            self.run(session, SetFocusEmulation { enabled: true }, within),
                            self.resize(session, viewport, within),
                            self.run(session, SetInterceptFileChooser { enabled: true }, within),
                        );
                        focus.and(size).and(files)
                    };
                    let (top, frames) = tokio::join!(top, self.set_up_frames(session, frames, within));
                    top.and(frames)
                }
                TargetRole::Frame => {
                    let (focus, files, frames) = tokio::join!(
                        self.run(session, SetFocusEmulation { enabled: true }, within),
                        self.run(session, SetInterceptFileChooser { enabled: true }, within),
                        self.set_up_frames(session, frames, within)
                    );
                    if let Err(error) = focus.and(files) {
                        tracing::debug!(%error, "a frame keeps its own idea of focus or files");
                    }
                    frames
                }
                TargetRole::Worker => {
                    let (attach, network, run) = tokio::join!(
                        self.run(session, AUTO_ATTACH, within),
                        self.run(session, EnableNetwork {}, within),
                        self.run(session, RunIfWaiting {}, within)
                    );
                    attach.and(network).and(run)
                }
                TargetRole::Unfollowed => self.run(session, RunIfWaiting {}, within).await,
            }
        }
        .boxed()
    }

    fn frames<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Vec<FrameInfo>> {
        async move {
            let tree = self.call(session, &FrameTree {}, within).await?;
            let mut frames = Vec::new();
            list(tree.frame_tree, &mut frames);
            Ok(frames)
        }
        .boxed()
    }

    fn announce_worlds<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move {
            self.run(session, DisableRuntime {}, within).await?;
            self.run(session, EnableRuntime {}, within).await
        }
        .boxed()
    }
}

impl CdpDriver {
    async fn set_up_frames(
        &self,
        session: &SessionId,
        frames: &(dyn Fn(Vec<FrameInfo>) + Send + Sync),
        within: Duration,
    ) -> Result<(), DriverError> {
        let script = AddScript { source: PAGE_SCRIPT.to_owned(), world_name: WORLD, run_immediately: true };
        let tree = async {
            frames(self.frames(session, within).await?);
            Ok(())
        };
        let (page, lifecycle, inspector, tree, network, runtime, script, attach, tools, run) = tokio::join!(
            self.run(session, EnablePage {}, within),
            self.run(session, SetLifecycleEvents { enabled: true }, within),
            self.run(session, EnableInspector {}, within),
            tree,
            self.run(session, EnableNetwork {}, within),
            self.run(session, EnableRuntime {}, within),
            self.run(session, script, within),
            self.run(session, AUTO_ATTACH, within),
            self.run(session, EnableWebMcp {}, within),
            self.run(session, RunIfWaiting {}, within),
        );
        if let Err(error) = tools {
            tracing::debug!(%error, "this browser knows no tools of pages");
        }
        page.and(lifecycle).and(inspector).and(tree).and(network).and(runtime).and(script).and(attach).and(run)
    }

    async fn resize(
        &self,
        session: &SessionId,
        viewport: Option<(u32, u32)>,
        within: Duration,
    ) -> Result<(), DriverError> {
        let Some((width, height)) = viewport else { return Ok(()) };
        let metrics = SetDeviceMetrics { width, height, device_scale_factor: 1.0, mobile: false };
        self.run(session, metrics, within).await
    }
}

/// Where the downloads of a context go, the browser's own when none is named.
pub(super) fn download_behavior(folder: Option<&Path>, context: Option<&ContextId>) -> SetDownloadBehavior {
    let browser_context_id = context.map(Into::into);
    match folder {
        Some(folder) => SetDownloadBehavior {
            behavior: "allowAndName",
            download_path: Some(folder.display().to_string()),
            events_enabled: true,
            browser_context_id,
        },
        None => SetDownloadBehavior { behavior: "deny", download_path: None, events_enabled: true, browser_context_id },
    }
}

/// A frame before those inside of it.
fn list(branch: FrameTreeNode, into: &mut Vec<FrameInfo>) {
    into.push(frame_info(branch.frame));
    for child in branch.child_frames {
        list(child, into);
    }
}

const AUTO_ATTACH: SetAutoAttach = SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: true, flatten: Flat };
const STARTED_WITHIN: Duration = Duration::from_secs(10);
