//! Decides who answers a run's questions. Pure.

use webhand_model::{ActionClass, PersonReply, Question, QuestionKind, ReplySource, Visibility};

use crate::display;

/// The rules for answering questions.
#[derive(Debug, Clone)]
pub struct AnswerPolicy {
    /// A reply given beforehand. It is valid once, for exactly this question.
    given: Option<(Question, PersonReply, ReplySource)>,
    /// `--yes`: the person approves everything that the guard asks.
    yes: bool,
    rest: Unanswered,
}

/// The fate of a question that the policy cannot answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// The person at the terminal is asked.
    AskAtTerminal,
    /// The run waits until somebody answers.
    Park,
    /// Approvals are denied, and any other question parks the run.
    Decline,
}

/// Where the answer comes from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answerer {
    /// The reply, where it comes from, and a sentence that says so; `None` for an option of the command line.
    With(PersonReply, Option<ReplySource>, String),
    AtTerminal,
    /// The person has the browser in a window, and gives it back from another terminal.
    FromElsewhere,
    Nobody,
}

impl AnswerPolicy {
    pub fn new(yes: bool, rest: Unanswered) -> Self {
        Self { given: None, yes, rest }
    }

    pub fn with_reply(self, question: Question, reply: PersonReply, source: ReplySource) -> Self {
        Self { given: Some((question, reply, source)), ..self }
    }

    pub(super) fn resolve(&mut self, question: &Question) -> Answerer {
        if let Some((_, reply, source)) = self.given.take_if(|(given, ..)| given.is_same(question)) {
            return Answerer::With(reply, Some(source), "your answer to exactly this question".to_owned());
        }
        let is_approval = matches!(question.kind, QuestionKind::Approval(_));
        // `--yes` does not cover approvals that the model's provider requires of a person.
        let is_foreseen = question.kind != QuestionKind::Approval(ActionClass::Policy);
        if self.yes && is_approval && is_foreseen {
            // The first sentence of a question names the origin and the action.
            let what = display::one_line(&question.text, 300);
            let what = what.split_once("? ").map_or(what.as_str(), |(what, _)| what).trim_end_matches('?');
            let details: Vec<_> = question.details.iter().map(|detail| display::one_line(detail, 120)).collect();
            return Answerer::With(PersonReply::Yes, None, format!("--yes approves: {what}; {}", details.join(", ")));
        }
        match self.rest {
            Unanswered::Park if question.kind == QuestionKind::HandOver(Visibility::InWindow) => {
                Answerer::FromElsewhere
            }
            Unanswered::AskAtTerminal => Answerer::AtTerminal,
            Unanswered::Decline if is_approval => {
                Answerer::With(PersonReply::No, None, "nobody is here to say yes, so the answer is no".to_owned())
            }
            Unanswered::Park | Unanswered::Decline => Answerer::Nobody,
        }
    }
}

#[cfg(test)]
mod tests;
