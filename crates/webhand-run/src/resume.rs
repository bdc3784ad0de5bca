//! Taking a run up again with a new browser: whatever was under way is told apart from what is certain.

use webhand_model::{FailCode, Outcome, WebUrl};

use crate::state::{State, Then};
use crate::{Effect, Run};

impl Run {
    /// The journal was replayed and a new browser is there; what the old one was doing cannot be known.
    pub(crate) fn resume(&mut self, state: State) -> State {
        // What was not handed out was never begun.
        let begun = !self.drop_unsent();
        let has_sent = self.batch.as_ref().is_some_and(|batch| batch.has_sent);
        self.held.clear();
        self.ticket = None;
        self.secrets.forget();
        if self.is_outside() {
            self.batch = None;
            return State::Waiting;
        }
        match state {
            State::AskingAction { asked, question } => {
                self.page_gone = true;
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingAction { asked, question }
            }
            State::AskingForBrain { question } => {
                self.page_gone = true;
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingForBrain { question }
            }
            State::AskingSecret { question } => {
                self.page_gone = true;
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingSecret { question }
            }
            State::AskingBudget { budget, question } => {
                self.page_gone = true;
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingBudget { budget, question }
            }
            State::AskingRequest { asked, question } if !has_sent => {
                self.page_gone = true;
                self.emit(Effect::AskPerson(question.clone()));
                State::AskingRequest { asked, question }
            }
            State::Rechecking { asked } => {
                self.standing_yes = Some(asked);
                self.remember_yes()
            }
            State::Acting { action } if begun && action.is_repeatable() => {
                let text = format!(
                    "The browser ended during this {}. It changes nothing: repeat it if you need it.",
                    action.name()
                );
                self.return_to_page(&Outcome::failed(FailCode::Gone, text))
            }
            State::Acting { action } if begun => {
                let text = format!(
                    "The browser ended during this {}: it may or may not have happened. Look before repeating it.",
                    action.name()
                );
                self.return_to_page(&Outcome::in_doubt(text))
            }
            State::Ruling { .. } if begun => {
                let text = "The browser ended while a request was being sent: it may or may not have arrived. \
                            Look before repeating it.";
                self.return_to_page(&Outcome::in_doubt(text))
            }
            State::AskingRequest { .. } => self.in_doubt_after_a_part(),
            State::Ruling { .. } if has_sent => self.in_doubt_after_a_part(),
            State::Ruling { .. } => {
                let text = "The browser ended before the request could go; nothing was sent.";
                self.return_to_page(&Outcome::failed(FailCode::Gone, text))
            }
            State::SteppingAside { what }
            | State::PersonHas { what }
            | State::Arriving { then: Then::StepAside { what } } => self.return_for_person(what),
            State::SteppingIn { said } => self.return_to_page(&said),
            // Nothing that happened since can have proven it wrong.
            State::Verifying { claim } => {
                self.page_gone = true;
                self.verify(claim)
            }
            State::Arriving { then: Then::Look }
            | State::Observing
            | State::Deciding
            | State::Waiting
            | State::Recalling { .. }
            | State::Inspecting { .. }
            | State::Acting { .. }
            | State::Reading { .. }
            | State::Extracting { .. }
            | State::Resting { .. } => {
                let text = "The browser was started again before this was done; nothing happened.";
                self.return_to_page(&Outcome::failed(FailCode::Gone, text))
            }
            State::Over => State::Over,
        }
    }

    fn in_doubt_after_a_part(&mut self) -> State {
        let text = "The browser ended after a part of it was sent. Look before repeating it.";
        self.return_to_page(&Outcome::in_doubt(text))
    }

    /// The person said yes, but the page is gone: the same thing may be done once when it is proposed again.
    pub(crate) fn remember_yes(&mut self) -> State {
        let text = "The browser was started again before this was done. The person has allowed it: do it again now.";
        self.return_to_page(&Outcome::failed(FailCode::Gone, text))
    }

    /// Answers what was under way and loads the last page in the new browser.
    pub(crate) fn return_to_page(&mut self, outcome: &Outcome) -> State {
        self.page_gone = false;
        self.abandon_batch(outcome, "the browser was started again");
        self.note_new_browser();
        match self.last_address() {
            Some(url) => self.arrive(url, Then::Look),
            None => self.observe(),
        }
    }

    pub(crate) fn note_new_browser(&mut self) {
        self.notes
            .push("The browser was started again; the last page was loaded anew. Refs of before are void.".to_owned());
        self.wants_picture = true;
    }

    pub(crate) fn last_address(&self) -> Option<WebUrl> {
        self.page.as_ref().and_then(|page| WebUrl::parse(&page.url).ok()).or_else(|| self.task.start.clone())
    }
}
