//! Running a script in the page's own world, for which the guard wants a grant of its own.
//!
//! A script is an expression, a function, or statements that `return`; it may await. It is read before it is run, so that
//! one that cannot be read has done nothing.

use crate::reading::Scripts;
use std::time::Duration;

use serde_json::Value;
use webhand_model::{FailCode, Outcome, OutcomeStatus, Ref, clean_value, quote, truncate};

use crate::access::Stopped;
use crate::documents::elements::gone;
use crate::documents::pages::{CALLED_WITHIN, Place};
use crate::settling::action_report::ActionReport;
use crate::trouble::Trouble;
use crate::world::World;
use webhand_cdp::CdpError;
use webhand_cdp::protocol::{Argument, CallFunctionOn, CompileScript, Evaluated, ExceptionDetails, RemoteObject};

impl Scripts {
    /// Runs it where the element is, or in the top document.
    pub(crate) async fn eval(&self, script: &str, target: Option<Ref>) -> Result<Outcome, Trouble> {
        self.access.unblocked()?;
        let (place, element) = match target {
            Some(target) => {
                let element = self.elements.element(target)?;
                let object = self.pages.object_of(&element.place, element.node).await?.ok_or_else(|| gone(target))?;
                (element.place, Some(object))
            }
            None => (self.pages.page()?, None),
        };
        // A page that has only just come may not have a world of its own yet.
        let world = |world: &World| world.frames.get(&place.frame).and_then(|frame| frame.main_context);
        let context = self.access.until(CALLED_WITHIN, world).await.ok_or_else(|| {
            Trouble::failed(FailCode::Gone, "the page is being replaced; look at it again before running a script")
        })?;
        let call = CallFunctionOn {
            function_declaration: self.readable(&place, context, script).await?,
            execution_context_id: Some(context),
            arguments: element.map(Argument::ObjectId).into_iter().collect(),
            await_promise: true,
            return_by_value: true,
            ..CallFunctionOn::default()
        };
        let mut watch = self.settler.watch(place.tab);
        watch.inner = Some(place.clone());
        self.access.touch(place.tab);
        let answer = match self.access.call(place.tab, &place.session, &call, EVALUATED_WITHIN).await {
            Ok(answer) => answer,
            Err(Stopped::Error(CdpError::Timeout { .. })) => {
                self.pages.free(&place.session).await;
                let seconds = EVALUATED_WITHIN.as_secs();
                return Err(Trouble::InDoubt(format!(
                    "the script had not ended after {seconds} s and was told to stop; look at what it has done"
                )));
            }
            Err(Stopped::Dialog) => return Ok(self.settler.settled(&watch, "the script waits for a dialog").await),
            Err(Stopped::Held) => return Ok(self.settler.settled(&watch, "the script leads to another page").await),
            Err(Stopped::Error(CdpError::Refused { message, .. })) => {
                let is_there = self.access.read(|world| world.frames.showing(place.document).is_some());
                return Ok(unanswered(&message, is_there, self.settler.settled(&watch, "").await));
            }
            Err(Stopped::Error(error)) => return Err(Trouble::after_sending(error, "the script")),
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

    /// The script as a function that can be read, whichever of its forms that is.
    async fn readable(&self, place: &Place, context: i64, script: &str) -> Result<String, Trouble> {
        let expression = format!(
            "async (element) => {{ const value = (\n{script}\n); return typeof value === 'function' ? value(element) : value; }}"
        );
        if self.unreadable(place, context, &expression).await?.is_none() {
            return Ok(expression);
        }
        let statements = format!("async (element) => {{\n{script}\n}}");
        match self.unreadable(place, context, &statements).await? {
            None => Ok(statements),
            Some(thrown) => {
                let text = format!("the script cannot be read, so nothing ran: {}", told(&thrown));
                Err(Trouble::failed(FailCode::BadCall, text))
            }
        }
    }

    async fn unreadable(
        &self,
        place: &Place,
        context: i64,
        function: &str,
    ) -> Result<Option<ExceptionDetails>, Trouble> {
        let compile = CompileScript {
            expression: format!("({function})"),
            source_url: String::new(),
            persist_script: false,
            execution_context_id: context,
        };
        let compiled = self.access.call(place.tab, &place.session, &compile, CALLED_WITHIN).await;
        Ok(compiled.map_err(|stopped| self.pages.explain(place, stopped))?.exception_details)
    }
}

/// What a script returned or threw.
struct ScriptResult {
    report: ActionReport,
    data: Option<Value>,
    is_failed: bool,
}

impl ScriptResult {
    fn of(answer: Evaluated) -> Self {
        if let Some(thrown) = answer.exception_details {
            let text = format!("the script failed: {}; what it did before that stays done", told(&thrown));
            return Self { report: text.into(), data: None, is_failed: true };
        }
        let (text, data) = value_of(answer.result);
        Self { report: ActionReport::on_own_line(text), data, is_failed: false }
    }
}

/// It ran, but there is no answer: the document went away with it, or it cannot be written.
fn unanswered(message: &str, is_there: bool, mut outcome: Outcome) -> Outcome {
    if is_there && !message.contains("context") && !message.contains("navigated") {
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
fn value_of(result: RemoteObject) -> (String, Option<Value>) {
    if let Some(number) = result.unserializable_value {
        return (number, None);
    }
    if result.kind == "undefined" {
        return ("undefined".to_owned(), None);
    }
    let written = result.value.to_string();
    let text = truncate(&clean_value(&written), MOST_ANSWERED).into_owned();
    let is_whole = written.chars().count() <= MOST_ANSWERED;
    (text, Some(result.value).filter(|_| is_whole))
}

/// What was thrown, without where: those lines are numbered by what stands around the script.
fn told(thrown: &ExceptionDetails) -> String {
    let exception = thrown.exception.as_ref();
    let what = exception.and_then(|exception| exception.description.as_deref().or(exception.value.as_str()));
    let what = what.unwrap_or(&thrown.text).lines().next().unwrap_or_default();
    quote(&truncate(&webhand_model::clean(what), MOST_THROWN))
}

/// Long enough to await a request; a script that goes on for longer is stopped.
const EVALUATED_WITHIN: Duration = Duration::from_secs(20);
const MOST_ANSWERED: usize = 50_000;
const MOST_THROWN: usize = 500;
