//! Why a request is rejected, with the response for programs and people.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, Response, StatusCode};
use serde_json::json;
use webhand_wire::api::ProblemCode;

use super::route::API;

/// The request had no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Rejection {
    #[error("this server answers only under its own address; ask for that one, with exactly one Host header")]
    ForeignHost,
    #[error("pages of other origins may not use this server")]
    ForeignOrigin,
    #[error(
        "the address takes no such parameter: leave the query out, or name only what the address takes; the token belongs \
         in the Authorization header"
    )]
    Query,
    #[error("the token is missing: send \"Authorization: Bearer TOKEN\" with the text of the token file")]
    NoToken,
    #[error("the token is wrong: send the text of the token file that the server named when it started")]
    WrongToken,
    #[error("this is for the person: send the key of the owner's token file, or use the dashboard")]
    OwnerOnly,
    #[error("too many requests at once; send fewer in a second")]
    TooMany,
    #[error("too many wrong tokens were offered; try again later")]
    TooManyWrongTokens,
    #[error("there is no such address; there are {}", super::route::paths())]
    NotFound,
    #[error("this address does not take that method")]
    WrongMethod,
    #[error("the request is larger than {} bytes; send less at once", webhand_wire::agent::MOST_BYTES)]
    TooLarge,
    #[error("the request did not come whole in time; send it again")]
    TooSlow,
    #[error("this address speaks WebSocket; open it with a WebSocket client")]
    NotAWebSocket,
    #[error("the server is busy with as many as it can serve; close one or try again later")]
    Busy,
}

impl Rejection {
    pub fn status(self) -> StatusCode {
        match self {
            Self::ForeignHost => StatusCode::MISDIRECTED_REQUEST,
            Self::ForeignOrigin | Self::OwnerOnly => StatusCode::FORBIDDEN,
            Self::Query => StatusCode::BAD_REQUEST,
            Self::NoToken | Self::WrongToken => StatusCode::UNAUTHORIZED,
            Self::TooManyWrongTokens | Self::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::NotAWebSocket => StatusCode::UPGRADE_REQUIRED,
            Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    /// The error code, from the same set as on every other surface.
    fn code(self) -> &'static str {
        match self {
            Self::ForeignHost | Self::ForeignOrigin | Self::NoToken | Self::WrongToken => "unauthorized",
            Self::OwnerOnly => "owner_only",
            Self::Query | Self::NotFound | Self::WrongMethod | Self::NotAWebSocket => "bad_message",
            Self::TooLarge => "too_large",
            Self::TooSlow => "timed_out",
            Self::TooManyWrongTokens | Self::TooMany | Self::Busy => "busy",
        }
    }

    /// The response; of an address of the API as a problem, which says the same.
    pub fn response_at(self, path: &str) -> Response<Body> {
        let mut response = self.response();
        if path.starts_with(API) {
            let code = self.problem_code();
            let mut body = json!(code.problem(self.to_string()));
            body["status"] = self.status().as_u16().into();
            // As on every other address.
            body["success"] = false.into();
            body["error"] = self.to_string().into();
            *response.body_mut() = Body::from(body.to_string());
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        }
        response
    }

    fn problem_code(self) -> ProblemCode {
        match self {
            Self::ForeignHost | Self::ForeignOrigin | Self::NoToken | Self::WrongToken => ProblemCode::Unauthorized,
            Self::OwnerOnly => ProblemCode::OwnerOnly,
            Self::Query | Self::NotAWebSocket => ProblemCode::BadRequest,
            Self::NotFound => ProblemCode::NotFound,
            Self::WrongMethod => ProblemCode::WrongMethod,
            Self::TooLarge => ProblemCode::TooLarge,
            Self::TooSlow => ProblemCode::TimedOut,
            Self::TooManyWrongTokens | Self::TooMany | Self::Busy => ProblemCode::Busy,
        }
    }

    pub fn response(self) -> Response<Body> {
        let body = json!({"success": false, "error": self.to_string(), "code": self.code()});
        let mut response = Response::new(Body::from(body.to_string()));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self {
            Self::NoToken | Self::WrongToken => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Self::TooMany => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
            }
            Self::TooManyWrongTokens | Self::Busy => {
                headers.insert(RETRY_AFTER, HeaderValue::from_static("10"));
            }
            Self::ForeignHost
            | Self::ForeignOrigin
            | Self::OwnerOnly
            | Self::Query
            | Self::NotFound
            | Self::WrongMethod
            | Self::TooLarge
            | Self::TooSlow
            | Self::NotAWebSocket => {}
        }
        response
    }
}
