//! One run from its beginning, or from where its journal ends, to its end.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, OptionFuture};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use webhand_model::{EffectNo, Ending, Event, Input, Intent, Millis, Question, RunId, Seq, Task, What};
use webhand_port::StoreError;
use webhand_run::{Effect, Replayed, Run, replay};

use crate::clock::RunClock;
use crate::journal::Journal;
use crate::{EngineError, Ports};

/// Is told what happened, after it was written down. Must not block.
pub trait Watcher: Send + Sync {
    fn event(&self, event: &Event);
    /// A piece of the brain's text while it comes in; not kept.
    fn live(&self, text: &str);
}

/// How a run begins.
#[derive(Debug)]
pub enum Begin {
    New(Task),
    /// Take up an interrupted run where its journal ends, with a new browser.
    Resume,
}

/// Whether somebody can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    Present,
    /// A question ends the work on the run; it can be answered and resumed later.
    Absent,
}

/// How the work on a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Over {
    Finished(Ending),
    /// The run waits for an answer and nobody is there.
    Parked(Question),
}

/// Drives one run.
pub struct Conduct {
    ports: Ports,
    watcher: Arc<dyn Watcher>,
    inbox: mpsc::Receiver<Input>,
    person: Person,
    journal: Journal,
    clock: RunClock,
    /// The effect being carried out.
    under_way: Option<(EffectNo, BoxFuture<'static, Input>)>,
}

/// The run after one input, with what of it is not yet written down.
struct Round {
    run: Run,
    input: Option<(Option<EffectNo>, Input)>,
    effects: Vec<(EffectNo, Effect)>,
}

impl Round {
    fn after(mut run: Run, input: (Option<EffectNo>, Input)) -> Self {
        let effects = drain(&mut run);
        Self { run, input: Some(input), effects }
    }
}

/// What woke the conductor.
enum Heard {
    Answer(EffectNo, Input),
    Said(Input),
    Woken,
    /// For a while; time to see whether somebody wrote into the journal.
    Nothing,
}

/// How often the journal is looked at for what others wrote into it: a stop must hold within 200 ms.
const LOOK_AT_JOURNAL: Duration = Duration::from_millis(100);

impl Conduct {
    /// `inbox` brings what the person says: replies, pause, continue, cancel.
    #[must_use]
    pub fn new(
        run: RunId,
        ports: Ports,
        watcher: Arc<dyn Watcher>,
        inbox: mpsc::Receiver<Input>,
        person: Person,
    ) -> Self {
        let journal = Journal::new(run, Arc::clone(&ports.store));
        let clock = RunClock::going_on_from(Millis(0));
        Self { ports, watcher, inbox, person, journal, clock, under_way: None }
    }

    /// Carries the run on until it is over or waits for a person who is not there.
    ///
    /// # Errors
    /// When the journal cannot be written or read; nothing was done that is not in it.
    pub async fn run(mut self, begin: Begin) -> Result<Over, EngineError> {
        let mut round = match begin {
            Begin::New(task) => Round::after(Run::start(task.clone()), (None, Input::Started(task))),
            Begin::Resume => {
                let mut run = self.replay().await?.run;
                run.handle(None, Input::Resumed, self.clock.now());
                Round::after(run, (None, Input::Resumed))
            }
        };
        loop {
            if let Some(over) = self.commit(&mut round).await? {
                return Ok(over);
            }
            match self.listen(round.run.poll_timeout()).await {
                Heard::Answer(no, input) => self.take_in(&mut round, Some(no), input),
                Heard::Said(input) => self.take_in(&mut round, None, input),
                Heard::Woken => self.take_in(&mut round, None, Input::Woken),
                Heard::Nothing => {
                    if self.journal.has_moved_on().await? {
                        round = self.catch_up().await?;
                        if round.run.is_over() && round.effects.is_empty() {
                            return self.ended_elsewhere().await;
                        }
                    }
                }
            }
        }
    }

    /// Writes the round down, tells whoever watches, and begins its effects. Says so when the work is over.
    async fn commit(&mut self, round: &mut Round) -> Result<Option<Over>, EngineError> {
        loop {
            let intents = round.effects.iter().map(|(no, effect)| (*no, effect.intent()));
            match self.journal.write(self.clock.now(), round.input.clone(), intents).await {
                Ok(events) => {
                    for event in &events {
                        self.watcher.event(event);
                    }
                    round.input = None;
                    return Ok(self.begin_all(std::mem::take(&mut round.effects)));
                }
                // Somebody else wrote first, and nothing of this round was begun: after theirs it is done again.
                Err(StoreError::Conflict(_)) => {
                    let ours = round.input.take();
                    *round = self.catch_up().await?;
                    if let Some(over) = Box::pin(self.commit(round)).await? {
                        return Ok(Some(over));
                    }
                    let Some((to, input)) = ours else { return Ok(None) };
                    self.take_in(round, to, input);
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    fn take_in(&mut self, round: &mut Round, to: Option<EffectNo>, input: Input) {
        round.run.handle(to, input.clone(), self.clock.now());
        round.effects = drain(&mut round.run);
        round.input = Some((to, input));
        if round.run.is_over() {
            self.under_way = None;
        }
    }

    /// Begins every effect; says so when the work is over.
    fn begin_all(&mut self, effects: Vec<(EffectNo, Effect)>) -> Option<Over> {
        for (no, effect) in effects {
            match effect {
                Effect::Finish(ending) => return Some(Over::Finished(ending)),
                Effect::AskPerson(question) if self.person == Person::Absent => return Some(Over::Parked(question)),
                Effect::AskPerson(_) => self.under_way = None,
                effect @ (Effect::Observe { .. }
                | Effect::AskBrain(_)
                | Effect::Inspect(_)
                | Effect::Act(_)
                | Effect::Rule(_)) => self.under_way = Some((no, self.carry_out(no, effect))),
            }
        }
        None
    }

    fn carry_out(&self, no: EffectNo, effect: Effect) -> BoxFuture<'static, Input> {
        let (ports, watcher, run) = (self.ports.clone(), Arc::clone(&self.watcher), self.journal.run.clone());
        async move {
            match ports.perform(&run, no, effect, watcher.as_ref()).await {
                Some(input) => input,
                None => std::future::pending().await,
            }
        }
        .boxed()
    }

    async fn listen(&mut self, wake: Option<Millis>) -> Heard {
        let wake = wake.map(|at| sleep_until(self.clock.instant(at)));
        let answer = OptionFuture::from(self.under_way.as_mut().map(|(no, future)| future.map(|input| (*no, input))));
        let heard = tokio::select! {
            biased;
            Some(input) = self.inbox.recv() => Heard::Said(input),
            Some((no, input)) = answer => Heard::Answer(no, input),
            Some(()) = OptionFuture::from(wake) => Heard::Woken,
            () = sleep_until(Instant::now() + LOOK_AT_JOURNAL) => Heard::Nothing,
        };
        if matches!(heard, Heard::Answer(..)) {
            self.under_way = None;
        }
        heard
    }

    /// Takes in what others wrote. An effect that is still awaited goes on; effects nobody wrote down are to be begun.
    async fn catch_up(&mut self) -> Result<Round, EngineError> {
        let replayed = self.replay().await?;
        let run = replayed.run;
        if run.is_over() || self.under_way.as_ref().is_some_and(|(no, _)| *no != run.awaited()) {
            self.under_way = None;
        }
        Ok(Round { run, input: None, effects: replayed.unrecorded })
    }

    async fn replay(&mut self) -> Result<Replayed, EngineError> {
        let known = self.journal.end();
        let events = self.journal.read_all().await?;
        let Some(last) = events.last() else { return Err(EngineError::Unknown(self.journal.run.clone())) };
        let replayed = replay(&events)?;
        if known > Seq(0) {
            events.iter().filter(|event| event.seq > known).for_each(|event| self.watcher.event(event));
            return Ok(replayed);
        }
        self.clock = RunClock::going_on_from(last.at);
        if replayed.run.is_over() {
            return Err(EngineError::AlreadyOver(self.journal.run.clone()));
        }
        Ok(replayed)
    }

    /// Somebody else wrote the end of the run.
    async fn ended_elsewhere(&mut self) -> Result<Over, EngineError> {
        let events = self.journal.read_all().await?;
        let ending = events.iter().rev().find_map(|event| match &event.what {
            What::Intent { intent: Intent::Finish(ending), .. } => Some(ending.clone()),
            What::Intent { .. } | What::Input { .. } => None,
        });
        Ok(Over::Finished(ending.unwrap_or(Ending::Cancelled)))
    }
}

fn drain(run: &mut Run) -> Vec<(EffectNo, Effect)> {
    std::iter::from_fn(|| run.poll_effect()).collect()
}
