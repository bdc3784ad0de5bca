//! Groups of calls that single actions need: uploads, scripts of a caller, tools of pages.

use std::time::Duration;

use serde_json::Value;

use super::{Answer, DocumentAddress, ElementNumber, FrameId, ObjectHandle, ScriptWorld, SessionId, ToolCallId};

pub(crate) trait PageObjects: Send + Sync {
    /// An element, by the page script's number, as an object of the page's own world; `None` when it is gone.
    fn element<'a>(
        &'a self,
        document: &'a DocumentAddress,
        node: u32,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>>;
}

pub(crate) trait FileUploads: Send + Sync {
    /// Puts files into a file field, by their absolute paths.
    fn set_files<'a>(
        &'a self,
        session: &'a SessionId,
        field: &'a FileField,
        files: &'a [String],
        within: Duration,
    ) -> Answer<'a, ()>;
}

#[derive(Debug, Clone)]
pub(crate) enum FileField {
    Object(ObjectHandle),
    /// The field of a chooser that was kept closed.
    Chooser(ElementNumber),
}

/// Scripts that a caller wrote, run in the page's own world.
pub(crate) trait ScriptRunner: Send + Sync {
    /// Reads a script without running it: an expression, a function, or statements that `return`. Returns it in the form
    /// that [`run`](Self::run) takes, or why it cannot be read. Each attempt has the deadline.
    fn compile<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        script: &'a str,
        within: Duration,
    ) -> Answer<'a, Result<String, ScriptFault>>;

    /// Runs a compiled script and waits for its value.
    fn run<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        compiled: String,
        element: Option<ObjectHandle>,
        within: Duration,
    ) -> Answer<'a, Result<ScriptValue, ScriptFault>>;
}

/// The error that a script threw, or the fault that keeps it from being read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ScriptFault(pub(crate) String);

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ScriptValue {
    Undefined,
    /// A number that JSON cannot write.
    Number(String),
    Json(Value),
}

/// Tools that pages offer to agents (`WebMCP`).
pub(crate) trait PageTools: Send + Sync {
    /// Calls a tool; its answer comes as an event.
    fn call<'a>(
        &'a self,
        session: &'a SessionId,
        frame: &'a FrameId,
        name: &'a str,
        input: Value,
        within: Duration,
    ) -> Answer<'a, ToolCallId>;
    fn cancel<'a>(&'a self, session: &'a SessionId, call: &'a ToolCallId, within: Duration) -> Answer<'a, ()>;
}

#[derive(Debug, Clone)]
pub(crate) struct OfferedTool {
    pub(crate) frame: FrameId,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) input_schema: Value,
}

#[derive(Debug, Clone)]
pub(crate) struct ToolResponse {
    pub(crate) call: ToolCallId,
    pub(crate) status: ToolStatus,
    pub(crate) output: Option<Value>,
    pub(crate) error_text: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolStatus {
    Completed,
    Cancelled,
    Failed,
}
