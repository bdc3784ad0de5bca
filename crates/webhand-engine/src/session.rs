//! An outside agent's use of a browser: a run whose decisions come from the agent's calls instead of a brain.
//!
//! Invariants: calls are performed one after the other in the order in which they came, and each gets the reply to its
//! own number; a call whose caller has stopped waiting is withdrawn; an action that needs the person's approval is not
//! performed before the approval is there, and is asked about once however often the agent repeats the call.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Mutex as AsyncMutex, mpsc, watch};
use webhand_model::{
    ApprovalId, Event, FailCode, Outcome, PersonReply, Question, Redaction, RunId, Seq, Task, ToolCall,
};
use webhand_port::{Browser, Picture, Store};
use webhand_rt::JoinHandle;
use webhand_rt::{Instant, timeout, timeout_at};

use crate::agent_redaction::AgentRedaction;
use crate::calls::{CallUpdate, OpenQuestion, PendingCall, SessionMessage};
use crate::no_brain::{NoBrain, NoBrains};
use crate::{EngineError, Ports, RunDriver, RunExit, Watcher};

/// One agent's use of a browser. Clones are the same session.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    id: RunId,
    browser: Arc<dyn Browser>,
    store: Arc<dyn Store>,
    /// The queue to the driver; it is closed when the driver has ended.
    messages: mpsc::Sender<SessionMessage>,
    /// The last journal entry that the driver has applied.
    applied: watch::Receiver<Seq>,
    /// The open question of the call that was made last.
    question: Mutex<Option<watch::Receiver<Option<OpenQuestion>>>>,
    /// Locked by the call under way.
    calls: AsyncMutex<CallState>,
    driver: Mutex<Option<JoinHandle<Result<RunExit, EngineError>>>>,
    /// Present if the person wants personal data to be kept from the agent.
    redaction: Option<AgentRedaction>,
}

/// The state that one call leaves for the next.
#[derive(Default)]
struct CallState {
    /// The call that was made last, while its reply has not been returned.
    pending: Option<PendingCall>,
    /// Questions the person said no to, one after the other.
    refusals: u32,
}

/// How a call is made.
#[derive(Clone, Copy)]
pub struct CallOptions<'a> {
    /// How long the caller waits.
    pub timeout: Duration,
    /// A person who can be asked during the call.
    pub person: Option<&'a dyn Questioner>,
}

impl CallOptions<'_> {
    /// The time-out of a call that names none.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);
}

impl Default for CallOptions<'_> {
    fn default() -> Self {
        Self { timeout: Self::DEFAULT_TIMEOUT, person: None }
    }
}

/// Puts a question to the person and waits for the answer.
pub trait Questioner: Send + Sync {
    /// The person's answer; `None` when nobody answered.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Option<PersonReply>>;
}

/// The reply that an agent gets for its call.
#[derive(Debug, Clone, PartialEq)]
pub enum CallReply {
    Outcome {
        outcome: Box<Outcome>,
        picture: Option<Picture>,
    },
    /// Nothing was sent. Once the person has allowed it, the same call again returns its outcome; any other call
    /// withdraws it.
    NeedsApproval {
        id: ApprovalId,
        question: Question,
    },
}

/// After this many refusals in a row a call does not ask the person any more; the question stays open for them.
const MOST_REFUSALS: u32 = 3;
/// How long after its time-out the reply to a call may still come before the call is reported as in doubt.
const WITHDRAWN_WITHIN: Duration = Duration::from_secs(1);
/// How long the driver may take to write the end of the journal.
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
/// The most messages that wait for the driver.
const MOST_MESSAGES: usize = 16;

impl Session {
    /// Starts a session. `task` holds the person's grants; see [`Task::for_outside_agent`].
    ///
    /// # Errors
    /// When the journal cannot be begun.
    pub async fn open(
        id: RunId,
        task: Task,
        browser: Arc<dyn Browser>,
        store: Arc<dyn Store>,
    ) -> Result<Self, EngineError> {
        let (messages, inbox) = mpsc::channel(MOST_MESSAGES);
        let (position, applied) = watch::channel(Seq(0));
        let ports = Ports {
            browser: Arc::clone(&browser),
            brain: Arc::new(NoBrain::outside()),
            brains: Arc::new(NoBrains),
            store: Arc::clone(&store),
        };
        let redaction = (task.redaction == Redaction::On).then(AgentRedaction::default);
        let mut driver = RunDriver::for_session(id.clone(), ports, Arc::new(JournalPosition(position)), inbox);
        let run = driver.start_session(task).await?;
        let driver = Mutex::new(Some(webhand_rt::spawn(driver.drive(run))));
        let (question, calls) = (Mutex::default(), AsyncMutex::default());
        Ok(Self(Arc::new(Inner { id, browser, store, messages, applied, question, calls, driver, redaction })))
    }

    /// The run whose journal records the session.
    #[must_use]
    pub fn id(&self) -> &RunId {
        &self.0.id
    }

    /// Whether the session is over: closed, cancelled by the person, or its browser is gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.messages.is_closed()
    }

    /// Returns when the session is over.
    pub async fn ended(&self) {
        self.0.messages.closed().await;
    }

    /// The question of the last call that waits for the person.
    #[must_use]
    pub fn question(&self) -> Option<(ApprovalId, Question)> {
        let question = self.0.question.lock().unwrap_or_else(PoisonError::into_inner);
        question.as_ref().and_then(|question| question.borrow().clone())
    }

    /// Performs one call and returns its outcome. Dropping the future withdraws the call.
    ///
    /// # Errors
    /// When the session is over, or the journal cannot be written.
    pub async fn call(&self, call: ToolCall, options: CallOptions<'_>) -> Result<CallReply, EngineError> {
        match &self.0.redaction {
            Some(redaction) => Ok(redaction.reply(self.perform(redaction.restore(call), options).await?)),
            None => self.perform(call, options).await,
        }
    }

    async fn perform(&self, call: ToolCall, options: CallOptions<'_>) -> Result<CallReply, EngineError> {
        let until = Instant::now() + options.timeout;
        let Ok(mut state) = timeout_at(until, self.0.calls.lock()).await else { return Ok(busy()) };
        if state.pending.as_ref().is_some_and(|pending| pending.is_repeated_by(&call)) {
            self.wait_for_journal(until).await?;
            let reply = self.wait_for_reply(&mut state, until, options).await?;
            return self.or_late_reply(&mut state, reply).await;
        }
        if !wait_for_previous(&mut state, until).await {
            return Ok(busy());
        }
        let mut withdrawal = self.submit(&mut state, call).await?;
        let reply = self.wait_for_reply(&mut state, until, options).await;
        if !matches!(reply, Ok(None)) {
            withdrawal.disarm();
        }
        drop(withdrawal);
        self.or_late_reply(&mut state, reply?).await
    }

    /// Ends the session: withdraws the call under way, closes the journal and gives the browser back.
    pub async fn close(&self) {
        let _ = self.0.messages.send(SessionMessage::Close).await;
        let driver = self.0.driver.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(driver) = driver {
            let stop = driver.abort_handle();
            if timeout(CLOSED_WITHIN, driver).await.is_err() {
                stop.abort();
            }
        }
        self.0.browser.close().await;
    }

    /// Sends a call to the driver. It is withdrawn when the returned guard is dropped armed.
    async fn submit(&self, state: &mut CallState, call: ToolCall) -> Result<WithdrawOnDrop<'_>, EngineError> {
        let slot = self.0.messages.reserve().await.map_err(|_| self.over())?;
        let (pending, responder) = PendingCall::new(call.clone());
        *self.0.question.lock().unwrap_or_else(PoisonError::into_inner) = Some(pending.watch_question());
        state.pending = Some(pending);
        slot.send(SessionMessage::Call(call, responder));
        Ok(WithdrawOnDrop(Some(&self.0.messages)))
    }

    /// Waits for the reply to the pending call, and asks the person about it if there is one; `None` when its time is up.
    async fn wait_for_reply(
        &self,
        state: &mut CallState,
        until: Instant,
        options: CallOptions<'_>,
    ) -> Result<Option<CallReply>, EngineError> {
        let CallState { pending: slot, refusals } = state;
        loop {
            let Some(pending) = slot else { return Err(self.over()) };
            let Ok(update) = timeout_at(until, pending.next_update()).await else { return Ok(None) };
            let (id, question) = match update {
                CallUpdate::Question(id, question) => (id, question),
                CallUpdate::Reply(outcome) => {
                    *slot = None;
                    return self.with_picture(outcome).await.map(Some);
                }
                CallUpdate::SessionOver => {
                    *slot = None;
                    return Err(self.over());
                }
            };
            pending.needed_approval = true;
            let reply = match options.person.filter(|_| *refusals < MOST_REFUSALS) {
                Some(person) => timeout_at(until, person.ask(&question)).await.ok().flatten(),
                None => None,
            };
            let Some(reply) = reply else { return Ok(Some(CallReply::NeedsApproval { id, question })) };
            *refusals = if reply == PersonReply::No { *refusals + 1 } else { 0 };
            pending.answered = Some(id);
            self.0.messages.send(SessionMessage::Reply(reply)).await.map_err(|_| self.over())?;
        }
    }

    /// The reply, or what is known of a call whose time is up: the driver replies at once to a call that was not begun,
    /// but an action that touches a page is finished first.
    async fn or_late_reply(&self, state: &mut CallState, reply: Option<CallReply>) -> Result<CallReply, EngineError> {
        if let Some(reply) = reply {
            return Ok(reply);
        }
        let Some(pending) = &mut state.pending else { return Err(self.over()) };
        let Ok(update) = timeout(WITHDRAWN_WITHIN, pending.reply()).await else {
            let text = "The time is up and it is still under way: it may or may not happen. Look before repeating it.";
            return Ok(CallReply::Outcome { outcome: Box::new(Outcome::in_doubt(text)), picture: None });
        };
        state.pending = None;
        match update {
            CallUpdate::Reply(outcome) => self.with_picture(outcome).await,
            CallUpdate::Question(..) | CallUpdate::SessionOver => Err(self.over()),
        }
    }

    /// Waits until the driver has applied the whole journal: the person may have answered a moment ago from another
    /// process.
    async fn wait_for_journal(&self, until: Instant) -> Result<(), EngineError> {
        let end = self.0.store.end(&self.0.id).await?;
        let _ = timeout_at(until, self.0.applied.clone().wait_for(|applied| *applied >= end)).await;
        Ok(())
    }

    /// Adds the picture to an outcome that has one.
    async fn with_picture(&self, outcome: Box<Outcome>) -> Result<CallReply, EngineError> {
        let picture = match &outcome.picture {
            Some(name) => self.0.store.picture(&self.0.id, name).await?,
            None => None,
        };
        Ok(CallReply::Outcome { outcome, picture })
    }

    fn over(&self) -> EngineError {
        EngineError::AlreadyOver(self.0.id.clone())
    }
}

/// Waits until the previous call has its reply or asks the person. A question that is open then is withdrawn by the
/// next call. Returns whether that happened in time.
async fn wait_for_previous(state: &mut CallState, until: Instant) -> bool {
    if let Some(pending) = &mut state.pending {
        if timeout_at(until, pending.settled()).await.is_err() {
            return false;
        }
        state.pending = None;
    }
    true
}

fn busy() -> CallReply {
    let text = "Another call of this session is still under way; nothing was done. Wait for it, or call again later.";
    CallReply::Outcome { outcome: Box::new(Outcome::failed(FailCode::TimedOut, text)), picture: None }
}

/// Withdraws a call when its future is dropped or its time is up.
struct WithdrawOnDrop<'a>(Option<&'a mpsc::Sender<SessionMessage>>);

impl WithdrawOnDrop<'_> {
    fn disarm(&mut self) {
        self.0 = None;
    }
}

impl Drop for WithdrawOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(messages) = self.0.take() {
            // One call at a time, so the queue has room; without a driver there is nothing to withdraw.
            let _ = messages.try_send(SessionMessage::Withdraw);
        }
    }
}

/// Publishes how far the driver has applied the journal.
struct JournalPosition(watch::Sender<Seq>);

impl Watcher for JournalPosition {
    fn on_event(&self, event: &Event) {
        self.0.send_replace(event.seq);
    }

    fn on_live_text(&self, _: &str) {}
}
