//! Resolves a host, has the guard judge it, and remembers why connections failed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use url::Url;
use webhand_guard::{
    AddressClass, Connection, ConnectionRefusal, ConnectionVerdict, Initiator, Listener, NetworkPolicy, TunnelRefusal,
    judge_connection,
};
use webhand_hands::EgressFailure;
use webhand_model::is_localhost;

use super::head::{ProxyRequest, ProxyTarget};
use super::own_ports::is_own_port;
use super::resolver::CachingResolver;
use super::settings::{EgressSettings, ProxyServer, UpstreamProxy};
use super::sockets::SocketRules;

/// The state that all connections of one gate share.
#[derive(Debug)]
pub(super) struct GateState {
    resolver: CachingResolver,
    proxy: UpstreamProxy,
    policies: Mutex<BTreeMap<u64, NetworkPolicy>>,
    first_seen: Mutex<BTreeMap<String, AddressClass>>,
    /// The hosts that had been connected to when the brain first ran a script.
    before_scripts: Mutex<Option<BTreeSet<String>>>,
    failures: Mutex<VecDeque<FailedConnection>>,
    /// Names that were left to the person's own proxy, until they are reported.
    unresolved: Mutex<BTreeSet<String>>,
    /// Announces hosts whose connections are to be cut.
    cuts: watch::Sender<VecDeque<Cut>>,
    pub(super) sockets: SocketRules,
}

#[derive(Debug)]
struct FailedConnection {
    host: String,
    port: u16,
    failure: EgressFailure,
}

/// The order to cut all connections to a host and port.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Cut {
    /// Counts up, so that the same host can be cut twice.
    number: u64,
    host: String,
    port: u16,
}

impl Cut {
    fn concerns(&self, destination: &Destination) -> bool {
        self.host == destination.host && self.port == destination.port
    }
}

/// A host with the addresses that are judged and connected to.
#[derive(Debug, Clone)]
pub(super) struct Destination {
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) addresses: Vec<IpAddr>,
    /// The person's own proxy, if it is to connect to the host.
    pub(super) proxy: Option<ProxyServer>,
    /// Where it leads if it is a test site, whose `addresses` are only what it is judged by.
    pub(super) test_site: Option<SocketAddr>,
}

impl Destination {
    /// Whether it is known to be on the public web, so that the page that asks for it does not matter.
    pub(super) fn is_public(&self) -> bool {
        matches!(AddressClass::of_all(&self.addresses), None | Some(AddressClass::Public))
    }

    pub(super) fn is_at(&self, request: &ProxyRequest) -> bool {
        self.host == request.host && self.port == request.port
    }
}

impl GateState {
    pub(super) fn new(settings: &EgressSettings) -> Self {
        Self {
            resolver: CachingResolver::new(settings.resolver.clone()),
            proxy: settings.proxy.clone(),
            policies: Mutex::new(BTreeMap::from([(BROWSER_ITSELF, settings.policy.clone())])),
            first_seen: Mutex::default(),
            before_scripts: Mutex::default(),
            failures: Mutex::default(),
            unresolved: Mutex::default(),
            cuts: watch::Sender::default(),
            sockets: SocketRules::default(),
        }
    }

    /// Finds out where a request leads. The name is resolved once, and all that follows uses this answer.
    pub(super) async fn resolve(&self, request: &ProxyRequest) -> Result<Destination, EgressFailure> {
        let (host, port) = (request.host.clone(), request.port);
        if let Some(leads_to) = self.resolver.test_site(&host, port) {
            let addresses = vec![PUBLIC_STAND_IN.into()];
            return Ok(Destination { host, port, addresses, proxy: None, test_site: Some(leads_to) });
        }
        let proxy = match request.target {
            ProxyTarget::Plain => self.proxy.for_plain(&host, port),
            ProxyTarget::Tunnel => self.proxy.for_tunnel(&host, port),
        };
        let proxy = proxy.cloned();
        let addresses = match host.parse() {
            Ok(address) => vec![address],
            Err(_) if is_localhost(&host) => vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()],
            Err(_) => self.resolver.lookup(&host).await,
        };
        if addresses.is_empty() && proxy.is_none() {
            return Err(EgressFailure::NoSuchHost);
        }
        Ok(Destination { host, port, addresses, proxy, test_site: None })
    }

    pub(super) fn judge(&self, destination: &Destination, initiator: &Initiator) -> Result<(), EgressFailure> {
        if destination.test_site.is_some_and(|leads_to| is_own_port(leads_to.port())) {
            return Err(EgressFailure::Refused(ConnectionRefusal::OwnPort));
        }
        let class = AddressClass::of_all(&destination.addresses);
        let connection = Connection {
            host: &destination.host,
            port: destination.port,
            addresses: &destination.addresses,
            first_seen: self.first_seen(&destination.host, class),
            listener: match class {
                Some(AddressClass::Loopback) if is_own_port(destination.port) => Listener::Webhand,
                Some(_) | None => Listener::Other,
            },
            initiator: self.with_network(initiator),
        };
        let mut refused = None;
        for policy in lock(&self.policies).values() {
            match judge_connection(&connection, policy) {
                ConnectionVerdict::Allow => {
                    self.note_unresolved(destination);
                    return Ok(());
                }
                ConnectionVerdict::Refuse(reason) => refused = Some(reason),
            }
        }
        // Without a policy nothing may leave.
        Err(refused.map_or(EgressFailure::Closed, EgressFailure::Refused))
    }

    /// Remembers a name that is unknown here and that the person's own proxy connects to.
    fn note_unresolved(&self, destination: &Destination) {
        if destination.proxy.is_none() || !destination.addresses.is_empty() {
            return;
        }
        tracing::info!(destination.host, "the name is unknown here and left to the proxy");
        let mut unresolved = lock(&self.unresolved);
        if unresolved.len() < MOST_FAILURES {
            unresolved.insert(destination.host.clone());
        }
    }

    /// Adds the network of the page, which was loaded through this gate.
    fn with_network(&self, initiator: &Initiator) -> Initiator {
        let Initiator::Page { origin, .. } = initiator else { return initiator.clone() };
        let url = Url::parse(origin.as_str()).ok();
        let host = url.as_ref().and_then(Url::host_str).map(|host| host.trim_matches(['[', ']']));
        let network = host.and_then(|host| lock(&self.first_seen).get(host).copied());
        Initiator::Page { origin: origin.clone(), network }
    }

    /// The class that the name had at first. Names beyond the bound are judged by their class of now.
    fn first_seen(&self, host: &str, class: Option<AddressClass>) -> Option<AddressClass> {
        let mut seen = lock(&self.first_seen);
        if let Some(first) = seen.get(host) {
            return Some(*first);
        }
        if let Some(class) = class.filter(|_| seen.len() < MOST_NAMES) {
            seen.insert(host.to_owned(), class);
        }
        None
    }

    /// Remembers why no connection to a host came about, for those who report it.
    pub(super) fn note_failure(&self, host: &str, port: u16, failure: EgressFailure) {
        if matches!(failure, EgressFailure::Refused(_) | EgressFailure::Cut(_)) {
            tracing::info!(host, port, %failure, "refused");
        } else {
            tracing::debug!(host, port, %failure, "no connection");
        }
        let mut failures = lock(&self.failures);
        failures.retain(|failed| failed.host != host || failed.port != port);
        if failures.len() >= MOST_FAILURES {
            failures.pop_front();
        }
        failures.push_back(FailedConnection { host: host.to_owned(), port, failure });
    }

    pub(super) fn forget_failure(&self, destination: &Destination) {
        let mut failures = lock(&self.failures);
        failures.retain(|failed| failed.host != destination.host || failed.port != destination.port);
    }

    pub(super) fn failure(&self, host: &str, port: u16) -> Option<EgressFailure> {
        let failures = lock(&self.failures);
        failures.iter().find(|failed| failed.host == host && failed.port == port).map(|failed| failed.failure)
    }

    pub(super) fn change_policy(&self, holder: u64, change: impl FnOnce(&mut NetworkPolicy)) {
        let mut policies = lock(&self.policies);
        let policy = policies.entry(holder).or_default();
        change(policy);
        let has_run_script = policy.has_run_script();
        drop(policies);
        if has_run_script {
            let seen = || lock(&self.first_seen).keys().cloned().collect();
            lock(&self.before_scripts).get_or_insert_with(seen);
        }
    }

    /// Judges a socket: no interception sees it before it is opened, so one that a script of the brain opens is known only by
    /// leading to a host that no page had used before. Its address is judged by the hands.
    pub(super) async fn judge_socket(&self, destination: &Destination) -> Result<(), EgressFailure> {
        let is_new = lock(&self.before_scripts).as_ref().is_some_and(|known| !known.contains(&destination.host));
        let names_host = |policy: &NetworkPolicy| policy.names_host(&destination.host, destination.port);
        if is_new && !lock(&self.policies).values().any(names_host) {
            return Err(EgressFailure::Cut(TunnelRefusal::SocketOfScript));
        }
        if self.sockets.may_begin(&destination.host, destination.port).await {
            Ok(())
        } else {
            Err(EgressFailure::Cut(TunnelRefusal::UnjudgedSocket))
        }
    }

    pub(super) fn take_unresolved(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.unresolved)).into_iter().collect()
    }

    pub(super) fn remove_policy(&self, holder: u64) {
        lock(&self.policies).remove(&holder);
    }

    pub(super) fn cut(&self, host: &str, port: u16) {
        self.cuts.send_modify(|cuts| {
            let number = last_number(cuts) + 1;
            if cuts.len() >= MOST_CUTS {
                cuts.pop_front();
            }
            cuts.push_back(Cut { number, host: host.to_owned(), port });
        });
    }

    /// Waits until connections to the destination are cut. Cuts before this call do not count.
    pub(super) fn is_cut(&self, destination: &Destination) -> impl Future<Output = ()> + use<> {
        let (mut cuts, destination) = (self.cuts.subscribe(), destination.clone());
        let mut seen = last_number(&cuts.borrow());
        async move {
            // The sender lives as long as the gate.
            while cuts.changed().await.is_ok() {
                let orders = cuts.borrow_and_update();
                // An order that is no longer remembered may have been about this connection.
                let are_all_known = orders.front().is_some_and(|first| first.number <= seen + 1);
                if !are_all_known || orders.iter().any(|cut| cut.number > seen && cut.concerns(&destination)) {
                    return;
                }
                seen = last_number(&orders);
            }
        }
    }
}

/// The number of the newest order; several may come before a connection looks at them.
fn last_number(cuts: &VecDeque<Cut>) -> u64 {
    cuts.back().map_or(0, |cut| cut.number)
}

/// The failure that the error of an attempt to connect stands for.
pub(super) fn connect_failure(error: &io::Error) -> EgressFailure {
    let kinds = [
        (io::ErrorKind::ConnectionRefused, EgressFailure::NothingListens),
        (io::ErrorKind::TimedOut, EgressFailure::NoAnswer),
        (io::ErrorKind::Other, EgressFailure::Proxy),
    ];
    kinds.iter().find(|(kind, _)| *kind == error.kind()).map_or(EgressFailure::NoWay, |(_, failure)| *failure)
}

pub(super) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The public address by which test sites are judged: it belongs to a network for measurements, which has no servers.
const PUBLIC_STAND_IN: Ipv4Addr = Ipv4Addr::new(198, 18, 0, 1);

/// The holder of the policy that the browser was started with.
pub(super) const BROWSER_ITSELF: u64 = 0;
const MOST_NAMES: usize = 4_096;
const MOST_FAILURES: usize = 64;
const MOST_CUTS: usize = 256;
