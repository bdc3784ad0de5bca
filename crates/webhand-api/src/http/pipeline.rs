//! The steps of one request: access check, delay of wrong tokens, body, route, and the headers of every response.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Request, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::time::timeout;
use tower_service::Service as _;
use webhand_wire::agent::MOST_BYTES;

use super::access::{AccessPolicy, Authentication};
use super::connections::{Connection, RequestInProgress};
use super::rejection::Rejection;
use super::token_throttle::{ThrottleResult, TokenThrottle};

/// The steps between a connection and the routes.
#[derive(Debug)]
pub(super) struct RequestPipeline {
    pub access: Arc<AccessPolicy>,
    pub token_throttle: Arc<TokenThrottle>,
    pub router: Router,
}

impl RequestPipeline {
    pub async fn handle(
        self: Arc<Self>,
        request: Request<Incoming>,
        connection: Arc<Connection>,
    ) -> Result<Response<Body>, Infallible> {
        let mut response = match self.read_request(request, &connection).await {
            Ok((request, in_progress)) => {
                let response = self.router.clone().call(request).await?;
                response.map(|body| Body::new(TrackedBody { body, _in_progress: in_progress }))
            }
            Err(rejection) => rejection.response(),
        };
        for (name, value) in COMMON_HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
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
            Authentication::Verified => Some(connection.begin_request()?),
            Authentication::Pending => None,
        };
        head.extensions.insert(authentication);
        let whole = timeout(WHOLE_BODY_WITHIN, Limited::new(body, MOST_BYTES).collect()).await;
        let body = whole.map_err(|_| Rejection::TooSlow)?.map_err(|error| {
            let too_large = error.is::<LengthLimitError>();
            if too_large { Rejection::TooLarge } else { Rejection::TooSlow }
        })?;
        Ok((Request::from_parts(head, Body::from(body.to_bytes())), in_progress))
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

const WHOLE_BODY_WITHIN: Duration = Duration::from_secs(10);

/// A browser must not cache a response, show it in a frame, or guess its type.
const COMMON_HEADERS: [(HeaderName, &str); 5] = [
    (CACHE_CONTROL, "no-store"),
    (CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
