//! The runs of the module, and what its host says to them.

use std::sync::Arc;

use webhand_engine::{PoolLimits, RunPool};
use webhand_model::RunId;
use webhand_port::{RunFilter, RunStage, ServerStore as _};

use crate::chats::ChatCalls;
use crate::configuration::SharedConfiguration;
use crate::environments::{Connections, HostEnvironments};
use crate::fetch::Fetches;
use crate::message::{HostMessage, ModuleMessage};
use crate::view_api::ViewApi;
use crate::{HostStore, Outbox};

/// Runs tasks in the host's browser with the host's journal.
///
/// Its tasks run on `webhand-rt`: in the module whenever a message is delivered, natively on tokio.
pub struct TaskRunner {
    outbox: Outbox,
    store: Arc<HostStore>,
    connections: Connections,
    configuration: SharedConfiguration,
    fetches: Fetches,
    chats: ChatCalls,
    api: ViewApi,
    /// Whether the runs of an earlier module were taken on.
    has_recovered: bool,
}

impl TaskRunner {
    /// Must be called where tasks can be spawned.
    #[must_use]
    pub fn new(outbox: Outbox) -> Self {
        let store = Arc::new(HostStore::new(outbox.clone()));
        let (connections, configuration) = (Connections::default(), SharedConfiguration::default());
        let (fetches, chats) = (Fetches::new(outbox.clone()), ChatCalls::new(outbox.clone()));
        let environments = HostEnvironments {
            outbox: outbox.clone(),
            store: Arc::clone(&store),
            connections: connections.clone(),
            configuration: configuration.clone(),
            fetches: fetches.clone(),
            chats: chats.clone(),
        };
        let runs = RunPool::new(Arc::clone(&store) as _, Arc::new(environments), LIMITS);
        webhand_rt::spawn(tell_activity(runs.clone(), Arc::clone(&store), outbox.clone()));
        let api = ViewApi::new(
            runs,
            Arc::clone(&store),
            configuration.clone(),
            fetches.clone(),
            chats.clone(),
            outbox.clone(),
        );
        Self { outbox, store, connections, configuration, fetches, chats, api, has_recovered: false }
    }

    /// Applies a message. Whatever follows from it is done by tasks, which the caller lets run afterwards.
    ///
    /// `random` names a new run.
    pub fn handle(&mut self, message: HostMessage, random: [u32; 4]) {
        self.chats.stir(random);
        if let Err(why) = self.try_handle(message, random) {
            self.outbox.push(ModuleMessage::Refused { why });
        }
    }

    fn try_handle(&mut self, message: HostMessage, random: [u32; 4]) -> Result<(), String> {
        match message {
            HostMessage::Configure(configuration) => {
                self.configuration.replace(configuration);
                self.recover();
                Ok(())
            }
            HostMessage::Request(request) => {
                self.api.handle(request, new_run_id(random));
                Ok(())
            }
            HostMessage::StopRequest { id } => {
                self.api.stop(id);
                Ok(())
            }
            HostMessage::CdpFrame { run, frame } => self.connections.take_frame(&run, frame),
            HostMessage::CdpClosed { run } => self.connections.close(&run),
            HostMessage::CdpCancelled { run } => {
                let runs = self.api.runs.clone();
                // A run that is over needs no end.
                webhand_rt::spawn(async move { runs.cancel(&run).await.ok() });
                Ok(())
            }
            HostMessage::TimerFired => Ok(()),
            HostMessage::Journal { id, reply } => {
                // A request that was given up meanwhile needs no reply.
                self.store.handle_reply(id, reply);
                Ok(())
            }
            HostMessage::Fetched { id, part } => {
                // An answer that was given up meanwhile is not read.
                self.fetches.handle_part(id, part);
                Ok(())
            }
            HostMessage::Chat { id, reply } => {
                self.chats.handle_reply(id, reply);
                Ok(())
            }
        }
    }
}

impl TaskRunner {
    /// Takes on what an earlier module left, once the keys are known: a run goes on, or is parked where it is not known
    /// whether its last act happened.
    fn recover(&mut self) {
        if std::mem::replace(&mut self.has_recovered, true) {
            return;
        }
        let (runs, outbox) = (self.api.runs.clone(), self.outbox.clone());
        webhand_rt::spawn(async move {
            if let Err(error) = runs.recover().await {
                outbox.push(ModuleMessage::Refused { why: format!("earlier runs were not taken on: {error}") });
            }
        });
    }
}

/// Tells the host how much is under way, whenever that changes.
async fn tell_activity(runs: RunPool, store: Arc<HostStore>, outbox: Outbox) {
    let mut changes = runs.changes();
    let mut told = None;
    while changes.changed().await.is_ok() {
        let load = runs.load();
        let filter = RunFilter { stage: Some(RunStage::Waiting), most: MOST_WAITING, ..RunFilter::default() };
        let waiting = store.list(&filter).await.unwrap_or_default();
        let waiting: Vec<RunId> = waiting.into_iter().map(|run| run.id).filter(|run| runs.is_live(run)).collect();
        let live = u64::try_from(load.open + load.queued).unwrap_or(u64::MAX);
        let now = Some((live, waiting.clone()));
        if told != now {
            told = now;
            outbox.push(ModuleMessage::Activity { live, waiting });
        }
    }
}

fn new_run_id(random: [u32; 4]) -> Result<RunId, String> {
    let [a, b, c, d] = random;
    RunId::try_from(format!("{a:08x}{b:08x}{c:08x}{d:08x}")).map_err(|error| error.to_string())
}

/// A person follows few runs at once, and all of them share the browser in front of them.
const LIMITS: PoolLimits = PoolLimits { working: 4, open: 8, queued: 100 };
const MOST_WAITING: u32 = 50;

#[cfg(test)]
mod tests;
