//! A tab with a chat page for a brain.
//!
//! Invariants: the tab is under a lease of its own that is lent to the person for as long as it lives, so nothing that the
//! page sends is held, ruled on or attributed to a run; no run and no session can name it, look into it or act in it. Only
//! the chat script works in it. The page is never loaded again while it is asked.

use std::time::Duration;

use tokio::sync::Mutex;
use webhand_model::{DocumentId, Outcome, OutcomeStatus, TabOwner, WebUrl};
use webhand_port::ChatPageError;
use webhand_rt::Spawner;

use super::Hands;
use crate::connection::BrowserConnection;
use crate::driver::{ChatScripts, DriverError, FrameId, ScriptWorld, SessionId};

/// A tab that a chat brain reads and writes. Dropping it closes the tab.
#[derive(Debug)]
pub struct ChatTab {
    hands: Hands,
    runtime: Spawner,
    /// Where the script runs now; none before the first call to a document that was opened here.
    script: Mutex<Option<RunningScript>>,
}

#[derive(Debug, Clone)]
struct RunningScript {
    document: DocumentId,
    session: SessionId,
    world: ScriptWorld,
}

impl BrowserConnection {
    /// A tab for a chat, which is opened with its first address; `None` when the browser has too many owners already.
    #[must_use]
    pub fn chat_tab(&self) -> Option<ChatTab> {
        let hands = self.hands(TabOwner::Person)?;
        hands.lend_for_good();
        Some(ChatTab { hands, runtime: Spawner::current(), script: Mutex::default() })
    }
}

impl ChatTab {
    /// Shows an address. A tab that shows it already, whatever its fragment, stays as it is.
    ///
    /// # Errors
    /// When the tab or the address cannot be opened.
    pub async fn open(&self, address: &str) -> Result<(), ChatPageError> {
        let url = WebUrl::parse(address).map_err(|error| ChatPageError::NotOpened(error.to_string()))?;
        let bare = |address: &str| address.split('#').next().unwrap_or_default().trim_end_matches('/').to_owned();
        if self.address().is_some_and(|shown| bare(&shown) == bare(url.as_str())) {
            return Ok(());
        }
        *self.script.lock().await = None;
        let opened = self.hands.open_address(&url).await;
        if opened.status == OutcomeStatus::Done { Ok(()) } else { Err(ChatPageError::NotOpened(opened.text)) }
    }

    /// The address that the tab shows; none before one was opened.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        self.hands.tabs().first().map(|tab| tab.url.clone())
    }

    /// Sends one call to the chat script, which is started where it does not run yet.
    ///
    /// # Errors
    /// When the tab is gone, the document changed meanwhile, or the page does not answer.
    pub async fn call(&self, call: &str, within: Duration) -> Result<String, ChatPageError> {
        let mut script = self.script.lock().await;
        let (session, frame, document) = self.hands.top_document().ok_or(ChatPageError::Gone)?;
        let scripts = self.hands.driver().chat_scripts().ok_or(ChatPageError::Unsupported)?;
        let running = match script.clone().filter(|running| running.document == document) {
            Some(running) => running,
            None => start_script(scripts, session, frame, document, &mut script).await?,
        };
        let answer = scripts.ask(&running.session, running.world, call, within).await.map_err(page_error);
        if answer == Err(ChatPageError::Reloaded) {
            *script = None;
        }
        answer
    }

    /// Inserts text at the focus as an input method does.
    ///
    /// # Errors
    /// When the tab is gone or does not answer.
    pub async fn insert_text(&self, text: &str) -> Result<(), ChatPageError> {
        let (session, _, _) = self.hands.top_document().ok_or(ChatPageError::Gone)?;
        self.hands.driver().input().insert_text(&session, text, INSERTED_WITHIN).await.map_err(page_error)
    }
}

impl Drop for ChatTab {
    fn drop(&mut self) {
        self.hands.abandon(&self.runtime);
    }
}

impl Hands {
    /// Attributes everything that comes from this owner's tabs to the person.
    fn lend_for_good(&self) {
        self.access.change(|world| world.leases.lend(self.access.lease, true));
    }

    async fn open_address(&self, url: &WebUrl) -> Outcome {
        let _turn = self.access.turn.lock().await;
        self.tab_control.open(url, false).await.unwrap_or_else(Outcome::from)
    }

    fn driver(&self) -> &dyn crate::driver::Driver {
        self.access.driver()
    }

    /// The document in the top frame of the current tab.
    fn top_document(&self) -> Option<(SessionId, FrameId, DocumentId)> {
        let (tab, session) = self.access.current().ok()?;
        self.access.read(|world| {
            let frame = world.tabs.get(tab)?.top.clone();
            Some((session, frame, world.top(tab)?.document))
        })
    }
}

/// Starts the chat script in a document. When it ran in another document before, the caller is told.
async fn start_script(
    scripts: &dyn ChatScripts,
    session: SessionId,
    frame: FrameId,
    document: DocumentId,
    script: &mut Option<RunningScript>,
) -> Result<RunningScript, ChatPageError> {
    let was_running = script.take().is_some();
    let world = scripts.start(&session, &frame, STARTED_WITHIN).await.map_err(page_error)?;
    let running = RunningScript { document, session, world };
    *script = Some(running.clone());
    // The script of the document before knew things that this one does not.
    if was_running { Err(ChatPageError::Reloaded) } else { Ok(running) }
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn page_error(error: DriverError) -> ChatPageError {
    match error {
        DriverError::Disconnected | DriverError::TargetGone { .. } | DriverError::Crashed { .. } => ChatPageError::Gone,
        DriverError::TimedOut { .. } => ChatPageError::NoAnswer,
        DriverError::DocumentGone { .. } | DriverError::Refused { .. } => ChatPageError::Reloaded,
        DriverError::BadReply { .. }
        | DriverError::BadParams { .. }
        | DriverError::BadCommand { .. }
        | DriverError::ScriptFailed { .. }
        | DriverError::ScriptRefused { .. }
        | DriverError::NeedsDebugger { .. }
        | DriverError::ScriptNonsense { .. } => {
            tracing::warn!(%error, "the chat script failed");
            ChatPageError::Unsupported
        }
    }
}

const STARTED_WITHIN: Duration = Duration::from_secs(10);
const INSERTED_WITHIN: Duration = Duration::from_secs(10);
