//! Judges requests that are about to leave the browser: each goes at once, waits for the person or the run, or is refused.
//!
//! Holds the facts about one request ([`OutgoingRequest`]) and the judgement ([`judge_outgoing`]), a pure function: it must
//! never read a page, a clock or the network. Hands gather the facts and carry the verdict out; what becomes of a held
//! request is decided later, by [`judge_request`](crate::judge_request). Start reading at [`judge_outgoing`]; the cases
//! stand in its tests.

mod body;
mod graphql;
mod shape;
mod site;
mod touch;

pub use body::RequestBody;
pub use shape::{RequestShape, request_endpoint};
pub(crate) use site::is_shared_suffix;
pub use site::site_of;
pub use touch::{Touch, TouchedTabs};

use webhand_model::{Origin, RequestCause};

use crate::Reach;

/// The facts about a request that the browser has paused before sending it.
#[derive(Debug, Clone, Copy)]
pub struct OutgoingRequest<'a> {
    pub method: &'a str,
    pub url: &'a str,
    pub kind: ResourceKind,
    pub body: RequestBody<'a>,
    /// The origin of the document that sends the request.
    pub sender: &'a Origin,
    pub owner: RequestOwner,
    pub touched: TouchedBefore,
    /// A document that nobody had touched has sent a request of the same [`RequestShape`] in this run.
    pub sent_before: bool,
    /// A grant of the person covers the request ([`RequestGrants`](crate::RequestGrants)).
    pub is_granted: bool,
    /// The request is for a document of a whole tab.
    pub opens_tab: bool,
    /// How far the request may go if it only reads.
    pub reach: Reach,
}

/// The kind of resource that the browser loads with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceKind {
    /// A navigation, which is also how a form is submitted.
    Document,
    Xhr,
    Fetch,
    /// `navigator.sendBeacon` or the `ping` of a link.
    Ping,
    /// A report of the browser to a server that the page named, as of its content security policy.
    Report,
    /// A kind that the browser has no name for; requests of workers are among them.
    Other,
    /// A part of the page that no script asked for by `fetch`, such as an image or a style sheet.
    Subresource,
    /// A frame of a web socket.
    SocketFrame,
}

impl ResourceKind {
    /// The kinds that have to be paused, because a request of such a kind can have another method than GET.
    pub const PAUSED: &'static [Self] =
        &[Self::Document, Self::Xhr, Self::Fetch, Self::Ping, Self::Report, Self::Other];
}

/// The owner of the tab or worker that sends a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestOwner {
    /// The person uses the tab, so the request is the person's own.
    Person,
    /// A run; also when nobody knows whose the request is.
    Run {
        /// The run has touched a page. Where the owner is unknown: any run has.
        input_began: bool,
        /// The run has given its tabs back and nobody is left who could decide.
        has_ended: bool,
        /// As many requests of the run are held as may be.
        is_full: bool,
        moment: RequestMoment,
    },
}

/// The state of the run at the moment when a request is about to leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestMoment {
    /// An action that touches a page is under way. The run judges what is held meanwhile as soon as the action ends, and
    /// writes it into the journal before it goes.
    DuringAction,
    /// No such action is under way, and none may follow for long.
    BetweenActions,
}

/// The documents and sites that the run has touched before a request. A document that follows from a touched one may do
/// what the touch was about: it finds it in storage, in its address or in its opener.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TouchedBefore {
    /// The document that the sending tab shows.
    pub document: bool,
    /// A document from which the sending one follows: an earlier one of its tab, one that opened its tab, or none that is
    /// known.
    pub earlier_document: bool,
    /// Any document of the sender's or of the receiver's site.
    pub site: bool,
}

impl TouchedBefore {
    fn anything(self) -> bool {
        self.document || self.earlier_document || self.site
    }
}

/// The judgement of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutgoingJudgement {
    pub verdict: OutgoingVerdict,
    pub cause: RequestCause,
}

/// Whether a request goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutgoingVerdict {
    /// The request goes on at once.
    Release(ReleaseReason),
    /// The request waits for a verdict of the run or the person.
    Hold,
    /// The request fails at once.
    Refuse(RefuseReason),
}

/// Why a request goes on at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseReason {
    /// It only reads, by its method or as a GraphQL query.
    Reads,
    /// The person sends it.
    OfPerson,
    /// The page sends it by itself, as it would for everybody who opens it. Its shape is remembered.
    Background,
    /// The page sends it by itself: it has sent the same before it was touched.
    SentBefore,
    /// A grant of the person covers it. It is recorded.
    Granted,
}

/// Why a request fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefuseReason {
    OwnerEnded,
    TooManyHeld,
    /// A message to another site, or a report, whose answer no page reads: to drop it harms nobody, and to ask about it
    /// would ask at every page. It is recorded.
    Telemetry,
    /// Its address carries, or may carry, what the run read, typed or composed to another site. It is recorded.
    Carries,
}

/// Judges a request that is about to leave the browser.
#[must_use]
pub fn judge_outgoing(request: &OutgoingRequest<'_>) -> OutgoingJudgement {
    let cause = cause(request);
    OutgoingJudgement { verdict: verdict(request, cause), cause }
}

fn verdict(request: &OutgoingRequest<'_>, cause: RequestCause) -> OutgoingVerdict {
    let RequestOwner::Run { has_ended, is_full, moment, .. } = request.owner else {
        return OutgoingVerdict::Release(ReleaseReason::OfPerson);
    };
    if matches!(request.method, "GET" | "HEAD" | "OPTIONS") {
        return verdict_of_read(request, has_ended, is_full);
    }
    if request.method == "POST" && request.kind != ResourceKind::Document && graphql::is_query(&request.body) {
        return OutgoingVerdict::Release(ReleaseReason::Reads);
    }
    match cause {
        RequestCause::Page if request.touched.anything() => OutgoingVerdict::Release(ReleaseReason::SentBefore),
        RequestCause::Page => OutgoingVerdict::Release(ReleaseReason::Background),
        RequestCause::Action | RequestCause::Unknown => {
            // A request of a run that has ended is judged by nobody later, so its grant is applied now.
            if request.is_granted && (has_ended || moment == RequestMoment::BetweenActions) {
                OutgoingVerdict::Release(ReleaseReason::Granted)
            } else if has_ended {
                OutgoingVerdict::Refuse(RefuseReason::OwnerEnded)
            } else if is_telemetry(request) && !request.is_granted {
                OutgoingVerdict::Refuse(RefuseReason::Telemetry)
            } else if is_full {
                OutgoingVerdict::Refuse(RefuseReason::TooManyHeld)
            } else {
                OutgoingVerdict::Hold
            }
        }
    }
}

/// A document of a tab waits for the person where the run may not go; a part of a page fails if it carries text of another
/// site, because a page works without it and nobody can be asked about each.
fn verdict_of_read(request: &OutgoingRequest<'_>, has_ended: bool, is_full: bool) -> OutgoingVerdict {
    match request.reach {
        Reach::Allowed => OutgoingVerdict::Release(ReleaseReason::Reads),
        Reach::Unreadable if !request.opens_tab => OutgoingVerdict::Release(ReleaseReason::Reads),
        Reach::CarriesText | Reach::OfScript if !request.opens_tab => OutgoingVerdict::Refuse(RefuseReason::Carries),
        Reach::Unreadable | Reach::CarriesText | Reach::OfScript => {
            if has_ended {
                OutgoingVerdict::Refuse(RefuseReason::OwnerEnded)
            } else if is_full {
                OutgoingVerdict::Refuse(RefuseReason::TooManyHeld)
            } else {
                OutgoingVerdict::Hold
            }
        }
    }
}

/// The cause of a request. That the page sends it by itself is certain only of a page that follows from no touch, and
/// of a request that was sent before. A form is the action's while one is under way; otherwise it is unknown.
fn cause(request: &OutgoingRequest<'_>) -> RequestCause {
    let RequestOwner::Run { input_began, moment, .. } = request.owner else { return RequestCause::Unknown };
    if !input_began {
        return RequestCause::Page;
    }
    if request.kind == ResourceKind::Document {
        let is_submitted = moment == RequestMoment::DuringAction && request.touched.document;
        return if is_submitted { RequestCause::Action } else { RequestCause::Unknown };
    }
    if request.sent_before || !request.touched.anything() { RequestCause::Page } else { RequestCause::Unknown }
}

fn is_telemetry(request: &OutgoingRequest<'_>) -> bool {
    match request.kind {
        ResourceKind::Report => true,
        ResourceKind::Ping => !site::is_same_site(request.url, request.sender.as_str()),
        ResourceKind::Document
        | ResourceKind::Xhr
        | ResourceKind::Fetch
        | ResourceKind::Other
        | ResourceKind::Subresource
        | ResourceKind::SocketFrame => false,
    }
}
