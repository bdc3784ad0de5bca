//! Scripts: execution contexts, results, exceptions and console output.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{EmptyReply, FrameId};

command!(RunIfWaiting, "Runtime.runIfWaitingForDebugger" => EmptyReply {});
command!(EnableRuntime, "Runtime.enable" => EmptyReply {});
command!(DisableRuntime, "Runtime.disable" => EmptyReply {});
command!(TerminateExecution, "Runtime.terminateExecution" => EmptyReply {});
command!(ReleaseObject, "Runtime.releaseObject" => EmptyReply { object_id: String });
command!(ReleaseGroup, "Runtime.releaseObjectGroup" => EmptyReply { object_group: String });
command!(OwnProperties, "Runtime.getProperties" => Properties { object_id: String, own_properties: bool });
command!(
    #[derive(Default)]
    Evaluate, "Runtime.evaluate" => Evaluated {
        expression: String,
        await_promise: bool,
        return_by_value: bool,
        /// The main world of the session's own frame when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        context_id: Option<i64>,
    }
);
command!(
    /// Calls a function in a context, or on an object of one.
    #[derive(Default)]
    CallFunctionOn, "Runtime.callFunctionOn" => Evaluated {
        function_declaration: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        object_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        execution_context_id: Option<i64>,
        arguments: Vec<Argument>,
        await_promise: bool,
        return_by_value: bool,
        /// The group of the returned objects, by which they can be released together.
        #[serde(skip_serializing_if = "Option::is_none")]
        object_group: Option<String>,
    }
);

command!(
    /// Compiles a script without running it, to find syntax errors.
    CompileScript, "Runtime.compileScript" => Compiled {
        expression: String,
        #[serde(rename = "sourceURL")]
        source_url: String,
        persist_script: bool,
        execution_context_id: i64,
    }
);

impl Evaluate {
    /// The value of an expression, awaited if it is a promise.
    #[must_use]
    pub fn value(expression: impl Into<String>) -> Self {
        Self { expression: expression.into(), await_promise: true, return_by_value: true, context_id: None }
    }
}

/// A value, or an object of the context that is called.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Argument {
    Value(Value),
    ObjectId(String),
}

part!(Properties { result: Vec<Property> });
part!(Property { name: String, value: Option<RemoteObject> });
part!(Evaluated { result: RemoteObject, exception_details: Option<ExceptionDetails> });
part!(
    RemoteObject {
        #[serde(rename = "type")]
        kind: String,
        #[serde(default)]
        value: Value,
        /// A number that JSON cannot express.
        unserializable_value: Option<String>,
        description: Option<String>,
        object_id: Option<String>,
    }
);
part!(Compiled { exception_details: Option<ExceptionDetails> });
part!(ExceptionDetails { text: String, exception: Option<RemoteObject> });

event!(ContextCreated, "Runtime.executionContextCreated" { context: Context });
event!(ContextDestroyed, "Runtime.executionContextDestroyed" { execution_context_id: i64 });
event!(ContextsCleared, "Runtime.executionContextsCleared" {});
part!(Context {
    id: i64,
    /// The origin of the context's document. The address does not show it for a document that a script wrote or whose
    /// origin is inherited.
    origin: String,
    /// The name of the world; empty for the page's own.
    name: String,
    #[serde(default)]
    aux_data: ContextAuxData,
});

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextAuxData {
    #[serde(default)]
    pub frame_id: Option<FrameId>,
    /// Whether the context is the page's own world.
    #[serde(default)]
    pub is_default: bool,
}

event!(
    ConsoleCalled, "Runtime.consoleAPICalled" {
        #[serde(rename = "type")]
        kind: String,
        args: Vec<RemoteObject>,
    }
);
event!(ExceptionThrown, "Runtime.exceptionThrown" { exception_details: ExceptionDetails });
