//! Reads the head of a request to the gate.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::time::timeout;
use webhand_guard::Initiator;
use webhand_model::Origin;

use super::request_body::BodyFraming;

/// A request that the browser sends to a proxy.
#[derive(Debug, PartialEq)]
pub(super) struct ProxyRequest {
    pub(super) target: ProxyTarget,
    pub(super) host: String,
    pub(super) port: u16,
    /// The head of a plain request.
    head: PlainHead,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyTarget {
    /// `CONNECT host:port`.
    Tunnel,
    /// `GET http://host/path`.
    Plain,
}

#[derive(Debug, Default, PartialEq)]
struct PlainHead {
    method: String,
    path: String,
    headers: Vec<(String, Vec<u8>)>,
}

/// Bytes from the browser that are not used yet.
pub(super) type Buffer = Vec<u8>;

/// Reads until a head is complete and removes it from the buffer; `None` when the browser closed the connection.
///
/// # Errors
/// When the head is too long, takes too long or is none.
pub(super) async fn read_head(
    client: &mut (impl AsyncRead + Unpin),
    buffer: &mut Buffer,
    within: Duration,
) -> io::Result<Option<ProxyRequest>> {
    loop {
        if let Some(end) = head_end(buffer) {
            let request = ProxyRequest::parse(&buffer[..end]).ok_or(io::ErrorKind::InvalidData)?;
            buffer.drain(..end);
            return Ok(Some(request));
        }
        if buffer.len() > LONGEST_HEAD {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let read = timeout(within, client.read_buf(buffer)).await.map_err(|_elapsed| io::ErrorKind::TimedOut)??;
        if read == 0 {
            return Ok(None);
        }
    }
}

/// The length of a complete head.
pub(super) fn head_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|end| end == b"\r\n\r\n").map(|at| at + 4)
}

impl ProxyRequest {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        parsed.parse(bytes).ok().filter(httparse::Status::is_complete)?;
        let (method, target) = (parsed.method?, parsed.path?);
        let headers =
            parsed.headers.iter().map(|header| (header.name.to_owned(), header.value.to_owned())).collect::<Vec<_>>();
        if method == "CONNECT" {
            let (host, port) = split_authority(target, None)?;
            return Some(Self { target: ProxyTarget::Tunnel, host, port, head: PlainHead::default() });
        }
        let rest = target.strip_prefix("http://")?;
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let (host, port) = split_authority(authority, Some(80))?;
        let path = if path.starts_with('/') { path.to_owned() } else { format!("/{path}") };
        let head = PlainHead { method: method.to_owned(), path, headers };
        Some(Self { target: ProxyTarget::Plain, host, port, head })
    }

    /// The page that causes the request.
    pub(super) fn initiator(&self) -> Initiator {
        initiator(|name| self.head.header(name))
    }

    pub(super) fn body(&self) -> Option<BodyFraming> {
        if self.head.header("upgrade").is_some() {
            return Some(BodyFraming::Endless);
        }
        BodyFraming::of(self.head.header("transfer-encoding"), self.head.header("content-length"))
    }

    /// The head as the server gets it, exactly as the browser would send it without a proxy.
    pub(super) fn for_server(&self) -> Vec<u8> {
        self.head.write(&self.head.path, &[])
    }

    /// The head as a further proxy gets it.
    pub(super) fn for_proxy(&self, authorization: Option<&str>) -> Vec<u8> {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let target = format!("http://{host}:{}{}", self.port, self.head.path);
        let authorization = authorization.map(|basic| ("Proxy-Authorization", basic));
        self.head.write(&target, authorization.as_slice())
    }
}

impl PlainHead {
    fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(&found.1).ok()
    }

    fn write(&self, target: &str, further: &[(&str, &str)]) -> Vec<u8> {
        let mut head = format!("{} {target} HTTP/1.1\r\n", self.method).into_bytes();
        for (name, value) in &self.headers {
            let name = match name.to_ascii_lowercase().as_str() {
                // Chromium writes this name in place of the usual one when it speaks to a proxy.
                "proxy-connection" => "Connection",
                "proxy-authorization" => continue,
                _ => name,
            };
            head.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        }
        for (name, value) in further {
            head.extend(format!("{name}: {value}\r\n").into_bytes());
        }
        head.extend(b"\r\n");
        head
    }
}

/// The page that a head of a WebSocket names, which is not encrypted.
pub(super) fn web_socket_initiator(head: &[u8]) -> Initiator {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    if parsed.parse(head).is_err() {
        return Initiator::Anonymous;
    }
    let header = |name: &str| {
        let found = parsed.headers.iter().find(|header| header.name.eq_ignore_ascii_case(name))?;
        std::str::from_utf8(found.value).ok()
    };
    match initiator(header) {
        // Every WebSocket of a page says where it comes from.
        Initiator::Unknown => Initiator::Anonymous,
        told @ (Initiator::OwnSite | Initiator::Page { .. } | Initiator::Anonymous) => told,
    }
}

/// Chromium writes these headers itself; scripts cannot. `Sec-Fetch-Site` comes only to hosts that count as secure, which
/// those of this machine do.
fn initiator<'a>(header: impl Fn(&str) -> Option<&'a str>) -> Initiator {
    let site = header("sec-fetch-site");
    if matches!(site, Some("none" | "same-origin" | "same-site")) {
        return Initiator::OwnSite;
    }
    let named = ["origin", "referer"].into_iter().filter_map(&header).map(Origin::from_url);
    let mut named: Vec<_> = named.filter(|origin| *origin != Origin::opaque()).collect();
    // A sandboxed frame withholds its origin, but its referrer may still name a page of this machine.
    named.sort_by_key(|origin| !origin.is_localhost());
    match named.into_iter().next() {
        Some(origin) => Initiator::Page { origin, network: None },
        None if site.is_some() || header("origin").is_some() => Initiator::Anonymous,
        None => Initiator::Unknown,
    }
}

/// Host and port, the host in lower case and without brackets or a final dot.
fn split_authority(written: &str, default: Option<u16>) -> Option<(String, u16)> {
    // The browser puts user names into a header.
    let (host, port) = match written.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':').or((port.is_empty()).then_some(""))?),
        None => written.split_once(':').unwrap_or((written, "")),
    };
    let port = if port.is_empty() { default? } else { port.parse().ok()? };
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let is_plausible = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '%');
    (!host.is_empty() && host.len() <= LONGEST_HOST && host.chars().all(is_plausible)).then_some((host, port))
}

const LONGEST_HEAD: usize = 256 * 1024;
const LONGEST_HOST: usize = 255;
const MOST_HEADERS: usize = 256;

#[cfg(test)]
mod tests;
