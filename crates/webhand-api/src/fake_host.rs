//! A session host and a server for tests: sessions over fake browsers, and a journal that can be stalled.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{pending, ready};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;
use webhand_engine::{
    EnvironmentError, NoBrains, PoolLimits, PoolOrder, Ports, Questioner, RunEnvironment, RunEnvironments, RunPool,
    Session,
};
use webhand_model::{Event, NativeDialog, RunId, Seq, Task, WebUrl};
use webhand_port::fake::{FakeBrowser, MemoryStore, ScriptedBrain, StoreWrapper};
use webhand_port::{BoxFuture, OrderedBy, Picture, Store, StoreError, WatchedView};
use webhand_wire::api::{
    IntentInfo, KeyList, ModelList, NewRun, NewSchedule, ProfileList, ScheduleInfo, ScheduleList, ServerInfo,
    SettingList,
};

use crate::hands::{DeviceBook, HandsHub, PairedDevice, PairingKey};
use crate::http::{Role, Server, ServerKeys, ServerParts, Token};
use crate::mcp::Profile;
use crate::ws::AgentRuns;
use crate::{Progress, RunHost, RunHostError, ScheduleHost, SessionHost, SessionHostError, TaskOrder, TaskReport};

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

    /// The actions done in the browser of an owner.
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

/// The parts of a server for tests.
pub fn fake_parts(host: Arc<FakeHost>, keys: ServerKeys, runs: RunPool) -> ServerParts {
    let (run_host, schedules) = (Arc::new(FakeRunHost), Arc::new(FakeRunHost));
    let hands = HandsHub::new(Arc::new(FakeBook::default()));
    ServerParts { keys, host, tools: Profile::default(), runs, run_host, schedules, thin: None, hands, tls: None }
}

/// The runs of a server that does not stop.
pub fn fake_agent_runs() -> AgentRuns {
    AgentRuns { pool: fake_runs(), host: Arc::new(FakeRunHost), stopping: watch::channel(false).1 }
}

/// A pool whose runs have a fake browser and a brain that is done at once.
pub fn fake_runs() -> RunPool {
    let limits = PoolLimits { working: 2, open: 4, queued: 5 };
    let store = Arc::new(MemoryStore::default());
    RunPool::new(Arc::clone(&store) as _, Arc::new(FakeEnvironments(store)), limits)
}

struct FakeEnvironments(Arc<MemoryStore>);

impl RunEnvironments for FakeEnvironments {
    fn open<'a>(
        &'a self,
        _: &'a RunId,
        task: &'a Task,
        _: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>> {
        let script = match task.text.as_str() {
            "press for ever" => vec![("click", json!({"ref": "e1"}))],
            "ask me" => vec![("ask", json!({"question": "Which one?"})), ("done", json!({"answer": "that"}))],
            "need me" => vec![("hand_over", json!({"what": "Log in, please."})), ("done", json!({"answer": "in"}))],
            _ => vec![("done", json!({"answer": "done"}))],
        };
        let browser = FakeBrowser::of_buttons(3).watched_as(watched());
        let hangs = task.text == "press for ever";
        let ports = Ports {
            browser: Arc::new(if hangs { browser.hanging_at("click") } else { browser }),
            brain: Arc::new(ScriptedBrain::calling(script)),
            brains: Arc::new(NoBrains),
            store: Arc::clone(&self.0) as _,
        };
        let close = Box::new(|_| ready(()).boxed());
        ready(Ok(RunEnvironment { ports, secrets: None, gone: pending().boxed(), close })).boxed()
    }

    fn forget<'a>(&'a self, _: &'a RunId) -> BoxFuture<'a, ()> {
        ready(()).boxed()
    }

    fn is_elsewhere(&self, _: &RunId) -> bool {
        false
    }
}

/// A picture, a dialog of the page, and the picture after it.
fn watched() -> [WatchedView; 3] {
    let picture = |text: &str| WatchedView::Picture(Picture { jpeg: text.as_bytes().to_vec() });
    let dialog = NativeDialog { kind: "confirm".to_owned(), message: "Leave?".to_owned() };
    [picture("first picture"), WatchedView::Dialog(dialog), picture("second picture")]
}

struct FakeRunHost;

impl RunHost for FakeRunHost {
    fn prepare(&self, order: NewRun, by: Role) -> BoxFuture<'_, Result<PoolOrder, RunHostError>> {
        if by == Role::Agent && !order.allow.is_empty() {
            return ready(Err(RunHostError::OwnerOnly("only the person grants".to_owned()))).boxed();
        }
        let run = RunId::try_from(Uuid::new_v4().simple().to_string()).unwrap();
        let start = order.url.as_deref().map(|url| WebUrl::parse(url).unwrap());
        ready(Ok(PoolOrder {
            run,
            task: Task { start, ..Task::new(order.task) },
            priority: order.priority,
            key: None,
            by: OrderedBy::Person,
        }))
        .boxed()
    }

    fn prepare_again<'a>(
        &'a self,
        _: &'a RunId,
        _: Option<&'a str>,
        by: Role,
    ) -> BoxFuture<'a, Result<PoolOrder, RunHostError>> {
        self.prepare(NewRun { task: "be done".to_owned(), ..NewRun::default() }, by)
    }

    fn report<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<String, RunHostError>> {
        ready(Ok(format!("<p>{run}"))).boxed()
    }

    fn settings(&self) -> Result<SettingList, RunHostError> {
        Ok(SettingList { settings: Vec::new() })
    }

    fn set(&self, key: &str, _: Option<&str>) -> Result<(), RunHostError> {
        if key == "brain" { Ok(()) } else { Err(RunHostError::Refused(format!("there is no setting {key}"))) }
    }

    fn models(&self) -> Result<ModelList, RunHostError> {
        Ok(ModelList { models: Vec::new() })
    }

    fn profiles(&self) -> Result<ProfileList, RunHostError> {
        Ok(ProfileList::default())
    }

    fn remove_profile(&self, name: &str) -> Result<(), RunHostError> {
        Err(RunHostError::NotFound(format!("there is no profile {name}")))
    }

    fn save_profile<'a>(&'a self, _: &'a RunId, _: &'a str) -> BoxFuture<'a, Result<(), RunHostError>> {
        ready(Ok(())).boxed()
    }

    fn keys(&self) -> BoxFuture<'_, Result<KeyList, RunHostError>> {
        ready(Ok(KeyList { keys: Vec::new(), keychain: false })).boxed()
    }

    fn set_key<'a>(&'a self, provider: &'a str, _: Option<&'a str>) -> BoxFuture<'a, Result<(), RunHostError>> {
        let known = provider == "openai";
        ready(if known { Ok(()) } else { Err(RunHostError::NotFound("no such provider".to_owned())) }).boxed()
    }

    fn intent(&self, text: &str) -> IntentInfo {
        IntentInfo { browser: text.contains("://"), why: "unclear".to_owned() }
    }

    fn check_brain<'a>(&'a self, _: &'a RunId, brain: &'a str, by: Role) -> BoxFuture<'a, Result<(), RunHostError>> {
        let is_owners = brain.contains("://");
        ready(match (is_owners, by) {
            (true, Role::Agent) => Err(RunHostError::OwnerOnly("only the person names addresses".to_owned())),
            (true | false, _) => Ok(()),
        })
        .boxed()
    }

    fn info(&self) -> Result<ServerInfo, RunHostError> {
        let brain = "literal".to_owned();
        Ok(ServerInfo { version: String::new(), owner: false, brain, sent_to: None, limit: 0 })
    }
}

impl ScheduleHost for FakeRunHost {
    fn schedules(&self) -> BoxFuture<'_, Result<ScheduleList, RunHostError>> {
        ready(Ok(ScheduleList { schedules: Vec::new() })).boxed()
    }

    fn add(&self, schedule: NewSchedule) -> BoxFuture<'_, Result<ScheduleInfo, RunHostError>> {
        let NewSchedule { name, when, run } = schedule;
        ready(Ok(ScheduleInfo {
            id: "s1".to_owned(),
            name: name.unwrap_or_default(),
            when,
            run,
            enabled: true,
            next: None,
            last_run: None,
            last_begun: None,
            missed: 0,
            problem: None,
        }))
        .boxed()
    }

    fn switch<'a>(&'a self, id: &'a str, _: bool) -> BoxFuture<'a, Result<(), RunHostError>> {
        ready(known_schedule(id)).boxed()
    }

    fn begin<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<RunId, RunHostError>> {
        ready(known_schedule(id).map(|()| RunId::try_from("begun-by-hand".to_owned()).unwrap())).boxed()
    }

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), RunHostError>> {
        ready(known_schedule(id)).boxed()
    }
}

fn known_schedule(id: &str) -> Result<(), RunHostError> {
    if id == "s1" { Ok(()) } else { Err(RunHostError::NotFound(format!("there is no schedule {id}"))) }
}

/// An HTTP server over a [`FakeHost`], on a free port.
pub struct RunningServer {
    pub host: Arc<FakeHost>,
    pub address: SocketAddr,
    pub token: Token,
    pub owner: Token,
    pub runs: RunPool,
    stop: Option<oneshot::Sender<()>>,
    ended: JoinHandle<()>,
}

impl RunningServer {
    pub async fn start() -> Self {
        let (host, keys) = (Arc::new(FakeHost::default()), ServerKeys::generate());
        let runs = fake_runs();
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let parts = fake_parts(Arc::clone(&host), keys.clone(), runs.clone());
        let server = Server::bind(listen, parts).await.unwrap();
        let (stop, stopped) = oneshot::channel();
        let address = server.address();
        let ended = tokio::spawn(server.run(async { drop(stopped.await) }));
        let ServerKeys { agent: token, owner } = keys;
        Self { host, address, token, owner, runs, stop: Some(stop), ended }
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

    pub fn owner_bearer(&self) -> String {
        format!("Bearer {}", self.owner.as_secret_text())
    }
}

/// Paired browsers in memory.
#[derive(Default)]
pub struct FakeBook {
    pub code: Mutex<Option<PairingKey>>,
    pub paired: Mutex<Vec<PairedDevice>>,
}

impl DeviceBook for FakeBook {
    fn find(&self, device: &str) -> Option<PairingKey> {
        self.paired.lock().unwrap().iter().find(|paired| paired.id == device).map(|paired| paired.key.clone())
    }

    fn code(&self) -> Option<PairingKey> {
        self.code.lock().unwrap().clone()
    }

    fn pair(&self, code: &PairingKey, device: &PairedDevice) -> bool {
        let is_right = self.code.lock().unwrap().take_if(|open| open == code).is_some();
        if is_right {
            self.paired.lock().unwrap().push(device.clone());
        }
        is_right
    }

    fn is_empty(&self) -> bool {
        self.paired.lock().unwrap().is_empty()
    }
}
