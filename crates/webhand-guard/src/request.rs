//! Decides on held requests: those that may have a lasting effect on the server wait in the browser until then.

use webhand_model::{Action, ActionClass, Content, Facts, Form, HeldRequest, Question};

use crate::classify;
use crate::question;
use crate::request_kind::RequestKind;
use crate::{LoginTicket, Policy, QuestionTopic, Reach, YesScope, site_of};

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

    pub(crate) fn release(request: HeldRequest) -> Self {
        Self { request, release: true }
    }

    /// Releases a request that the person said yes to.
    #[must_use]
    pub fn by_user(asked: PendingRequest, scope: YesScope, policy: &mut Policy) -> Self {
        if let Some(kind) = asked.kind.filter(|_| scope == YesScope::ThisKind) {
            policy.learn_kind(kind);
        }
        Self { request: asked.request, release: true }
    }

    /// Replaces a request whose secrets were redacted by the one that is held: done for the hands, which compare it.
    #[must_use]
    pub fn revealing(mut self, held: HeldRequest) -> Self {
        if held.id == self.request.id {
            self.request = held;
        }
        self
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
pub struct PendingRequest {
    request: HeldRequest,
    /// The kind of requests that the person may allow for the rest of the run.
    kind: Option<RequestKind>,
}

impl PendingRequest {
    #[must_use]
    pub fn request(&self) -> &HeldRequest {
        &self.request
    }

    /// The topic of the question: sending or going there, and where.
    #[must_use]
    pub fn topic(&self) -> QuestionTopic {
        let class = if self.request.only_reads() { ActionClass::Navigate } else { ActionClass::Commit };
        QuestionTopic { class, origin: self.request.to() }
    }

    /// Whether a request of the page that was loaded again sends the same; a token that is new at each load may differ.
    #[must_use]
    pub fn is_about(&self, request: &HeldRequest) -> bool {
        let HeldRequest { id: _, method, url, from, fields: _, content: _ } = &self.request;
        *method == request.method
            && *url == request.url
            && *from == request.from
            && matches!(self.comparison(request), Comparison::Same | Comparison::NewToken(_))
    }

    /// Moves the question to the same request of a page that was loaded again.
    #[must_use]
    pub fn moved_to(self, request: &HeldRequest) -> Self {
        Self { request: request.clone(), ..self }
    }

    /// Whether both are asked about in one question: both leave a mark, on one site.
    #[must_use]
    pub fn is_asked_with(&self, other: &Self) -> bool {
        let (own, other) = (&self.request, &other.request);
        !own.only_reads()
            && !other.only_reads()
            && (own.to() == other.to() || site_of(&own.url).is_some_and(|site| Some(site) == site_of(&other.url)))
    }

    fn comparison(&self, request: &HeldRequest) -> Comparison {
        let known = (self.request.content.as_ref(), request.content.as_ref());
        compare(known, (&self.request.fields, &request.fields))
    }
}

/// Permission for one request with these values, given together with a yes to the action that sends it.
#[derive(Debug, PartialEq)]
pub struct Ticket {
    form: Form,
    /// The log-in that the form begins, which a script of the page may send instead.
    login: Option<LoginTicket>,
}

impl Ticket {
    /// `None` where the content of the form cannot be known beforehand: then the person decides on the very request.
    pub(crate) fn of(action: &Action, facts: &Facts) -> Option<Self> {
        let form = classify::submitted(action, facts.target.as_ref()?)?;
        (form.method != "get" && classify::is_bindable(form)).then(|| Self { form: form.clone(), login: None })
    }

    /// The ticket of a log-in, which covers the form or the request of a script, whichever comes.
    pub(crate) fn or_by_script(self, login: LoginTicket) -> Self {
        Self { login: Some(login), ..self }
    }

    fn covers(&self, request: &HeldRequest) -> bool {
        let without_fragment = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
        let Self { form, login } = self;
        let known = (form.content.as_ref(), request.content.as_ref());
        let is_form = request.method.eq_ignore_ascii_case(&form.method)
            && without_fragment(&request.url) == without_fragment(&form.action)
            && compare(known, (&form.fields, &request.fields)) == Comparison::Same;
        is_form || login.as_ref().is_some_and(|login| login.covers_request(request))
    }
}

/// How the content of one form or request relates to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Comparison {
    Same,
    /// Only this field differs: a token that the server makes up anew at each load.
    NewToken(String),
    Different,
}

/// Compares contents by their digests. Journals of versions without digests are compared by the values they show, so that
/// they still replay; a value that is not shown in full equals nothing.
pub(crate) fn compare(
    contents: (Option<&Content>, Option<&Content>),
    shown: (&[[String; 2]], &[[String; 2]]),
) -> Comparison {
    match contents {
        (Some(own), Some(other)) if own.is_same(other) => Comparison::Same,
        (Some(own), Some(other)) => match own.renewed_token(other) {
            Some(name) => Comparison::NewToken(name.to_owned()),
            None => Comparison::Different,
        },
        (None, other) if is_shown_in_full(shown) && other.is_none_or(Content::is_bindable) => Comparison::Same,
        (None | Some(_), None) | (None, Some(_)) => Comparison::Different,
    }
}

fn is_shown_in_full((own, other): (&[[String; 2]], &[[String; 2]])) -> bool {
    own == other && own.iter().all(|[_, value]| !value.ends_with(CUT))
}

/// The guard's decision about a held request.
#[derive(Debug)]
pub enum RequestVerdict {
    Resolve(RequestResolution),
    Ask { asked: Box<PendingRequest>, question: Question },
}

/// One question about requests of one site, and those of them that it does not show: a person is asked only about what
/// they are shown.
#[must_use]
pub fn ask_together(asked: &mut Vec<PendingRequest>) -> (Question, Vec<PendingRequest>) {
    let shown = question::shown_together(asked.iter().map(PendingRequest::request));
    let further = asked.split_off(shown.min(asked.len()));
    // One answer goes for all of them, so a kind is offered for all or for none.
    if asked.iter().any(|asked| asked.kind.is_none()) {
        for asked in asked.iter_mut() {
            asked.kind = None;
        }
    }
    let requests: Vec<&HeldRequest> = asked.iter().map(PendingRequest::request).collect();
    let kinds: Vec<&RequestKind> = asked.iter().filter_map(|asked| asked.kind.as_ref()).collect();
    (question::about_requests(&requests, &kinds), further)
}

/// Where the values of a request come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextSource {
    Own,
    /// One of them was read on another origin.
    OtherOrigin,
}

/// Judges a held request. A ticket that covers it is spent.
#[must_use]
pub fn judge_request(
    request: HeldRequest,
    policy: &Policy,
    ticket: &mut Option<Ticket>,
    text: TextSource,
) -> RequestVerdict {
    let covered = ticket.as_ref().is_some_and(|ticket| ticket.covers(&request));
    if covered {
        *ticket = None;
    }
    if request.only_reads() {
        return judge_navigation(request, policy);
    }
    let kind = RequestKind::of_request(&request).filter(|_| text == TextSource::Own);
    let granted = policy.covers_request(&request.from, &request.to());
    if covered || granted || policy.knows_kind(kind.as_ref()) {
        return RequestVerdict::Resolve(RequestResolution { request, release: true });
    }
    let kind = policy.offered_kind(kind);
    let question = question::about_request(&request, kind.as_ref());
    RequestVerdict::Ask { asked: Box::new(PendingRequest { request, kind }), question }
}

/// A held request that only reads is a navigation to an origin that the run may not read, or with text of another site.
fn judge_navigation(request: HeldRequest, policy: &Policy) -> RequestVerdict {
    match policy.reach(&request.url) {
        Reach::Allowed => RequestVerdict::Resolve(RequestResolution { request, release: true }),
        Reach::Unreadable | Reach::CarriesText | Reach::OfScript => {
            let question = question::about_navigation(&request, &policy.texts_carried_by(&request.url));
            RequestVerdict::Ask { asked: Box::new(PendingRequest { request, kind: None }), question }
        }
    }
}

/// Ends a value that is cut; alone, it stands for a value that must not be shown.
const CUT: char = '…';
