//! Caches the short-lived token that a key is exchanged for.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::time::SystemTime;

use tokio::sync::Mutex;

use super::endpoint::Endpoint;
use super::transport::HttpRequest;
use crate::format::{ApiKey, KeyHeader, RequestPath};
use crate::gigachat::AccessToken;

/// The token server, and the current token.
#[derive(Debug)]
pub(super) struct TokenCache {
    endpoint: Endpoint,
    scope: String,
    held: Mutex<Option<AccessToken>>,
}

impl TokenCache {
    /// `endpoint` holds the address of the token server itself, and the key for it.
    pub fn new(endpoint: Endpoint, scope: String) -> Self {
        Self { endpoint, scope, held: Mutex::new(None) }
    }

    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The current token, if it is still valid.
    pub async fn current(&self, now: SystemTime) -> Option<ApiKey> {
        let held = self.held.lock().await;
        held.as_ref().filter(|token| token.until > now).map(|token| token.key.clone())
    }

    pub async fn replace(&self, token: Option<AccessToken>) {
        *self.held.lock().await = token;
    }

    /// The request for a new token. Each has an id of its own.
    pub fn request(&self) -> HttpRequest {
        let url = self.endpoint.join(&RequestPath::new("")).to_string();
        let body = Some(format!("scope={}", self.scope));
        let request = HttpRequest { method: "POST", url, headers: Vec::new(), body }
            .header("rquid", random_uuid())
            .header("content-type", "application/x-www-form-urlencoded");
        match self.endpoint.key().map(|key| key.header(KeyHeader::Basic)) {
            None => request,
            Some((name, basic)) => request.header(name, basic),
        }
    }
}

/// A random UUID.
fn random_uuid() -> String {
    let random = || RandomState::new().build_hasher().finish();
    let (high, low) = (random(), random());
    let mut id = String::with_capacity(36);
    let parts = [high >> 32, (high >> 16) & 0xffff, (high & 0x0fff) | 0x4000, ((low >> 48) & 0x3fff) | 0x8000];
    for (at, part) in parts.into_iter().enumerate() {
        let width = if at == 0 { 8 } else { 4 };
        // Writing into a string does not fail.
        write!(id, "{part:0width$x}-").ok();
    }
    write!(id, "{:012x}", low & 0xffff_ffff_ffff).ok();
    id
}
