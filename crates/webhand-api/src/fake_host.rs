//! A session host and a server for tests: sessions over browsers that succeed at everything, and a journal that can be held up.

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
use webhand_port::fake::{FakeBrowser, MemoryStore, Scribe};
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

/// A journal that nothing can be written into while it is held up.
pub struct StallingJournal {
    memory: MemoryStore,
    held_up: watch::Sender<bool>,
}

impl Default for StallingJournal {
    fn default() -> Self {
        Self { memory: MemoryStore::default(), held_up: watch::Sender::new(false) }
    }
}

impl StallingJournal {
    pub fn hold_up(&self) {
        self.held_up.send_replace(true);
    }

    pub fn let_go(&self) {
        self.held_up.send_replace(false);
    }
}

impl Scribe for StallingJournal {
    fn behind(&self) -> &dyn Store {
        &self.memory
    }

    fn write<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        async move {
            let _ = self.held_up.subscribe().wait_for(|held_up| !held_up).await.map(drop);
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
        let (host, token) = (Arc::new(FakeHost::default()), Token::draw());
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let server = Server::bind(listen, token.clone(), Arc::clone(&host) as _, Profile::default()).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let address = server.address();
        let ended = tokio::spawn(server.run(async { drop(stopped.await) }));
        Self { host, address, token, stop: Some(stop), ended }
    }

    /// Asks it to stop.
    pub fn ask_to_stop(&mut self) {
        self.stop = None;
    }

    /// Asks it to stop and waits until it has.
    pub async fn stop(mut self) {
        self.ask_to_stop();
        self.ended.await.unwrap();
    }

    pub fn host_header(&self) -> String {
        self.address.to_string()
    }

    pub fn bearer(&self) -> String {
        format!("Bearer {}", self.token.as_secret_text())
    }
}
