//! Drives one run from its start, or from the end of its journal, until it is over.
//!
//! Invariant: an effect that leaves a mark is performed only after its intent is in the journal. Start reading at
//! [`RunDriver::run`] and `apply_input`.

use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Either, OptionFuture, ready, select};
use tokio::sync::{Notify, mpsc};
use webhand_model::{EffectNo, Event, EventKind, Input, Intent, Millis, Question, RunId, RunOutcome, Seq, Task};
use webhand_port::{OutgoingRequest, StoreError};
use webhand_rt::{Instant, sleep_until};
use webhand_run::{Effect, Replayed, Run, replay};

use crate::calls::{CallResponder, Inbox, Received, ReceivedInput, SessionMessage, UnansweredCalls};
use crate::clock::RunClock;
use crate::journal::Journal;
use crate::no_brain::NoBrain;
use crate::pending_picture::PendingPicture;
use crate::shown_picture::ShownPicture;
use crate::{EngineError, Ports};

/// Observes a run. Its methods must not block.
pub trait Watcher: Send + Sync {
    /// An event that was just written into the journal.
    fn on_event(&self, event: &Event);
    /// A piece of the brain's text while it arrives; the journal does not hold it.
    fn on_live_text(&self, text: &str);
}

/// How a run begins.
#[derive(Debug)]
pub enum RunStart {
    New(Box<Task>),
    /// Resume an interrupted run at the end of its journal, with a new browser.
    Resume,
}

/// Whether a person can answer questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonPresence {
    Present,
    /// A question parks the run; it can be answered and the run resumed later.
    Absent,
}

/// How driving a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunExit {
    Finished(RunOutcome),
    /// The run waits for an answer and no person is present.
    Parked(Question),
    /// A resource that the run needs cannot be had now, for this reason; the run can be resumed.
    Suspended(String),
    /// The run goes on when its browser is driven with the debugger.
    UsesDebugger,
}

/// Drives one run.
pub struct RunDriver {
    ports: Ports,
    watcher: Arc<dyn Watcher>,
    inbox: Inbox,
    person: PersonPresence,
    journal: Journal,
    clock: RunClock,
    running: Option<RunningEffect>,
    /// The effect that was started last, if it only reads.
    reading: Option<EffectNo>,
    pending_picture: PendingPicture,
    shown_picture: ShownPicture,
    /// The brain that decides, as the person wrote it.
    brain: String,
    /// The run is paused, and keys and buttons that it held down are released.
    has_released_input: bool,
    /// An outside agent's calls without a reply.
    calls: UnansweredCalls,
}

/// The effect being performed, and its answer.
type RunningEffect = (EffectNo, BoxFuture<'static, Input>);

/// An input, and the effect it answers.
type NumberedInput = (Option<EffectNo>, Input);

/// Why the driver woke up.
enum Wakeup {
    Answer(EffectNo, Input),
    /// Somebody sent an input.
    Received(ReceivedInput),
    Timer,
    /// A page sends something by a grant.
    Outgoing(OutgoingRequest),
    /// Time to check whether another process wrote into the journal.
    JournalCheck,
}

/// How often the journal is checked for entries of others: a stop must hold within 200 ms.
const JOURNAL_CHECK_EVERY: Duration = Duration::from_millis(100);
/// How often the journal is checked while the run is idle.
const IDLE_JOURNAL_CHECK_EVERY: Duration = Duration::from_secs(2);
/// How many times an append is tried when others write at the same time.
const TRIES: u32 = 100;

impl RunDriver {
    /// A driver of a run that a brain decides. `inbox` receives what the person sends: replies, pause, continue, cancel.
    #[must_use]
    pub fn new(
        run: RunId,
        ports: Ports,
        watcher: Arc<dyn Watcher>,
        inbox: mpsc::Receiver<Input>,
        person: PersonPresence,
    ) -> Self {
        Self::with_inbox(run, ports, watcher, Inbox::Person(inbox), person)
    }

    /// A driver of a run that an outside agent decides.
    pub(crate) fn for_session(
        run: RunId,
        ports: Ports,
        watcher: Arc<dyn Watcher>,
        inbox: mpsc::Receiver<SessionMessage>,
    ) -> Self {
        Self::with_inbox(run, ports, watcher, Inbox::Session(inbox), PersonPresence::Present)
    }

    /// A driver of a run in a pool, which hints when something was written into the journal.
    pub(crate) fn for_pool(run: RunId, ports: Ports, watcher: Arc<dyn Watcher>, hints: Arc<Notify>) -> Self {
        Self::with_inbox(run, ports, watcher, Inbox::Pool(hints), PersonPresence::Present)
    }

    fn with_inbox(run: RunId, ports: Ports, watcher: Arc<dyn Watcher>, inbox: Inbox, person: PersonPresence) -> Self {
        let journal = Journal::new(run, Arc::clone(&ports.store));
        let clock = RunClock::resumed_at(Millis(0));
        let pending_picture = PendingPicture::default();
        Self {
            ports,
            watcher,
            inbox,
            person,
            journal,
            clock,
            running: None,
            reading: None,
            pending_picture,
            shown_picture: ShownPicture::default(),
            brain: String::new(),
            has_released_input: false,
            calls: UnansweredCalls::default(),
        }
    }

    /// Drives the run until it is over or waits for a person who is not present.
    ///
    /// # Errors
    /// When the journal cannot be written or read; nothing was done that is not in it.
    pub async fn run(mut self, start: RunStart) -> Result<RunExit, EngineError> {
        let (mut run, first) = match start {
            RunStart::New(task) => (Run::start((*task).clone()), Some((None, Input::Started(*task)))),
            RunStart::Resume => self.resume().await?,
        };
        self.brain.clone_from(&run.task().brain);
        match self.apply_input(&mut run, first, None).await? {
            Some(exit) => Ok(exit),
            // The future holds the whole run, and those of callers would hold it too.
            None => Box::pin(self.drive(run)).await,
        }
    }

    /// Starts a run that waits for an outside agent's calls.
    pub(crate) async fn start_session(&mut self, task: Task) -> Result<Run, EngineError> {
        let mut run = Run::start(task.clone());
        self.brain.clone_from(&run.task().brain);
        self.apply_input(&mut run, Some((None, Input::Started(task))), None).await?;
        Ok(run)
    }

    /// Applies inputs as they come until the run is over.
    pub(crate) async fn drive(mut self, mut run: Run) -> Result<RunExit, EngineError> {
        loop {
            let mut departing = None;
            let (input, responder) = match self.wait_for_input(&run).await {
                Wakeup::Answer(no, input) => (Some((Some(no), input)), None),
                Wakeup::Received(ReceivedInput { input, responder }) => (Some((None, input)), responder),
                Wakeup::Timer => (Some((None, Input::TimerFired)), None),
                Wakeup::Outgoing(outgoing_request) => {
                    let sent = outgoing_request.sent.clone();
                    departing = Some(outgoing_request);
                    (Some((None, Input::SentByGrant(sent))), None)
                }
                Wakeup::JournalCheck => {
                    if self.journal.has_moved_on().await? {
                        run = self.catch_up().await?;
                    }
                    (None, None)
                }
            };
            let exit = self.apply_input(&mut run, input, responder).await?;
            if let Some(outgoing_request) = departing {
                outgoing_request.let_go().await;
            }
            if let Some(exit) = exit {
                self.pending_picture.wait().await;
                return Ok(exit);
            }
            self.release_input_when_paused(&run).await;
        }
    }

    /// A person who pauses a run may want the mouse, so nothing stays held down meanwhile.
    async fn release_input_when_paused(&mut self, run: &Run) {
        let had_released = mem::replace(&mut self.has_released_input, run.is_at_rest());
        if self.has_released_input && !had_released {
            self.ports.release_input().await;
        }
    }

    /// The run as its journal left it, and the input that resumes it.
    async fn resume(&mut self) -> Result<(Run, Option<NumberedInput>), EngineError> {
        let Replayed { run, recorded } = self.replay().await?;
        if recorded.iter().any(|(_, intent)| matches!(intent, Intent::Finish(_))) {
            return Err(EngineError::AlreadyOver(self.journal.run.clone()));
        }
        // An end that was decided but not written only remains to be written, and a run that did nothing yet just begins.
        let goes_on = !run.is_over() && !recorded.is_empty();
        let input = goes_on.then_some((None, Input::Resumed));
        Ok((run, input))
    }

    /// Applies one input: writes it together with the intents it leads to, notifies the watcher, and starts the effects.
    /// Returns the exit when the run is over or parked.
    async fn apply_input(
        &mut self,
        run: &mut Run,
        input: Option<NumberedInput>,
        responder: Option<CallResponder>,
    ) -> Result<Option<RunExit>, EngineError> {
        for _ in 0..TRIES {
            // One time for the run and the journal: a replay must come to the same state.
            let at = self.clock.now();
            let (entries, mut effects) = self.advance_run(run, input.clone(), at);
            if run.is_over() {
                self.running = None;
                if effects.is_empty() {
                    return self.ended_elsewhere().await.map(Some);
                }
            }
            self.reply_to_read(input.as_ref(), &mut effects);
            // An effect that only reads leaves no mark, so it runs while its intent is written.
            let reading = match effects.as_slice() {
                [(_, effect)] if only_reads(effect) => {
                    effects.pop().map(|(no, effect)| (no, self.perform_effect(no, effect)))
                }
                _ => None,
            };
            self.reading = reading.as_ref().map(|(no, _)| *no);
            let append = self.journal.append(at, entries);
            let (written, reading) = match reading {
                Some((no, reading)) => {
                    let (written, reading) = await_beside(append, reading).await;
                    (written, Some((no, reading)))
                }
                None => (append.await, None),
            };
            match written {
                Ok(events) => {
                    if let Some(responder) = responder {
                        self.calls.insert(run.last_call(), responder);
                    }
                    self.publish(run, &events);
                    self.change_brain(&run.task().brain);
                    self.running = reading.or(self.running.take());
                    return Ok(self.start_effects(effects, run));
                }
                Err(StoreError::Conflict(_)) if self.journal.end() == Seq(0) => {
                    return Err(EngineError::DuplicateRun(self.journal.run.clone()));
                }
                // Another process wrote first. No effect that leaves a mark was started yet, so the input is applied
                // again after theirs.
                Err(StoreError::Conflict(_)) => *run = self.catch_up().await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict(self.journal.end()).into())
    }

    /// Notifies the watcher of events. A question that they answer is closed first, so that a session which has seen
    /// an event does not see the question it closed.
    fn publish(&self, run: &Run, events: &[Event]) {
        self.calls.close_questions_except(run.awaited());
        for event in events {
            self.watcher.on_event(event);
        }
    }

    /// Replies at once to a call that only read: the reply need not wait for the journal.
    fn reply_to_read(&mut self, input: Option<&NumberedInput>, effects: &mut Vec<(EffectNo, Effect)>) {
        let Some((Some(to), Input::Acted(_))) = input else { return };
        if self.reading == Some(*to)
            && let [(_, Effect::ReplyToCall(..))] = effects.as_slice()
            && let Some((_, Effect::ReplyToCall(call, outcome))) = effects.pop()
        {
            self.calls.reply(call, outcome);
        }
    }

    /// Lets the run handle an input; returns the journal entries to write and the effects to start. Refs are resolved
    /// without waiting, so their answer is applied at once.
    fn advance_run(
        &self,
        run: &mut Run,
        input: Option<NumberedInput>,
        at: Millis,
    ) -> (Vec<EventKind>, Vec<(EffectNo, Effect)>) {
        let mut entries = Vec::new();
        let mut next = input;
        loop {
            if let Some((to, input)) = next {
                run.handle(to, input.clone(), at);
                entries.push(EventKind::Input { to, input });
            }
            let effects: Vec<_> = std::iter::from_fn(|| run.poll_effect()).collect();
            entries.extend(effects.iter().map(|(no, effect)| EventKind::Intent { no: *no, intent: effect.intent() }));
            next = match effects.as_slice() {
                [(no, Effect::ResolveRefs(refs))] => Some((Some(*no), self.ports.resolve_refs(refs))),
                _ => return (entries, effects),
            };
        }
    }

    /// Opens another brain if the person named one.
    fn change_brain(&mut self, wanted: &str) {
        if self.brain != wanted {
            wanted.clone_into(&mut self.brain);
            self.ports.brain = self.ports.brains.open(wanted).unwrap_or_else(|error| Arc::new(NoBrain(error)));
        }
    }

    /// Starts every effect. Returns the exit when the run is over or parked.
    fn start_effects(&mut self, effects: Vec<(EffectNo, Effect)>, run: &Run) -> Option<RunExit> {
        for (no, effect) in effects {
            match effect {
                Effect::Finish(ending) => return Some(RunExit::Finished(ending)),
                Effect::Park(why) => return Some(RunExit::Suspended(why)),
                Effect::UseDebugger => return Some(RunExit::UsesDebugger),
                Effect::AskPerson(question) if self.person == PersonPresence::Absent => {
                    return Some(RunExit::Parked(question));
                }
                Effect::AskPerson(question) => {
                    self.running = None;
                    self.calls.ask(run.current_call(), &self.journal.run, no, question);
                }
                Effect::ReplyToCall(call, outcome) => {
                    if no == run.awaited() {
                        self.running = None;
                    }
                    self.calls.reply(call, outcome);
                }
                effect @ (Effect::Observe { .. }
                | Effect::ResolveRefs(_)
                | Effect::AskBrain(_)
                | Effect::Verify(_)
                | Effect::Extract(_)
                | Effect::Inspect(_)
                | Effect::Act(_)
                | Effect::ResolveRequest(_)
                | Effect::HandOver
                | Effect::TakeBack) => self.running = Some((no, self.perform_effect(no, effect))),
            }
        }
        None
    }

    fn perform_effect(&self, no: EffectNo, effect: Effect) -> BoxFuture<'static, Input> {
        let (ports, watcher, run) = (self.ports.clone(), Arc::clone(&self.watcher), self.journal.run.clone());
        let (pending_picture, shown_picture) = (self.pending_picture.clone(), self.shown_picture.clone());
        async move {
            match ports.perform(&run, no, effect, watcher.as_ref(), &pending_picture, &shown_picture).await {
                Some(input) => input,
                None => std::future::pending().await,
            }
        }
        .boxed()
    }

    async fn wait_for_input(&mut self, run: &Run) -> Wakeup {
        let timer = run.poll_timeout().map(|at| sleep_until(self.clock.instant(at)));
        let check_after = if run.is_idle() { IDLE_JOURNAL_CHECK_EVERY } else { JOURNAL_CHECK_EVERY };
        let answer = OptionFuture::from(self.running.as_mut().map(|(no, future)| future.map(|input| (*no, input))));
        let wakeup = tokio::select! {
            biased;
            Some(received) = self.inbox.recv() => match received {
                Received::Input(input) => Wakeup::Received(*input),
                Received::JournalHint => Wakeup::JournalCheck,
            },
            Some((no, input)) = answer => Wakeup::Answer(no, input),
            Some(()) = OptionFuture::from(timer) => Wakeup::Timer,
            outgoing_request = self.ports.browser.next_outgoing_request() => Wakeup::Outgoing(outgoing_request),
            () = sleep_until(Instant::now() + check_after) => Wakeup::JournalCheck,
        };
        if matches!(wakeup, Wakeup::Answer(..)) {
            self.running = None;
        }
        wakeup
    }

    /// Applies the journal entries of others. An effect that the run still awaits goes on.
    async fn catch_up(&mut self) -> Result<Run, EngineError> {
        let run = self.replay().await?.run;
        if self.running.as_ref().is_some_and(|(no, _)| *no != run.awaited()) {
            self.running = None;
        }
        Ok(run)
    }

    async fn replay(&mut self) -> Result<Replayed, EngineError> {
        let known = self.journal.end();
        let events = self.journal.read_all().await?;
        let Some(last) = events.last() else { return Err(EngineError::UnknownRun(self.journal.run.clone())) };
        let replayed = replay(&events)?;
        if known == Seq(0) {
            self.clock = RunClock::resumed_at(last.at);
        } else {
            let first_new = events.partition_point(|event| event.seq <= known);
            self.publish(&replayed.run, events.get(first_new..).unwrap_or_default());
        }
        Ok(replayed)
    }

    /// The exit of a run whose end another process wrote.
    async fn ended_elsewhere(&mut self) -> Result<RunExit, EngineError> {
        let events = self.journal.read_all().await?;
        let ending = events.iter().rev().find_map(|event| match &event.kind {
            EventKind::Intent { intent: Intent::Finish(ending), .. } => Some(ending.clone()),
            EventKind::Intent { .. } | EventKind::Input { .. } => None,
        });
        Ok(RunExit::Finished(ending.unwrap_or(RunOutcome::Cancelled)))
    }
}

/// Waits for `first` while `beside` runs too; `beside` is returned as far as it has come.
async fn await_beside<T>(
    first: impl Future<Output = T>,
    beside: BoxFuture<'static, Input>,
) -> (T, BoxFuture<'static, Input>) {
    match select(pin!(first), beside).await {
        Either::Left((first, beside)) => (first, beside),
        Either::Right((input, first)) => (first.await, ready(input).boxed()),
    }
}

impl Drop for RunDriver {
    fn drop(&mut self) {
        self.pending_picture.abort();
    }
}

fn only_reads(effect: &Effect) -> bool {
    match effect {
        Effect::Act(approved) => approved.action().is_repeatable(),
        Effect::Inspect(_) => true,
        Effect::Observe { .. }
        | Effect::ResolveRefs(_)
        | Effect::AskBrain(_)
        | Effect::Verify(_)
        | Effect::Extract(_)
        | Effect::ReplyToCall(..)
        | Effect::ResolveRequest(_)
        | Effect::AskPerson(_)
        | Effect::HandOver
        | Effect::TakeBack
        | Effect::UseDebugger
        | Effect::Park(_)
        | Effect::Finish(_) => false,
    }
}
