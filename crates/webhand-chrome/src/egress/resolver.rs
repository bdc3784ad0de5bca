//! Name resolution for the browser.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::{Instant, timeout};

/// Resolves host names. Names of this machine and written addresses are never asked for.
pub trait Resolver: Debug + Send + Sync {
    /// All addresses of a host, in the order in which they are to be tried.
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;
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
/// The table weakens no judgement: a name that leads to this machine still needs a grant for that host and port.
#[derive(Debug, Clone, Default)]
pub struct MappedResolver(BTreeMap<String, Vec<IpAddr>>);

impl MappedResolver {
    #[must_use]
    pub fn new(names: impl IntoIterator<Item = (String, Vec<IpAddr>)>) -> Self {
        Self(names.into_iter().collect())
    }

    /// Reads `shop.test=127.0.0.1,mail.test=::1`; `None` if a part of it is something else.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        let mut names: BTreeMap<String, Vec<IpAddr>> = BTreeMap::new();
        for entry in written.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, address) = entry.split_once('=')?;
            names.entry(name.trim().to_ascii_lowercase()).or_default().push(address.trim().parse().ok()?);
        }
        Some(Self(names))
    }
}

impl Resolver for MappedResolver {
    fn lookup<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        match self.0.get(host) {
            Some(addresses) => std::future::ready(Ok(addresses.clone())).boxed(),
            None => SystemResolver.lookup(host),
        }
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
