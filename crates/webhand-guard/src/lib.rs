//! Decides whether an action may happen: a pure function that asks nobody and performs nothing.
//!
//! Invariant: [`Approved`] and [`RequestResolution`] are made only here and the hands accept nothing else, so performing an
//! unjudged action or releasing an unjudged request does not compile. Absent on purpose: word lists, languages, clocks,
//! the network; only [`PersonalData`], which judges nothing, knows words.
//!
//! Start at [`judge`] for actions, [`decide_hold`] for requests about to leave the browser and [`judge_request`] for held
//! ones; [`Policy`] is what the person allowed.

mod approved;
mod classify;
mod frame_redaction;
mod hold;
mod personal_data;
mod policy;
mod question;
mod request;

pub use approved::{Approved, FactsChanged, PendingApproval};
pub use frame_redaction::{FrameRedactor, redact_frames};
pub use hold::{
    BodyOperation, HoldDecision, HoldRefusal, OutgoingRequest, Remember, RequestOwner, ResourceKind, SendingTab,
    decide_hold, request_endpoint, request_fingerprint,
};
pub use personal_data::{Finding, LiveRestorer, PersonalData, PersonalKind, find_personal_data};
pub use policy::Policy;
pub use request::{PendingRequest, RequestResolution, RequestVerdict, Ticket, judge_request};

use webhand_model::{Action, Facts, Question};

/// The guard's decision about an action.
#[derive(Debug)]
pub enum Verdict {
    Allow(Approved),
    /// Only the person can say yes.
    Ask {
        asked: Box<PendingApproval>,
        question: Question,
    },
    /// Not even the person's yes in this run can allow it.
    Forbid {
        why: String,
    },
}

/// Judges one action by its facts and the person's policy.
#[must_use]
pub fn judge(action: Action, facts: &Facts, policy: &Policy) -> Verdict {
    let needs = classify::needs(&action, facts);
    if let Some(why) = classify::forbidden(&needs, policy) {
        return Verdict::Forbid { why };
    }
    let class = needs.iter().map(|need| need.class).max().unwrap_or(action.class());
    let unmet: Vec<_> = needs.into_iter().filter(|need| !policy.meets(need)).collect();
    if unmet.is_empty() {
        return Verdict::Allow(Approved::by_policy(action, class, policy));
    }
    let question = question::about_action(&action, facts, &unmet);
    Verdict::Ask { asked: Box::new(PendingApproval::new(action, facts.clone(), unmet)), question }
}

#[cfg(test)]
mod tests;
