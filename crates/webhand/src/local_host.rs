//! The [`SessionHost`] of this program: opens sessions for outside agents in one shared browser, and runs their tasks.
//!
//! Invariant: everything started for an agent ends with its session, and everything ends with [`LocalHost::close`].
//! Nothing here decides what an agent may do: every call goes through its session to the guard.
//! Start at [`LocalHost::open_shared_session`]; `hosted_session` is one session with everything it owns, `task_run` a
//! task that an agent hands over whole.

mod hosted_session;
mod session_browser;
mod task_run;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::{Mutex, OnceCell};
use webhand_api::{Progress, SessionHost, SessionHostError, TaskEnd, TaskOrder, TaskReport};
use webhand_engine::{AgentRedaction, Questioner, Session};
use webhand_model::{Question, Redaction, RunId, RunOutcome};
use webhand_port::Store;
use webhand_store::SqliteStore;

use crate::cli::SessionTermsArgs;
use crate::data_dir::DataDir;
use crate::exit::error_in_one_line;
use crate::session_process::SessionTerms;
use crate::settings::{Settings, SettingsFile};
use crate::wiring;

pub use hosted_session::HostedSession;
pub use session_browser::SharedBrowser;

use session_browser::{Contexts, SessionBrowser};

/// The host behind `webhand mcp` and `webhand serve`: every session gets the same terms.
pub struct LocalHost {
    terms: SessionTerms,
    contexts: Contexts,
    settings: Settings,
    store: OnceCell<Arc<dyn Store>>,
    hosted: Mutex<HostedSessions>,
}

/// The open sessions and the browser they share.
#[derive(Default)]
struct HostedSessions {
    /// Started with the first session.
    browser: Option<Arc<SharedBrowser>>,
    open: Vec<Arc<HostedSession>>,
}

impl LocalHost {
    /// A host of one agent. Completes the arguments by the person's settings, and starts nothing yet.
    pub fn open(args: &SessionTermsArgs, data_dir: Option<&Path>) -> Result<Arc<Self>> {
        Self::with_contexts(args, data_dir, Contexts::Shared)
    }

    /// As [`open`](Self::open), for several agents: none has a part in what another one may reach or is logged in to.
    pub fn for_agents(args: &SessionTermsArgs, data_dir: Option<&Path>) -> Result<Arc<Self>> {
        Self::with_contexts(args, data_dir, Contexts::OfSession)
    }

    fn with_contexts(args: &SessionTermsArgs, data_dir: Option<&Path>, contexts: Contexts) -> Result<Arc<Self>> {
        let settings = SettingsFile::find()?.settings()?;
        let terms = SessionTerms::from_args(args, data_dir, &settings)?;
        Ok(Arc::new(Self { terms, contexts, settings, store: OnceCell::new(), hosted: Mutex::default() }))
    }

    /// Uses a store that is open already.
    pub fn use_store(&self, store: &Arc<SqliteStore>) {
        // A host that has opened its own keeps that: both are the same file.
        let _ = self.store.set(Arc::clone(store) as Arc<dyn Store>);
    }

    pub fn terms(&self) -> &SessionTerms {
        &self.terms
    }

    /// Ends every session and the browser.
    pub async fn close(&self) {
        let hosted = std::mem::take(&mut *self.hosted.lock().await);
        futures_util::future::join_all(hosted.open.iter().map(|session| session.close())).await;
        if let Some(browser) = hosted.browser {
            browser.close().await;
        }
    }

    async fn open_shared_session(&self, owner: &str) -> Result<Session, SessionHostError> {
        let store = self.open_store().await?;
        // The lock is held while the browser starts, so that agents who connect at the same time share the browser.
        let mut hosted = self.hosted.lock().await;
        hosted.open.retain(|session| !session.session().is_over());
        if hosted.open.len() >= MOST_SESSIONS {
            return Err(SessionHostError::Full(hosted.open.len()));
        }
        let no_browser = |error: anyhow::Error| SessionHostError::NoBrowser(error_in_one_line(&error));
        let browser = match hosted.browser.take_if(|browser| !browser.is_gone()) {
            Some(browser) => browser,
            None => Arc::new(SharedBrowser::start(&self.terms, self.contexts).await.map_err(no_browser)?),
        };
        hosted.browser = Some(Arc::clone(&browser));
        let opened = HostedSession::open_in(&browser, store, &self.terms, owner).await.map_err(no_browser)?;
        let opened = Arc::new(opened);
        hosted.open.push(Arc::clone(&opened));
        let session = opened.session().clone();
        // An agent closes only its `Session`; folder and seat are given back here, also after the browser is gone.
        tokio::spawn(async move {
            opened.ended().await;
            opened.close().await;
        });
        Ok(session)
    }

    async fn open_store(&self) -> Result<Arc<dyn Store>, SessionHostError> {
        let opened = self.store.get_or_try_init(|| async {
            let data_dir = DataDir::find(Some(&self.terms.data))?;
            anyhow::Ok(wiring::open_store(&data_dir).await? as Arc<dyn Store>)
        });
        opened.await.cloned().map_err(|error| SessionHostError::Journal(error_in_one_line(&error)))
    }
}

impl SessionHost for LocalHost {
    fn open_session<'a>(&'a self, owner: &'a str) -> BoxFuture<'a, Result<Session, SessionHostError>> {
        self.open_shared_session(owner).boxed()
    }

    fn run_task(
        &self,
        order: TaskOrder,
        progress: Progress,
        asks: Option<Arc<dyn Questioner>>,
    ) -> BoxFuture<'_, Result<TaskReport, SessionHostError>> {
        async move {
            let store = self.open_store().await?;
            if !self.keeps_personal_data() {
                return task_run::run_task(&self.terms, &self.settings, store, order, progress, asks).await;
            }
            let redaction = Arc::new(AgentRedaction::default());
            let own = Arc::clone(&redaction);
            let told: Progress = Arc::new(move |line| progress(&own.text(line)));
            let report = task_run::run_task(&self.terms, &self.settings, store, order, told, asks).await?;
            Ok(redact_report(&redaction, report))
        }
        .boxed()
    }

    fn store(&self) -> BoxFuture<'_, Result<Arc<dyn Store>, SessionHostError>> {
        self.open_store().boxed()
    }

    fn keeps_personal_data(&self) -> bool {
        self.terms.redact == Redaction::On
    }

    fn downloads(&self, session: &RunId) -> Option<PathBuf> {
        DataDir::find(Some(&self.terms.data)).ok().map(|data_dir| data_dir.run_folder(session).downloads())
    }
}

/// The report of a task as an agent may read it.
fn redact_report(redaction: &AgentRedaction, report: TaskReport) -> TaskReport {
    let end = match report.end {
        TaskEnd::Over(outcome) => TaskEnd::Over(redaction.value(&outcome).unwrap_or_else(|| RunOutcome::Failed {
            reason: "how it ended cannot be shown".to_owned(),
            tried: Vec::new(),
        })),
        TaskEnd::Waiting { id, question } => {
            let kind = question.kind.clone();
            let question = redaction.value(&question).unwrap_or_else(|| Question { kind, ..Question::default() });
            TaskEnd::Waiting { id, question }
        }
        TaskEnd::Parked(why) => TaskEnd::Parked(redaction.text(&why)),
    };
    TaskReport { end, ..report }
}

/// How many sessions one browser serves.
const MOST_SESSIONS: usize = 32;

#[cfg(test)]
mod tests;
