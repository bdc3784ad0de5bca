//! Facts of the network and the browser about the effects of a run: a brain's claim to be done is checked against them.
//!
//! A claim that contradicts them is sent back once, with the facts; if the brain repeats it, the run ends as unproven.

use webhand_model::{Change, EvidenceLine, Outcome, OutcomeStatus};

#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// The newest facts: requests with their answers, and downloads.
    facts: Vec<EvidenceLine>,
    /// Why the last action that should have an effect elsewhere may have had none: what runs of the first rules are
    /// checked against.
    doubt: Option<String>,
    has_sent_back: bool,
    /// The claim that was sent back gave evidence that nothing in the run shows.
    was_unseen: bool,
}

/// How many facts an ending carries.
const MOST_FACTS: usize = 10;

impl Evidence {
    /// Records the facts in the outcome of a call.
    pub(crate) fn record(&mut self, outcome: &Outcome) {
        match outcome.status {
            OutcomeStatus::Refused => {
                self.doubt = Some(format!("it was refused: {}", outcome.text.trim_end_matches('.')));
            }
            OutcomeStatus::InDoubt => self.doubt = Some(outcome.text.trim_end_matches('.').to_owned()),
            OutcomeStatus::Done | OutcomeStatus::Failed(_) => {}
        }
        for change in &outcome.changes {
            match change {
                Change::Sent { request, status, .. } => {
                    let fact = match status {
                        Some(status) => format!("{request} answered {status}"),
                        None => format!("{request} got no answer"),
                    };
                    let is_good = status.is_some_and(|status| status < 400);
                    self.doubt = (!is_good).then(|| fact.clone());
                    self.note(if is_good {
                        EvidenceLine::Seen(fact)
                    } else {
                        EvidenceLine::Contrary { against: fact }
                    });
                }
                // A request that a grant released may be the page's own, so it neither proves nor disproves anything.
                Change::SentByGrant { request, status, .. } => self.note(EvidenceLine::Seen(match status {
                    Some(status) => format!("{request} answered {status}"),
                    None => format!("{request} got no answer yet"),
                })),
                Change::Downloaded { file } => self.note(EvidenceLine::Seen(format!("downloaded {file}"))),
                Change::Navigated { .. }
                | Change::TabOpened { .. }
                | Change::TabClosed { .. }
                | Change::TabSwitched { .. }
                | Change::DialogOpened { .. }
                | Change::Stopped { .. }
                | Change::MayHaveLeft { .. }
                | Change::Unapprovable { .. }
                | Change::Unsettled => {}
            }
        }
    }

    /// Whether a claim is sent back: true once in a run.
    pub(crate) fn try_send_back(&mut self) -> bool {
        !std::mem::replace(&mut self.has_sent_back, true)
    }

    pub(crate) fn note_unseen(&mut self, was_unseen: bool) {
        self.was_unseen = was_unseen;
    }

    pub(crate) fn was_unseen(&self) -> bool {
        self.was_unseen
    }

    /// The newest facts: requests with their answers, and downloads.
    pub(crate) fn facts(&self) -> &[EvidenceLine] {
        &self.facts
    }

    /// Why the last action that should have an effect elsewhere may have had none.
    pub(crate) fn doubt(&self) -> Option<&str> {
        self.doubt.as_deref()
    }

    fn note(&mut self, fact: EvidenceLine) {
        if self.facts.len() == MOST_FACTS {
            self.facts.remove(0);
        }
        self.facts.push(fact);
    }
}
