//! A session host and a server for tests: sessions over fake browsers, and a journal that can be stalled.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::ready;
use tokio::sync::oneshot;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;
use webhand_engine::{Questioner, Session};
use webhand_model::{Event, RunId, Seq, Task};
use webhand_port::fake::{FakeBrowser, MemoryStore, StoreWrapper};
use webhand_port::{BoxFuture, Store, StoreError};

use crate::http::{Server, Token};
use crate::mcp::Profile;
use crate::{Progress, SessionHost, SessionHostError, TaskOrder, TaskReport};

#[derive(Default)]
pub struct FakeHost {
    opened: Mutex<Vec<(String, Session, Arc<FakeBrowser>)>>,
    pub journal: Arc<StallingJournal>,
}

impl FakeHost {
    /// How many sessions were opened so far.
    pub fn opened(&self) -> usize {
        self.all().len()
    }

    /// How many of them are not closed.
    pub fn open(&self) -> usize {
        self.all().iter().filter(|(_, session, _)| !session.is_over()).count()
    }

    /// What was done in the browser of an owner.
    pub fn done(&self, owner: &str) -> Vec<String> {
        self.all().iter().filter(|(name, ..)| name == owner).flat_map(|(_, _, browser)| browser.done()).collect()
    }

    fn all(&self) -> MutexGuard<'_, Vec<(String, Session, Arc<FakeBrowser>)>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionHost for FakeHost {
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, SessionHostError>> {
        async move {
            let id = RunId::try_from(Uuid::new_v4().to_string()).unwrap();
            let browser = Arc::new(FakeBrowser::of_buttons(50));
            let task = Task::for_outside_agent(owner);
            let session =
                Session::open(id, task, Arc::clone(&browser) as _, Arc::clone(&self.journal) as _).await.unwrap();
            self.all().push((owner.to_owned(), session.clone(), browser));
            Ok(session)
        }
        .boxed()
    }

    fn run_task(
        &self,
        _: TaskOrder,
        _: Progress,
        _: Option<Arc<dyn Questioner>>,
    ) -> BoxFuture<'_, Result<TaskReport, SessionHostError>> {
        ready(Err(SessionHostError::NoBrain("a fake host has no brain".to_owned()))).boxed()
    }

    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, SessionHostError>> {
        ready(Ok(Arc::clone(&self.journal) as Arc<dyn Store>)).boxed()
    }
}

/// A journal whose appends wait while it is stalled.
pub struct StallingJournal {
    memory: MemoryStore,
    stalled: watch::Sender<bool>,
}

impl Default for StallingJournal {
    fn default() -> Self {
        Self { memory: MemoryStore::default(), stalled: watch::Sender::new(false) }
    }
}

impl StallingJournal {
    pub fn stall(&self) {
        self.stalled.send_replace(true);
    }

    pub fn resume(&self) {
        self.stalled.send_replace(false);
    }
}

impl StoreWrapper for StallingJournal {
    fn inner(&self) -> &dyn Store {
        &self.memory
    }

    fn append_events<'a>(
        &'a self,
        run: &'a RunId,
        after: Seq,
        events: &'a [Event],
    ) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let _ = self.stalled.subscribe().wait_for(|stalled| !stalled).await.map(drop);
            self.memory.append(run, after, events).await
        }
        .boxed()
    }
}

/// An HTTP server over a [`FakeHost`], on a free port.
pub struct RunningServer {
    pub host: Arc<FakeHost>,
    pub address: SocketAddr,
    pub token: Token,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<()>,
}

impl RunningServer {
    pub async fn start() -> Self {
        let (host, token) = (Arc::new(FakeHost::default()), Token::generate());
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let server = Server::bind(listen, token.clone(), Arc::clone(&host) as _, Profile::default()).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let address = server.address();
        let ended = tokio::spawn(server.run(async { drop(stopped.await) }));
        Self { host, address, token, stop: Some(stop), ended }
    }

    /// Tells the server to stop.
    pub fn begin_stop(&mut self) {
        self.stop = None;
    }

    /// Stops the server and waits until it has ended.
    pub async fn stop(mut self) {
        self.begin_stop();
        self.ended.await.unwrap();
    }

    pub fn host_header(&self) -> String {
        self.address.to_string()
    }

    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token.as_secret_text())
    }
}
