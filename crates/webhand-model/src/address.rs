//! Addresses, parsed as a browser parses them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};

use serde::{Deserialize, Serialize};
use url::Url;

/// An address that may be opened: `http` or `https`, with a host, without a user name in it; or the empty page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebUrl(Url);

/// Why a text is not an address webhand opens.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AddressError {
    #[error("\"{0}\" is not an address; write it like https://example.com/page")]
    Malformed(String),
    #[error("webhand opens only http and https addresses, not \"{0}:\"")]
    Scheme(String),
    /// Holds the host alone, so that the password does not get into journals and logs.
    #[error("the address at \"{0}\" carries a user name or password, which webhand does not send; leave it out")]
    UserInfo(String),
    #[error("\"{0}\" is not an origin; write it like shop.example, *.example.com, localhost or 127.0.0.1:8080")]
    Pattern(String),
}

impl WebUrl {
    /// Parses an address as a person or a brain writes it; a missing scheme means `https`, for this machine `http`.
    ///
    /// # Errors
    /// When the text is no address, has another scheme or carries credentials.
    pub fn parse(written: &str) -> Result<Self, AddressError> {
        let written = written.trim();
        let parsed = match Url::parse(written) {
            Ok(url) if !looks_like_host_and_port(written) => url,
            _ if has_scheme(written) || written.contains(char::is_whitespace) || written.starts_with('/') => {
                return Err(AddressError::Malformed(shown(written)));
            }
            _ => with_guessed_scheme(written).ok_or_else(|| AddressError::Malformed(shown(written)))?,
        };
        if parsed.as_str() == BLANK {
            return Ok(Self(parsed));
        }
        if !matches!(parsed.scheme(), "http" | "https") {
            return Err(AddressError::Scheme(parsed.scheme().to_owned()));
        }
        if !parsed.username().is_empty() || parsed.password().is_some() {
            return Err(AddressError::UserInfo(parsed.host_str().unwrap_or_default().to_owned()));
        }
        if parsed.host_str().is_none_or(str::is_empty) {
            return Err(AddressError::Malformed(shown(written)));
        }
        Ok(Self(parsed))
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Whether the address is the empty page, which belongs to no site and receives no data.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.as_str() == BLANK
    }

    #[must_use]
    pub fn origin(&self) -> Origin {
        Origin(self.0.origin().ascii_serialization())
    }

    /// Scheme, host, port and path, without query and fragment.
    #[must_use]
    pub fn without_query(&self) -> &str {
        let end = self.as_str().find(['?', '#']).unwrap_or(self.as_str().len());
        &self.as_str()[..end]
    }

    /// Whether the address has a query or a fragment, which can carry data.
    #[must_use]
    pub fn has_query_or_fragment(&self) -> bool {
        self.without_query() != self.as_str()
    }

    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }
}

const BLANK: &str = "about:blank";

/// The written text, cut, and without the part before an `@`, which may be a password.
fn shown(written: &str) -> String {
    match written.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.rsplit_once('@')?.1))) {
        Some((scheme, host)) => crate::truncate(&format!("{scheme}://…@{host}"), 120).into_owned(),
        None => crate::truncate(written, 120).into_owned(),
    }
}

/// Whether the text is a host with a port: `localhost:3000/x` would parse as an address with the scheme `localhost`.
fn looks_like_host_and_port(written: &str) -> bool {
    written.split_once(':').is_some_and(|(_, rest)| {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        digits > 0 && rest[digits..].chars().next().is_none_or(|c| matches!(c, '/' | '?' | '#'))
    })
}

fn has_scheme(written: &str) -> bool {
    written.split_once("://").is_some_and(|(scheme, _)| scheme.chars().all(|c| c.is_ascii_alphanumeric()))
}

fn with_guessed_scheme(written: &str) -> Option<Url> {
    let plain = Url::parse(&format!("http://{written}")).ok()?;
    if is_localhost(plain.host_str()?) { Some(plain) } else { Url::parse(&format!("https://{written}")).ok() }
}

/// Whether a host, as a browser writes it, is this machine. Only the whole host counts: `127.0.0.1.example` is another
/// machine.
#[must_use]
pub fn is_localhost(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    match bare.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

impl TryFrom<String> for WebUrl {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Self, AddressError> {
        Self::parse(&text)
    }
}

impl From<WebUrl> for String {
    fn from(url: WebUrl) -> Self {
        url.0.into()
    }
}

impl fmt::Display for WebUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Scheme, host and port as the browser writes them; `null` for a document with an opaque origin.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Origin(String);

impl Origin {
    /// The origin of any address, `null` for those that have none (`data:`, `about:` …).
    #[must_use]
    pub fn from_url(address: &str) -> Self {
        Url::parse(address).map_or_else(|_| Self::opaque(), |url| Self(url.origin().ascii_serialization()))
    }

    #[must_use]
    pub fn opaque() -> Self {
        Self("null".to_owned())
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the site is reachable from the whole internet, judging by its name.
    #[must_use]
    pub fn is_public(&self) -> bool {
        let Some((host, _)) = self.host_and_port() else { return false };
        let bare = host.trim_start_matches('[').trim_end_matches(']').trim_end_matches('.');
        match bare.parse::<IpAddr>().map(|address| address.to_canonical()) {
            Ok(IpAddr::V4(address)) => is_public_v4(address),
            // Global addresses are handed out from 2000::/3 alone.
            Ok(IpAddr::V6(address)) => address.segments()[0] & 0xe000 == 0x2000,
            Err(_) => bare.contains('.') && !PRIVATE_ENDINGS.iter().any(|ending| bare.ends_with(ending)),
        }
    }

    /// Whether the origin is on this machine.
    #[must_use]
    pub fn is_localhost(&self) -> bool {
        self.host_and_port().is_some_and(|(host, _)| is_localhost(&host))
    }

    fn host_and_port(&self) -> Option<(String, u16)> {
        let url = Url::parse(&self.0).ok()?;
        Some((url.host_str()?.to_owned(), url.port_or_known_default()?))
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    let shared_by_carriers = first == 100 && (64..128).contains(&second);
    let reserved = first == 0 || first >= 224 || (first == 198 && (18..20).contains(&second));
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || shared_by_carriers
        || reserved)
}

/// Names that only a local network resolves.
const PRIVATE_ENDINGS: [&str; 6] = [".local", ".localhost", ".internal", ".lan", ".home.arpa", ".intranet"];

/// Parsed again on reading, so that an [`Origin`] never holds another text.
impl From<String> for Origin {
    fn from(written: String) -> Self {
        Self::from_url(&written)
    }
}

impl From<Origin> for String {
    fn from(origin: Origin) -> Self {
        origin.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which origins a grant scope: a host with optional port (`:*` for any), `*.` for sub-domains, or `all`.
///
/// `localhost` stands for this machine under all its names and any port. A host without a port covers only the scheme's
/// default port.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OriginPattern {
    written: String,
    scope: PatternScope,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PatternScope {
    Everything,
    OwnMachine,
    Hosts { host: String, subdomains: bool, port: PortPattern, scheme: Option<String> },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PortPattern {
    Default,
    Any,
    Exactly(u16),
}

impl OriginPattern {
    /// # Errors
    /// When the text is neither `all`, `localhost` nor a host with an optional port.
    pub fn parse(written: &str) -> Result<Self, AddressError> {
        let bad = || AddressError::Pattern(shown(written));
        let trimmed = written.trim().trim_end_matches('/').to_lowercase();
        let scope = match trimmed.as_str() {
            "all" => PatternScope::Everything,
            "localhost" => PatternScope::OwnMachine,
            _ => parse_hosts(&trimmed).ok_or_else(bad)?,
        };
        Ok(Self { written: trimmed, scope })
    }

    #[must_use]
    pub fn covers(&self, origin: &Origin) -> bool {
        let Some((host, port)) = origin.host_and_port() else { return false };
        match &self.scope {
            PatternScope::Everything => true,
            PatternScope::OwnMachine => is_localhost(&host),
            PatternScope::Hosts { host: named, subdomains, port: wanted, scheme } => {
                let same_scheme = scheme.as_ref().is_none_or(|s| origin.0.starts_with(&format!("{s}://")));
                let same_host = if *subdomains {
                    host.strip_suffix(named.as_str()).is_some_and(|front| front.ends_with('.'))
                } else {
                    host == *named
                };
                let default = if origin.0.starts_with("https:") { 443 } else { 80 };
                let same_port = match wanted {
                    PortPattern::Any => true,
                    PortPattern::Default => port == default,
                    PortPattern::Exactly(number) => port == *number,
                };
                same_scheme && same_host && same_port
            }
        }
    }

    /// Whether the pattern names hosts, and not this machine or everything.
    #[must_use]
    pub fn names_site(&self) -> bool {
        match self.scope {
            PatternScope::Hosts { .. } => true,
            PatternScope::Everything | PatternScope::OwnMachine => false,
        }
    }

    /// Whether the pattern covers every origin.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.scope == PatternScope::Everything
    }
}

fn parse_hosts(written: &str) -> Option<PatternScope> {
    let (scheme, rest) = match written.split_once("://") {
        Some((scheme @ ("http" | "https"), rest)) => (Some(scheme.to_owned()), rest),
        Some(_) => return None,
        None => (None, written),
    };
    let (subdomains, rest) = rest.strip_prefix("*.").map_or((false, rest), |rest| (true, rest));
    let (host, port) = match rest.strip_suffix(":*") {
        Some(host) => (host, PortPattern::Any),
        None => match rest.rsplit_once(':') {
            Some((host, digits)) if !digits.ends_with(']') => (host, PortPattern::Exactly(digits.parse().ok()?)),
            _ => (rest, PortPattern::Default),
        },
    };
    let parsed = Url::parse(&format!("http://{host}/")).ok()?;
    let plain = !host.contains(['/', '\\', '?', '#', '@', '*', '%']) && !host.contains(char::is_whitespace);
    let host = parsed.host_str().filter(|name| plain && parsed.port().is_none() && is_host_name(name))?.to_owned();
    Some(PatternScope::Hosts { host, subdomains, port, scheme })
}

/// Whether a host can have this name. The URL parser accepts nearly every character, so a mistake such as
/// `a.example,b.example` would become a grant that never matches.
fn is_host_name(parsed: &str) -> bool {
    parsed.starts_with('[') || parsed.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
}

impl TryFrom<String> for OriginPattern {
    type Error = AddressError;

    fn try_from(text: String) -> Result<Self, AddressError> {
        Self::parse(&text)
    }
}

impl From<OriginPattern> for String {
    fn from(pattern: OriginPattern) -> Self {
        pattern.written
    }
}

impl fmt::Display for OriginPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}
