//! A log-in as one question: a yes to typing a password also covers sending the form with exactly that password.

use webhand_model::{Action, ActionClass, Content, ContentKind, Facts, FieldKind, Form, Origin};

use crate::classify;
use crate::request::Ticket;
use crate::{Approved, Policy};

/// Permission to send one form once, as it will be after the approved password is filled in.
#[derive(Debug, PartialEq)]
pub struct LoginTicket {
    page: Origin,
    form: Form,
}

impl LoginTicket {
    /// The ticket of a yes to filling in a password.
    pub(crate) fn of(action: &Action, facts: &Facts) -> Option<Self> {
        let (form, page) = (login_form(action, facts)?, facts.origin.clone()?);
        Some(Self { page, form: Form { content: form.filled.clone(), filled: None, ..form.clone() } })
    }

    /// Whether the action sends exactly the form that the person was shown, with the password that they allowed.
    fn covers(&self, action: &Action, facts: &Facts) -> bool {
        let Some(form) = facts.target.as_ref().and_then(|target| classify::submitted(action, target)) else {
            return false;
        };
        let is_same = |(own, other): (&Content, &Content)| own.is_same(other);
        facts.origin.as_ref() == Some(&self.page)
            && form.action == self.form.action
            && form.method == self.form.method
            && self.form.content.as_ref().zip(form.content.as_ref()).is_some_and(is_same)
    }
}

impl Approved {
    /// Approves sending the form of a log-in whose password the person allowed. The ticket is spent.
    #[must_use]
    pub fn by_login(
        login: &mut Option<LoginTicket>,
        action: &Action,
        facts: &Facts,
        policy: &Policy,
    ) -> Option<(Self, Option<Ticket>)> {
        if !login.as_ref().is_some_and(|login| login.covers(action, facts)) {
            return None;
        }
        // The yes was to sending the form; everything else that the action needs is judged as ever.
        let others = classify::needs(action, facts).into_iter().filter(|need| need.class != ActionClass::Commit);
        if !others.into_iter().all(|need| policy.meets(&need)) {
            return None;
        }
        *login = None;
        Some((Self::by_person(action.clone(), ActionClass::Commit, facts, policy), Ticket::of(action, facts)))
    }
}

/// The form of a log-in that filling in this password completes: it is sent to the site that shows it.
pub(crate) fn login_form<'a>(action: &Action, facts: &'a Facts) -> Option<&'a Form> {
    let target = facts.target.as_ref()?;
    let form = target.form.as_ref()?;
    let is_field = matches!(target.field, FieldKind::Password | FieldKind::OneTimeCode);
    let is_bound = form.filled.as_ref().is_some_and(|filled| filled.is_bindable() && !filled.has(ContentKind::Card));
    let is_own = facts.origin.as_ref().is_some_and(|page| *page == Origin::from_url(&form.action));
    (matches!(action, Action::Fill { .. }) && is_field && is_bound && is_own && form.method == "post").then_some(form)
}
