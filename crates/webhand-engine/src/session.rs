//! An outside agent's use of a browser: a run whose brain is somewhere else.
//!
//! Invariants: calls are carried out one after the other in the order they came; a call nobody waits for any more is
//! withdrawn; what needs the person's yes is not sent before it is there, and is told once however often it is asked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::sync::{Mutex as Turn, mpsc, watch};
use webhand_model::{
    ApprovalId, Event, EventKind, FailCode, Input, Intent, Outcome, PersonReply, Question, RunId, Seq, Task, ToolCall,
};
use webhand_port::{Browser, Picture, Store};
use webhand_rt::JoinHandle;
use webhand_rt::{Instant, timeout, timeout_at};

use crate::no_brain::{NoBrain, NoBrains};
use crate::{EngineError, PersonPresence, Ports, RunDriver, RunExit, Watcher};

/// One agent's use of a browser. Clones are the same session.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    id: RunId,
    browser: Arc<dyn Browser>,
    store: Arc<dyn Store>,
    say: mpsc::Sender<Input>,
    heard: watch::Receiver<Heard>,
    /// Held by the call under way.
    turn: Turn<Pace>,
    conducting: Mutex<Option<JoinHandle<Result<RunExit, EngineError>>>>,
}

/// How far calls have come.
#[derive(Debug, Default)]
struct Pace {
    /// Calls made so far.
    made: u64,
    /// The call that waits for the person, and the question about it.
    open: Option<(ToolCall, ApprovalId)>,
    /// A question that was answered or withdrawn, of which the driver may not have heard yet.
    stale: Option<ApprovalId>,
    /// Questions the person said no to, one after the other.
    refusals: u32,
}

/// What the driver has told so far.
#[derive(Debug, Clone, Default)]
struct Heard {
    /// Calls the driver has begun.
    begun: u64,
    /// Calls that were answered, and the last answer.
    told: u64,
    outcome: Option<Outcome>,
    /// The question that is open.
    question: Option<(ApprovalId, Question)>,
    /// Up to where in the journal that is.
    seq: Seq,
    over: bool,
}

impl Heard {
    /// Whether there is a question other than the one that is done with.
    fn asks_anew(&self, stale: Option<&ApprovalId>) -> bool {
        self.question.as_ref().is_some_and(|(id, _)| Some(id) != stale)
    }
}

/// How a call is made.
#[derive(Clone, Copy)]
pub struct CallOptions<'a> {
    /// When the caller gives it up.
    pub timeout: Duration,
    /// Who can be asked right now.
    pub person: Option<&'a dyn Questioner>,
}

impl CallOptions<'_> {
    /// How long a call may take unless somebody says otherwise.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);
}

impl Default for CallOptions<'_> {
    fn default() -> Self {
        Self { timeout: Self::DEFAULT_TIMEOUT, person: None }
    }
}

/// Somebody who can put a question to the person and wait for the answer.
pub trait Questioner: Send + Sync {
    /// `None` when nobody answered.
    fn ask<'a>(&'a self, question: &'a Question) -> BoxFuture<'a, Option<PersonReply>>;
}

/// What an agent is told of its call.
#[derive(Debug, Clone, PartialEq)]
pub enum CallReply {
    Outcome {
        outcome: Box<Outcome>,
        picture: Option<Picture>,
    },
    /// Nothing was sent. Once the person has allowed it, the same call again tells what came of it; any other call
    /// withdraws it.
    NeedsApproval {
        id: ApprovalId,
        question: Question,
    },
}

/// After this many refusals in a row the person is not asked any more unless they ask to be.
const MOST_REFUSALS: u32 = 3;
/// How much longer than its time a call is waited for before it is called in doubt.
const WITHDRAWN_WITHIN: Duration = Duration::from_secs(1);
/// How long the last words to the journal may take.
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
const MOST_SAID: usize = 16;

impl Session {
    /// Lets an agent in. `task` holds the person's grants; see [`Task::for_outside_agent`].
    ///
    /// # Errors
    /// When the journal cannot be begun.
    pub async fn open(
        id: RunId,
        task: Task,
        browser: Arc<dyn Browser>,
        store: Arc<dyn Store>,
    ) -> Result<Self, EngineError> {
        let (say, inbox) = mpsc::channel(MOST_SAID);
        let (tell, heard) = watch::channel(Heard::default());
        let ports = Ports {
            browser: Arc::clone(&browser),
            brain: Arc::new(NoBrain::inside()),
            brains: Arc::new(NoBrains),
            store: Arc::clone(&store),
        };
        let ear = Arc::new(Ear { run: id.clone(), tell });
        let mut driver = RunDriver::new(id.clone(), ports, Arc::clone(&ear) as _, inbox, PersonPresence::Present);
        let run = driver.let_in(task).await?;
        let conducting = webhand_rt::spawn(async move {
            let over = driver.carry_on(run).await;
            ear.tell.send_modify(|heard| heard.over = true);
            over
        });
        let conducting = Mutex::new(Some(conducting));
        Ok(Self(Arc::new(Inner { id, browser, store, say, heard, turn: Turn::default(), conducting })))
    }

    /// The run its journal is kept under.
    #[must_use]
    pub fn id(&self) -> &RunId {
        &self.0.id
    }

    /// Whether it is over: closed, cancelled by the person, or its browser is gone.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.heard.borrow().over
    }

    /// Comes back when it is over.
    pub async fn ended(&self) {
        let _ = self.0.heard.clone().wait_for(|heard| heard.over).await;
    }

    /// The question that waits for the person.
    #[must_use]
    pub fn question(&self) -> Option<(ApprovalId, Question)> {
        self.0.heard.borrow().question.clone()
    }

    /// Carries out one call and tells what came of it. A future that is dropped withdraws its call.
    ///
    /// # Errors
    /// When the session is over, or the journal cannot be written.
    pub async fn call(&self, call: ToolCall, options: CallOptions<'_>) -> Result<CallReply, EngineError> {
        let until = Instant::now() + options.timeout;
        let Ok(mut pace) = timeout_at(until, self.0.turn.lock()).await else { return Ok(busy()) };
        if pace.open.as_ref().is_some_and(|(open, _)| open.name == call.name && open.arguments == call.arguments) {
            return self.ask_again(&mut pace, &call, until, options).await;
        }
        if !self.caught_up(pace.made, until).await? {
            return Ok(busy());
        }
        // A question that is still open is withdrawn by this call and says nothing about it.
        pace.stale = pace.open.take().map(|(_, id)| id);
        self.say(Input::ToolCalled(call.clone())).await?;
        pace.made += 1;
        let mut given_up = GivenUp { say: Some(self.0.say.clone()) };
        let told = self.follow(&mut pace, &call, until, options).await;
        if matches!(told, Ok(Some(_)) | Err(_)) {
            given_up.say = None;
        }
        drop(given_up);
        match told? {
            Some(told) => Ok(told),
            None => self.told_late(pace.made).await,
        }
    }

    /// Ends the session: what waits is withdrawn, the journal closed, the browser given back.
    pub async fn close(&self) {
        let _ = self.0.say.send(Input::Closed).await;
        let conducting = self.0.conducting.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(conducting) = conducting {
            let stop = conducting.abort_handle();
            if timeout(CLOSED_WITHIN, conducting).await.is_err() {
                stop.abort();
            }
        }
        self.0.browser.close().await;
    }

    /// Waits for the answer to the call just made; `None` when its time is up.
    async fn follow(
        &self,
        pace: &mut Pace,
        call: &ToolCall,
        until: Instant,
        options: CallOptions<'_>,
    ) -> Result<Option<CallReply>, EngineError> {
        let mut heard = self.0.heard.clone();
        loop {
            let (made, stale) = (pace.made, pace.stale.clone());
            let news = heard.wait_for(|heard| heard.told >= made || heard.asks_anew(stale.as_ref()) || heard.over);
            let Ok(news) = timeout_at(until, news).await else { return Ok(None) };
            let news = news.map_err(|_| self.over())?.clone();
            if news.told >= made {
                pace.open = None;
                return self.develop(news.outcome).await.map(Some);
            }
            let Some((id, question)) = news.question.filter(|_| !news.over) else { return Err(self.over()) };
            pace.open = Some((call.clone(), id.clone()));
            let person = options.person.filter(|_| pace.refusals < MOST_REFUSALS);
            let reply = match person {
                Some(person) => timeout_at(until, person.ask(&question)).await.ok().flatten(),
                None => None,
            };
            let Some(reply) = reply else { return Ok(Some(CallReply::NeedsApproval { id, question })) };
            pace.refusals = if reply == PersonReply::No { pace.refusals + 1 } else { 0 };
            pace.stale = Some(id);
            self.say(Input::Replied(reply)).await?;
        }
    }

    /// The same call again: what came of it, if the person has answered by now.
    async fn ask_again(
        &self,
        pace: &mut Pace,
        call: &ToolCall,
        until: Instant,
        options: CallOptions<'_>,
    ) -> Result<CallReply, EngineError> {
        pace.stale = None;
        // The person may have answered a moment ago, in another process.
        let end = self.0.store.end(&self.0.id).await?;
        let _ = timeout_at(until, self.0.heard.clone().wait_for(|heard| heard.seq >= end || heard.over)).await;
        match self.follow(pace, call, until, options).await? {
            Some(told) => Ok(told),
            None => self.told_late(pace.made).await,
        }
    }

    /// Waits until everything that was called is told or asks, so that no answer is taken for another's.
    async fn caught_up(&self, made: u64, until: Instant) -> Result<bool, EngineError> {
        let mut heard = self.0.heard.clone();
        let settled = heard.wait_for(|heard| heard.told >= made || heard.question.is_some() || heard.over);
        match timeout_at(until, settled).await {
            Ok(Ok(heard)) if !heard.over => Ok(true),
            Ok(_) => Err(self.over()),
            Err(_) => Ok(false),
        }
    }

    /// The time of the call is up. What was not begun is told at once; hands that touch a page finish first.
    async fn told_late(&self, made: u64) -> Result<CallReply, EngineError> {
        let mut heard = self.0.heard.clone();
        let told = timeout(WITHDRAWN_WITHIN, heard.wait_for(|heard| heard.told >= made || heard.over)).await.is_ok();
        if !told {
            let text = "The time is up and it is still under way: it may or may not happen. Look before repeating it.";
            return Ok(CallReply::Outcome { outcome: Box::new(Outcome::in_doubt(text)), picture: None });
        }
        let outcome = self.0.heard.borrow().outcome.clone();
        self.develop(outcome).await
    }

    /// Joins the picture to an answer that has one.
    async fn develop(&self, outcome: Option<Outcome>) -> Result<CallReply, EngineError> {
        let outcome = outcome.ok_or_else(|| self.over())?;
        let picture = match &outcome.picture {
            Some(name) => self.0.store.picture(&self.0.id, name).await?,
            None => None,
        };
        Ok(CallReply::Outcome { outcome: Box::new(outcome), picture })
    }

    async fn say(&self, input: Input) -> Result<(), EngineError> {
        self.0.say.send(input).await.map_err(|_| self.over())
    }

    fn over(&self) -> EngineError {
        EngineError::AlreadyOver(self.0.id.clone())
    }
}

fn busy() -> CallReply {
    let text = "Another call of this session is still under way; nothing was done. Wait for it, or call again later.";
    CallReply::Outcome { outcome: Box::new(Outcome::failed(FailCode::TimedOut, text)), picture: None }
}

/// Withdraws a call when nobody waits for its answer any more.
struct GivenUp {
    say: Option<mpsc::Sender<Input>>,
}

impl Drop for GivenUp {
    fn drop(&mut self) {
        if let Some(say) = self.say.take() {
            // One call at a time, so the queue has room; without a driver there is nothing to withdraw.
            let _ = say.try_send(Input::CallWithdrawn);
        }
    }
}

/// Listens to the driver for the agent.
struct Ear {
    run: RunId,
    tell: watch::Sender<Heard>,
}

impl Watcher for Ear {
    fn on_event(&self, event: &Event) {
        self.tell.send_modify(|heard| {
            heard.seq = event.seq;
            match &event.kind {
                // A person who has taken the browser by themselves is asked when they are done; that is no call's business.
                EventKind::Intent { no, intent: Intent::AskPerson(question) } if heard.told < heard.begun => {
                    heard.question = Some((ApprovalId::new(&self.run, *no), question.clone()));
                }
                EventKind::Input { input: Input::ToolCalled(_), .. } => {
                    heard.begun += 1;
                    heard.question = None;
                }
                EventKind::Input { input: Input::Replied(_) | Input::CallWithdrawn | Input::TakenOver, .. } => {
                    heard.question = None;
                }
                EventKind::Intent { .. } | EventKind::Input { .. } => {}
            }
        });
    }

    fn on_live_text(&self, _: &str) {}

    fn on_call_reply(&self, outcome: &Outcome) {
        self.tell.send_modify(|heard| {
            heard.told += 1;
            heard.outcome = Some(outcome.clone());
        });
    }
}
