//! Decides whether a request that is about to leave the browser waits for a verdict.
//!
//! Holds the facts about one request ([`OutgoingRequest`]) and the decision ([`decide_hold`]), a pure function: it must never
//! read a page, a clock or the network. Hands gather the facts and carry the decision out; what becomes of a held request is
//! decided later, by [`judge_request`](crate::judge_request). Start reading at [`decide_hold`]; the cases stand in its tests.

mod body_operation;
mod same_site;

pub use body_operation::BodyOperation;

use same_site::is_same_site;
use webhand_model::Origin;

/// The facts about a request that the browser has paused before sending it.
#[derive(Debug, Clone, Copy)]
pub struct OutgoingRequest<'a> {
    pub method: &'a str,
    pub url: &'a str,
    pub kind: ResourceKind,
    /// The origin of the document that sends the request.
    pub sender: &'a Origin,
    pub owner: RequestOwner,
    /// `None` for a worker that belongs to no tab.
    pub tab: Option<SendingTab>,
    pub operation: &'a BodyOperation,
}

/// What the browser loads with a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceKind {
    /// A navigation, which is also how a form is submitted.
    Document,
    Xhr,
    Fetch,
    /// `navigator.sendBeacon` or the `ping` of a link.
    Ping,
    /// A kind that the browser has no name for; requests of workers are among them.
    Other,
    /// A part of the page that no script asked for by `fetch`: an image, a style sheet, a report to the server.
    Subresource,
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
    },
}

/// The tab whose document sends a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendingTab {
    /// The run has touched the document that the tab shows.
    pub touched: bool,
    /// The tab shows no web page yet, and the run has touched the document that opened it.
    pub is_blank_from_touched: bool,
    /// The document has sent a request with the same [`request_fingerprint`] by itself, so it is background traffic.
    pub sent_before: bool,
}

/// Whether a request goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldDecision {
    /// The request goes on at once.
    Release { remember: Remember },
    /// The request waits for a verdict.
    Hold,
    /// The request fails at once.
    Refuse(HoldRefusal),
}

/// Whether the tab remembers a released request as something that its page sends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remember {
    No,
    AsBackground,
}

/// Why a request that ought to be held fails instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldRefusal {
    OwnerEnded,
    TooManyHeld,
}

/// Decides whether a request goes out, waits for a verdict or fails.
#[must_use]
pub fn decide_hold(request: &OutgoingRequest<'_>) -> HoldDecision {
    if matches!(request.method, "GET" | "HEAD" | "OPTIONS") {
        return HoldDecision::Release { remember: Remember::No };
    }
    match request.owner {
        // Requests of the person do not show what the page sends by itself.
        RequestOwner::Person => HoldDecision::Release { remember: Remember::No },
        RequestOwner::Run { input_began: false, .. } => HoldDecision::Release { remember: Remember::AsBackground },
        RequestOwner::Run { .. } if !may_follow_from_input(request) => {
            HoldDecision::Release { remember: Remember::AsBackground }
        }
        RequestOwner::Run { has_ended: true, .. } => HoldDecision::Refuse(HoldRefusal::OwnerEnded),
        RequestOwner::Run { is_full: true, .. } => HoldDecision::Refuse(HoldRefusal::TooManyHeld),
        RequestOwner::Run { .. } => HoldDecision::Hold,
    }
}

/// Whether the run's input may have caused a request: a submitted form always; a request of a script once its page was
/// touched, unless the page had sent the same before by itself.
fn may_follow_from_input(request: &OutgoingRequest<'_>) -> bool {
    match request.kind {
        ResourceKind::Document => return true,
        ResourceKind::Xhr | ResourceKind::Fetch | ResourceKind::Other => {}
        ResourceKind::Ping if is_same_site(request.url, request.sender) => {}
        ResourceKind::Ping | ResourceKind::Subresource => return false,
    }
    // A worker that belongs to no tab acts for any of them.
    let Some(tab) = request.tab else { return true };
    let touched = tab.touched || tab.is_blank_from_touched;
    touched && *request.operation != BodyOperation::Query && !tab.sent_before
}

/// The part of a request that stays the same when a page sends the same kind of thing again.
#[must_use]
pub fn request_fingerprint(method: &str, url: &str, operation: &BodyOperation) -> String {
    let endpoint = request_endpoint(method, url);
    match operation {
        BodyOperation::Named(name) => format!("{endpoint} {name}"),
        BodyOperation::Query | BodyOperation::Unknown => endpoint,
    }
}

/// Method, origin and path of a request, without query and fragment.
#[must_use]
pub fn request_endpoint(method: &str, url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    format!("{method} {}", &url[..end])
}
