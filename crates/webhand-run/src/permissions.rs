//! The permissions of a run: the person's policy, their approvals, which text was read on which origin, and the names
//! of secrets.
//!
//! Invariant: an action or a held request leaves the run only with a proof that the guard made; this part is the only
//! one that asks the guard.

pub(crate) mod read_texts;
pub(crate) mod secrets;

use webhand_guard::{
    Approved, FactsChanged, PendingApproval, PendingRequest, Policy, RequestResolution, RequestVerdict, Ticket,
    Verdict, judge, judge_request, redact_frames,
};
use webhand_model::{Action, Facts, HeldRequest, Origin, Snapshot, Task};

use read_texts::ReadTexts;
use secrets::SecretNames;

#[derive(Debug)]
pub(crate) struct Permissions {
    policy: Policy,
    /// An approval given while the page was gone: valid once, for the same action with the same values.
    standing_approval: Option<PendingApproval>,
    standing_request: Option<PendingRequest>,
    refusals: u32,
    read_texts: ReadTexts,
    pub(crate) secrets: SecretNames,
}

/// After this many refusals a run ends, because more questions would wear the person down.
const MOST_REFUSALS: u32 = 3;

impl Permissions {
    pub(crate) fn new(task: &Task) -> Self {
        Self {
            policy: Policy::of(task),
            standing_approval: None,
            standing_request: None,
            refusals: 0,
            read_texts: ReadTexts::from_exchanges(&task.before),
            secrets: SecretNames::default(),
        }
    }

    pub(crate) fn judge(&self, action: Action, facts: &Facts) -> Verdict {
        judge(action, facts, &self.policy)
    }

    /// Judges a held request; a ticket that covers it is spent.
    pub(crate) fn judge_request(&mut self, request: HeldRequest, ticket: &mut Option<Ticket>) -> RequestVerdict {
        match self.standing_request.take_if(|asked| asked.is_about(&request)) {
            Some(asked) => RequestVerdict::Resolve(RequestResolution::by_user(asked.moved_to(&request))),
            None => judge_request(request, &self.policy, ticket),
        }
    }

    /// Turns the person's yes into a proof, if the facts are still those they saw.
    pub(crate) fn approve(
        &mut self,
        asked: PendingApproval,
        facts: &Facts,
    ) -> Result<(Approved, Option<Ticket>), FactsChanged> {
        Approved::by_user(asked, facts, &mut self.policy)
    }

    /// Adds to the browser's facts those that only the run knows: where the text and the address come from.
    pub(crate) fn complete_facts(&self, action: &Action, facts: Facts, cautions: Vec<String>, task: &Task) -> Facts {
        let mut facts = facts;
        if let (Some(text), Some(origin)) = (action.composed_text(), &facts.origin) {
            facts.read_on = self.read_texts.find_elsewhere(text, origin, &task.text);
        }
        facts.entrusted = self.secrets.is_entrusted(action, &facts);
        facts.cautions = cautions;
        facts.known_link = action.destination().is_some_and(|url| self.read_texts.knows_link(url, &task.text));
        facts
    }

    pub(crate) fn keep_approval(&mut self, asked: PendingApproval) {
        self.standing_approval = Some(asked);
    }

    pub(crate) fn keep_request_approval(&mut self, asked: PendingRequest) {
        self.standing_request = Some(asked);
    }

    /// The standing approval that is about this action, moved to it; it is spent by the call.
    pub(crate) fn take_standing(&mut self, action: &Action, facts: &Facts) -> Option<PendingApproval> {
        self.standing_approval.take_if(|asked| asked.is_about(action, facts))?.moved_to(action.clone(), facts)
    }

    pub(crate) fn count_refusal(&mut self) {
        self.refusals += 1;
    }

    pub(crate) fn has_many_refusals(&self) -> bool {
        self.refusals >= MOST_REFUSALS
    }

    /// Removes the frames that a brain may not read, and records the rest as read on its origin.
    pub(crate) fn admit_page(&mut self, page: Snapshot) -> Snapshot {
        let page = redact_frames(page, &self.policy);
        self.read_texts.record_page(&page);
        page
    }

    /// Records text that an action read on a page: it may be more than a look shows.
    pub(crate) fn record_text(&mut self, origin: Origin, text: &str) {
        self.read_texts.record_text(origin, text);
    }
}
