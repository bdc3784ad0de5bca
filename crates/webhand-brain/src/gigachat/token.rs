//! The access token that the provider issues for a key.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use webhand_port::BrainError;

use crate::format::{ApiKey, ProviderFailure, truncated_answer};

/// The token server, and the scope of the tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenServer {
    pub auth_url: Option<String>,
    pub scope: String,
}

/// A token and the time until which it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessToken {
    pub key: ApiKey,
    /// One minute before the token expires.
    pub until: SystemTime,
}

/// Parses the response of the token server.
///
/// # Errors
/// When it holds no token.
pub fn parse_token(body: &[u8]) -> Result<AccessToken, ProviderFailure> {
    let body: Value = serde_json::from_slice(body).map_err(|_| truncated_answer())?;
    // Another gateway of the provider uses shorter field names.
    let token = body["access_token"].as_str().or_else(|| body["tok"].as_str());
    let ends = body["expires_at"].as_u64().or_else(|| body["exp"].as_u64()).map(Duration::from_millis);
    let (Some(token), Some(ends)) = (token, ends) else {
        return Err(ProviderFailure::later(BrainError::Malformed("the provider's answer holds no token".to_owned())));
    };
    let key = ApiKey::new(token).map_err(|_| truncated_answer())?;
    let until = UNIX_EPOCH.checked_add(ends.saturating_sub(EARLY)).ok_or_else(truncated_answer)?;
    Ok(AccessToken { key, until })
}

/// The provider's own token server.
pub const AUTH_URL: &str = "https://ngw.devices.sberbank.ru:9443/api/v2/oauth";
/// The scope for persons; companies have others.
pub const SCOPE: &str = "GIGACHAT_API_PERS";
const EARLY: Duration = Duration::from_mins(1);
