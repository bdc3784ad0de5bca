//! Taking a run up again with a new browser: whatever was under way is told apart from what is certain.

use webhand_model::{Action, FailCode, Outcome, Question, WebUrl};

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
            State::ResolvingRequest { .. } if begun => {
                let text = "The browser ended while a request was being sent: it may or may not have arrived. \
                            Look before repeating it.";
                self.return_to_page(&Outcome::in_doubt(text))
            }
            State::AskingRequest { .. } | State::ResolvingRequest { .. } if has_sent => {
                let text = "The browser ended after a part of it was sent. Look before repeating it.";
                self.return_to_page(&Outcome::in_doubt(text))
            }
            State::ResolvingRequest { .. } => {
                self.undone("The browser ended before the request could go; nothing was sent.")
            }
            State::AskingAction { ref question, .. }
            | State::AskingRequest { ref question, .. }
            | State::AskingForBrain { ref question }
            | State::AskingSecret { ref question }
            | State::AskingBudget { ref question, .. } => {
                self.ask_again(question.clone());
                state
            }
            State::Rechecking { asked } => {
                self.standing_yes = Some(asked);
                self.remember_yes()
            }
            State::Acting { action } if begun => self.cut_off_during(&action),
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
                self.undone("The browser was started again before this was done; nothing happened.")
            }
            State::Over => State::Over,
        }
    }

    /// The person is asked the same as before; the page that the question is about has to be loaded first.
    fn ask_again(&mut self, question: Question) {
        self.page_gone = true;
        self.emit(Effect::AskPerson(question));
    }

    /// The browser ended while this was being done.
    fn cut_off_during(&mut self, action: &Action) -> State {
        let name = action.name();
        let outcome = if action.is_repeatable() {
            let text = format!("The browser ended during this {name}. It changes nothing: repeat it if you need it.");
            Outcome::failed(FailCode::Gone, text)
        } else {
            Outcome::in_doubt(format!(
                "The browser ended during this {name}: it may or may not have happened. Look before repeating it."
            ))
        };
        self.return_to_page(&outcome)
    }

    /// The person said yes, but the page is gone: the same thing may be done once when it is proposed again.
    pub(crate) fn remember_yes(&mut self) -> State {
        self.undone("The browser was started again before this was done. The person has allowed it: do it again now.")
    }

    fn undone(&mut self, why: &str) -> State {
        self.return_to_page(&Outcome::failed(FailCode::Gone, why))
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
