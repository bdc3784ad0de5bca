//! The gate: a listening port, the thread that serves it, and the policies that it judges by.

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak, mpsc};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, oneshot};
use url::Url;
use webhand_guard::{Approved, NetworkPolicy, RequestResolution};
use webhand_hands::{EgressFailure, GateInfo};
use webhand_model::OriginPattern;

use super::admission::{BROWSER_ITSELF, GateState, lock};
use super::own_ports::OwnPort;
use super::serve::serve;
use super::settings::EgressSettings;

/// A forward proxy for one browser context. Clones are the same gate.
#[derive(Debug, Clone)]
pub(crate) struct EgressGate(Arc<GateInner>);

#[derive(Debug)]
struct GateInner {
    state: Arc<GateState>,
    next_holder: AtomicU64,
    _port: OwnPort,
    /// Present while the gate is open.
    thread: Mutex<Option<GateThread>>,
    number: u16,
}

#[derive(Debug)]
struct GateThread {
    stop: oneshot::Sender<()>,
    /// Closes when every connection is gone.
    ended: mpsc::Receiver<()>,
}

impl EgressGate {
    /// Opens a gate on a free port of this machine. A thread of its own serves it, so that a busy program slows no page.
    ///
    /// # Errors
    /// When there is no free port or no thread.
    pub(crate) fn open(settings: &EgressSettings) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let own = listener.local_addr()?;
        let state = Arc::new(GateState::new(settings));
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().max_blocking_threads(MOST_LOOKUPS).build()?;
        let (stop, stopped) = oneshot::channel();
        let (alive, ended) = mpsc::channel();
        let served = Arc::clone(&state);
        std::thread::Builder::new().name("webhand-gate".to_owned()).spawn(move || {
            run(runtime, listener, own, &served, stopped);
            drop(alive);
        })?;
        Ok(Self(Arc::new(GateInner {
            state,
            next_holder: AtomicU64::new(BROWSER_ITSELF + 1),
            _port: OwnPort::register(own.port()),
            thread: Mutex::new(Some(GateThread { stop, ended })),
            number: own.port(),
        })))
    }

    pub(crate) fn port(&self) -> u16 {
        self.0.number
    }

    /// The gate as the hands see it.
    pub(crate) fn info(&self) -> Arc<dyn GateInfo> {
        Arc::clone(&self.0) as _
    }

    /// The policy of one more owner. The gate lets pass what the policy of any owner allows, because owners share the
    /// context.
    pub(crate) fn policy_holder(&self) -> PolicyHolder {
        let holder = self.0.next_holder.fetch_add(1, Ordering::Relaxed);
        PolicyHolder { gate: self.clone(), holder }
    }

    /// Cuts every connection and lets none in any more. Returns when they are gone.
    pub(crate) fn shut(&self) {
        self.0.shut();
    }
}

/// The gates of one browser: its own and those of its contexts.
#[derive(Debug)]
pub(crate) struct BrowserGates {
    own: Arc<GateInner>,
    contexts: Mutex<Vec<Weak<GateInner>>>,
}

impl BrowserGates {
    pub(crate) fn new(own: &EgressGate) -> Arc<Self> {
        Arc::new(Self { own: Arc::clone(&own.0), contexts: Mutex::default() })
    }

    /// Adds the gate of a context; it is left out again when it is gone.
    pub(crate) fn add(&self, gate: &EgressGate) {
        let mut contexts = lock(&self.contexts);
        contexts.retain(|gate| gate.strong_count() > 0);
        contexts.push(Arc::downgrade(&gate.0));
    }

    fn contexts(&self) -> Vec<Arc<GateInner>> {
        lock(&self.contexts).iter().filter_map(Weak::upgrade).collect()
    }
}

impl GateInfo for BrowserGates {
    fn failure(&self, url: &str) -> Option<EgressFailure> {
        self.contexts().iter().find_map(|gate| gate.failure(url)).or_else(|| self.own.failure(url))
    }

    fn cut(&self, host: &str, port: u16) {
        self.own.cut(host, port);
    }

    fn take_unresolved(&self) -> Vec<String> {
        self.own.take_unresolved()
    }

    fn others(&self) -> Vec<Arc<dyn GateInfo>> {
        self.contexts().into_iter().map(|gate| gate as Arc<dyn GateInfo>).collect()
    }

    fn delay_sockets(&self) {
        self.own.delay_sockets();
    }

    fn await_admissions(&self) {
        self.own.await_admissions();
    }

    fn admit_socket(&self, host: &str, port: u16) {
        self.own.admit_socket(host, port);
    }

    fn refuse_socket(&self, host: &str, port: u16) {
        self.own.refuse_socket(host, port);
    }
}

/// A gate that is shut when its browser is gone, whoever still holds a clone.
#[derive(Debug)]
pub(crate) struct OwnedGate(pub(crate) EgressGate);

impl Drop for OwnedGate {
    fn drop(&mut self) {
        self.0.shut();
    }
}

impl GateInner {
    fn shut(&self) {
        let Some(thread) = lock(&self.thread).take() else { return };
        let _ = thread.stop.send(());
        // The channel closes with the thread, and nothing is ever sent.
        let _ = thread.ended.recv_timeout(SHUT_WITHIN);
    }
}

impl Drop for GateInner {
    fn drop(&mut self) {
        self.shut();
    }
}

impl GateInfo for GateInner {
    fn failure(&self, url: &str) -> Option<EgressFailure> {
        let url = Url::parse(url).ok()?;
        self.state.failure(bare_host(url.host_str()?), url.port_or_known_default()?)
    }

    fn cut(&self, host: &str, port: u16) {
        self.state.cut(bare_host(host), port);
    }

    fn take_unresolved(&self) -> Vec<String> {
        self.state.take_unresolved()
    }

    fn delay_sockets(&self) {
        self.state.sockets.delay();
    }

    fn await_admissions(&self) {
        self.state.sockets.await_admissions();
    }

    fn admit_socket(&self, host: &str, port: u16) {
        self.state.sockets.announce(bare_host(host), port, true);
    }

    fn refuse_socket(&self, host: &str, port: u16) {
        self.state.sockets.announce(bare_host(host), port, false);
        self.cut(host, port);
    }
}

/// The host of an address as the gate knows it.
fn bare_host(host: &str) -> &str {
    let host = host.trim_matches(['[', ']']);
    host.strip_suffix('.').unwrap_or(host)
}

/// One owner's policy in a gate. Nothing of it is left when it is dropped.
#[derive(Debug)]
pub(crate) struct PolicyHolder {
    gate: EgressGate,
    holder: u64,
}

impl PolicyHolder {
    /// Takes over what the run of an approved action may reach.
    pub(crate) fn apply(&self, approved: &Approved) {
        self.gate.0.state.change_policy(self.holder, |policy| policy.update(approved.network()));
    }

    /// Lets this origin be reached, which the person gave to a brain.
    pub(crate) fn grant(&self, origin: OriginPattern) {
        let granted = NetworkPolicy::granting(vec![origin]);
        self.gate.0.state.change_policy(self.holder, |policy| policy.update(granted));
    }

    /// Lets a request pass that was judged and released.
    pub(crate) fn apply_resolution(&self, resolution: &RequestResolution) {
        if resolution.releases() {
            self.gate.0.state.change_policy(self.holder, |policy| policy.open(resolution.request().to()));
        }
    }
}

impl Drop for PolicyHolder {
    fn drop(&mut self) {
        self.gate.0.state.remove_policy(self.holder);
    }
}

fn run(
    runtime: Runtime,
    listener: TcpListener,
    own: SocketAddr,
    state: &Arc<GateState>,
    stopped: oneshot::Receiver<()>,
) {
    runtime.block_on(async {
        tokio::select! {
            () = accept(listener, own, state) => {}
            // The sender is dropped or used when the gate is shut.
            _ = stopped => {}
        }
    });
    // A lookup of the system cannot be interrupted; the connections are dropped here and now.
    runtime.shutdown_background();
}

async fn accept(listener: TcpListener, own: SocketAddr, state: &Arc<GateState>) {
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tracing::warn!(%error, "the gate cannot listen"),
    };
    let slots = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(slot) = Arc::clone(&slots).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((client, peer)) => {
                let state = Arc::clone(state);
                tokio::spawn(async move {
                    serve(client, peer, own, &state).await;
                    drop(slot);
                });
            }
            Err(error) => {
                // Too many open files, for example; the next connection may work.
                tracing::debug!(%error, "a connection to the gate failed");
                tokio::time::sleep(ACCEPT_AGAIN_AFTER).await;
            }
        }
    }
}

/// More than a browser opens through one proxy.
const MOST_CONNECTIONS: usize = 1_024;
const MOST_LOOKUPS: usize = 32;
const SHUT_WITHIN: Duration = Duration::from_millis(500);
const ACCEPT_AGAIN_AFTER: Duration = Duration::from_millis(50);

#[cfg(test)]
mod tests;
