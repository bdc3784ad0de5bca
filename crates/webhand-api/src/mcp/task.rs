//! The tool that hands a whole task to webhand's own agent.

use std::sync::Arc;

use rmcp::RoleServer;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject};
use rmcp::service::RequestContext;
use serde_json::{Value, json};
use webhand_engine::Questioner;
use webhand_model::{Question, QuestionKind, RunOutcome, WebUrl};
use webhand_wire::agent::Approval;

use super::person::{ElicitingPerson, can_show_form};
use super::progress::ProgressNotifier;
use super::result::error;
use crate::{SessionHost, TaskEnd, TaskOrder, TaskReport, approval};

/// Runs the task and reports each step.
pub(super) async fn run_task(
    host: &Arc<dyn SessionHost>,
    arguments: &JsonObject,
    context: &RequestContext<RoleServer>,
) -> CallToolResult {
    let order = match parse_order(arguments) {
        Ok(order) => order,
        Err(why) => return error("bad_call", why),
    };
    let askable = can_show_form(context.client_capabilities().as_ref());
    let person = askable.then(|| Arc::new(ElicitingPerson::new(context.peer.clone())) as Arc<dyn Questioner>);
    let work = |progress| host.run_task(order, progress, person);
    match ProgressNotifier::report_steps(ProgressNotifier::of(context), work).await {
        Ok(report) => task_result(&report),
        Err(why) => error(why.code(), why.to_string()),
    }
}

fn parse_order(arguments: &JsonObject) -> Result<TaskOrder, String> {
    let given = |name: &str| arguments.get(name).filter(|value| !value.is_null());
    if let Some(odd) = arguments.keys().find(|name| !["task", "url", "max_steps"].contains(&name.as_str())) {
        return Err(format!("run_task has no parameter {odd:?}; it takes task, url?, max_steps?"));
    }
    let text = given("task").and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    let text = text.ok_or("run_task needs \"task\": what to do, in plain words")?;
    let start = match given("url") {
        Some(url) => Some(WebUrl::parse(url.as_str().unwrap_or_default()).map_err(|error| error.to_string())?),
        None => None,
    };
    let max_steps = match given("max_steps") {
        Some(steps) => {
            let steps = steps.as_u64().and_then(|steps| u32::try_from(steps).ok()).filter(|steps| *steps > 0);
            Some(steps.ok_or("\"max_steps\" of run_task must be a whole number from 1")?)
        }
        None => None,
    };
    Ok(TaskOrder { text: text.to_owned(), start, max_steps })
}

fn task_result(report: &TaskReport) -> CallToolResult {
    let mut structured = json!({"run": report.run, "steps": report.steps});
    let (text, failed) = match &report.end {
        TaskEnd::Over(ending) => {
            structured["ending"] = serde_json::to_value(ending).unwrap_or_default();
            (ending.in_words(), !matches!(ending, RunOutcome::Done { .. }))
        }
        TaskEnd::Waiting { id, question } => {
            let command = format!("webhand runs answer {} {}", report.run.short(), expected(question));
            let approval = Approval { command, ..approval(id, question) };
            let text = format!(
                "It waits for the person: {} They answer with `{}`, which carries the task on.",
                question.text, approval.command
            );
            structured["code"] = "needs_approval".into();
            structured["error"] = text.as_str().into();
            structured["approval"] = serde_json::to_value(approval).unwrap_or_default();
            (text, true)
        }
        TaskEnd::Parked(why) => {
            let command = format!("webhand runs resume {}", report.run.short());
            let text = format!(
                "Parked, not failed: {}. What was done is kept; `{command}` goes on with it. Do not start the task anew.",
                why.trim_end_matches('.')
            );
            structured["code"] = "parked".into();
            structured["error"] = text.as_str().into();
            structured["resume"] = command.into();
            (text, true)
        }
    };
    let content = vec![ContentBlock::text(text)];
    let mut result = if failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
    result.structured_content = Some(structured);
    result
}

/// The word that answers a question on the command line.
fn expected(question: &Question) -> &'static str {
    match question.kind {
        QuestionKind::Approval(_) | QuestionKind::HandOver(_) | QuestionKind::Budget | QuestionKind::Debugger => "yes",
        QuestionKind::Brain => "ANSWER",
        QuestionKind::Secret(_) => "--secret",
    }
}
