//! The reply to a call, as a message of [`webhand_wire::agent`].

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use webhand_engine::{CallReply, EngineError};
use webhand_model::{ApprovalId, Outcome, OutcomeStatus, Question, QuestionKind};
use webhand_port::Picture;
use webhand_wire::agent::{AgentData, AgentPicture, AgentReply, Approval, MessageId};

/// The message with the reply to a call.
#[must_use]
pub fn reply(id: Option<MessageId>, reply: &Result<CallReply, EngineError>) -> AgentReply {
    match reply {
        Ok(CallReply::Outcome { outcome, picture }) => outcome_reply(id, outcome, picture.as_ref()),
        Ok(CallReply::NeedsApproval { id: approval_id, question }) => {
            let approval = approval(approval_id, question);
            let word = if question.kind == QuestionKind::Brain { "answer" } else { "allow" };
            let details: Vec<_> = question.details.iter().chain(&question.options).map(String::as_str).collect();
            let details = webhand_model::truncate(&details.join("; "), MOST_DETAILS).into_owned();
            let details = if details.is_empty() { details } else { format!(" ({details})") };
            let all = match question.kind {
                QuestionKind::Approval(_) if !question.content.is_empty() => {
                    format!(", and see all of it with `{} --show`", approval.command)
                }
                QuestionKind::Approval(_)
                | QuestionKind::Brain
                | QuestionKind::Budget
                | QuestionKind::Debugger
                | QuestionKind::HandOver(_)
                | QuestionKind::Secret(_) => String::new(),
            };
            let error = format!(
                "The person has to {word} this first: {}{details} They can with `{}`{all}; then make the same call again.",
                question.text, approval.command
            );
            AgentReply { approval: Some(approval), ..AgentReply::failed(id, "needs_approval", error) }
        }
        Err(error) => AgentReply::failed(id, "closed", error.to_string()),
    }
}

/// A question with the command that answers it.
#[must_use]
pub fn approval(id: &ApprovalId, question: &Question) -> Approval {
    Approval {
        id: id.to_string(),
        question: question.text.clone(),
        details: question.details.clone(),
        this_kind: question.this_kind.clone(),
        command: match question.kind {
            QuestionKind::Brain => format!("webhand runs answer {} ANSWER", id.run),
            QuestionKind::Approval(_)
            | QuestionKind::Budget
            | QuestionKind::Debugger
            | QuestionKind::HandOver(_)
            | QuestionKind::Secret(_) => {
                format!("webhand approve {id}")
            }
        },
    }
}

/// The error code of an outcome; `None` for a success.
#[must_use]
pub fn code(outcome: &Outcome) -> Option<String> {
    match outcome.status {
        OutcomeStatus::Done => None,
        OutcomeStatus::Refused => Some("refused".to_owned()),
        OutcomeStatus::InDoubt => Some("in_doubt".to_owned()),
        OutcomeStatus::Failed(code) => serde_json::to_value(code).ok()?.as_str().map(str::to_owned),
    }
}

/// The text is shortened; the approval beside it holds all details.
const MOST_DETAILS: usize = 300;

fn outcome_reply(id: Option<MessageId>, outcome: &Outcome, picture: Option<&Picture>) -> AgentReply {
    let data = AgentData {
        text: outcome.text_with_changes(),
        value: outcome.data.clone(),
        changes: outcome.changes.iter().filter_map(|change| serde_json::to_value(change).ok()).collect(),
        picture: picture
            .map(|picture| AgentPicture { mime: "image/jpeg".to_owned(), base64: STANDARD.encode(&picture.jpeg) }),
        session: None,
    };
    match code(outcome) {
        None => AgentReply::done(id, data),
        Some(code) => {
            // The error text is not repeated as data.
            let has_more = AgentData { text: outcome.text.clone(), ..AgentData::default() } != data;
            AgentReply { data: has_more.then_some(data), ..AgentReply::failed(id, code, outcome.text.clone()) }
        }
    }
}
