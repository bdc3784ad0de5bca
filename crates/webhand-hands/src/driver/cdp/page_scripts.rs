//! Calling page scripts. The one function of a page script that is called is `webhand.handle`.

use std::time::Duration;

use futures_util::FutureExt as _;
use serde::Serialize;
use serde_json::Value;
use webhand_cdp::protocol::{
    Argument, CallFunctionOn, CreateWorld, Evaluate, FrameOwner, ReleaseObject, RemoteObject, ResolveNode,
    TerminateExecution,
};
use webhand_wire::{ObjectCommand, PageCommand, PageReply};

use super::CdpDriver;
use super::page_script::{PAGE_SCRIPT, WORLD};
use crate::driver::{
    Answer, DocumentAddress, DriverError, FrameId, ObjectHandle, PageScripts, ScriptWorld, SessionId, WorldName,
};

impl PageScripts for CdpDriver {
    fn ask<'a>(
        &'a self,
        document: &'a DocumentAddress,
        command: &'a PageCommand,
        within: Duration,
    ) -> Answer<'a, String> {
        async move {
            let call = CallFunctionOn {
                function_declaration: HANDLE.to_owned(),
                execution_context_id: Some(document.world.0),
                arguments: vec![written(command)?],
                await_promise: true,
                return_by_value: true,
                ..CallFunctionOn::default()
            };
            text_of(self.call_page_script(document, &call, within).await?)
        }
        .boxed()
    }

    fn create_world<'a>(
        &'a self,
        session: &'a SessionId,
        frame: &'a FrameId,
        name: WorldName,
        within: Duration,
    ) -> Answer<'a, ScriptWorld> {
        async move {
            let world_name = match name {
                WorldName::Usual => WORLD.to_owned(),
                WorldName::Of(document) => format!("{WORLD} {document}"),
            };
            let create = CreateWorld { frame_id: frame.into(), world_name };
            let context = self.call(session, &create, within).await?.execution_context_id;
            let script = Evaluate { context_id: Some(context), ..Evaluate::value(PAGE_SCRIPT) };
            self.call(session, &script, within).await?;
            Ok(ScriptWorld(context))
        }
        .boxed()
    }

    fn frame_owner<'a>(
        &'a self,
        parent: &'a DocumentAddress,
        frame: &'a FrameId,
        within: Duration,
    ) -> Answer<'a, Option<u32>> {
        async move {
            let owner = self.call(&parent.session, &FrameOwner { frame_id: frame.into() }, within).await?;
            let resolve = ResolveNode {
                backend_node_id: owner.backend_node_id,
                execution_context_id: Some(parent.world.0),
                object_group: None,
            };
            let Some(object) = self.call(&parent.session, &resolve, within).await?.object.object_id else {
                return Ok(None);
            };
            let element = vec![ObjectHandle::new(object.clone())];
            let number = self.hand_over(parent, &ObjectCommand::NumberOf {}, element, within).await;
            // Releasing the object is a courtesy; the document's end does it too.
            let _ = self.call(&parent.session, &ReleaseObject { object_id: object }, within).await;
            let PageReply::Number { node } = number? else { return Ok(None) };
            Ok(node)
        }
        .boxed()
    }

    fn stop_running_script<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.run(session, TerminateExecution {}, within).boxed()
    }
}

impl CdpDriver {
    /// Sends a command with objects beside it. The answer is the page script's own, text or object.
    pub(super) async fn exchange(
        &self,
        document: &DocumentAddress,
        command: &ObjectCommand,
        objects: Vec<ObjectHandle>,
        group: Option<String>,
        within: Duration,
    ) -> Result<RemoteObject, DriverError> {
        let mut arguments = vec![written(command)?];
        arguments.extend(objects.into_iter().map(|object| Argument::ObjectId(object.as_str().to_owned())));
        let call = CallFunctionOn {
            function_declaration: HANDLE.to_owned(),
            execution_context_id: Some(document.world.0),
            arguments,
            object_group: group,
            ..CallFunctionOn::default()
        };
        self.call_page_script(document, &call, within).await
    }

    /// As [`Self::exchange`], for commands that are answered with a reply.
    pub(super) async fn hand_over(
        &self,
        document: &DocumentAddress,
        command: &ObjectCommand,
        objects: Vec<ObjectHandle>,
        within: Duration,
    ) -> Result<PageReply, DriverError> {
        let text = text_of(self.exchange(document, command, objects, None, within).await?)?;
        let reply = serde_json::from_str(&text).map_err(|error| DriverError::nonsense(&error.to_string()))?;
        if let PageReply::Error { code, message, .. } = reply {
            return Err(DriverError::ScriptRefused { code, message });
        }
        Ok(reply)
    }

    async fn call_page_script(
        &self,
        document: &DocumentAddress,
        call: &CallFunctionOn,
        within: Duration,
    ) -> Result<RemoteObject, DriverError> {
        let answer = self.call(&document.session, call, within).await?;
        if let Some(details) = answer.exception_details {
            let what = details.exception.and_then(|exception| exception.description).unwrap_or(details.text);
            return Err(DriverError::ScriptFailed { what });
        }
        Ok(answer.result)
    }
}

fn written(command: &impl Serialize) -> Result<Argument, DriverError> {
    let text = serde_json::to_string(command).map_err(|error| DriverError::BadCommand { why: error.to_string() })?;
    Ok(Argument::Value(Value::String(text)))
}

pub(super) fn text_of(answer: RemoteObject) -> Result<String, DriverError> {
    if let Value::String(text) = answer.value {
        return Ok(text);
    }
    Err(DriverError::nonsense(&answer.value.to_string()))
}

const HANDLE: &str = "(command, ...objects) => webhand.handle(command, objects)";
