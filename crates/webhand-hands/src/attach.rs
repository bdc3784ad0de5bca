//! Sets up a target before it runs, so that nothing it does goes unnoticed.

use std::time::Duration;

use webhand_model::TabId;

use crate::page_script::{PAGE_SCRIPT, WORLD};
use crate::pump::Around;
use crate::world::{Health, World};
use webhand_cdp::protocol::{
    AddScript, EnableInspector, EnableNetwork, EnablePage, EnableRuntime, EnableWebMcp, Flat, FrameBranch, FrameTree,
    RunIfWaiting, SetAutoAttach, SetDeviceMetrics, SetFocusEmulation, SetInterceptFileChooser, SetLifecycleEvents,
};
use webhand_cdp::{CdpError, Command, Session};

/// What a session is attached to.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Tab(TabId),
    /// A frame of another process, in this tab.
    Frame(TabId),
    /// A worker of a tab.
    Worker,
    /// Nothing we look into; it is only let go.
    Other,
}

/// Everything is sent at once and in this order; the target runs only after the last of it.
pub(crate) async fn set_up(session: &Session, what: Kind, around: &Around) -> Result<(), CdpError> {
    match what {
        Kind::Tab(tab) => {
            let top = async {
                let (focus, size, files) = tokio::join!(
                    send(session, SetFocusEmulation { enabled: true }),
                    resize(session, around),
                    send(session, SetInterceptFileChooser { enabled: true }),
                );
                focus.and(size).and(files)
            };
            let (top, frames) = tokio::join!(top, set_up_frames(session, tab, around));
            around.shared.change(|world| {
                if let Some(tab) = world.tabs.get_mut(tab) {
                    tab.health = Health::Ready;
                }
            });
            top.and(frames)
        }
        Kind::Frame(tab) => {
            let (focus, files, frames) = tokio::join!(
                send(session, SetFocusEmulation { enabled: true }),
                send(session, SetInterceptFileChooser { enabled: true }),
                set_up_frames(session, tab, around)
            );
            if let Err(error) = focus.and(files) {
                tracing::debug!(%error, "a frame keeps its own idea of focus or files");
            }
            frames
        }
        Kind::Worker => {
            let (attach, network, run) = tokio::join!(
                send(session, AUTO_ATTACH),
                send(session, EnableNetwork {}),
                send(session, RunIfWaiting {})
            );
            attach.and(network).and(run)
        }
        Kind::Other => send(session, RunIfWaiting {}).await,
    }
}

async fn set_up_frames(session: &Session, tab: TabId, around: &Around) -> Result<(), CdpError> {
    let script = AddScript { source: PAGE_SCRIPT.to_owned(), world_name: WORLD, run_immediately: true };
    let (page, lifecycle, inspector, tree, network, runtime, script, attach, tools, run) = tokio::join!(
        send(session, EnablePage {}),
        send(session, SetLifecycleEvents { enabled: true }),
        send(session, EnableInspector {}),
        learn_frames(session, tab, around),
        send(session, EnableNetwork {}),
        send(session, EnableRuntime {}),
        send(session, script),
        send(session, AUTO_ATTACH),
        send(session, EnableWebMcp {}),
        send(session, RunIfWaiting {}),
    );
    if let Err(error) = tools {
        tracing::debug!(%error, "this browser knows no tools of pages");
    }
    page.and(lifecycle).and(inspector).and(tree).and(network).and(runtime).and(script).and(attach).and(run)
}

async fn learn_frames(session: &Session, tab: TabId, around: &Around) -> Result<(), CdpError> {
    let tree = session.call_within(&FrameTree {}, WITHIN).await?;
    around.shared.change(|world| adopt(world, &tree.frame_tree, tab, session));
    Ok(())
}

/// Enters frames that were there before anybody listened.
pub(crate) fn adopt(world: &mut World, branch: &FrameBranch, tab: TabId, session: &Session) {
    // What an event has told meanwhile is newer than this list.
    let is_new = world.frames.get(&branch.frame.id).is_none_or(|frame| frame.loader.is_none());
    if is_new {
        world.frame_shows(&branch.frame, tab, session.clone());
    }
    for child in &branch.child_frames {
        adopt(world, child, tab, session);
    }
}

async fn resize(session: &Session, around: &Around) -> Result<(), CdpError> {
    let Some((width, height)) = around.options.viewport else { return Ok(()) };
    send(session, SetDeviceMetrics { width, height, device_scale_factor: 1.0, mobile: false }).await
}

async fn send<C: Command>(session: &Session, command: C) -> Result<(), CdpError> {
    session.call_within(&command, WITHIN).await.map(drop)
}

pub(crate) const AUTO_ATTACH: SetAutoAttach =
    SetAutoAttach { auto_attach: true, wait_for_debugger_on_start: true, flatten: Flat };
const WITHIN: Duration = Duration::from_secs(10);
