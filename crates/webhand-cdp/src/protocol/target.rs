//! Targets (tabs, frames of other processes, workers) and the sessions attached to them.

use serde::{Deserialize, Serialize};

use super::{BrowserContextId, EmptyReply, FrameId, SessionId, TargetId};

command!(
    CreateTarget, "Target.createTarget" => CreatedTarget {
        url: String,
        /// A background tab does not take the focus.
        background: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        new_window: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")]
        browser_context_id: Option<BrowserContextId>,
    }
);
command!(
    /// Makes a browser within the browser, with cookies and a cache of its own and its own way to the network.
    CreateBrowserContext, "Target.createBrowserContext" => CreatedContext {
        dispose_on_detach: bool,
        proxy_server: String,
        proxy_bypass_list: &'static str,
    }
);
command!(
    /// Closes its tabs without asking them, and forgets everything of it.
    DisposeBrowserContext, "Target.disposeBrowserContext" => EmptyReply { browser_context_id: BrowserContextId }
);
command!(
    /// Shows the tab in its window.
    ActivateTarget, "Target.activateTarget" => EmptyReply { target_id: TargetId }
);
command!(CloseTarget, "Target.closeTarget" => EmptyReply { target_id: TargetId });
command!(ListTargets, "Target.getTargets" => TargetList {});
command!(AttachToTarget, "Target.attachToTarget" => AttachedSession { target_id: TargetId, flatten: Flat });
command!(
    SetAutoAttach, "Target.setAutoAttach" => EmptyReply {
        auto_attach: bool,
        /// New targets are paused until [`RunIfWaiting`](super::RunIfWaiting), so no event of theirs is missed.
        wait_for_debugger_on_start: bool,
        flatten: Flat,
    }
);
command!(SetDiscoverTargets, "Target.setDiscoverTargets" => EmptyReply { discover: bool });
command!(
    /// Without this command the session is not notified of a crash of its page.
    EnableInspector, "Inspector.enable" => EmptyReply {}
);

part!(CreatedContext { browser_context_id: BrowserContextId });
part!(CreatedTarget { target_id: TargetId });
part!(TargetList { target_infos: Vec<TargetInfo> });
part!(AttachedSession { session_id: SessionId });
part!(
    TargetInfo {
        target_id: TargetId,
        /// `page`, `iframe`, `worker` and others; the protocol's list grows.
        #[serde(rename = "type")]
        kind: String,
        title: String,
        url: String,
        #[serde(default)]
        opener_id: Option<TargetId>,
        #[serde(default)]
        opener_frame_id: Option<FrameId>,
    }
);

/// Always `true`: the client supports only flat sessions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flat;

impl Serialize for Flat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

event!(
    AttachedToTarget, "Target.attachedToTarget" {
        session_id: SessionId,
        target_info: TargetInfo,
        waiting_for_debugger: bool,
    }
);
event!(DetachedFromTarget, "Target.detachedFromTarget" { session_id: SessionId });
event!(TargetInfoChanged, "Target.targetInfoChanged" { target_info: TargetInfo });
event!(
    /// The process of the page died; the session stays and works again after a reload.
    TargetCrashed, "Inspector.targetCrashed" {}
);
