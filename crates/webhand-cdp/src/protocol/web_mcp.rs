//! `WebMCP`: tools that a page offers to agents.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{EmptyReply, FrameId};

command!(EnableWebMcp, "WebMCP.enable" => EmptyReply {});
command!(
    InvokeTool, "WebMCP.invokeTool" => Invoked {
        frame_id: FrameId,
        tool_name: String,
        input: Value,
    }
);
command!(CancelInvocation, "WebMCP.cancelInvocation" => EmptyReply { invocation_id: String });

part!(Invoked { invocation_id: String });
part!(OfferedTool {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    input_schema: Value,
    frame_id: FrameId,
});
part!(WithdrawnTool { name: String, frame_id: FrameId });

event!(ToolsAdded, "WebMCP.toolsAdded" { tools: Vec<OfferedTool> });
event!(ToolsRemoved, "WebMCP.toolsRemoved" { tools: Vec<WithdrawnTool> });
event!(
    ToolResponded, "WebMCP.toolResponded" {
        invocation_id: String,
        /// `Completed`, `Canceled` or `Error`.
        status: String,
        #[serde(default)]
        output: Option<Value>,
        #[serde(default)]
        error_text: Option<String>,
    }
);
