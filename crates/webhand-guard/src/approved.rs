//! The proof that an action was judged.

use std::sync::Arc;

use webhand_model::{Action, ActionClass, Facts, Origin, Permission, Secret, SecretName};

use crate::classify::{self, Need};
use crate::request::Ticket;
use crate::{FrameRedactor, Policy, RequestGrants, Touch};

/// An action that passed the guard. Hands accept nothing else.
#[derive(Debug, PartialEq)]
pub struct Approved {
    action: Action,
    class: ActionClass,
    by: &'static str,
    frame_redactor: FrameRedactor,
    request_grants: RequestGrants,
    touch: Touch,
    /// The address that the action opens, which was judged with it.
    followed: Option<String>,
    /// The origin of the document that the action was judged for.
    origin: Option<Origin>,
}

impl Approved {
    pub(crate) fn by_policy(action: Action, class: ActionClass, facts: &Facts, policy: &Policy) -> Self {
        Self::new(action, class, "policy", facts, policy)
    }

    fn new(action: Action, class: ActionClass, by: &'static str, facts: &Facts, policy: &Policy) -> Self {
        let touch = Touch::of(&action, facts);
        let policy = Arc::new(policy.clone());
        let (frame_redactor, request_grants) = (FrameRedactor::of(&policy), RequestGrants::of(&policy));
        let followed = classify::followed(&action, facts).map(str::to_owned);
        Self { action, class, by, frame_redactor, request_grants, touch, followed, origin: facts.origin.clone() }
    }

    /// The only other way to an approval: the person said yes to exactly this action, and its facts have not changed.
    ///
    /// The call spends the yes. The yes may allow more than the action itself: a ticket for the one request that it was
    /// about, and permissions that the policy learns for the rest of the run.
    ///
    /// # Errors
    /// When the facts are no longer those the person saw.
    pub fn by_user(
        asked: PendingApproval,
        now: &Facts,
        policy: &mut Policy,
    ) -> Result<(Self, Option<Ticket>), FactsChanged> {
        if asked.facts != *now {
            return Err(FactsChanged);
        }
        let class = asked.needs.iter().map(|need| need.class).max().unwrap_or(asked.action.class());
        let ticket = Ticket::of(&asked.action, &asked.facts);
        // Only a question that said "from now on" allows more than this one action.
        if class <= ActionClass::Input {
            for (origin, may) in asked.needs.iter().filter_map(Need::lasting_permission) {
                // A yes to opening an address allows reading there, not typing.
                let may = if asked.action.destination().is_some() { Permission::Read } else { may };
                policy.learn(origin, may);
            }
        }
        Ok((Self::new(asked.action, class, "person", now, policy), ticket))
    }

    /// Replaces the placeholder by the secret: done for the hands, right before they type.
    #[must_use]
    pub fn revealing(mut self, secret: &Secret) -> Self {
        if let Action::Fill { value: text, .. } | Action::Type { text, .. } = &mut self.action
            && SecretName::in_placeholder(text).is_some()
        {
            secret.reveal().clone_into(text);
        }
        self
    }

    #[must_use]
    pub fn action(&self) -> &Action {
        &self.action
    }

    #[must_use]
    pub fn class(&self) -> ActionClass {
        self.class
    }

    /// Who allowed it: `policy` or `person`.
    #[must_use]
    pub fn by(&self) -> &'static str {
        self.by
    }

    /// The redactor for pages in the outcome of the action.
    #[must_use]
    pub fn frame_redactor(&self) -> &FrameRedactor {
        &self.frame_redactor
    }

    /// The grants by which requests are judged that come while no action waits for them.
    #[must_use]
    pub fn request_grants(&self) -> &RequestGrants {
        &self.request_grants
    }

    /// The address that the action opens: its document is not judged again.
    #[must_use]
    pub fn followed(&self) -> Option<&str> {
        self.followed.as_deref()
    }

    /// The pages that the action touches.
    #[must_use]
    pub fn touch(&self) -> Touch {
        self.touch
    }

    /// The origin of the document that the action was judged for.
    #[must_use]
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }
}

/// The facts of the action changed between the question and the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the page changed after the person was asked, so the answer no longer holds")]
pub struct FactsChanged;

/// An action that the person was asked about, with the facts they were shown. Only the guard makes one, and it can be used
/// once, because it cannot be copied.
#[derive(Debug, PartialEq)]
pub struct PendingApproval {
    action: Action,
    facts: Facts,
    needs: Vec<Need>,
}

impl PendingApproval {
    pub(crate) fn new(action: Action, facts: Facts, needs: Vec<Need>) -> Self {
        Self { action, facts, needs }
    }

    #[must_use]
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// Whether an action with these facts does the same, apart from the ref of its element.
    ///
    /// Elements get other refs when a page is loaded again; the person decided on values, origins and addresses.
    #[must_use]
    pub fn is_about(&self, action: &Action, facts: &Facts) -> bool {
        self.is_like(action) && self.facts == *facts
    }

    /// Moves the approval to the same action on a page that was loaded again; `None` for another action.
    #[must_use]
    pub fn moved_to(self, action: Action) -> Option<Self> {
        if self.is_like(&action) { Some(Self { action, ..self }) } else { None }
    }

    fn is_like(&self, action: &Action) -> bool {
        let bare = |action: &Action| {
            let mut arguments = action.arguments();
            arguments.remove("ref");
            (action.name(), arguments)
        };
        bare(&self.action) == bare(action)
    }
}

impl Need {
    /// The permission that a yes to this need grants for the rest of the run: only reading and typing on an origin.
    /// Documents without an origin are all different, so a yes to one grants nothing for another.
    fn lasting_permission(&self) -> Option<(Origin, Permission)> {
        let may = match self.class {
            ActionClass::Read | ActionClass::Navigate => Permission::Read,
            ActionClass::Input => Permission::Input,
            ActionClass::Commit
            | ActionClass::Credential
            | ActionClass::File
            | ActionClass::Code
            | ActionClass::Cross
            | ActionClass::Policy => {
                return None;
            }
        };
        (self.origin != Origin::opaque()).then(|| (self.origin.clone(), may))
    }
}
