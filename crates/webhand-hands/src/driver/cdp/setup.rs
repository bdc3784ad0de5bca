//! Switching on what is followed: in the browser as a whole, and in each target before it runs.

use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{
    AddScript, DisableRuntime, EnableFetch, EnableInspector, EnableNetwork, EnablePage, EnableRuntime, EnableWebMcp,
    Flat, FrameTree, FrameTreeNode, RunIfWaiting, SetAutoAttach, SetDeviceMetrics, SetDiscoverTargets,
    SetDownloadBehavior, SetFocusEmulation, SetInterceptFileChooser, SetLifecycleEvents, UrlPattern,
};

use super::CdpDriver;
use super::page_script::{PAGE_SCRIPT, WORLD};
use super::pages::frame_info;
use super::requests::protocol_kind;
use webhand_guard::ResourceKind;

use crate::driver::{Answer, DriverError, FrameInfo, SessionId, TargetRole, Targets};

impl Targets for CdpDriver {
    /// Requests are paused on the browser's own session, which sees those of every tab, frame and worker.
    fn follow_browser<'a>(&'a self, downloads: Option<&'a Path>) -> Answer<'a, ()> {
        async move {
            let pattern =
                |kind: &ResourceKind| Some(UrlPattern { url_pattern: "*", resource_type: Some(protocol_kind(*kind)?) });
            let patterns = ResourceKind::PAUSED.iter().filter_map(pattern).collect();
            let fetch = EnableFetch { patterns, handle_auth_requests: true };
            let (fetch, downloads, discover, attach) = tokio::join!(
                self.run_browser(fetch, STARTED_WITHIN),
                self.run_browser(download_behavior(downloads), STARTED_WITHIN),
                self.run_browser(SetDiscoverTargets { discover: true }, STARTED_WITHIN),
                self.run_browser(AUTO_ATTACH, STARTED_WITHIN),
            );
            fetch.and(downloads).and(discover).and(attach)
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

fn download_behavior(folder: Option<&Path>) -> SetDownloadBehavior {
    match folder {
        Some(folder) => SetDownloadBehavior {
            behavior: "allowAndName",
            download_path: Some(folder.display().to_string()),
            events_enabled: true,
        },
        None => SetDownloadBehavior { behavior: "deny", download_path: None, events_enabled: true },
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
