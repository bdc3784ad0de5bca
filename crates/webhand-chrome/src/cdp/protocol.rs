//! The commands and events that are used, with the fields that are used. Field names are the protocol's.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::session::{Command, Notice};

/// Names a session. Cloning is cheap.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SessionId(Arc<str>);

/// Names a target: a tab, a frame of another process, a worker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct TargetId(Arc<str>);

macro_rules! id {
    ($($name:ident)*) => {$(
        impl $name {
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }
    )*};
}
id!(SessionId TargetId);

macro_rules! commands {
    ($($command:ty, $method:literal => $reply:ty;)*) => {$(
        impl Command for $command {
            const METHOD: &'static str = $method;
            type Reply = $reply;
        }
    )*};
}

commands! {
    BrowserVersion, "Browser.getVersion" => Version;
    CloseBrowser, "Browser.close" => Done;
    CreateTarget, "Target.createTarget" => CreatedTarget;
    CloseTarget, "Target.closeTarget" => Done;
    ListTargets, "Target.getTargets" => TargetList;
    AttachToTarget, "Target.attachToTarget" => AttachedSession;
    SetAutoAttach, "Target.setAutoAttach" => Done;
    RunIfWaiting, "Runtime.runIfWaitingForDebugger" => Done;
    EnableInspector, "Inspector.enable" => Done;
    EnablePage, "Page.enable" => Done;
    Navigate, "Page.navigate" => Navigated;
    Evaluate, "Runtime.evaluate" => Evaluated;
    TerminateExecution, "Runtime.terminateExecution" => Done;
}

macro_rules! notices {
    ($($notice:ty, $method:literal;)*) => {$(
        impl Notice for $notice {
            const METHOD: &'static str = $method;
        }
    )*};
}

notices! {
    AttachedToTarget, "Target.attachedToTarget";
    DetachedFromTarget, "Target.detachedFromTarget";
    TargetCrashed, "Inspector.targetCrashed";
    PageLoaded, "Page.loadEventFired";
}

/// A reply that says nothing but that it was done.
#[derive(Debug, Deserialize)]
pub struct Done {}

#[derive(Debug, Serialize)]
pub struct BrowserVersion {}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Name and version, as in `Chrome/156.0.8078.79`.
    pub product: String,
    pub protocol_version: String,
    pub user_agent: String,
}

#[derive(Debug, Serialize)]
pub struct CloseBrowser {}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTarget {
    pub url: String,
    /// A background tab takes the focus from nobody.
    pub background: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreatedTarget {
    pub target_id: TargetId,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CloseTarget {
    pub target_id: TargetId,
}

#[derive(Debug, Serialize)]
pub struct ListTargets {}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetList {
    pub target_infos: Vec<TargetInfo>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TargetInfo {
    pub target_id: TargetId,
    /// `page`, `iframe`, `worker` and others; the protocol's list grows.
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub url: String,
    pub opener_id: Option<TargetId>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachToTarget {
    pub target_id: TargetId,
    pub flatten: Flat,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedSession {
    pub session_id: SessionId,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetAutoAttach {
    pub auto_attach: bool,
    /// New targets stand still until [`RunIfWaiting`], so nothing they do is missed.
    pub wait_for_debugger_on_start: bool,
    pub flatten: Flat,
}

/// Always `true`: the client knows no other kind of session.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flat;

impl Serialize for Flat {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

#[derive(Debug, Serialize)]
pub struct RunIfWaiting {}

/// Without it a crash of the page is not told to the session.
#[derive(Debug, Serialize)]
pub struct EnableInspector {}

#[derive(Debug, Serialize)]
pub struct EnablePage {}

#[derive(Debug, Serialize)]
pub struct Navigate {
    pub url: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Navigated {
    pub frame_id: String,
    /// Absent when only the fragment changed.
    pub loader_id: Option<String>,
    pub error_text: Option<String>,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluate {
    pub expression: String,
    pub await_promise: bool,
    pub return_by_value: bool,
    /// The main world of the session's own frame when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub context_id: Option<i64>,
}

impl Evaluate {
    /// The value of an expression, awaited if it is a promise.
    #[must_use]
    pub fn value(expression: impl Into<String>) -> Self {
        Self {
            expression: expression.into(),
            await_promise: true,
            return_by_value: true,
            context_id: None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Evaluated {
    pub result: RemoteObject,
    pub exception_details: Option<ExceptionDetails>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RemoteObject {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub value: Value,
    pub description: Option<String>,
    pub object_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExceptionDetails {
    pub text: String,
    pub exception: Option<RemoteObject>,
}

#[derive(Debug, Serialize)]
pub struct TerminateExecution {}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AttachedToTarget {
    pub session_id: SessionId,
    pub target_info: TargetInfo,
    pub waiting_for_debugger: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DetachedFromTarget {
    pub session_id: SessionId,
}

/// The page's process died; the session stays and serves the page again after a reload.
#[derive(Debug, Clone, Deserialize)]
pub struct TargetCrashed {}

/// The page and all its frames have loaded.
#[derive(Debug, Clone, Deserialize)]
pub struct PageLoaded {}
