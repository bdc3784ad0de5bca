//! Visitors: a cookie names the visitor, and the server remembers their basket and their deleted messages.
//!
//! The cookie outlives the browser, and an id from an earlier server is accepted: it starts with an empty state.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use axum::extract::Request;
use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use uuid::Uuid;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct VisitorId(Uuid);

#[derive(Default)]
pub(super) struct VisitorState {
    /// Product slug → quantity, which is never zero.
    pub basket: BTreeMap<String, u32>,
    pub deleted: BTreeSet<u32>,
}

/// The newest visitors, at most [`MAX_VISITORS`]; the oldest is forgotten first.
#[derive(Default)]
pub(super) struct Visitors(VecDeque<(VisitorId, VisitorState)>);

impl Visitors {
    pub fn visitor(&mut self, id: VisitorId) -> &mut VisitorState {
        let index = self.0.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            if self.0.len() == MAX_VISITORS {
                self.0.pop_front();
            }
            self.0.push_back((id, VisitorState::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }
}

/// Makes the visitor's id known to every handler, and sets a cookie for a visitor without one.
pub(super) async fn identify_visitor(mut request: Request, next: Next) -> Response {
    let known = known(request.headers());
    let id = known.unwrap_or_else(|| VisitorId(Uuid::new_v4()));
    request.extensions_mut().insert(id);
    let mut response = next.run(request).await;
    if known.is_none() {
        let cookie = format!("{NAME}={}; Path=/; Max-Age={MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax", id.0);
        if let Ok(cookie) = HeaderValue::try_from(cookie) {
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
    response
}

fn known(headers: &HeaderMap) -> Option<VisitorId> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(name, value)| if name == NAME { value.parse().ok().map(VisitorId) } else { None })
}

const NAME: &str = "visitor";
const MAX_AGE_SECONDS: u32 = 365 * 24 * 60 * 60;
const MAX_VISITORS: usize = 256;
