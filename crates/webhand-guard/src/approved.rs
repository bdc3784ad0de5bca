//! The proof that an action was judged.

use std::sync::Arc;

use webhand_model::{Action, ActionClass, Approver, Facts, Origin, Permission, Secret, SecretName, WebUrl};

use crate::classify::{self, Need};
use crate::request::{Comparison, Ticket, compare};
use crate::request_kind::RequestKind;
use crate::{FrameRedactor, LoginTicket, NetworkPolicy, Policy, QuestionTopic, RequestGrants, Touch, YesScope};

/// An action that passed the guard. Hands accept nothing else.
#[derive(Debug, PartialEq)]
pub struct Approved {
    action: Action,
    class: ActionClass,
    by: Approver,
    frame_redactor: FrameRedactor,
    request_grants: RequestGrants,
    touch: Touch,
    /// The address that the action opens, which was judged with it.
    followed: Option<String>,
    /// The origin of the document that the action was judged for.
    origin: Option<Origin>,
    renewed_token: Option<String>,
}

impl Approved {
    pub(crate) fn by_policy(action: Action, class: ActionClass, facts: &Facts, policy: &Policy) -> Self {
        Self::new(action, class, Approver::Policy, facts, policy)
    }

    pub(crate) fn by_person(action: Action, class: ActionClass, facts: &Facts, policy: &Policy) -> Self {
        Self::new(action, class, Approver::Person, facts, policy)
    }

    fn new(action: Action, class: ActionClass, by: Approver, facts: &Facts, policy: &Policy) -> Self {
        let touch = Touch::of(&action, facts);
        let policy = Arc::new(policy.clone());
        let (frame_redactor, request_grants) = (FrameRedactor::of(&policy), RequestGrants::of(&policy));
        let origin = facts.origin.clone();
        let followed = classify::followed(&action, facts).map(str::to_owned);
        Self { action, class, by, frame_redactor, request_grants, touch, followed, origin, renewed_token: None }
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
        scope: YesScope,
        policy: &mut Policy,
    ) -> Result<PersonsYes, FactsChanged> {
        if asked.facts != *now {
            return Err(FactsChanged);
        }
        if let Some(kind) = asked.kind.filter(|_| scope == YesScope::ThisKind) {
            policy.learn_kind(kind);
        }
        if let Some(origin) = asked.facts.origin.clone().filter(|_| classify::uses_channel(&asked.action, &asked.facts))
        {
            policy.learn_channel(origin);
        }
        let login = LoginTicket::of(&asked.action, &asked.facts);
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
        let PendingApproval { action, renewed_token, .. } = asked;
        let approved = Self { renewed_token, ..Self::by_person(action, class, now, policy) };
        Ok(PersonsYes { approved, ticket, login })
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

    /// The approver who allowed the action.
    #[must_use]
    pub fn by(&self) -> Approver {
        self.by
    }

    /// The anti-forgery token of the form that is another one than the person saw, because the page was loaded again.
    #[must_use]
    pub fn renewed_token(&self) -> Option<&str> {
        self.renewed_token.as_deref()
    }

    /// The network policy from this action on: the hosts that the run may connect to.
    #[must_use]
    pub fn network(&self) -> NetworkPolicy {
        let mut network = self.frame_redactor.policy().network();
        network.runs_script = matches!(self.action, Action::Eval { .. });
        // Only addresses of this machine: whether a name leads into a private network is not known before it is resolved.
        if let Some(origin) = self.action.destination().map(WebUrl::origin).filter(Origin::is_localhost) {
            network.open(origin);
        }
        network
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

/// The permissions that a yes gives: the action, the one request that it sends, and the log-in that it begins.
#[derive(Debug, PartialEq)]
pub struct PersonsYes {
    pub approved: Approved,
    pub ticket: Option<Ticket>,
    pub login: Option<LoginTicket>,
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
    /// The anti-forgery token that is another one than the person saw, because the page was loaded again.
    renewed_token: Option<String>,
    /// The kind of requests that the person may allow for the rest of the run.
    kind: Option<RequestKind>,
}

impl PendingApproval {
    pub(crate) fn new(action: Action, facts: Facts, needs: Vec<Need>, kind: Option<RequestKind>) -> Self {
        Self { action, facts, needs, renewed_token: None, kind }
    }

    #[must_use]
    pub fn action(&self) -> &Action {
        &self.action
    }

    /// The topic of the question: the most that it would allow, and where.
    #[must_use]
    pub fn topic(&self) -> QuestionTopic {
        let worst = self.needs.iter().max_by_key(|need| need.class);
        let class = worst.map_or(self.action.class(), |need| need.class);
        QuestionTopic { class, origin: worst.map_or_else(Origin::opaque, |need| need.origin.clone()) }
    }

    /// Whether an action with these facts does the same on a page that was loaded again.
    ///
    /// Elements get other refs there, and the server may have put a new anti-forgery token into the form; the person
    /// decided on values, origins and addresses.
    #[must_use]
    pub fn is_about(&self, action: &Action, facts: &Facts) -> bool {
        self.is_like(action) && self.comparison(facts) != Comparison::Different
    }

    /// Moves the approval to the same action on a page that was loaded again; `None` for another action.
    #[must_use]
    pub fn moved_to(self, action: Action, facts: &Facts) -> Option<Self> {
        if !self.is_about(&action, facts) {
            return None;
        }
        let new_token = if let Comparison::NewToken(name) = self.comparison(facts) { Some(name) } else { None };
        Some(Self { action, facts: facts.clone(), renewed_token: new_token, ..self })
    }

    /// How the facts of a page that was loaded again relate to those the person saw.
    fn comparison(&self, facts: &Facts) -> Comparison {
        let form = |facts: &Facts| facts.target.as_ref()?.form.clone();
        let (Some(own), Some(other)) = (form(&self.facts), form(facts)) else {
            return if self.facts == *facts { Comparison::Same } else { Comparison::Different };
        };
        // Content that is not bindable equals nothing, and then all that is known has to be the same.
        if self.facts == *facts {
            return Comparison::Same;
        }
        let contents = (own.content.as_ref(), other.content.as_ref());
        let compared = compare(contents, (&own.fields, &other.fields));
        let mut aligned = facts.clone();
        if let Some(form) = aligned.target.as_mut().and_then(|target| target.form.as_mut()) {
            form.content.clone_from(&own.content);
            // A token may be shown, because its field can have any name.
            let is_token = |called: &str| matches!(&compared, Comparison::NewToken(name) if name == called);
            for (shown, before) in form.fields.iter_mut().zip(&own.fields).filter(|([called, _], _)| is_token(called)) {
                shown.clone_from(before);
            }
        }
        if aligned == self.facts { compared } else { Comparison::Different }
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
