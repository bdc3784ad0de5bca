//! What the person enters for a page without anyone reading it: the run knows what it is called and where it may go.
//!
//! Invariant: a placeholder is typed only on the origin the person was told of, and only while whoever keeps the secret
//! still has it. A new browser has none: the brain has to ask again.

use std::collections::BTreeMap;

use webhand_model::{
    Action, Facts, FailCode, Millis, Origin, Outcome, PersonReply, Question, QuestionKind, SecretName, SecretUse,
    clean, quote, truncate,
};

use crate::state::State;
use crate::{Effect, Run};

/// The names of the secrets there are, each with its origin.
#[derive(Debug, Default)]
pub(crate) struct Secrets(BTreeMap<SecretName, Origin>);

impl Secrets {
    /// Whoever kept them is gone.
    pub(crate) fn forget(&mut self) {
        self.0.clear();
    }

    /// Why the placeholder that an action would type cannot be, if that is so.
    pub(crate) fn missing(&self, action: &Action) -> Option<Outcome> {
        let name = named(action)?;
        let text = format!("There is no secret {} now: `ask` for it, with `secret`.", quote(&name.to_string()));
        (!self.0.contains_key(&name)).then(|| Outcome::failed(FailCode::NotFound, text))
    }

    /// Whether the person entered what is to be typed, for exactly where it is to be typed.
    pub(crate) fn entrusted(&self, action: &Action, facts: &Facts) -> bool {
        let origin = named(action).and_then(|name| self.0.get(&name));
        origin.is_some() && origin == facts.origin.as_ref()
    }
}

/// The secret that an action would type.
fn named(action: &Action) -> Option<SecretName> {
    action.composed_text().and_then(SecretName::in_placeholder)
}

impl Run {
    /// Asks the person for what the brain is not to see.
    pub(crate) fn ask_secret(&mut self, question: &str, name: String, now: Millis) -> State {
        if self.is_outside() {
            let text = "Here nobody can enter a secret; `hand_over` the browser for it.";
            return self.finish_call(&Outcome::failed(FailCode::Unsupported, text), now);
        }
        let name = match SecretName::try_from(name) {
            Ok(name) => name,
            Err(error) => return self.finish_call(&Outcome::failed(FailCode::BadCall, error.to_string()), now),
        };
        let origin = self.page.as_ref().map_or_else(Origin::opaque, webhand_model::Snapshot::origin);
        if origin == Origin::opaque() {
            let text = "This page is nobody's, so nothing can be entered for it; open the page that wants it first.";
            return self.finish_call(&Outcome::failed(FailCode::BadCall, text), now);
        }
        let detail = format!(
            "It is typed on {origin} only. Neither the brain nor the journal sees it, and it is forgotten with this browser."
        );
        let question = Question {
            kind: QuestionKind::Secret(SecretUse { name, origin }),
            text: truncate(&clean(question), MOST_ASKED).into_owned(),
            details: vec![detail],
            options: Vec::new(),
        };
        self.emit(Effect::AskPerson(question.clone()));
        State::AskingSecret { question }
    }

    pub(crate) fn person_on_secret(&mut self, question: Question, reply: PersonReply, now: Millis) -> State {
        let outcome = match (reply, question.kind) {
            (PersonReply::Entered, QuestionKind::Secret(SecretUse { name, origin })) => {
                let text = format!("The person entered it. Fill it in on {origin} as {}.", name.placeholder());
                self.secrets.0.insert(name, origin);
                Outcome::done(text)
            }
            (PersonReply::Text(text), _) => Outcome::done(text),
            (PersonReply::Yes | PersonReply::No | PersonReply::Entered, _) => {
                Outcome::refused("The person did not enter it.")
            }
        };
        self.finish_call(&outcome, now)
    }
}

const MOST_ASKED: usize = 500;
