//! The control that people and agents have over a run of a pool from outside.

use std::sync::Arc;

use webhand_model::{
    DecisionSource, EffectNo, Event, EventKind, Input, PersonReply, Question, QuestionKind, ReplySource, RunId,
    RunStatus, RunSummary, Secret, Seq,
};
use webhand_port::{OrderState, OrderedBy, PersonInput, PersonInputError, RunOrder, Store};

use super::live::{LiveRun, last_question};
use super::recovery::{Recovery, after_restart};
use super::{PoolError, RunPool};
use crate::clock::wall;
use crate::{EngineError, reply, send};

impl RunPool {
    /// The place of a run in the queue, if it waits there.
    #[must_use]
    pub fn place(&self, run: &RunId) -> Option<usize> {
        self.runs().queue.place(run)
    }

    /// The resource that a run waits for while another one uses it, in words.
    #[must_use]
    pub fn waits_for(&self, run: &RunId) -> Option<String> {
        self.runs().live.get(run).and_then(LiveRun::waits_for)
    }

    #[must_use]
    pub fn is_live(&self, run: &RunId) -> bool {
        self.runs().live.contains_key(run)
    }

    /// The question that waits for the person, with its number.
    ///
    /// # Errors
    /// When there is no such run, or its journal cannot be read.
    pub async fn question(&self, run: &RunId) -> Result<Option<(EffectNo, Question)>, PoolError> {
        let RunStatus::Waiting(question) = self.summary(run).await?.status else { return Ok(None) };
        let live = self.runs().live.get(run).and_then(LiveRun::question);
        let no = match live {
            Some(no) => Some(no),
            None => last_question(&self.store().read(run, Seq(0)).await?),
        };
        Ok(no.map(|no| (no, question)))
    }

    /// Ends a run for good.
    ///
    /// # Errors
    /// When there is no such run, it is over, or the store cannot be written.
    pub async fn cancel(&self, run: &RunId) -> Result<(), PoolError> {
        self.runs().queue.remove(run);
        // It is in the journal before it is acknowledged, so it holds whatever becomes of the browser and its driver.
        send(&self.as_store(), run, Input::Cancel).await?;
        self.shared.watched.note_event(run);
        let is_live = self.runs().live.get(run).map(LiveRun::end).is_some();
        if !is_live {
            self.store().set_order_state(run, &OrderState::Over).await?;
        }
        self.note_change();
        Ok(())
    }

    /// Stops the work on a run until it is resumed.
    ///
    /// # Errors
    /// As [`Self::cancel`].
    pub async fn pause(&self, run: &RunId) -> Result<(), PoolError> {
        self.runs().queue.remove(run);
        self.write_input(run, Input::Pause).await
    }

    /// Goes on with a run that is paused or parked, or was left by an earlier process.
    ///
    /// # Errors
    /// As [`Self::cancel`], and when it is an agent's session or another process works on it.
    pub async fn resume(&self, run: &RunId) -> Result<(), PoolError> {
        let summary = self.summary(run).await?;
        if matches!(summary.status, RunStatus::Over(_)) {
            return Err(EngineError::AlreadyOver(run.clone()).into());
        }
        let is_paused = summary.status == RunStatus::Paused;
        if is_paused && self.is_live(run) {
            self.write_input(run, Input::Continue).await?;
            return self.take_up(run, None).await;
        }
        self.take_up(run, is_paused.then_some(Input::Continue)).await
    }

    /// Answers one question of a run, identified by its number.
    ///
    /// # Errors
    /// As [`Self::resume`], and when the run does not wait for the answer to this question any more.
    pub async fn answer(
        &self,
        run: &RunId,
        question: EffectNo,
        answer: PersonReply,
        source: ReplySource,
    ) -> Result<(), PoolError> {
        let waits = self.question(run).await?.is_some_and(|(no, _)| no == question);
        if !waits {
            return Err(EngineError::NotWaiting(run.clone()).into());
        }
        self.check_free(run)?;
        reply(&self.as_store(), run, question, answer, source).await?;
        self.hint(run);
        self.take_up(run, None).await
    }

    /// Gives the secret that a run asks for to the keeper of its browser, and answers the question.
    ///
    /// # Errors
    /// As [`Self::answer`], and when the run has no browser now.
    pub async fn enter_secret(
        &self,
        run: &RunId,
        question: EffectNo,
        secret: Secret,
        source: ReplySource,
    ) -> Result<(), PoolError> {
        let open = self.question(run).await?.filter(|(no, _)| *no == question);
        let Some((_, Question { kind: QuestionKind::Secret(to), .. })) = open else {
            return Err(EngineError::NotWaiting(run.clone()).into());
        };
        let keeper = self.runs().live.get(run).and_then(LiveRun::secrets).ok_or(PoolError::NoKeeper)?;
        keeper.entrust(to, secret);
        self.answer(run, question, PersonReply::Entered, source).await
    }

    /// Passes the person's words on to the brain of a run. They answer no question.
    ///
    /// # Errors
    /// As [`Self::cancel`], and when it is an agent's session.
    pub async fn tell(&self, run: &RunId, text: String) -> Result<(), PoolError> {
        let summary = self.summary(run).await?;
        if matches!(summary.status, RunStatus::Over(_)) {
            return Err(EngineError::AlreadyOver(run.clone()).into());
        }
        if is_session(&self.store().read_page(run, Seq(0), 1).await?) {
            return Err(PoolError::Session(run.clone()));
        }
        self.write_input(run, Input::Told(text)).await
    }

    /// Hands the browser of a run to the person.
    ///
    /// # Errors
    /// As [`Self::resume`].
    pub async fn take(&self, run: &RunId) -> Result<(), PoolError> {
        if self.is_live(run) {
            self.write_input(run, Input::TakenOver).await?;
            return self.take_up(run, None).await;
        }
        self.take_up(run, Some(Input::TakenOver)).await
    }

    /// Gives the browser back to the run.
    ///
    /// # Errors
    /// As [`Self::answer`].
    pub async fn give_back(&self, run: &RunId, source: ReplySource) -> Result<(), PoolError> {
        match self.question(run).await? {
            Some((no, Question { kind: QuestionKind::HandOver(_), .. })) => {
                self.answer(run, no, PersonReply::Yes, source).await
            }
            Some(_) | None => Err(EngineError::NotWaiting(run.clone()).into()),
        }
    }

    /// Erases a run with everything that is kept of it.
    ///
    /// # Errors
    /// When it is worked on, or the store cannot be written.
    pub async fn forget(&self, run: &RunId) -> Result<(), PoolError> {
        self.summary(run).await?;
        self.runs().queue.remove(run);
        if self.is_live(run) {
            return Err(PoolError::Live(run.clone()));
        }
        self.check_free(run)?;
        self.store().forget_run(run).await?;
        self.shared.environments.forget(run).await;
        self.note_change();
        Ok(())
    }

    /// Passes on what the person does with mouse and keyboard in the browser of a run that they have taken over.
    ///
    /// # Errors
    /// When the run has no browser, the person does not have it, or the page does not take the input.
    pub async fn person_input(&self, run: &RunId, inputs: Vec<PersonInput>) -> Result<(), PoolError> {
        let browser = self.runs().live.get(run).filter(|live| live.is_with_person()).and_then(LiveRun::browser);
        let browser = browser.ok_or_else(|| PoolError::NotTakenOver(run.clone()))?;
        for input in inputs {
            browser.person_input(input).await.map_err(|error| match error {
                PersonInputError::NotHandedOver => PoolError::NotTakenOver(run.clone()),
                PersonInputError::NotTaken(_) | _ => PoolError::InputNotTaken(error.to_string()),
            })?;
        }
        Ok(())
    }

    /// Whether the person has the browser of a run that is worked on here.
    #[must_use]
    pub fn is_with_person(&self, run: &RunId) -> bool {
        self.runs().live.get(run).is_some_and(LiveRun::is_with_person)
    }

    /// Lets another brain decide from now on, as it is written.
    ///
    /// # Errors
    /// As [`Self::cancel`], and when the run is an agent's session.
    pub async fn change_brain(&self, run: &RunId, brain: &str) -> Result<(), PoolError> {
        let events = self.store().read_page(run, Seq(0), 1).await?;
        if is_session(&events) {
            return Err(PoolError::Session(run.clone()));
        }
        self.write_input(run, Input::BrainChanged(brain.to_owned())).await
    }

    /// One run in a line.
    ///
    /// # Errors
    /// When there is no such run, or the store cannot be read.
    pub async fn summary(&self, run: &RunId) -> Result<RunSummary, PoolError> {
        self.store().summary(run).await?.ok_or_else(|| PoolError::Unknown(run.clone()))
    }

    /// Writes an input and puts the run into the queue, with its order if it has none yet.
    pub(super) async fn take_up(&self, run: &RunId, input: Option<Input>) -> Result<(), PoolError> {
        if self.is_live(run) || self.place(run).is_some() {
            return Ok(());
        }
        self.check_free(run)?;
        let events = self.store().read(run, Seq(0)).await?;
        if is_session(&events) {
            return Err(PoolError::Session(run.clone()));
        }
        if after_restart(&events) == Recovery::Over {
            return Err(EngineError::AlreadyOver(run.clone()).into());
        }
        if let Some(input) = input {
            send(&self.as_store(), run, input).await?;
        }
        let order = if let Some(order) = self.store().order(run).await? {
            order
        } else {
            let state = OrderState::Active;
            let order =
                RunOrder { run: run.clone(), priority: 0, created: wall(), key: None, by: OrderedBy::Person, state };
            self.store().add_order(&order).await?;
            order
        };
        self.store().set_order_state(run, &OrderState::Active).await?;
        self.enqueue(order.run, order.priority, order.created);
        Ok(())
    }

    /// # Errors
    /// When another process works on the run.
    fn check_free(&self, run: &RunId) -> Result<(), PoolError> {
        let is_elsewhere = !self.is_live(run) && self.shared.environments.is_elsewhere(run);
        if is_elsewhere { Err(PoolError::Elsewhere(run.clone())) } else { Ok(()) }
    }

    /// Writes an input into the journal, where the driver of the run finds it.
    async fn write_input(&self, run: &RunId, input: Input) -> Result<(), PoolError> {
        send(&self.as_store(), run, input).await?;
        self.hint(run);
        Ok(())
    }

    /// Tells the driver of a run, and everybody who watches, that something was written into its journal.
    fn hint(&self, run: &RunId) {
        if let Some(live) = self.runs().live.get(run) {
            live.hint();
        }
        self.shared.watched.note_event(run);
        self.note_change();
    }

    fn as_store(&self) -> Arc<dyn Store> {
        Arc::clone(self.store()) as Arc<dyn Store>
    }
}

fn is_session(events: &[Event]) -> bool {
    matches!(events.first().map(|event| &event.kind), Some(EventKind::Input { input: Input::Started(task), .. })
        if task.decided_by == DecisionSource::Outside)
}
