//! The person and the browser: it is handed to them for what only they can do, or they take it, and then give it back.
//!
//! Invariant: from [`Effect::StepAside`] until [`Effect::StepIn`] is answered nothing else is asked of the hands.

use webhand_model::{
    FailCode, Millis, Node, Outcome, PersonReply, Question, QuestionKind, Snapshot, Visibility, clean, quote, truncate,
};

use crate::outside::unbegun;
use crate::state::{State, Then};
use crate::{Effect, Run};

/// What the brain still has to hear, or has heard already.
#[derive(Debug, Default)]
pub(crate) struct Handover {
    /// The person had the browser since the last look.
    is_news: bool,
    /// The page on which the brain was last told of a captcha.
    captcha_at: Option<String>,
}

impl Run {
    /// Takes the hands off the browser; `what` is for the person to do, where a brain wants something.
    pub(crate) fn step_aside(&mut self, what: Option<String>) -> State {
        self.emit(Effect::StepAside);
        State::SteppingAside { what: what.map(|what| truncate(&clean(&what), MOST_ASKED).into_owned()) }
    }

    /// The person wants the browser now. What was under way is told apart from what is certain.
    pub(crate) fn taken_over(&mut self, state: State) -> State {
        if matches!(state, State::SteppingAside { .. } | State::PersonHas { .. }) {
            return state;
        }
        let begun = !self.drop_unsent();
        let is_recalling = self.is_outside() && matches!(state, State::Recalling { .. });
        let outcome = self.interrupted(state, begun);
        self.held.clear();
        self.ticket = None;
        if is_recalling {
            self.tell_beside(outcome);
            self.give_up_calls(unbegun());
        } else if self.is_outside() {
            self.give_up_calls(outcome);
        } else {
            self.abandon_batch(&outcome, "the person took the browser");
        }
        if std::mem::take(&mut self.page_gone) {
            return self.return_for_person(None);
        }
        self.step_aside(None)
    }

    /// What came of what was under way.
    fn interrupted(&self, state: State, begun: bool) -> Outcome {
        let has_sent = self.batch.as_ref().is_some_and(|batch| batch.has_sent);
        match state {
            State::SteppingIn { said } => said,
            State::Acting { action } if begun && action.is_repeatable() => Outcome::failed(
                FailCode::TakenOver,
                format!(
                    "The person took the browser during this {}. It changes nothing: repeat it if you need it.",
                    action.name()
                ),
            ),
            State::Acting { action } if begun => Outcome::in_doubt(format!(
                "The person took the browser during this {}: it may or may not have happened. Look before repeating it.",
                action.name()
            )),
            State::ResolvingRequest { .. } | State::AskingRequest { .. } if begun && has_sent => {
                Outcome::in_doubt("The person took the browser after a part of it was sent. Look before repeating it.")
            }
            State::ResolvingRequest { refused: false } if begun => Outcome::in_doubt(
                "The person took the browser while a request was being sent: it may or may not have arrived. Look before \
                 repeating it.",
            ),
            State::ResolvingRequest { .. } | State::AskingRequest { .. } => {
                Outcome::refused("The person took the browser instead; what the page wanted to send was not sent.")
            }
            State::Arriving { .. }
            | State::Observing
            | State::Deciding
            | State::Waiting
            | State::Recalling { .. }
            | State::Inspecting { .. }
            | State::AskingAction { .. }
            | State::Rechecking { .. }
            | State::Acting { .. }
            | State::AskingForBrain { .. }
            | State::AskingBudget { .. }
            | State::AskingSecret { .. }
            | State::Verifying { .. }
            | State::Reading { .. }
            | State::Extracting { .. }
            | State::SteppingAside { .. }
            | State::PersonHas { .. }
            | State::Resting { .. }
            | State::Over => Outcome::failed(
                FailCode::TakenOver,
                "The person took the browser before this was done; nothing happened.",
            ),
        }
    }

    /// Loads the last page in a new browser and hands that over.
    pub(crate) fn return_for_person(&mut self, what: Option<String>) -> State {
        self.note_new_browser();
        match self.last_address() {
            Some(url) => self.arrive(url, Then::StepAside { what }),
            None => self.step_aside(what),
        }
    }

    /// Nothing happens any more until the person says so.
    pub(crate) fn stepped_aside(&mut self, what: Option<String>, shown: Visibility) -> State {
        self.emit(Effect::AskPerson(question(what.as_deref(), shown)));
        State::PersonHas { what }
    }

    pub(crate) fn given_back(&mut self, reply: &PersonReply) -> State {
        let said = match reply {
            PersonReply::Yes | PersonReply::Entered => Outcome::done("The person did it and gave the browser back."),
            PersonReply::No => Outcome::refused("The person gave the browser back and did not do it."),
            PersonReply::Text(text) => {
                Outcome::done(format!("The person gave the browser back and said {}.", quote(&clean(text))))
            }
        };
        self.emit(Effect::StepIn);
        State::SteppingIn { said }
    }

    /// Looks anew: whatever was seen before may have changed.
    pub(crate) fn stepped_in(&mut self, said: Outcome, now: Millis) -> State {
        self.wants_picture = true;
        self.handover.is_news = true;
        match (self.is_outside(), self.batch.is_some()) {
            (true, true) => self.tell(said, now),
            (true, false) => self.await_call(now),
            (false, true) => self.end_batch_with(&said, "the person had the browser", now),
            (false, false) => self.observe(),
        }
    }

    /// Notes for the brain, once for each page, that it shows what only a person may answer.
    pub(crate) fn notice_captcha(&mut self, page: &Snapshot) {
        let mut named = page.nodes.iter().filter(|node| node.in_view).flat_map(|node| &node.states);
        let Some(provider) = named.find_map(|state| state.strip_prefix("captcha=")) else { return };
        if self.handover.captcha_at.as_deref() != Some(page.url.as_str()) {
            self.handover.captcha_at = Some(page.url.clone());
            self.notes.push(format!(
                "The page shows a captcha ({provider}). It is the person's: if it stands in the way, hand_over the browser."
            ));
        }
    }

    /// Notes for the brain what is different since the person had the browser.
    pub(crate) fn compare(&mut self, page: &Snapshot) {
        if !std::mem::take(&mut self.handover.is_news) {
            return;
        }
        let Some(before) = &self.page else { return };
        let mut facts = vec!["The person had the browser in between.".to_owned()];
        if before.url != page.url {
            let address = quote(&truncate(&before.url, MOST_NAMED));
            facts.push(format!("It showed {address} then; the address has changed."));
        }
        if before.tabs.len() != page.tabs.len() {
            facts.push(format!("There were {} tabs and are {} now.", before.tabs.len(), page.tabs.len()));
        }
        for (word, one, other) in [("New", page, before), ("Gone", before, page)] {
            let named = missing_in(one, other);
            if !named.is_empty() {
                facts.push(format!("{word}: {}.", named.join(", ")));
            }
        }
        self.notes.push(facts.join(" "));
    }
}

/// What one look names that the other does not; the first few.
fn missing_in(one: &Snapshot, other: &Snapshot) -> Vec<String> {
    let is_there = |node: &Node| other.nodes.iter().any(|there| there.role == node.role && there.name == node.name);
    let absent = one.nodes.iter().filter(|node| !node.name.is_empty() && !is_there(node));
    absent.take(MOST_DIFFERENCES).map(|node| truncate(&node.describe(), MOST_NAMED).into_owned()).collect()
}

fn question(what: Option<&str>, shown: Visibility) -> Question {
    let text = match what {
        Some(what) => format!("The browser is yours: {what}"),
        None => "You have the browser. Nothing is done until you give it back.".to_owned(),
    };
    let how = match shown {
        Visibility::InWindow => {
            "Do it in its window; what you do there is neither recorded nor held. Then give it back."
        }
        Visibility::Nowhere => {
            "This browser has no window. `webhand runs resume RUN --browser visible` shows it; or answer in words, which the \
             brain reads and the journal keeps."
        }
    };
    Question { kind: QuestionKind::HandOver(shown), text, details: vec![how.to_owned()], options: Vec::new() }
}

/// For an agent that calls meanwhile.
pub(crate) fn is_with_person() -> Outcome {
    let text = "The person has the browser; nothing was done. Call again when they have given it back.";
    Outcome::failed(FailCode::TakenOver, text)
}

const MOST_ASKED: usize = 500;
const MOST_NAMED: usize = 120;
const MOST_DIFFERENCES: usize = 6;
