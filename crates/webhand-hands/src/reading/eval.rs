//! `eval`: runs a script in the page's main world. The guard requires a grant for it.
//!
//! A script is an expression, a function, or statements that `return`; it may await. It is compiled before it is run,
//! so that a script with a syntax error has no effects.

use crate::reading::Scripts;
use std::time::Duration;

use serde_json::Value;
use webhand_model::{FailCode, Outcome, OutcomeStatus, Ref, clean_value, quote, truncate};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::gone;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument};
use crate::driver::{DriverError, ScriptFault, ScriptRunner, ScriptValue, ScriptWorld};
use crate::settling::action_report::ActionReport;
use crate::world::World;

impl Scripts {
    /// Runs the script in the document of the target, or in the top document.
    pub(crate) async fn eval(&self, script: &str, target: Option<Ref>) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let runner =
            self.access.driver().scripts().ok_or_else(|| ActionError::lacking(self.access.driver(), "run scripts"))?;
        let (place, element) = match target {
            Some(target) => {
                let element = self.elements.element(target)?;
                let object = self.pages.object_of(&element.place, element.node).await?.ok_or_else(|| gone(target))?;
                (element.place, Some(object))
            }
            None => (self.pages.page()?, None),
        };
        // A document that was just committed may not have its main world yet.
        let world = |world: &World| world.frames.get(&place.frame).and_then(|frame| frame.page_world);
        let page_world = self.access.until(CALLED_WITHIN, world).await.ok_or_else(|| {
            ActionError::failed(FailCode::Gone, "the page is being replaced; look at it again before running a script")
        })?;
        let compiled = self.compile(runner, &place, page_world, script).await?;
        let mut watch = self.settler.watch(place.tab);
        watch.inner = Some(place.clone());
        let run = runner.run(&place.session, page_world, compiled, element, EVALUATED_WITHIN);
        let answer = match self.access.call(place.tab, &place.session, run).await {
            Ok(answer) => answer,
            Err(CallError::Driver(DriverError::TimedOut { .. })) => {
                self.pages.stop_script(&place.session).await;
                let seconds = EVALUATED_WITHIN.as_secs();
                return Err(ActionError::InDoubt(format!(
                    "the script had not ended after {seconds} s and was told to stop; look at what it has done"
                )));
            }
            Err(CallError::DialogOpen) => {
                return Ok(self.settler.settled(&watch, "the script waits for a dialog").await);
            }
            Err(CallError::NavigationHeld) => {
                return Ok(self.settler.settled(&watch, "the script leads to another page").await);
            }
            Err(CallError::Driver(DriverError::DocumentGone { .. })) => {
                return Ok(render_no_value(None, self.settler.settled(&watch, "").await));
            }
            Err(CallError::Driver(DriverError::Refused { message, .. })) => {
                let is_there = self.access.read(|world| world.frames.showing(place.document).is_some());
                return Ok(render_no_value(is_there.then_some(&*message), self.settler.settled(&watch, "").await));
            }
            Err(CallError::Driver(error)) => return Err(ActionError::after_sending(error, "the script")),
        };
        let result = ScriptResult::of(answer);
        let is_failed = result.is_failed;
        let mut outcome = self.settler.settled(&watch, result.report).await;
        outcome.data = result.data;
        if is_failed {
            mark_failed(&mut outcome);
        }
        Ok(outcome)
    }

    /// Compiles the script; the error reports the syntax error.
    async fn compile(
        &self,
        runner: &dyn ScriptRunner,
        place: &FrameDocument,
        page_world: ScriptWorld,
        script: &str,
    ) -> Result<String, ActionError> {
        let compiled = runner.compile(&place.session, page_world, script, CALLED_WITHIN);
        self.pages.answer_of(place, compiled).await?.map_err(|fault| {
            let text = format!("the script cannot be read, so nothing ran: {}", render_fault(&fault));
            ActionError::failed(FailCode::BadCall, text)
        })
    }
}

/// The value that a script returned, or its exception, rendered for the outcome.
struct ScriptResult {
    report: ActionReport,
    data: Option<Value>,
    is_failed: bool,
}

impl ScriptResult {
    fn of(answer: Result<ScriptValue, ScriptFault>) -> Self {
        match answer {
            Err(fault) => {
                let text = format!("the script failed: {}; what it did before that stays done", render_fault(&fault));
                Self { report: text.into(), data: None, is_failed: true }
            }
            Ok(value) => {
                let (text, data) = render_value(value);
                Self { report: ActionReport::on_own_line(text), data, is_failed: false }
            }
        }
    }
}

/// Reports a script that ran without returning a value: the value cannot be serialized, for the reason given, or the
/// document was replaced.
fn render_no_value(unwritten: Option<&str>, mut outcome: Outcome) -> Outcome {
    if let Some(message) = unwritten {
        mark_failed(&mut outcome);
        let text = format!("the script ran, but its value cannot be written ({message}); return text or plain data");
        outcome.text.insert_str(0, &text);
    } else {
        outcome.text.insert_str(0, "the script ended with its document, without an answer");
    }
    outcome
}

fn mark_failed(outcome: &mut Outcome) {
    if outcome.status == OutcomeStatus::Done {
        outcome.status = OutcomeStatus::Failed(FailCode::NotTaken);
    }
}

/// Renders the value as text and, unless it is too long, returns it as data.
fn render_value(value: ScriptValue) -> (String, Option<Value>) {
    let value = match value {
        ScriptValue::Number(number) => return (number, None),
        ScriptValue::Undefined => return ("undefined".to_owned(), None),
        ScriptValue::Json(value) => value,
    };
    let written = value.to_string();
    let text = truncate(&clean_value(&written), MOST_VALUE).into_owned();
    let is_whole = written.chars().count() <= MOST_VALUE;
    (text, Some(value).filter(|_| is_whole))
}

/// Renders the first line of an exception. The stack is left out, because its line numbers count the code around the
/// script.
fn render_fault(fault: &ScriptFault) -> String {
    let what = fault.0.lines().next().unwrap_or_default();
    quote(&truncate(&webhand_model::clean(what), MOST_ERROR))
}

/// Long enough to await a request; a script that runs longer is terminated.
const EVALUATED_WITHIN: Duration = Duration::from_secs(20);
const MOST_VALUE: usize = 50_000;
const MOST_ERROR: usize = 500;
