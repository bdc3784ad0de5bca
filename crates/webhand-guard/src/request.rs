//! Decides on held requests: those that may have a lasting effect on the server wait in the browser until then.

use webhand_model::{Action, Facts, Form, HeldRequest, Question};

use crate::classify;
use crate::question;
use crate::{Policy, Reach};

/// The decision to release or stop a held request. The hands accept nothing else; without it the request stays held.
#[derive(Debug, PartialEq)]
pub struct RequestResolution {
    request: HeldRequest,
    release: bool,
}

impl RequestResolution {
    /// Stops a request, which needs no permission.
    #[must_use]
    pub fn stop(request: HeldRequest) -> Self {
        Self { request, release: false }
    }

    /// Releases a request that the person said yes to.
    #[must_use]
    pub fn by_user(asked: PendingRequest) -> Self {
        Self { request: asked.0, release: true }
    }

    #[must_use]
    pub fn request(&self) -> &HeldRequest {
        &self.request
    }

    #[must_use]
    pub fn releases(&self) -> bool {
        self.release
    }
}

/// A request that the person was asked about. Only the guard makes one, and it can be used once, because it cannot be
/// copied.
#[derive(Debug, PartialEq)]
pub struct PendingRequest(HeldRequest);

impl PendingRequest {
    #[must_use]
    pub fn request(&self) -> &HeldRequest {
        &self.0
    }

    /// Whether another request would send the same data to the same address.
    #[must_use]
    pub fn is_about(&self, request: &HeldRequest) -> bool {
        *request == HeldRequest { id: request.id, ..self.0.clone() }
    }

    /// Moves the question to the same request of a page that was loaded again.
    #[must_use]
    pub fn moved_to(self, request: &HeldRequest) -> Self {
        Self(HeldRequest { id: request.id, ..self.0 })
    }
}

/// Permission for one request with these values, given together with a yes to the action that sends it.
#[derive(Debug, PartialEq)]
pub struct Ticket(Form);

impl Ticket {
    pub(crate) fn of(action: &Action, facts: &Facts) -> Option<Self> {
        let form = classify::submitted(action, facts.target.as_ref()?)?;
        (form.method != "get").then(|| Self(form.clone()))
    }

    fn covers(&self, request: &HeldRequest) -> bool {
        let without_fragment = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
        // Each field of the form matches one field of the request, so none can be sent twice in another's place.
        let mut shown: Vec<&[String; 2]> = self.0.fields.iter().collect();
        let mut known = |field: &[String; 2]| {
            let at = shown.iter().position(|own| own[0] == field[0] && same_value(&own[1], &field[1]));
            at.map(|at| shown.swap_remove(at)).is_some()
        };
        request.method.eq_ignore_ascii_case(&self.0.method)
            && without_fragment(&request.url) == without_fragment(&self.0.action)
            && request.fields.len() == self.0.fields.len()
            && request.fields.iter().all(&mut known)
    }
}

/// Whether a value of the form is the one in the request: line ends are encoded differently in requests, long values are
/// cut on both sides, and secret values are hidden on both.
fn same_value(shown: &str, sent: &str) -> bool {
    let (shown, sent) = (shown.replace("\r\n", "\n"), sent.replace("\r\n", "\n"));
    match (shown.strip_suffix(CUT), sent.strip_suffix(CUT)) {
        (Some(""), _) | (_, Some("")) => true,
        (Some(shown), Some(sent)) => shown.starts_with(sent) || sent.starts_with(shown),
        (Some(_), None) | (None, Some(_)) => false,
        (None, None) => shown == sent,
    }
}

/// The guard's decision about a held request.
#[derive(Debug)]
pub enum RequestVerdict {
    Resolve(RequestResolution),
    Ask { asked: PendingRequest, question: Question },
}

/// Judges a held request. A ticket that covers it is spent.
#[must_use]
pub fn judge_request(request: HeldRequest, policy: &Policy, ticket: &mut Option<Ticket>) -> RequestVerdict {
    let covered = ticket.as_ref().is_some_and(|ticket| ticket.covers(&request));
    if covered {
        *ticket = None;
    }
    if request.only_reads() {
        return judge_navigation(request, policy);
    }
    if covered || policy.covers_request(&request.from, &request.to()) {
        return RequestVerdict::Resolve(RequestResolution { request, release: true });
    }
    let question = question::about_request(&request);
    RequestVerdict::Ask { asked: PendingRequest(request), question }
}

/// A held request that only reads is a navigation to an origin that the run may not read, or with text of another site.
fn judge_navigation(request: HeldRequest, policy: &Policy) -> RequestVerdict {
    match policy.reach(&request.url) {
        Reach::Allowed => RequestVerdict::Resolve(RequestResolution { request, release: true }),
        Reach::Unreadable | Reach::CarriesText | Reach::OfScript => {
            let question = question::about_navigation(&request, &policy.texts_carried_by(&request.url));
            RequestVerdict::Ask { asked: PendingRequest(request), question }
        }
    }
}

/// The mark at the end of a cut value; alone, it stands for a value that must not be shown.
const CUT: char = '…';
