//! What the network and the browser say came of a run's effects, against which a brain's claim to be done is held.
//!
//! A claim that goes against it is sent back once, with the facts; made again, the run ends with the answer called
//! unproven.

use webhand_model::{Change, FailCode, Millis, Outcome, OutcomeStatus, RunOutcome};

use crate::Run;
use crate::state::State;
use crate::verify::Claim;

#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// What was sent and answered, what arrived: the newest.
    facts: Vec<String>,
    /// Why the last thing that should leave a mark may have left none.
    doubt: Option<String>,
    has_sent_back: bool,
}

/// How many facts an ending carries.
const MOST_FACTS: usize = 10;

impl Evidence {
    /// Takes in what came of a call.
    pub(crate) fn take_in(&mut self, outcome: &Outcome) {
        match outcome.status {
            OutcomeStatus::Refused => {
                self.doubt = Some(format!("it was refused: {}", outcome.text.trim_end_matches('.')))
            }
            OutcomeStatus::InDoubt => self.doubt = Some(outcome.text.trim_end_matches('.').to_owned()),
            OutcomeStatus::Done | OutcomeStatus::Failed(_) => {}
        }
        for change in &outcome.changes {
            match change {
                Change::Sent { request, status } => {
                    let fact = match status {
                        Some(status) => format!("{request} answered {status}"),
                        None => format!("{request} got no answer"),
                    };
                    let is_good = status.is_some_and(|status| status < 400);
                    self.doubt = (!is_good).then(|| fact.clone());
                    self.note(fact);
                }
                Change::Downloaded { file } => self.note(format!("downloaded {file}")),
                Change::Navigated { .. }
                | Change::TabOpened { .. }
                | Change::TabClosed { .. }
                | Change::TabSwitched { .. }
                | Change::DialogOpened { .. }
                | Change::Unsettled => {}
            }
        }
    }

    pub(crate) fn is_in_doubt(&self) -> bool {
        self.doubt.is_some()
    }

    /// Whether a claim is to be sent back: once in a run.
    pub(crate) fn send_back(&mut self) -> bool {
        !std::mem::replace(&mut self.has_sent_back, true)
    }

    fn note(&mut self, fact: String) {
        if self.facts.len() == MOST_FACTS {
            self.facts.remove(0);
        }
        self.facts.push(fact);
    }
}

impl Run {
    /// The brain says it is done.
    pub(crate) fn conclude(&mut self, answer: String, claimed: Vec<String>, now: Millis) -> State {
        let evidence = self.evidence.facts.iter().cloned().chain(claimed).collect();
        let Some(why) = self.evidence.doubt.clone() else {
            return self.verify(Claim { answer, evidence });
        };
        if self.evidence.send_back() {
            let text = format!(
                "Not finished yet: the last thing that should have had an effect may have had none, because {why}. Look \
                 whether it happened. If it did not, do it or fail; if your answer says so or it did happen, say done again."
            );
            return self.finish_call(&Outcome::failed(FailCode::Unproven, text), now);
        }
        self.finish(RunOutcome::Unproven { answer, evidence, why })
    }
}
