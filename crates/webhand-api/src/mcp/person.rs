//! The person at a client, asked by elicitation if the client can show a form.

use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    BooleanSchema, ClientCapabilities, ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema,
    PrimitiveSchemaDefinition, StringSchema,
};
use rmcp::service::Peer;
use serde_json::Value;
use webhand_engine::Questioner;
use webhand_model::{PersonReply, Question, QuestionKind};
use webhand_port::BoxFuture;

/// Asks the person through a form of the client.
#[derive(Clone)]
pub(super) struct ElicitingPerson {
    peer: Peer<RoleServer>,
}

impl ElicitingPerson {
    pub fn new(peer: Peer<RoleServer>) -> Self {
        Self { peer }
    }
}

impl Questioner for ElicitingPerson {
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Option<PersonReply>> {
        Box::pin(async move {
            // A client may show its agent the text typed into a form.
            if matches!(question.kind, QuestionKind::Secret(_)) {
                return None;
            }
            let answer = self.peer.create_elicitation_with_timeout(form(question), Some(ANSWERED_WITHIN)).await;
            match answer {
                Ok(result) => reply(question, &result),
                Err(error) => {
                    tracing::warn!(%error, "the client could not ask the person");
                    None
                }
            }
        })
    }
}

/// Whether a client can show a form. The capability "elicitation" without details means forms.
pub(super) fn can_show_form(client: Option<&ClientCapabilities>) -> bool {
    let elicitation = client.and_then(|client| client.elicitation.as_ref());
    elicitation.is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none())
}

/// A question as a form.
pub(super) fn form(question: &Question) -> ElicitRequestParams {
    let mut message = question.text.clone();
    for line in &question.details {
        message.push('\n');
        message.push_str(line);
    }
    if let Some(kind) = &question.this_kind {
        message.push_str("\nthis kind is: ");
        message.push_str(kind);
    }
    let field = match &question.kind {
        QuestionKind::Approval(_) | QuestionKind::Budget | QuestionKind::Debugger => {
            let allow = BooleanSchema::new().title("Allow this").with_default(false);
            (ALLOW, PrimitiveSchemaDefinition::Boolean(allow))
        }
        QuestionKind::HandOver(_) | QuestionKind::Secret(_) => {
            let done = BooleanSchema::new().title("Done; give the browser back").with_default(false);
            (ALLOW, PrimitiveSchemaDefinition::Boolean(done))
        }
        QuestionKind::Brain => {
            let mut answer = StringSchema::new().title("Answer");
            if !question.options.is_empty() {
                answer = answer.description(question.options.join(" / "));
            }
            (ANSWER, PrimitiveSchemaDefinition::String(answer))
        }
    };
    let mut schema = ElicitationSchema::builder().required_property(field.0, field.1);
    if question.this_kind.is_some() {
        let kind = BooleanSchema::new().title("Allow this kind for the rest of the session").with_default(false);
        schema = schema.property(THIS_KIND, PrimitiveSchemaDefinition::Boolean(kind));
    }
    let requested_schema = schema.build_unchecked();
    ElicitRequestParams::FormElicitationParams { meta: None, message, requested_schema }
}

/// The person's reply; `None` when they dismissed the form. Only an explicit `true` is a yes.
pub(super) fn reply(question: &Question, result: &ElicitResult) -> Option<PersonReply> {
    let entered = |name: &str| result.content.as_ref().and_then(|content| content.get(name));
    let is_ticked = |name: &str| entered(name) == Some(&Value::Bool(true));
    match (&result.action, &question.kind) {
        (
            ElicitationAction::Accept,
            QuestionKind::Approval(_) | QuestionKind::Budget | QuestionKind::Debugger | QuestionKind::HandOver(_),
        ) => Some(match (is_ticked(ALLOW), question.this_kind.is_some() && is_ticked(THIS_KIND)) {
            (true, false) => PersonReply::Yes,
            (true, true) => PersonReply::YesToKind,
            (false, _) => PersonReply::No,
        }),
        (ElicitationAction::Accept, QuestionKind::Brain) => {
            Some(PersonReply::Text(entered(ANSWER).and_then(Value::as_str).unwrap_or_default().to_owned()))
        }
        (ElicitationAction::Decline, _) => Some(PersonReply::No),
        // The form was dismissed: the question stays open.
        _ => None,
    }
}

const ALLOW: &str = "allow";
const ANSWER: &str = "answer";
/// A second, optional field: a client that knows only `allow` allows once.
const THIS_KIND: &str = "this_kind";
/// How long a form may stay open.
pub(super) const ANSWERED_WITHIN: Duration = Duration::from_mins(5);

#[cfg(test)]
mod tests;
