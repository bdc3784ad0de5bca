//! How a gate resolves names and whether it goes on to a further proxy.

use std::net::IpAddr;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use webhand_guard::NetworkPolicy;

use super::resolver::{Resolver, SystemResolver};

/// The settings of one gate.
#[derive(Debug, Clone)]
pub struct EgressSettings {
    pub resolver: Arc<dyn Resolver>,
    /// The person's own proxy.
    pub proxy: UpstreamProxy,
    /// The policy that holds for as long as the browser runs, beside those of its runs.
    pub policy: NetworkPolicy,
}

impl Default for EgressSettings {
    fn default() -> Self {
        Self { resolver: Arc::new(SystemResolver), proxy: UpstreamProxy::default(), policy: NetworkPolicy::default() }
    }
}

/// The person's own proxies; none by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UpstreamProxy {
    plain: Option<ProxyServer>,
    tunnels: Option<ProxyServer>,
    /// Hosts that are connected to directly.
    except: Vec<String>,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) struct ProxyServer {
    pub(super) kind: ProxyKind,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) credentials: Option<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyKind {
    Http,
    Socks5,
}

/// The variable that names a proxy which cannot be used. Nothing was started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable} names a proxy that cannot be used; write http://host:port or socks5://host:port, or unset it")]
pub struct InvalidProxy {
    variable: &'static str,
}

impl UpstreamProxy {
    /// The proxies that the usual variables name. `env` looks up a variable.
    ///
    /// # Errors
    /// When a variable names a proxy of another kind, such as one that is reached over TLS.
    pub fn from_environment(env: &dyn Fn(&str) -> Option<String>) -> Result<Self, InvalidProxy> {
        let named = |variable: &'static str| -> Result<Option<ProxyServer>, InvalidProxy> {
            // Programs that are started for a web request get a header of that request as `HTTP_PROXY`.
            let upper = if variable == "http_proxy" { None } else { env(&variable.to_ascii_uppercase()) };
            let written = env(variable).or(upper).filter(|written| !written.trim().is_empty());
            written.map(|written| ProxyServer::parse(&written).ok_or(InvalidProxy { variable })).transpose()
        };
        let all = named("all_proxy")?;
        let except = env("no_proxy").or_else(|| env("NO_PROXY")).unwrap_or_default();
        let except = except.split([',', ' ']).map(|host| host.trim().to_ascii_lowercase());
        Ok(Self {
            plain: named("http_proxy")?.or_else(|| all.clone()),
            tunnels: named("https_proxy")?.or(all),
            except: except.filter(|host| !host.is_empty()).collect(),
        })
    }

    pub(super) fn for_plain(&self, host: &str, port: u16) -> Option<&ProxyServer> {
        self.plain.as_ref().filter(|_| !self.is_excepted(host, port))
    }

    pub(super) fn for_tunnel(&self, host: &str, port: u16) -> Option<&ProxyServer> {
        self.tunnels.as_ref().filter(|_| !self.is_excepted(host, port))
    }

    /// This machine is never reached through a proxy.
    fn is_excepted(&self, host: &str, port: u16) -> bool {
        webhand_model::is_localhost(host) || self.except.iter().any(|entry| exception_covers(entry, host, port))
    }
}

fn exception_covers(entry: &str, host: &str, port: u16) -> bool {
    if entry == "*" {
        return true;
    }
    if let (Some((network, bits)), Ok(address)) = (entry.split_once('/'), host.parse::<IpAddr>()) {
        return in_network(address, network, bits).unwrap_or(false);
    }
    if entry.parse::<IpAddr>().is_ok() {
        return entry == host;
    }
    let (name, only_port) = match entry.rsplit_once(':') {
        Some((name, digits)) => (name, digits.parse::<u16>().ok()),
        None => (entry, None),
    };
    let name = name.trim_start_matches('*').trim_start_matches('.');
    let same_host = host == name || host.strip_suffix(name).is_some_and(|front| front.ends_with('.'));
    same_host && only_port.is_none_or(|only| only == port)
}

fn in_network(address: IpAddr, network: &str, bits: &str) -> Option<bool> {
    let bits: u32 = bits.parse().ok()?;
    let same = |a: u128, b: u128, width: u32| {
        (bits <= width).then(|| width == bits.min(width) && a == b || bits == 0 || (a ^ b) >> (width - bits) == 0)
    };
    match (address, network.parse().ok()?) {
        (IpAddr::V4(a), IpAddr::V4(b)) => same(u32::from(a).into(), u32::from(b).into(), 32),
        (IpAddr::V6(a), IpAddr::V6(b)) => same(a.into(), b.into(), 128),
        _ => None,
    }
}

impl ProxyServer {
    fn parse(written: &str) -> Option<Self> {
        let written = written.trim();
        let with_scheme = if written.contains("://") { written.to_owned() } else { format!("http://{written}") };
        let url = url::Url::parse(&with_scheme).ok()?;
        let (kind, usual_port) = match url.scheme() {
            "http" => (ProxyKind::Http, 80),
            "socks5" | "socks5h" | "socks" => (ProxyKind::Socks5, 1080),
            _ => return None,
        };
        let decoded = |text: &str| percent_decoded(text);
        let credentials = (!url.username().is_empty())
            .then(|| (decoded(url.username()), decoded(url.password().unwrap_or_default())));
        let host = url.host_str()?.trim_matches(['[', ']']).to_owned();
        Some(Self { kind, host, port: url.port().unwrap_or(usual_port), credentials })
    }

    /// The value of `Proxy-Authorization`.
    pub(super) fn authorization(&self) -> Option<String> {
        let (user, password) = self.credentials.as_ref()?;
        Some(format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}"))))
    }
}

/// Without the credentials.
impl std::fmt::Debug for ProxyServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {}:{}", self.kind, self.host, self.port)
    }
}

fn percent_decoded(text: &str) -> String {
    url::form_urlencoded::parse(format!("x={}", text.replace('+', "%2B")).as_bytes())
        .next()
        .map_or_else(String::new, |(_, value)| value.into_owned())
}

#[cfg(test)]
mod tests;
