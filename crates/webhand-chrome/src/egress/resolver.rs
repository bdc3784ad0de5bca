//! Name resolution for the browser.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::{Instant, timeout};

/// Resolves host names. Names of this machine and written addresses are never asked for.
pub trait Resolver: Debug + Send + Sync {
    /// All addresses of a host, in the order in which they are to be tried.
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;

    /// Where a test site leads: a host and port that count as public although they are served here.
    fn test_site(&self, _host: &str, _port: u16) -> Option<SocketAddr> {
        None
    }
}

/// The resolver of the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|found| found.ip()).collect()) }.boxed()
    }
}

/// Resolves some names by a table, for tests with several sites on one machine, and the others by the system.
///
/// A name with an address weakens no judgement: one that leads to this machine still needs a grant for that host and port.
/// A test site counts as public, at one port and nowhere else, so that tests can play what happens between public sites.
#[derive(Debug, Clone, Default)]
pub struct MappedResolver {
    names: BTreeMap<String, Vec<IpAddr>>,
    sites: Vec<TestSite>,
}

#[derive(Debug, Clone)]
struct TestSite {
    /// A name, or `*.` and the end of names.
    name: String,
    port: u16,
    leads_to: SocketAddr,
}

impl MappedResolver {
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = (String, Vec<IpAddr>)>) -> Self {
        Self { names: names.into_iter().collect(), sites: Vec::new() }
    }

    /// Reads names (`shop.test=127.0.0.1,mail.test=::1`) and test sites (`shop.test:4711=127.0.0.1:4711`, or `*.test:4711=…`
    /// for all names with that end that have no entry of their own); `None` if a part of it is something else.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        let mut read = Self::default();
        for entry in written.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, leads_to) = entry.split_once('=').map(|(name, to)| (name.trim(), to.trim()))?;
            let name = name.to_ascii_lowercase();
            match name.split_once(':') {
                Some((name, port)) => read.sites.push(TestSite {
                    name: name.to_owned(),
                    port: port.parse().ok()?,
                    leads_to: leads_to.parse().ok()?,
                }),
                None => read.names.entry(name).or_default().push(leads_to.parse().ok()?),
            }
        }
        Some(read)
    }
}

impl TestSite {
    fn covers(&self, host: &str) -> bool {
        match self.name.strip_prefix('*') {
            Some(end) => host.len() > end.len() && host.ends_with(end),
            None => host == self.name,
        }
    }
}

impl Resolver for MappedResolver {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        match self.names.get(host) {
            Some(addresses) => std::future::ready(Ok(addresses.clone())).boxed(),
            // A test site has no other ports, and nobody else is asked about its name.
            None if self.sites.iter().any(|site| site.covers(host)) => {
                std::future::ready(Err(io::ErrorKind::NotFound.into())).boxed()
            }
            None => SystemResolver.lookup(host),
        }
    }

    fn test_site(&self, host: &str, port: u16) -> Option<SocketAddr> {
        if self.names.contains_key(host) {
            return None;
        }
        self.sites.iter().find(|site| site.port == port && site.covers(host)).map(|site| site.leads_to)
    }
}

/// Remembers answers for a minute, as browsers do: a page opens several connections to each of its hosts.
#[derive(Debug)]
pub(super) struct CachingResolver {
    resolver: Arc<dyn Resolver>,
    known: Mutex<BTreeMap<String, (Instant, Vec<IpAddr>)>>,
}

impl CachingResolver {
    pub(super) fn new(resolver: Arc<dyn Resolver>) -> Self {
        Self { resolver, known: Mutex::default() }
    }

    pub(super) fn test_site(&self, host: &str, port: u16) -> Option<SocketAddr> {
        self.resolver.test_site(host, port)
    }

    /// The addresses of a name; none if it is unknown or the resolver does not answer in time.
    pub(super) async fn lookup(&self, host: &str) -> Vec<IpAddr> {
        if let Some(addresses) = self.remembered(host) {
            return addresses;
        }
        let found = match timeout(LOOKUP_WITHIN, self.resolver.lookup(host)).await {
            Ok(Ok(mut found)) => {
                found.truncate(MOST_ADDRESSES);
                found
            }
            Ok(Err(_)) | Err(_) => Vec::new(),
        };
        if !found.is_empty() {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST_NAMES {
                known.retain(|_, (until, _)| *until > Instant::now());
            }
            if known.len() < MOST_NAMES {
                known.insert(host.to_owned(), (Instant::now() + REMEMBERED_FOR, found.clone()));
            }
        }
        found
    }

    fn remembered(&self, host: &str) -> Option<Vec<IpAddr>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(host).filter(|(until, _)| *until > Instant::now()).map(|(_, addresses)| addresses.clone())
    }
}

const LOOKUP_WITHIN: Duration = Duration::from_secs(20);
const REMEMBERED_FOR: Duration = Duration::from_mins(1);
const MOST_NAMES: usize = 1_024;
const MOST_ADDRESSES: usize = 32;
