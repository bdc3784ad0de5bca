//! Scripts that a caller wrote.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_cdp::protocol::{Argument, CallFunctionOn, CompileScript, ExceptionDetails, RemoteObject};

use super::CdpDriver;
use crate::driver::{
    Answer, DriverError, ObjectHandle, ScriptFault, ScriptRunner, ScriptValue, ScriptWorld, SessionId,
};

impl ScriptRunner for CdpDriver {
    /// The script as a function that can be read, whichever of its forms that is.
    fn compile<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        script: &'a str,
        within: Duration,
    ) -> Answer<'a, Result<String, ScriptFault>> {
        async move {
            let expression = format!(
                "async (element) => {{ const value = (\n{script}\n); return typeof value === 'function' ? value(element) : value; }}"
            );
            if self.fault_of(session, world, &expression, within).await?.is_none() {
                return Ok(Ok(expression));
            }
            let statements = format!("async (element) => {{\n{script}\n}}");
            Ok(self.fault_of(session, world, &statements, within).await?.map_or(Ok(statements), Err))
        }
        .boxed()
    }

    fn run<'a>(
        &'a self,
        session: &'a SessionId,
        world: ScriptWorld,
        compiled: String,
        element: Option<ObjectHandle>,
        within: Duration,
    ) -> Answer<'a, Result<ScriptValue, ScriptFault>> {
        async move {
            let element = element.map(|element| Argument::ObjectId(element.as_str().to_owned()));
            let call = CallFunctionOn {
                function_declaration: compiled,
                execution_context_id: Some(world.0),
                arguments: element.into_iter().collect(),
                await_promise: true,
                return_by_value: true,
                ..CallFunctionOn::default()
            };
            let answer = self.call(session, &call, within).await?;
            Ok(match answer.exception_details {
                Some(thrown) => Err(fault(&thrown)),
                None => Ok(value_of(answer.result)),
            })
        }
        .boxed()
    }
}

impl CdpDriver {
    async fn fault_of(
        &self,
        session: &SessionId,
        world: ScriptWorld,
        function: &str,
        within: Duration,
    ) -> Result<Option<ScriptFault>, DriverError> {
        let compile = CompileScript {
            expression: format!("({function})"),
            source_url: String::new(),
            persist_script: false,
            execution_context_id: world.0,
        };
        Ok(self.call(session, &compile, within).await?.exception_details.as_ref().map(fault))
    }
}

fn fault(thrown: &ExceptionDetails) -> ScriptFault {
    let exception = thrown.exception.as_ref();
    let what = exception.and_then(|exception| exception.description.as_deref().or(exception.value.as_str()));
    ScriptFault(what.map_or_else(|| thrown.text.clone(), str::to_owned))
}

fn value_of(result: RemoteObject) -> ScriptValue {
    match result.unserializable_value {
        Some(number) => ScriptValue::Number(number),
        None if result.kind == "undefined" => ScriptValue::Undefined,
        None => ScriptValue::Json(result.value),
    }
}
