//! One run from its beginning, or from where its journal ends, to its end.

use std::mem;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Either, OptionFuture, ready, select};
use tokio::sync::mpsc;
use webhand_model::{
    EffectNo, Event, EventKind, Input, Intent, Millis, Outcome, Question, RunId, RunOutcome, Seq, Task,
};
use webhand_port::StoreError;
use webhand_rt::{Instant, sleep_until};
use webhand_run::{Effect, Replayed, Run, replay};

use crate::clock::RunClock;
use crate::journal::Journal;
use crate::no_brain::NoBrain;
use crate::pending_picture::PendingPicture;
use crate::{EngineError, Ports};

/// Is told what happened, after it was written down, but for what was only read. Must not block.
pub trait Watcher: Send + Sync {
    fn on_event(&self, event: &Event);
    /// A piece of the brain's text while it comes in; not kept.
    fn on_live_text(&self, text: &str);
    /// What came of an outside agent's call.
    fn on_call_reply(&self, _outcome: &Outcome) {}
}

/// How a run begins.
#[derive(Debug)]
pub enum RunStart {
    New(Box<Task>),
    /// Take up an interrupted run where its journal ends, with a new browser.
    Resume,
}

/// Whether somebody can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PersonPresence {
    Present,
    /// A question ends the work on the run; it can be answered and resumed later.
    Absent,
}

/// How the work on a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunExit {
    Finished(RunOutcome),
    /// The run waits for an answer and nobody is there.
    Parked(Question),
}

/// Drives one run.
pub struct RunDriver {
    ports: Ports,
    watcher: Arc<dyn Watcher>,
    inbox: mpsc::Receiver<Input>,
    person: PersonPresence,
    journal: Journal,
    clock: RunClock,
    under_way: Option<UnderWay>,
    /// What only reads and was begun last.
    reading: Option<EffectNo>,
    pending_picture: PendingPicture,
    /// Who decides, as the person wrote it.
    brain: String,
    /// The run is paused, and what was held down is let go.
    is_at_rest: bool,
}

/// The effect being carried out.
type UnderWay = (EffectNo, BoxFuture<'static, Input>);

/// What woke the driver.
enum Heard {
    Answer(EffectNo, Input),
    Said(Input),
    Woken,
    /// For a while; time to see whether somebody wrote into the journal.
    Nothing,
}

/// How often the journal is looked at for what others wrote into it: a stop must hold within 200 ms.
const LOOK_AT_JOURNAL: Duration = Duration::from_millis(100);
/// How often that is done while nothing can happen anyway.
const LOOK_AT_IDLE_JOURNAL: Duration = Duration::from_secs(2);
/// How often to try when others write at the same time.
const TRIES: u32 = 100;

impl RunDriver {
    /// `inbox` brings what the person says: replies, pause, continue, cancel.
    #[must_use]
    pub fn new(
        run: RunId,
        ports: Ports,
        watcher: Arc<dyn Watcher>,
        inbox: mpsc::Receiver<Input>,
        person: PersonPresence,
    ) -> Self {
        let journal = Journal::new(run, Arc::clone(&ports.store));
        let clock = RunClock::going_on_from(Millis(0));
        let pending_picture = PendingPicture::default();
        Self {
            ports,
            watcher,
            inbox,
            person,
            journal,
            clock,
            under_way: None,
            reading: None,
            pending_picture,
            brain: String::new(),
            is_at_rest: false,
        }
    }

    /// Carries the run on until it is over or waits for a person who is not there.
    ///
    /// # Errors
    /// When the journal cannot be written or read; nothing was done that is not in it.
    pub async fn run(mut self, begin: RunStart) -> Result<RunExit, EngineError> {
        let (mut run, heard) = match begin {
            RunStart::New(task) => (Run::start((*task).clone()), Some((None, Input::Started(*task)))),
            RunStart::Resume => self.take_up().await?,
        };
        self.brain.clone_from(&run.task().brain);
        match self.take_in(&mut run, heard).await? {
            Some(over) => Ok(over),
            None => self.carry_on(run).await,
        }
    }

    /// Begins a run that waits to be called.
    pub(crate) async fn let_in(&mut self, task: Task) -> Result<Run, EngineError> {
        let mut run = Run::start(task.clone());
        self.brain.clone_from(&run.task().brain);
        self.take_in(&mut run, Some((None, Input::Started(task)))).await?;
        Ok(run)
    }

    pub(crate) async fn carry_on(mut self, mut run: Run) -> Result<RunExit, EngineError> {
        loop {
            let heard = match self.listen(&run).await {
                Heard::Answer(no, input) => Some((Some(no), input)),
                Heard::Said(input) => Some((None, input)),
                Heard::Woken => Some((None, Input::TimerFired)),
                Heard::Nothing => {
                    if self.journal.has_moved_on().await? {
                        run = self.catch_up().await?;
                    }
                    None
                }
            };
            if let Some(over) = self.take_in(&mut run, heard).await? {
                self.pending_picture.wait().await;
                return Ok(over);
            }
            self.rest(&run).await;
        }
    }

    /// Whoever pauses a run may want the mouse: nothing stays held down meanwhile.
    async fn rest(&mut self, run: &Run) {
        let was_at_rest = mem::replace(&mut self.is_at_rest, run.is_at_rest());
        if self.is_at_rest && !was_at_rest {
            self.ports.let_go().await;
        }
    }

    /// The run as its journal left it, and what it is to be told now.
    async fn take_up(&mut self) -> Result<(Run, Option<(Option<EffectNo>, Input)>), EngineError> {
        let Replayed { run, recorded } = self.replay().await?;
        if recorded.iter().any(|(_, intent)| matches!(intent, Intent::Finish(_))) {
            return Err(EngineError::AlreadyOver(self.journal.run.clone()));
        }
        // An end that was decided but not written down only remains to be written.
        let heard = (!run.is_over()).then_some((None, Input::Resumed));
        Ok((run, heard))
    }

    /// Takes one input in: writes it down together with what it leads to, tells whoever watches, and begins that.
    /// Says so when the work is over.
    async fn take_in(
        &mut self,
        run: &mut Run,
        heard: Option<(Option<EffectNo>, Input)>,
    ) -> Result<Option<RunExit>, EngineError> {
        let mut is_told = false;
        for _ in 0..TRIES {
            // One time for both: a replay must come to the same state.
            let at = self.clock.now();
            let (all, mut effects) = self.fold(run, heard.clone(), at);
            if run.is_over() {
                self.under_way = None;
                if effects.is_empty() {
                    return self.ended_elsewhere().await.map(Some);
                }
            }
            is_told = is_told || self.tell_what_was_read(heard.as_ref(), &effects);
            // What only reads changes nothing, so it goes on while what asks for it is written.
            let reading = match effects.as_slice() {
                [(_, effect)] if only_reads(effect) => {
                    effects.pop().map(|(no, effect)| (no, self.carry_out(no, effect)))
                }
                _ => None,
            };
            self.reading = reading.as_ref().map(|(no, _)| *no);
            let writing = self.journal.append(at, all);
            let (written, reading) = match reading {
                Some((no, reading)) => {
                    let (written, reading) = going_on(writing, reading).await;
                    (written, Some((no, reading)))
                }
                None => (writing.await, None),
            };
            match written {
                Ok(events) => {
                    for event in &events {
                        self.watcher.on_event(event);
                    }
                    self.change_brain(&run.task().brain);
                    self.under_way = reading.or(self.under_way.take());
                    if is_told {
                        effects.retain(|(_, effect)| !matches!(effect, Effect::ReplyToCall(_)));
                    }
                    return Ok(self.begin_all(effects, run.awaited()));
                }
                Err(StoreError::Conflict(_)) if self.journal.end() == Seq(0) => {
                    return Err(EngineError::Taken(self.journal.run.clone()));
                }
                // Somebody else wrote first, and nothing of this was begun that leaves a mark: after theirs it is done
                // again.
                Err(StoreError::Conflict(_)) => *run = self.catch_up().await?,
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict(self.journal.end()).into())
    }

    /// What was only read is told while it is written. Says whether it was.
    fn tell_what_was_read(&self, heard: Option<&(Option<EffectNo>, Input)>, effects: &[(EffectNo, Effect)]) -> bool {
        if let Some((Some(to), Input::Acted(_))) = heard
            && let [(_, Effect::ReplyToCall(outcome))] = effects
            && self.reading == Some(*to)
        {
            self.watcher.on_call_reply(outcome);
            return true;
        }
        false
    }

    /// What is to be written of what was heard, and what it leads to. Which elements a call means is known without
    /// waiting, so it is taken in at once.
    fn fold(
        &self,
        run: &mut Run,
        heard: Option<(Option<EffectNo>, Input)>,
        at: Millis,
    ) -> (Vec<EventKind>, Vec<(EffectNo, Effect)>) {
        let mut all = Vec::new();
        let mut next = heard;
        loop {
            if let Some((to, input)) = next {
                run.handle(to, input.clone(), at);
                all.push(EventKind::Input { to, input });
            }
            let effects: Vec<_> = std::iter::from_fn(|| run.poll_effect()).collect();
            all.extend(effects.iter().map(|(no, effect)| EventKind::Intent { no: *no, intent: effect.intent() }));
            next = match effects.as_slice() {
                [(no, Effect::ResolveRefs(refs))] => Some((Some(*no), self.ports.recalled(refs))),
                _ => return (all, effects),
            };
        }
    }

    /// Another brain decides from now on, if the person wants that.
    fn change_brain(&mut self, wanted: &str) {
        if self.brain != wanted {
            wanted.clone_into(&mut self.brain);
            self.ports.brain = self.ports.brains.open(wanted).unwrap_or_else(|error| Arc::new(NoBrain(error)));
        }
    }

    /// Begins every effect; says so when the work is over.
    fn begin_all(&mut self, effects: Vec<(EffectNo, Effect)>, awaited: EffectNo) -> Option<RunExit> {
        for (no, effect) in effects {
            match effect {
                Effect::Finish(ending) => return Some(RunExit::Finished(ending)),
                Effect::AskPerson(question) if self.person == PersonPresence::Absent => {
                    return Some(RunExit::Parked(question));
                }
                Effect::AskPerson(_) => self.under_way = None,
                Effect::ReplyToCall(outcome) => {
                    if no == awaited {
                        self.under_way = None;
                    }
                    self.watcher.on_call_reply(&outcome);
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
                | Effect::TakeBack) => self.under_way = Some((no, self.carry_out(no, effect))),
            }
        }
        None
    }

    fn carry_out(&self, no: EffectNo, effect: Effect) -> BoxFuture<'static, Input> {
        let (ports, watcher, run) = (self.ports.clone(), Arc::clone(&self.watcher), self.journal.run.clone());
        let pending_picture = self.pending_picture.clone();
        async move {
            match ports.perform(&run, no, effect, watcher.as_ref(), &pending_picture).await {
                Some(input) => input,
                None => std::future::pending().await,
            }
        }
        .boxed()
    }

    async fn listen(&mut self, run: &Run) -> Heard {
        let wake = run.poll_timeout().map(|at| sleep_until(self.clock.instant(at)));
        let look = if run.is_idle() { LOOK_AT_IDLE_JOURNAL } else { LOOK_AT_JOURNAL };
        let answer = OptionFuture::from(self.under_way.as_mut().map(|(no, future)| future.map(|input| (*no, input))));
        let heard = tokio::select! {
            biased;
            Some(input) = self.inbox.recv() => Heard::Said(input),
            Some((no, input)) = answer => Heard::Answer(no, input),
            Some(()) = OptionFuture::from(wake) => Heard::Woken,
            () = sleep_until(Instant::now() + look) => Heard::Nothing,
        };
        if matches!(heard, Heard::Answer(..)) {
            self.under_way = None;
        }
        heard
    }

    /// Takes in what others wrote. An effect that is still awaited goes on.
    async fn catch_up(&mut self) -> Result<Run, EngineError> {
        let run = self.replay().await?.run;
        if self.under_way.as_ref().is_some_and(|(no, _)| *no != run.awaited()) {
            self.under_way = None;
        }
        Ok(run)
    }

    async fn replay(&mut self) -> Result<Replayed, EngineError> {
        let known = self.journal.end();
        let events = self.journal.read_all().await?;
        let Some(last) = events.last() else { return Err(EngineError::Unknown(self.journal.run.clone())) };
        let replayed = replay(&events)?;
        if known == Seq(0) {
            self.clock = RunClock::going_on_from(last.at);
        } else {
            events.iter().filter(|event| event.seq > known).for_each(|event| self.watcher.on_event(event));
        }
        Ok(replayed)
    }

    /// Somebody else wrote the end of the run.
    async fn ended_elsewhere(&mut self) -> Result<RunExit, EngineError> {
        let events = self.journal.read_all().await?;
        let ending = events.iter().rev().find_map(|event| match &event.kind {
            EventKind::Intent { intent: Intent::Finish(ending), .. } => Some(ending.clone()),
            EventKind::Intent { .. } | EventKind::Input { .. } => None,
        });
        Ok(RunExit::Finished(ending.unwrap_or(RunOutcome::Cancelled)))
    }
}

/// Waits for `first` while `beside` goes on, which is handed back as far as it has come.
async fn going_on<T>(
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
        | Effect::ReplyToCall(_)
        | Effect::ResolveRequest(_)
        | Effect::AskPerson(_)
        | Effect::HandOver
        | Effect::TakeBack
        | Effect::Finish(_) => false,
    }
}
