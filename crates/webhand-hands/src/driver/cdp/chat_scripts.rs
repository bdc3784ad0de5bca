//! Calling the chat script. The one function of it that is called is `webhandChat.handle`.

use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::Value;
use webhand_cdp::protocol::{Argument, CallFunctionOn, CreateWorld, Evaluate};

use super::CdpDriver;
use super::page_scripts::text_of;
use crate::driver::{Answer, ChatScripts, DriverError, FrameId, ScriptWorld, SessionId};

impl ChatScripts for CdpDriver {
    fn start<'a>(&'a self, session: &'a SessionId, frame: &'a FrameId, within: Duration) -> Answer<'a, ScriptWorld> {
        async move {
            let create = CreateWorld { frame_id: frame.into(), world_name: WORLD.to_owned() };
            let context = self.call(session, &create, within).await?.execution_context_id;
            let script = Evaluate { context_id: Some(context), ..Evaluate::value(CHAT_SCRIPT) };
            self.call(session, &script, within).await?;
            Ok(ScriptWorld(context))
        }
        .boxed()
    }

    fn ask<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        call: &'a str,
        within: Duration,
    ) -> Answer<'a, String> {
        async move {
            let call = CallFunctionOn {
                function_declaration: HANDLE.to_owned(),
                execution_context_id: Some(world.0),
                arguments: vec![Argument::Value(Value::String(call.to_owned()))],
                await_promise: true,
                return_by_value: true,
                ..CallFunctionOn::default()
            };
            let answer = self.call(session, &call, within).await?;
            if let Some(details) = answer.exception_details {
                let what = details.exception.and_then(|exception| exception.description).unwrap_or(details.text);
                return Err(DriverError::ScriptFailed { what });
            }
            text_of(answer.result)
        }
        .boxed()
    }
}

/// Defines `webhandChat` in its world.
const CHAT_SCRIPT: &str = include_str!(env!("WEBHAND_CHAT_SCRIPT"));
const WORLD: &str = "webhand chat";
const HANDLE: &str = "(call) => webhandChat.handle(call)";
