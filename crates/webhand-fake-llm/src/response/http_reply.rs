//! An answer as the network will see it: head, pieces, and how it ends.

use std::time::Duration;

use axum::body::Bytes;
use serde_json::Value;

/// The reply to a request.
#[derive(Debug)]
pub(crate) enum HttpReply {
    Send(HttpResponse),
    /// Nothing at all, with the connection left open.
    Silence,
}

#[derive(Debug)]
pub(crate) struct HttpResponse {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub pieces: Vec<Bytes>,
    pub pause: Duration,
    pub end: BodyEnd,
}

/// The end of a body after its last piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyEnd {
    Complete,
    /// The connection breaks, the body being incomplete.
    Broken,
    /// Nothing more comes, and the connection stays open.
    Silent,
}

impl HttpReply {
    pub fn json(status: u16, body: &Value) -> Self {
        Self::Send(HttpResponse::json(status, body.to_string().into_bytes()))
    }

    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Send(sending) => Some(sending.status),
            Self::Silence => None,
        }
    }
}

impl HttpResponse {
    pub fn json(status: u16, body: Vec<u8>) -> Self {
        Self::of(status, "application/json", vec![body.into()])
    }

    pub fn stream(pieces: Vec<Bytes>) -> Self {
        Self::of(200, "text/event-stream; charset=utf-8", pieces)
    }

    fn of(status: u16, content: &str, pieces: Vec<Bytes>) -> Self {
        let headers = vec![("content-type".to_owned(), content.to_owned())];
        Self { status, headers, pieces, pause: Duration::ZERO, end: BodyEnd::Complete }
    }
}
