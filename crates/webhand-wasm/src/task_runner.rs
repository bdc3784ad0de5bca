//! Starts runs in the host's browser and hands the host's messages to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OnceCell, mpsc};
use webhand_cdp::Client;
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, SecretKeeper};
use webhand_hands::{BrowserConnection, Hands, NoFiles, Options, Presence};
use webhand_literal::LiteralBrain;
use webhand_model::{EffectNo, Input, PersonReply, QuestionKind, RunId, Seq, TabOwner};
use webhand_port::{Brain, BrainError, Brains, Browser as _, Store};

use crate::host_transport::host_transport;
use crate::message::{HostMessage, ModuleMessage, PersonAnswer, RunCommand, RunEnd};
use crate::question_watcher::{OpenQuestion, QuestionWatcher};
use crate::{HostStore, Outbox};

/// Runs tasks over one connection to a browser and one journal, both of them the host's.
///
/// Its tasks run on `webhand-rt`: in the module whenever a message is delivered, natively on tokio.
pub struct TaskRunner {
    outbox: Outbox,
    store: Arc<HostStore>,
    browser: Option<HostBrowser>,
    runs: ActiveRuns,
}

/// The browser at the other end of the host's frames.
struct HostBrowser {
    tabs: TabOpener,
    /// The only sender, so that dropping the browser closes the transport.
    frames: mpsc::Sender<String>,
}

#[derive(Clone)]
struct TabOpener {
    connection: BrowserConnection,
    is_set_up: Arc<OnceCell<()>>,
}

/// The runs under way, by their ids.
#[derive(Clone, Default)]
struct ActiveRuns(Arc<Mutex<BTreeMap<RunId, ActiveRun>>>);

#[derive(Clone)]
struct ActiveRun {
    inbox: mpsc::Sender<Input>,
    question: OpenQuestion,
    secrets: Arc<SecretKeeper>,
}

/// A person says few things at once.
const INBOX_SIZE: usize = 16;

impl TaskRunner {
    #[must_use]
    pub fn new(outbox: Outbox) -> Self {
        let store = Arc::new(HostStore::new(outbox.clone()));
        Self { outbox, store, browser: None, runs: ActiveRuns::default() }
    }

    /// Applies a message. Whatever follows from it is done by tasks, which the caller lets run afterwards.
    ///
    /// `random` names a new run.
    pub fn handle(&mut self, message: HostMessage, random: [u32; 4]) {
        if let Err(why) = self.try_handle(message, random) {
            self.outbox.push(ModuleMessage::Refused { why });
        }
    }

    fn try_handle(&mut self, message: HostMessage, random: [u32; 4]) -> Result<(), String> {
        match message {
            HostMessage::Start { task } => {
                LiteralOnly.open(&task.brain).map_err(|error| error.to_string())?;
                self.start_run(new_run_id(random)?, RunStart::New(task))
            }
            HostMessage::Resume { run } => self.start_run(run, RunStart::Resume),
            HostMessage::CdpFrame { frame } => self.handle_frame(frame),
            HostMessage::CdpClosed => {
                // Dropping the sender closes the transport, so that every call on it ends.
                self.browser.take().map(drop).ok_or_else(|| "no browser is connected".to_owned())
            }
            HostMessage::TimerFired => Ok(()),
            HostMessage::Journal { id, reply } => {
                // A request that was given up meanwhile needs no reply.
                self.store.handle_reply(id, reply);
                Ok(())
            }
            HostMessage::Answer { run, question, answer } => self.runs.get(&run)?.answer(question, answer),
            HostMessage::Control { run, command } => self.runs.get(&run)?.send(match command {
                RunCommand::Pause => Input::Pause,
                RunCommand::Continue => Input::Continue,
                RunCommand::Cancel => Input::Cancel,
                RunCommand::TakeOver => Input::TakenOver,
            }),
        }
    }

    fn handle_frame(&self, frame: String) -> Result<(), String> {
        let browser = self.browser.as_ref().ok_or("no browser is connected")?;
        browser.frames.try_send(frame).map_err(|error| format!("the frame cannot be taken: {error}"))
    }

    fn start_run(&mut self, id: RunId, start: RunStart) -> Result<(), String> {
        if self.runs.get(&id).is_ok() {
            return Err(format!("run {id} is under way already"));
        }
        let outbox = self.outbox.clone();
        let tabs = self.browser.get_or_insert_with(|| HostBrowser::connect(outbox.clone())).tabs.clone();
        let owner = TabOwner::Session(id.to_string());
        let hands = Arc::new(tabs.connection.hands(owner).ok_or("too many runs use this browser already")?);
        let secrets = Arc::new(SecretKeeper::new(Arc::clone(&hands) as _));
        let (inbox, inputs) = mpsc::channel(INBOX_SIZE);
        let run = ActiveRun { inbox, question: OpenQuestion::default(), secrets };
        self.runs.lock().insert(id.clone(), run.clone());
        outbox.push(ModuleMessage::RunStarted { run: id.clone() });
        let (store, runs) = (Arc::clone(&self.store), self.runs.clone());
        webhand_rt::spawn(async move {
            let opened = tabs.open_first(&hands);
            let end = match opened.await {
                Ok(()) => run.drive(&id, start, inputs, store, outbox.clone()).await,
                Err(why) => Err(why),
            };
            run.secrets.close().await;
            runs.lock().remove(&id);
            outbox.push(ModuleMessage::RunEnded { run: id, end: end.unwrap_or_else(|why| RunEnd::Stopped { why }) });
        });
        Ok(())
    }
}

impl HostBrowser {
    fn connect(outbox: Outbox) -> Self {
        let (transport, frames) = host_transport(outbox);
        let client = Client::new(transport);
        let connection = BrowserConnection::new(client, Options::default(), Presence::Headless, Arc::new(NoFiles));
        Self { tabs: TabOpener { connection, is_set_up: Arc::default() }, frames }
    }
}

impl TabOpener {
    /// Opens the first tab of a run, and sets the browser up before the first run.
    async fn open_first(&self, hands: &Hands) -> Result<(), String> {
        let set_up = self.is_set_up.get_or_try_init(|| self.connection.set_up());
        // Sent in this order without waiting: the browser performs them one after the other.
        let (set_up, tab) = tokio::join!(set_up, hands.open_first_tab());
        set_up.and(tab)
    }
}

impl ActiveRuns {
    fn get(&self, run: &RunId) -> Result<ActiveRun, String> {
        self.lock().get(run).cloned().ok_or_else(|| format!("run {run} is not under way"))
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<RunId, ActiveRun>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ActiveRun {
    async fn drive(
        &self,
        id: &RunId,
        start: RunStart,
        inputs: mpsc::Receiver<Input>,
        store: Arc<HostStore>,
        outbox: Outbox,
    ) -> Result<RunEnd, String> {
        let brain = brain_of(id, &start, store.as_ref()).await?;
        let browser = Arc::clone(&self.secrets) as _;
        let ports = Ports { browser, brain, brains: Arc::new(LiteralOnly), store };
        let watcher = QuestionWatcher { run: id.clone(), outbox, open: self.question.clone() };
        let driver = RunDriver::new(id.clone(), ports, Arc::new(watcher), inputs, PersonPresence::Present);
        match driver.run(start).await {
            Ok(RunExit::Finished(outcome)) => Ok(RunEnd::Finished(outcome)),
            Ok(RunExit::Parked(question)) => Ok(RunEnd::Parked(question)),
            Err(error) => Err(error.to_string()),
        }
    }

    fn answer(&self, number: EffectNo, answer: PersonAnswer) -> Result<(), String> {
        let question = self.question.get(number).ok_or_else(|| format!("question {number} is not open"))?;
        let reply = match (answer, question.kind) {
            (PersonAnswer::Reply(reply), _) => reply,
            (PersonAnswer::Secret(secret), QuestionKind::Secret(secret_use)) => {
                self.secrets.entrust(secret_use, secret);
                PersonReply::Entered
            }
            (
                PersonAnswer::Secret(_),
                QuestionKind::Approval(_) | QuestionKind::Brain | QuestionKind::HandOver(_) | QuestionKind::Budget,
            ) => return Err(format!("question {number} does not ask for a secret")),
        };
        self.send(Input::Replied(reply))
    }

    fn send(&self, input: Input) -> Result<(), String> {
        self.inbox.try_send(input).map_err(|error| format!("the run cannot take this now: {error}"))
    }
}

/// The brain that the task names; of a resumed run, as its journal says.
async fn brain_of(id: &RunId, start: &RunStart, store: &dyn Store) -> Result<Arc<dyn Brain>, String> {
    let written = match start {
        RunStart::New(task) => task.brain.clone(),
        RunStart::Resume => {
            let events = store.read(id, Seq(0)).await.map_err(|error| error.to_string())?;
            let replayed = webhand_run::replay(&events).map_err(|error| error.to_string())?;
            replayed.run.task().brain.clone()
        }
    };
    LiteralOnly.open(&written).map_err(|error| error.to_string())
}

/// The brains of the module: `literal` needs no network.
struct LiteralOnly;

impl Brains for LiteralOnly {
    fn open(&self, written: &str) -> Result<Arc<dyn Brain>, BrainError> {
        if written == "literal" {
            return Ok(Arc::new(LiteralBrain));
        }
        Err(BrainError::Rejected(format!("this module has no brain {written}; name literal")))
    }
}

fn new_run_id(random: [u32; 4]) -> Result<RunId, String> {
    let [a, b, c, d] = random;
    RunId::try_from(format!("{a:08x}{b:08x}{c:08x}{d:08x}")).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
