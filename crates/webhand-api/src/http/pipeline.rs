//! The steps of one request: access check, delay of wrong tokens, body, route, and the headers of every response.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{
    ACCEPT, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL,
    CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Request, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::timeout;
use tower_service::Service as _;
use webhand_wire::agent::MOST_BYTES;

use super::access::{AccessPolicy, Authentication};
use super::connections::{Connection, RequestInProgress, RequestLength};
use super::metrics::RequestCounts;
use super::rate_limit::RateLimit;
use super::rejection::Rejection;
use super::route::{API, ApiCall, Route, find_route};
use super::token_throttle::{ThrottleResult, TokenThrottle};

/// The steps between a connection and the routes.
#[derive(Debug)]
pub(super) struct RequestPipeline {
    pub access: Arc<AccessPolicy>,
    pub token_throttle: Arc<TokenThrottle>,
    pub rate_limit: RateLimit,
    pub router: Router,
    pub counts: Arc<RequestCounts>,
}

impl RequestPipeline {
    pub async fn handle(
        self: Arc<Self>,
        request: Request<Incoming>,
        connection: Arc<Connection>,
    ) -> Result<Response<Body>, Infallible> {
        let path = request.uri().path().to_owned();
        let page = self.access.thin_origin(request.headers(), &path).cloned();
        if let Some(page) = page.as_ref().filter(|_| request.method() == Method::OPTIONS) {
            // A browser asks before it sends a page's request to another origin; the answer holds nothing and does nothing.
            return Ok(allow_page(Response::new(Body::empty()), page));
        }
        let mut response = match self.read_request(request, &connection).await {
            Ok((request, in_progress)) => {
                let response = self.router.clone().call(request).await?;
                response.map(|body| Body::new(TrackedBody { body, _in_progress: in_progress }))
            }
            Err(rejection) => rejection.response_at(&path),
        };
        self.counts.count(response.status().as_u16());
        for (name, value) in COMMON_HEADERS {
            // The dashboard names what its pages may load; everything else loads nothing.
            response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
        }
        Ok(match page {
            Some(page) => allow_page(response, &page),
            None => response,
        })
    }

    /// Reads the whole request after its head is admitted.
    async fn read_request(
        &self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> Result<(Request<Body>, Option<RequestInProgress>), Rejection> {
        let (mut head, body) = request.into_parts();
        let authentication = match self.access.admit(&head) {
            Ok(authentication) => authentication,
            Err(Rejection::WrongToken) => {
                return Err(match self.token_throttle.delay_wrong_token().await {
                    ThrottleResult::Delayed => Rejection::WrongToken,
                    ThrottleResult::Rejected => Rejection::TooManyWrongTokens,
                });
            }
            Err(rejection) => return Err(rejection),
        };
        // A connection that has not shown the token yet makes room for others.
        let in_progress = match authentication {
            Authentication::Verified(role) => {
                let call = find_route(&head.method, head.uri.path()).and_then(Route::api_call);
                if head.uri.path().starts_with(API) && !head.method.is_safe() {
                    self.rate_limit.take(role, call)?;
                }
                Some(connection.begin_request(request_length(call, &head))?)
            }
            Authentication::Pending | Authentication::NotNeeded => None,
        };
        head.extensions.insert(authentication);
        if authentication == Authentication::NotNeeded {
            // The body of a request without a key is not read.
            return Ok((Request::from_parts(head, Body::empty()), in_progress));
        }
        let whole = timeout(WHOLE_BODY_WITHIN, Limited::new(body, MOST_BYTES).collect()).await;
        let body = whole.map_err(|_| Rejection::TooSlow)?.map_err(|error| {
            let too_large = error.is::<LengthLimitError>();
            if too_large { Rejection::TooLarge } else { Rejection::TooSlow }
        })?;
        Ok((Request::from_parts(head, Body::from(body.to_bytes())), in_progress))
    }
}

/// Whether the response is a stream that goes on as long as its reader wants.
fn request_length(call: Option<ApiCall>, head: &Parts) -> RequestLength {
    let accepts_events = || {
        let accepts = head.headers.get(ACCEPT).and_then(|value| value.to_str().ok());
        accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
    };
    match call {
        Some(ApiCall::Changes | ApiCall::Screen) => RequestLength::Stream,
        Some(ApiCall::Events) if accepts_events() => RequestLength::Stream,
        Some(_) | None => RequestLength::Short,
    }
}

/// The body of a response, which may be a stream: the request is in progress until it is dropped.
#[derive(Debug)]
struct TrackedBody {
    body: Body,
    _in_progress: Option<RequestInProgress>,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Lets a page of another origin read the response.
fn allow_page(mut response: Response<Body>, page: &HeaderValue) -> Response<Body> {
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, page.clone());
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization, content-type"));
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST"));
    headers.insert(VARY, HeaderValue::from_static("origin"));
    response
}

const WHOLE_BODY_WITHIN: Duration = Duration::from_secs(10);

/// A browser must not cache a response, show it in a frame, or guess its type.
const COMMON_HEADERS: [(HeaderName, &str); 6] = [
    (CACHE_CONTROL, "no-store"),
    (CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];
