//! The environment that a run needs to be worked on, and the trait that provides it.

use std::sync::Arc;

use futures_util::future::{BoxFuture, ready};
use webhand_model::{RunId, Task};

use crate::{Ports, SecretKeeper};

/// Opens the browser and the brain of a run. One implementation may give each run a browser, another a context of a
/// shared one.
pub trait RunEnvironments: Send + Sync {
    /// Opens what the run needs. `brain` is the brain that decides now, which may not be the one it was started with.
    fn open<'a>(
        &'a self,
        run: &'a RunId,
        task: &'a Task,
        brain: &'a str,
    ) -> BoxFuture<'a, Result<RunEnvironment, EnvironmentError>>;

    /// Removes the files of a run that is forgotten.
    fn forget<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, ()>;

    /// Has the next environment of a run drive the tab that it is in with the browser's debugger. Called while the present
    /// one is open.
    fn use_debugger<'a>(&'a self, _run: &'a RunId) -> BoxFuture<'a, Result<(), EnvironmentError>> {
        let why = "it is driven in one way only".to_owned();
        Box::pin(ready(Err(EnvironmentError::NoBrowser(why))))
    }

    /// Whether another process works on the run.
    fn is_elsewhere(&self, run: &RunId) -> bool;
}

/// The outside world of one run while it is worked on.
pub struct RunEnvironment {
    pub ports: Ports,
    /// Keeps the secrets that the person enters.
    pub secrets: Option<Arc<SecretKeeper>>,
    /// Resolves when the browser is gone.
    pub gone: BoxFuture<'static, ()>,
    /// Closes the browser; called once. `true` when the run is over, so that nothing has to be kept for later.
    pub close: Box<dyn FnOnce(bool) -> BoxFuture<'static, ()> + Send>,
}

/// Why a run cannot be worked on now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnvironmentError {
    #[error("the browser cannot be started: {0}")]
    NoBrowser(String),
    #[error("{0}")]
    NoBrain(String),
    /// A resource that the run needs is in use, and will be free by itself.
    #[error("{0}")]
    Busy(String),
    #[error("another webhand works on this run")]
    Elsewhere,
}
