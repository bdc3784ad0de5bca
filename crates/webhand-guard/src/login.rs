//! A log-in as one question: a yes to typing a password also covers sending it once, by the form or by a script of the page.
//!
//! A form is bound as every form is. The address that a script sends to is not known before the password is typed, so its
//! request is bound to the site, to the password and to the values that the person was shown beside it.

use webhand_model::{
    Action, ActionClass, Content, ContentField, ContentKind, Facts, FieldKind, Form, HeldRequest, Origin,
};

use crate::classify;
use crate::request::{RequestResolution, Ticket};
use crate::{Approved, Policy};

/// Permission to send one log-in once, as it will be after the approved password is filled in.
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

    /// Whether a script of the page sends the password and nothing that the person was not shown beside it.
    pub(crate) fn covers_request(&self, request: &HeldRequest) -> bool {
        let Some((shown, sent)) = self.form.content.as_ref().zip(request.content.as_ref()) else { return false };
        let is_known = sent.is_bindable();
        let sent = if sent.members.is_empty() { &sent.fields } else { &sent.members };
        request.method.eq_ignore_ascii_case("post")
            && request.from == self.page
            && request.to() == self.page
            && is_known
            && is_log_in(shown, sent, &request.fields)
            && sent.iter().any(|field| self.is_account(field))
    }

    /// Whether a field sends the name of an account: a value that stands visibly beside the password.
    fn is_account(&self, sent: &ContentField) -> bool {
        let contents = self.form.content.iter().flat_map(|content| &content.fields);
        let mut shown = contents.zip(&self.form.fields).filter(|(field, _)| field.kind.is_plain());
        shown.any(|(field, [_, value])| {
            !value.is_empty() && *value != "…" && field.digest.is_some() && field.digest == sent.digest
        })
    }
}

/// Whether fields are those of a log-in that the person was shown: the password among them, and every other one a value of
/// the form, or one that says nothing.
fn is_log_in(shown: &Content, sent: &[ContentField], values: &[[String; 2]]) -> bool {
    let is_credential = |kind| matches!(kind, ContentKind::Password | ContentKind::OneTimeCode);
    let same = |sent: &ContentField| {
        shown.fields.iter().find(|own| own.digest.is_some() && own.digest == sent.digest).map(|own| own.kind)
    };
    let says_nothing = |field: &ContentField| {
        values.iter().any(|[name, value]| *name == field.name && SAYS_NOTHING.contains(&value.as_str()))
    };
    let is_shown =
        |field: &ContentField| field.kind == ContentKind::Token || says_nothing(field) || same(field).is_some();
    sent.iter().all(is_shown) && sent.iter().filter_map(same).any(is_credential)
}

impl RequestResolution {
    /// Releases the request by which a script logs in with the password that the person allowed. The ticket is spent.
    #[must_use]
    pub fn by_login(login: &mut Option<LoginTicket>, request: &HeldRequest) -> Option<Self> {
        login.take_if(|login| login.covers_request(request))?;
        Some(Self::release(request.clone()))
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
        let ticket = Ticket::of(action, facts).zip(login.take()).map(|(ticket, login)| ticket.or_by_script(login));
        Some((Self::by_person(action.clone(), ActionClass::Commit, facts, policy), ticket))
    }
}

/// The form of a log-in that filling in this password completes: it is sent to the site that shows it.
pub(crate) fn login_form<'a>(action: &Action, facts: &'a Facts) -> Option<&'a Form> {
    let target = facts.target.as_ref()?;
    let form = target.form.as_ref()?;
    let is_field = matches!(target.field, FieldKind::Password | FieldKind::OneTimeCode);
    let is_bound = form.filled.as_ref().is_some_and(|filled| filled.is_bindable() && !filled.has(ContentKind::Card));
    let is_own = facts.origin.as_ref().is_some_and(|page| *page == Origin::from_url(&form.action));
    // A form without a method is sent by a script of its page.
    let is_sent = form.method == "post" || form.method == "get";
    (matches!(action, Action::Fill { .. }) && is_field && is_bound && is_own && is_sent).then_some(form)
}

/// Values of members that a script adds to a log-in.
const SAYS_NOTHING: [&str; 4] = ["", "true", "false", "null"];
