//! Runs whose hands are a thin client: any program that can look at a page and act on it.
//!
//! Such a client cannot stop requests. So it is off unless the person switches it on, and what the client's page would send is
//! asked about before: each form that is not a search, and clicks on controls of unknown effect once for each origin. The client is
//! taken at its word for what a page shows, so nothing secret is entered through it.
//!
//! Start at [`ThinBrowser`], the browser port over such a client.

mod browser;
mod seen_page;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::sync::watch;
use webhand_api::http::Role;
use webhand_api::{RunHostError, ThinHost};
use webhand_engine::PoolOrder;
use webhand_model::RunId;
use webhand_wire::api::NewRun;
use webhand_wire::thin::{ThinReply, ThinStep};

use super::LocalRunHost;

pub use browser::ThinBrowser;

/// The thin clients of a server.
pub struct ThinClients {
    host: Arc<LocalRunHost>,
    browsers: Arc<ThinBrowsers>,
    /// Pages of these origins may be clients; programs that send no origin may be anyway.
    origins: Vec<String>,
}

/// The hands of the runs that thin clients have.
#[derive(Debug, Default)]
pub struct ThinBrowsers {
    by_run: Mutex<HashMap<RunId, Arc<ThinBrowser>>>,
}

impl ThinBrowsers {
    /// The hands of a run, which wait for its client.
    pub fn of(&self, run: &RunId) -> Arc<ThinBrowser> {
        Arc::clone(self.all().entry(run.clone()).or_default())
    }

    pub fn remove(&self, run: &RunId) {
        self.all().remove(run);
    }

    fn all(&self) -> MutexGuard<'_, HashMap<RunId, Arc<ThinBrowser>>> {
        self.by_run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ThinClients {
    pub fn new(host: &Arc<LocalRunHost>, browsers: &Arc<ThinBrowsers>, origins: &[String]) -> Self {
        let origins = origins.iter().map(|origin| origin.trim_end_matches('/').to_owned()).collect();
        Self { host: Arc::clone(host), browsers: Arc::clone(browsers), origins }
    }
}

impl ThinHost for ThinClients {
    fn origins(&self) -> &[String] {
        &self.origins
    }

    fn prepare(&self, order: NewRun, by: Role) -> BoxFuture<'_, Result<PoolOrder, RunHostError>> {
        ready(self.host.prepare_thin(&order, by)).boxed()
    }

    fn step(&self, run: &RunId, step: ThinStep) {
        self.browsers.of(run).step(step);
    }

    fn wanted(&self, run: &RunId) -> Option<ThinReply> {
        self.browsers.of(run).wanted()
    }

    fn changes(&self, run: &RunId) -> watch::Receiver<u64> {
        self.browsers.of(run).changes()
    }
}

#[cfg(test)]
mod tests;
