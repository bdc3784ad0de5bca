//! Decides whether an action may happen: a pure function that asks nobody and performs nothing.
//!
//! Invariant: [`Approved`] and [`RequestResolution`] are made only here and the hands accept nothing else, so performing an
//! unjudged action or releasing an unjudged request does not compile. Absent on purpose: word lists, languages, clocks,
//! the network; only [`PersonalData`], which judges nothing, knows words.
//!
//! Start at [`judge`] for actions, [`judge_outgoing`] for requests about to leave the browser and [`judge_request`] for held
//! ones, [`judge_connection`] for connections; [`Policy`] is what the person allowed.

mod approved;
mod classify;
mod egress;
mod frame_redaction;
mod login;
mod named_addresses;
mod outgoing;
mod personal_data;
mod policy;
mod private_texts;
mod question;
mod reach;
mod refused_kinds;
mod request;
mod request_grants;
mod request_kind;
mod request_pass;
mod token;

pub use approved::{Approved, FactsChanged, PendingApproval, PersonsYes};
pub use classify::{invalid_fields, opened_address};
pub use egress::{
    AddressClass, Connection, ConnectionRefusal, ConnectionVerdict, Initiator, Listener, NetworkPolicy, TunnelOpening,
    TunnelRefusal, judge_connection, judge_tunnel,
};
pub use frame_redaction::{FrameRedactor, redact_frames};
pub use login::LoginTicket;
pub use named_addresses::{named_addresses, names_address};
pub use outgoing::{
    OutgoingJudgement, OutgoingRequest, OutgoingVerdict, RefuseReason, ReleaseReason, RequestBody, RequestMoment,
    RequestOwner, RequestShape, ResourceKind, Touch, TouchedBefore, TouchedTabs, judge_outgoing, request_endpoint,
    site_of,
};
pub use personal_data::{Finding, LiveRestorer, PersonalData, PersonalKind, find_personal_data};
pub use policy::Policy;
pub use private_texts::{PrivateTexts, TextScope};
pub use reach::Reach;
pub use refused_kinds::{QuestionTopic, RefusedKinds};
pub use request::{PendingRequest, RequestResolution, RequestVerdict, TextSource, Ticket, ask_together, judge_request};
pub use request_grants::RequestGrants;
pub use request_pass::RequestPass;
pub use token::looks_random;

use webhand_model::{Action, ActionClass, Facts, Question};

use classify::Need;

/// The extent of a yes of the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum YesScope {
    Once,
    /// Every request of the same kind for the rest of the run.
    ThisKind,
}

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
    let kind = classify::submitted_kind(&action, facts);
    let is_known = |need: &Need| {
        need.class == ActionClass::Commit && action.class() < ActionClass::Commit && policy.knows_kind(kind.as_ref())
    };
    let mut unmet: Vec<_> = needs.into_iter().filter(|need| !policy.meets(need) && !is_known(need)).collect();
    if let Some(origin) = facts.origin.as_ref().filter(|_| classify::uses_channel(&action, facts))
        && !policy.permits_channel(origin)
    {
        unmet.push(Need { class: ActionClass::Commit, origin: origin.clone() });
    }
    if unmet.is_empty() {
        return Verdict::Allow(Approved::by_policy(action, class, facts, policy));
    }
    let kind = policy.offered_kind(kind.filter(|_| unmet.iter().all(|need| need.class == ActionClass::Commit)));
    let question = question::about_action(&action, facts, &unmet, kind.as_ref());
    Verdict::Ask { asked: Box::new(PendingApproval::new(action, facts.clone(), unmet, kind)), question }
}

#[cfg(test)]
mod tests;
