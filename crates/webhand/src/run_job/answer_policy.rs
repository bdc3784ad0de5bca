//! Who answers a run's questions, and with what.

use webhand_model::{ActionClass, PersonReply, Question, QuestionKind, Visibility};

use crate::display;

/// How questions are answered in this program.
#[derive(Debug, Clone)]
pub struct AnswerPolicy {
    /// A reply given beforehand: good once, for exactly this question.
    given: Option<(Question, PersonReply)>,
    /// The person said yes to everything the guard asks.
    yes: bool,
    rest: Unanswered,
}

/// What becomes of a question that has no answer yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// The person at the terminal is asked.
    AskAtTerminal,
    /// The run waits until somebody answers.
    Park,
    /// What needs a person is not done.
    Decline,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AnswerSource {
    /// The reply, and a sentence that says where it comes from.
    With(PersonReply, String),
    AtTheTerminal,
    /// The person has the browser in front of them, and says so from another terminal when they are done.
    FromElsewhere,
    ByNobody,
}

impl AnswerPolicy {
    pub fn new(yes: bool, rest: Unanswered) -> Self {
        Self { given: None, yes, rest }
    }

    pub fn with_reply(self, question: Question, reply: PersonReply) -> Self {
        Self { given: Some((question, reply)), ..self }
    }

    pub(super) fn resolve(&mut self, question: &Question) -> AnswerSource {
        if let Some((_, reply)) = self.given.take_if(|(given, _)| given == question) {
            return AnswerSource::With(reply, "your answer to exactly this question".to_owned());
        }
        let is_approval = matches!(question.kind, QuestionKind::Approval(_));
        // What the provider of a model wants a person to decide is not decided beforehand.
        let is_foreseen = question.kind != QuestionKind::Approval(ActionClass::Policy);
        if self.yes && is_approval && is_foreseen {
            // The origin comes first in a question, and what would be done is its first sentence.
            let what = display::one_line(&question.text, 300);
            let what = what.split_once("? ").map_or(what.as_str(), |(what, _)| what).trim_end_matches('?');
            let details: Vec<_> = question.details.iter().map(|detail| display::one_line(detail, 120)).collect();
            return AnswerSource::With(PersonReply::Yes, format!("--yes approves: {what}; {}", details.join(", ")));
        }
        match self.rest {
            Unanswered::Park if question.kind == QuestionKind::HandOver(Visibility::InWindow) => {
                AnswerSource::FromElsewhere
            }
            Unanswered::AskAtTerminal => AnswerSource::AtTheTerminal,
            Unanswered::Decline if is_approval => {
                AnswerSource::With(PersonReply::No, "nobody is here to say yes, so the answer is no".to_owned())
            }
            Unanswered::Park | Unanswered::Decline => AnswerSource::ByNobody,
        }
    }
}

#[cfg(test)]
mod tests;
