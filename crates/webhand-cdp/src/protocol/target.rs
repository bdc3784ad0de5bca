//! Targets (tabs, frames of other processes, workers) and the sessions attached to them.

use serde::{Deserialize, Serialize};

use super::{Done, FrameId, SessionId, TargetId};

command!(
    CreateTarget, "Target.createTarget" => CreatedTarget {
        url: String,
        /// A background tab takes the focus from nobody.
        background: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        new_window: Option<bool>,
    }
);
command!(
    /// Makes it the one its window shows.
    ActivateTarget, "Target.activateTarget" => Done { target_id: TargetId }
);
command!(CloseTarget, "Target.closeTarget" => Done { target_id: TargetId });
command!(ListTargets, "Target.getTargets" => TargetList {});
command!(AttachToTarget, "Target.attachToTarget" => AttachedSession { target_id: TargetId, flatten: Flat });
command!(
    SetAutoAttach, "Target.setAutoAttach" => Done {
        auto_attach: bool,
        /// New targets stand still until [`RunIfWaiting`](super::RunIfWaiting), so nothing they do is missed.
        wait_for_debugger_on_start: bool,
        flatten: Flat,
    }
);
command!(SetDiscoverTargets, "Target.setDiscoverTargets" => Done { discover: bool });
command!(
    /// Without it a crash of the page is not told to the session.
    EnableInspector, "Inspector.enable" => Done {}
);

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

/// Always `true`: the client knows no other kind of session.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flat;

impl Serialize for Flat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

notice!(
    AttachedToTarget, "Target.attachedToTarget" {
        session_id: SessionId,
        target_info: TargetInfo,
        waiting_for_debugger: bool,
    }
);
notice!(DetachedFromTarget, "Target.detachedFromTarget" { session_id: SessionId });
notice!(TargetInfoChanged, "Target.targetInfoChanged" { target_info: TargetInfo });
notice!(
    /// The page's process died; the session stays and serves the page again after a reload.
    TargetCrashed, "Inspector.targetCrashed" {}
);
