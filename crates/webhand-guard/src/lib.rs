//! Decides whether an action may happen: a pure function that asks nobody and performs nothing.
//!
//! Invariant: [`Approved`] and [`RequestResolution`] are made only here and the hands accept nothing else, so performing an
//! unjudged action or releasing an unjudged request does not compile. Absent on purpose: word lists, languages, clocks,
//! the network.
//!
//! Start at [`judge`] for actions, [`judge_outgoing`] for requests about to leave the browser and [`judge_request`] for held
//! ones; [`Policy`] is what the person allowed.

mod approved;
mod classify;
mod frame_redaction;
mod named_addresses;
mod outgoing;
mod policy;
mod private_texts;
mod question;
mod reach;
mod request;
mod request_grants;

pub use approved::{Approved, FactsChanged, PendingApproval};
pub use frame_redaction::{FrameRedactor, redact_frames};
pub use named_addresses::{named_addresses, names_address};
pub use outgoing::{
    OutgoingJudgement, OutgoingRequest, OutgoingVerdict, RefuseReason, ReleaseReason, RequestBody, RequestMoment,
    RequestOwner, RequestShape, ResourceKind, Touch, TouchedBefore, TouchedTabs, judge_outgoing, request_endpoint,
    site_of,
};
pub use policy::Policy;
pub use private_texts::{PrivateTexts, TextScope};
pub use reach::Reach;
pub use request::{PendingRequest, RequestResolution, RequestVerdict, Ticket, judge_request};
pub use request_grants::RequestGrants;

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
    if let Some(why) = classify::forbidden(&action, facts, &needs, policy) {
        return Verdict::Forbid { why };
    }
    let class = needs.iter().map(|need| need.class).max().unwrap_or(action.class());
    let unmet: Vec<_> = needs.into_iter().filter(|need| !policy.meets(need)).collect();
    if unmet.is_empty() {
        return Verdict::Allow(Approved::by_policy(action, class, facts, policy));
    }
    let question = question::about_action(&action, facts, &unmet);
    Verdict::Ask { asked: Box::new(PendingApproval::new(action, facts.clone(), unmet)), question }
}

#[cfg(test)]
mod tests;
