//! The steps of one request: access check, delay of wrong tokens, body, route, and the headers of every response.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Request, Response};
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::body::Incoming;
use tokio::time::timeout;
use tower_service::Service as _;
use webhand_wire::agent::MOST_BYTES;

use super::access::AccessPolicy;
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
    pub async fn handle(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        let mut response = match self.read_request(request).await {
            Ok(request) => self.router.clone().call(request).await?,
            Err(rejection) => rejection.response(),
        };
        for (name, value) in COMMON_HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
    }

    /// Reads the whole request after its head is admitted.
    async fn read_request(&self, request: Request<Incoming>) -> Result<Request<Body>, Rejection> {
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
        head.extensions.insert(authentication);
        let whole = timeout(WHOLE_BODY_WITHIN, Limited::new(body, MOST_BYTES).collect()).await;
        let body = whole.map_err(|_| Rejection::TooSlow)?.map_err(|error| {
            let too_large = error.is::<LengthLimitError>();
            if too_large { Rejection::TooLarge } else { Rejection::TooSlow }
        })?;
        Ok(Request::from_parts(head, Body::from(body.to_bytes())))
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
