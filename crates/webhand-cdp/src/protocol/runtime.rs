//! Scripts: where they run, what they answer, what they write to the console.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Done, FrameId};

command!(RunIfWaiting, "Runtime.runIfWaitingForDebugger" => Done {});
command!(EnableRuntime, "Runtime.enable" => Done {});
command!(DisableRuntime, "Runtime.disable" => Done {});
command!(TerminateExecution, "Runtime.terminateExecution" => Done {});
command!(ReleaseObject, "Runtime.releaseObject" => Done { object_id: String });
command!(ReleaseGroup, "Runtime.releaseObjectGroup" => Done { object_group: String });
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
        /// Objects that are answered can be let go of together, by this name.
        #[serde(skip_serializing_if = "Option::is_none")]
        object_group: Option<String>,
    }
);

command!(
    /// Tells whether a script can be read, without running it.
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
        /// A number that JSON cannot write.
        unserializable_value: Option<String>,
        description: Option<String>,
        object_id: Option<String>,
    }
);
part!(Compiled { exception_details: Option<ExceptionDetails> });
part!(ExceptionDetails { text: String, exception: Option<RemoteObject> });

notice!(ContextCreated, "Runtime.executionContextCreated" { context: Context });
notice!(ContextDestroyed, "Runtime.executionContextDestroyed" { execution_context_id: i64 });
notice!(ContextsCleared, "Runtime.executionContextsCleared" {});
part!(Context {
    id: i64,
    /// Of the document it belongs to, which for a written or inherited document its address does not tell.
    origin: String,
    /// The world's name; empty for the page's own.
    name: String,
    #[serde(default)]
    aux_data: ContextAbout,
});

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextAbout {
    #[serde(default)]
    pub frame_id: Option<FrameId>,
    /// Whether it is the page's own.
    #[serde(default)]
    pub is_default: bool,
}

notice!(
    ConsoleCalled, "Runtime.consoleAPICalled" {
        #[serde(rename = "type")]
        kind: String,
        args: Vec<RemoteObject>,
    }
);
notice!(ExceptionThrown, "Runtime.exceptionThrown" { exception_details: ExceptionDetails });
