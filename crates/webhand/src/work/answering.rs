//! Who answers a run's questions, and with what.

use webhand_model::{ActionClass, PersonReply, Question, QuestionKind, Visibility};

use crate::words;

/// How questions are answered in this program.
#[derive(Debug, Clone)]
pub struct Answering {
    /// A reply given beforehand: good once, for exactly this question.
    given: Option<(Question, PersonReply)>,
    /// The person said yes to everything the guard asks.
    yes: bool,
    rest: Rest,
}

/// What becomes of a question that has no answer yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rest {
    /// The person at the terminal is asked.
    Terminal,
    /// The run waits until somebody answers.
    Park,
    /// What needs a person is not done.
    Decline,
}

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answered {
    /// The reply, and a sentence that says where it comes from.
    With(PersonReply, String),
    AtTheTerminal,
    /// The person has the browser in front of them, and says so from another terminal when they are done.
    FromElsewhere,
    ByNobody,
}

impl Answering {
    pub fn new(yes: bool, rest: Rest) -> Self {
        Self { given: None, yes, rest }
    }

    pub fn with_reply(self, question: Question, reply: PersonReply) -> Self {
        Self { given: Some((question, reply)), ..self }
    }

    pub(super) fn to(&mut self, question: &Question) -> Answered {
        if let Some((_, reply)) = self.given.take_if(|(given, _)| given == question) {
            return Answered::With(reply, "your answer to exactly this question".to_owned());
        }
        let is_approval = matches!(question.kind, QuestionKind::Approval(_));
        // What the provider of a model wants a person to decide is not decided beforehand.
        let is_foreseen = question.kind != QuestionKind::Approval(ActionClass::Policy);
        if self.yes && is_approval && is_foreseen {
            // The origin comes first in a question, and what would be done is its first sentence.
            let what = words::shown(&question.text, 300);
            let what = what.split_once("? ").map_or(what.as_str(), |(what, _)| what).trim_end_matches('?');
            let details: Vec<_> = question.details.iter().map(|detail| words::shown(detail, 120)).collect();
            return Answered::With(PersonReply::Yes, format!("--yes approves: {what}; {}", details.join(", ")));
        }
        match self.rest {
            Rest::Park if question.kind == QuestionKind::HandOver(Visibility::InWindow) => Answered::FromElsewhere,
            Rest::Terminal => Answered::AtTheTerminal,
            Rest::Decline if is_approval => {
                Answered::With(PersonReply::No, "nobody is here to say yes, so the answer is no".to_owned())
            }
            Rest::Park | Rest::Decline => Answered::ByNobody,
        }
    }
}

#[cfg(test)]
mod tests;
