//! Running a script in the page's own world, for which the guard wants a grant of its own.
//!
//! A script is an expression, a function, or statements that `return`; it may await. It is read before it is run, so that
//! one that cannot be read has done nothing.

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
    /// Runs it where the element is, or in the top document.
    pub(crate) async fn eval(&self, script: &str, target: Option<Ref>) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let runner = self.access.driver().scripts().ok_or_else(|| ActionError::lacking("run scripts"))?;
        let (place, element) = match target {
            Some(target) => {
                let element = self.elements.element(target)?;
                let object = self.pages.object_of(&element.place, element.node).await?.ok_or_else(|| gone(target))?;
                (element.place, Some(object))
            }
            None => (self.pages.page()?, None),
        };
        // A page that has only just come may not have a world of its own yet.
        let world = |world: &World| world.frames.get(&place.frame).and_then(|frame| frame.page_world);
        let page_world = self.access.until(CALLED_WITHIN, world).await.ok_or_else(|| {
            ActionError::failed(FailCode::Gone, "the page is being replaced; look at it again before running a script")
        })?;
        let compiled = self.compiled(runner, &place, page_world, script).await?;
        let mut watch = self.settler.watch(place.tab);
        watch.inner = Some(place.clone());
        self.access.touch(place.tab);
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
                return Ok(unanswered(None, self.settler.settled(&watch, "").await));
            }
            Err(CallError::Driver(DriverError::Refused { message, .. })) => {
                let is_there = self.access.read(|world| world.frames.showing(place.document).is_some());
                return Ok(unanswered(is_there.then_some(&*message), self.settler.settled(&watch, "").await));
            }
            Err(CallError::Driver(error)) => return Err(ActionError::after_sending(error, "the script")),
        };
        let result = ScriptResult::of(answer);
        let is_failed = result.is_failed;
        let mut outcome = self.settler.settled(&watch, result.report).await;
        outcome.data = result.data;
        if is_failed {
            fail(&mut outcome);
        }
        Ok(outcome)
    }

    /// The script as it can be run.
    async fn compiled(
        &self,
        runner: &dyn ScriptRunner,
        place: &FrameDocument,
        page_world: ScriptWorld,
        script: &str,
    ) -> Result<String, ActionError> {
        let compiled = runner.compile(&place.session, page_world, script, CALLED_WITHIN);
        self.pages.answer_of(place, compiled).await?.map_err(|fault| {
            let text = format!("the script cannot be read, so nothing ran: {}", told(&fault));
            ActionError::failed(FailCode::BadCall, text)
        })
    }
}

/// What a script returned or threw.
struct ScriptResult {
    report: ActionReport,
    data: Option<Value>,
    is_failed: bool,
}

impl ScriptResult {
    fn of(answer: Result<ScriptValue, ScriptFault>) -> Self {
        match answer {
            Err(fault) => {
                let text = format!("the script failed: {}; what it did before that stays done", told(&fault));
                Self { report: text.into(), data: None, is_failed: true }
            }
            Ok(value) => {
                let (text, data) = value_of(value);
                Self { report: ActionReport::on_own_line(text), data, is_failed: false }
            }
        }
    }
}

/// It ran, but there is no answer: its value cannot be written, for this reason, or the document went away with it.
fn unanswered(unwritten: Option<&str>, mut outcome: Outcome) -> Outcome {
    if let Some(message) = unwritten {
        fail(&mut outcome);
        let text = format!("the script ran, but its value cannot be written ({message}); return text or plain data");
        outcome.text.insert_str(0, &text);
    } else {
        outcome.text.insert_str(0, "the script ended with its document, without an answer");
    }
    outcome
}

fn fail(outcome: &mut Outcome) {
    if outcome.status == OutcomeStatus::Done {
        outcome.status = OutcomeStatus::Failed(FailCode::NotTaken);
    }
}

/// The value for a reader and, unless it is too long, for a program.
fn value_of(value: ScriptValue) -> (String, Option<Value>) {
    let value = match value {
        ScriptValue::Number(number) => return (number, None),
        ScriptValue::Undefined => return ("undefined".to_owned(), None),
        ScriptValue::Json(value) => value,
    };
    let written = value.to_string();
    let text = truncate(&clean_value(&written), MOST_ANSWERED).into_owned();
    let is_whole = written.chars().count() <= MOST_ANSWERED;
    (text, Some(value).filter(|_| is_whole))
}

/// What was thrown, without where: those lines are numbered by what stands around the script.
fn told(fault: &ScriptFault) -> String {
    let what = fault.0.lines().next().unwrap_or_default();
    quote(&truncate(&webhand_model::clean(what), MOST_THROWN))
}

/// Long enough to await a request; a script that goes on for longer is stopped.
const EVALUATED_WITHIN: Duration = Duration::from_secs(20);
const MOST_ANSWERED: usize = 50_000;
const MOST_THROWN: usize = 500;
