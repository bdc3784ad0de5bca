//! [`RunHost`]: the port through which the API prepares tasks and reads what only the binary knows.

use tokio::sync::watch;
use webhand_engine::PoolOrder;
use webhand_model::RunId;
use webhand_port::BoxFuture;
use webhand_wire::api::{
    IntentInfo, KeyList, ModelList, NewRun, NewSchedule, ProfileList, ScheduleInfo, ScheduleList, ServerInfo,
    SettingList,
};

use webhand_wire::thin::{ThinReply, ThinStep};

use crate::http::Role;

/// Knows brains, settings and reports.
pub trait RunHost: Send + Sync {
    /// Checks an order and makes a task of it, completed by the settings. What an agent may not name is refused here.
    fn prepare(&self, order: NewRun, by: Role) -> BoxFuture<'_, Result<PoolOrder, RunHostError>>;

    /// Makes the same task again, with everything that belongs to it and perhaps another brain.
    fn prepare_again<'a>(
        &'a self,
        run: &'a RunId,
        brain: Option<&'a str>,
        by: Role,
    ) -> BoxFuture<'a, Result<PoolOrder, RunHostError>>;

    /// The run as one HTML file.
    fn report<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<String, RunHostError>>;

    /// The person's settings.
    ///
    /// # Errors
    /// When they cannot be read.
    fn settings(&self) -> Result<SettingList, RunHostError>;

    /// Sets a setting, or goes back to its default.
    ///
    /// # Errors
    /// When there is no such setting, it does not take this value, or it cannot be written.
    fn set(&self, key: &str, value: Option<&str>) -> Result<(), RunHostError>;

    /// The models that can be named without asking a provider.
    ///
    /// # Errors
    /// When the prices cannot be read.
    fn models(&self) -> Result<ModelList, RunHostError>;

    /// Which providers have a key.
    fn keys(&self) -> BoxFuture<'_, Result<KeyList, RunHostError>>;

    /// Keeps the key of a provider, or forgets it.
    fn set_key<'a>(&'a self, provider: &'a str, key: Option<&'a str>) -> BoxFuture<'a, Result<(), RunHostError>>;

    /// The named profiles.
    ///
    /// # Errors
    /// When they cannot be read.
    fn profiles(&self) -> Result<ProfileList, RunHostError>;

    /// Forgets a profile.
    ///
    /// # Errors
    /// When there is none of this name, or a run uses it.
    fn remove_profile(&self, name: &str) -> Result<(), RunHostError>;

    /// Keeps the log-ins of a run under a name.
    fn save_profile<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<(), RunHostError>>;

    /// Checks that a brain can decide for a run, and that this key may name it.
    fn check_brain<'a>(&'a self, run: &'a RunId, brain: &'a str, by: Role) -> BoxFuture<'a, Result<(), RunHostError>>;

    /// Whether a text asks for something that needs a browser.
    fn intent(&self, text: &str) -> IntentInfo;

    /// The defaults of the server for an order that names nothing; the API fills in the rest.
    ///
    /// # Errors
    /// When the settings cannot be read.
    fn info(&self) -> Result<ServerInfo, RunHostError>;
}

/// Passes looks and actions between runs and their thin clients.
pub trait ThinHost: Send + Sync {
    /// Pages of these origins may be clients.
    fn origins(&self) -> &[String];

    /// As [`RunHost::prepare`], for a run whose hands are a thin client.
    fn prepare(&self, order: NewRun, by: Role) -> BoxFuture<'_, Result<PoolOrder, RunHostError>>;

    /// Takes in what the client of a run saw and did.
    fn step(&self, run: &RunId, step: ThinStep);

    /// The action that waits for the client.
    fn wanted(&self, run: &RunId) -> Option<ThinReply>;

    /// Counts up with each action for the client.
    fn changes(&self, run: &RunId) -> watch::Receiver<u64>;
}

/// Begins tasks at certain times. Only the person adds and changes them.
pub trait ScheduleHost: Send + Sync {
    fn schedules(&self) -> BoxFuture<'_, Result<ScheduleList, RunHostError>>;

    /// Checks and keeps a schedule.
    fn add(&self, schedule: NewSchedule) -> BoxFuture<'_, Result<ScheduleInfo, RunHostError>>;

    fn switch<'a>(&'a self, id: &'a str, enabled: bool) -> BoxFuture<'a, Result<(), RunHostError>>;

    /// Begins the task of a schedule now.
    fn begin<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<RunId, RunHostError>>;

    fn remove<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<(), RunHostError>>;
}

/// Why a host did not do what was asked; the text says what to do next.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunHostError {
    #[error("{0}")]
    Refused(String),
    #[error("{0}")]
    OwnerOnly(String),
    #[error("{0}")]
    NotFound(String),
    #[error("{0}")]
    Failed(String),
}
