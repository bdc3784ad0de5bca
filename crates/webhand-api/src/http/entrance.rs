//! The way of one request: door, penalty, body, route, and the headers every answer carries.

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

use super::door::Door;
use super::patience::{Patience, Penalty};
use super::refusal::Refusal;

/// What stands between a connection and the routes.
#[derive(Debug)]
pub(super) struct Entrance {
    pub door: Arc<Door>,
    pub patience: Arc<Patience>,
    pub router: Router,
}

impl Entrance {
    pub async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        let mut response = match self.let_in(request).await {
            Ok(request) => self.router.clone().call(request).await?,
            Err(refusal) => refusal.response(),
        };
        for (name, value) in ON_EVERY_ANSWER {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
    }

    /// The whole request, once its head has shown that it may be read.
    async fn let_in(&self, request: Request<Incoming>) -> Result<Request<Body>, Refusal> {
        let (mut head, body) = request.into_parts();
        let standing = match self.door.admit(&head) {
            Ok(standing) => standing,
            Err(Refusal::WrongToken) => {
                return Err(match self.patience.punish().await {
                    Penalty::Waited => Refusal::WrongToken,
                    Penalty::TurnedAway => Refusal::TurnedAway,
                });
            }
            Err(refusal) => return Err(refusal),
        };
        head.extensions.insert(standing);
        let whole = timeout(WHOLE_BODY_WITHIN, Limited::new(body, MOST_BYTES).collect()).await;
        let body = whole.map_err(|_| Refusal::TooSlow)?.map_err(|error| {
            let too_large = error.is::<LengthLimitError>();
            if too_large { Refusal::TooLarge } else { Refusal::TooSlow }
        })?;
        Ok(Request::from_parts(head, Body::from(body.to_bytes())))
    }
}

const WHOLE_BODY_WITHIN: Duration = Duration::from_secs(10);

/// Nothing is kept by a browser, framed by a page, or taken for something else than it is.
const ON_EVERY_ANSWER: [(HeaderName, &str); 5] = [
    (CACHE_CONTROL, "no-store"),
    (CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
