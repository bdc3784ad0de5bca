//! Tools that pages offer.

use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::Value;
use webhand_cdp::protocol::{self, CancelInvocation, InvokeTool, ToolResponded};

use super::CdpDriver;
use crate::driver::{Answer, FrameId, OfferedTool, PageTools, SessionId, ToolCallId, ToolResponse, ToolStatus};

impl PageTools for CdpDriver {
    fn call<'a>(
        &'a self,
        session: &'a SessionId,
        frame: &'a FrameId,
        name: &'a str,
        input: Value,
        within: Duration,
    ) -> Answer<'a, ToolCallId> {
        async move {
            let invoke = InvokeTool { frame_id: frame.into(), tool_name: name.to_owned(), input };
            Ok(ToolCallId::new(CdpDriver::call(self, session, &invoke, within).await?.invocation_id))
        }
        .boxed()
    }

    fn cancel<'a>(&'a self, session: &'a SessionId, call: &'a ToolCallId, within: Duration) -> Answer<'a, ()> {
        CdpDriver::run(self, session, CancelInvocation { invocation_id: call.as_str().to_owned() }, within).boxed()
    }
}

pub(super) fn offered(tool: protocol::OfferedTool) -> OfferedTool {
    let protocol::OfferedTool { name, description, input_schema, frame_id } = tool;
    OfferedTool { frame: frame_id.into(), name, description, input_schema }
}

pub(super) fn response(responded: ToolResponded) -> ToolResponse {
    let status = match responded.status.as_str() {
        "Completed" => ToolStatus::Completed,
        "Canceled" => ToolStatus::Cancelled,
        _ => ToolStatus::Failed,
    };
    let call = ToolCallId::new(responded.invocation_id);
    ToolResponse { call, status, output: responded.output, error_text: responded.error_text }
}
