//! The work on one run: conducts it, shows it, gets its questions answered, and stops it in an orderly way.

mod answer_policy;
mod conclusion;
mod watcher;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, SecretKeeper};
use webhand_model::{Event, Input, PersonReply, Question, QuestionKind, RunId, RunOutcome, Secret};

pub use answer_policy::{AnswerPolicy, Unanswered};
pub use conclusion::{Conclusion, print_conclusion};
pub use watcher::{EventOutput, event_line};

use crate::exit::Exit;
use crate::signals::{Signal, Signals};
use crate::terminal::{LineKind, Prompter, Screen, ScreenLine, ScreenUpdate, reply_from};
use answer_policy::AnswerSource;
use watcher::{QuestionNews, RunWatcher};

/// Everything the work on a run needs.
pub struct RunJob<'a> {
    pub id: RunId,
    pub begin: RunStart,
    /// What happened in this run before; nothing for a new one.
    pub earlier: &'a [Event],
    pub ports: Ports,
    pub screen: &'a Arc<Screen>,
    pub output: EventOutput,
    pub answer_policy: AnswerPolicy,
    pub prompter: &'a mut Prompter,
    pub signals: &'a mut Signals,
    /// Who keeps what the person enters.
    pub discreet: Arc<SecretKeeper>,
}

/// How the work ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEnd {
    Finished(RunOutcome),
    /// A question is open and nobody is there to answer it.
    Waiting(Question),
    /// The program was told to end; the run can be resumed.
    Interrupted,
}

impl From<&JobEnd> for Exit {
    fn from(stop: &JobEnd) -> Self {
        match stop {
            JobEnd::Finished(ending) => ending.into(),
            JobEnd::Waiting(_) | JobEnd::Interrupted => Self::NeedsPerson,
        }
    }
}

/// How long an action under way may take to end before the work is left in the middle of it.
const LAST_ACTION_WITHIN: Duration = Duration::from_secs(3);
/// A person says few things at once.
const INPUT_QUEUE: usize = 16;

impl RunJob<'_> {
    /// Works on the run until it is over, parked or interrupted. Whatever happened is in the journal.
    pub async fn run(mut self) -> Result<JobEnd> {
        let (say, inbox) = mpsc::channel(INPUT_QUEUE);
        let (watcher, mut news) = RunWatcher::new(&self.id, Arc::clone(self.screen), self.output, self.earlier);
        let watcher = Arc::new(watcher);
        // Questions are answered or parked here, so the conductor never parks by itself.
        let driver = RunDriver::new(self.id, self.ports, Arc::clone(&watcher) as _, inbox, PersonPresence::Present);
        let conducting = driver.run(self.begin);
        tokio::pin!(conducting);
        let mut open: Option<Question> = None;
        let mut leave_at: Option<Instant> = None;
        loop {
            tokio::select! {
                over = &mut conducting => return Ok(match over? {
                    RunExit::Finished(ending) => JobEnd::Finished(ending),
                    RunExit::Parked(question) => JobEnd::Waiting(question),
                }),
                Some(news) = news.recv() => match news {
                    QuestionNews::Settled => open = None,
                    QuestionNews::Asked(question) => match self.answer_policy.resolve(&question) {
                        AnswerSource::With(reply, why) => {
                            self.screen.show(ScreenLine::new(LineKind::Note, why));
                            let _ = say.try_send(Input::Replied(reply));
                        }
                        AnswerSource::AtTheTerminal => open = Some(self.prompter.ask(self.screen, question)),
                        AnswerSource::FromElsewhere => {}
                        AnswerSource::ByNobody => return Ok(JobEnd::Waiting(question)),
                    },
                },
                line = self.prompter.line(), if open.is_some() => {
                    let Some(question) = open.take() else { continue };
                    let Some(line) = line else { return Ok(JobEnd::Waiting(question)) };
                    self.screen.show(ScreenUpdate::Typed);
                    match read_reply(&self.discreet, self.screen, &question, &line) {
                        Some(reply) => { let _ = say.try_send(Input::Replied(reply)); }
                        None if matches!(question.kind, QuestionKind::HandOver(_)) => return Ok(JobEnd::Waiting(question)),
                        None => open = Some(self.prompter.ask(self.screen, question)),
                    }
                }
                signal = self.signals.next() => match signal {
                    Signal::Interrupt => { let _ = say.try_send(Input::Cancel); }
                    Signal::TakeOver => { let _ = say.try_send(Input::TakenOver); }
                    Signal::Terminate if watcher.is_acting() => {
                        let _ = say.try_send(Input::Pause);
                        leave_at = Some(Instant::now() + LAST_ACTION_WITHIN);
                    }
                    Signal::Terminate => return Ok(JobEnd::Interrupted),
                },
                () = watcher.action_ended(), if leave_at.is_some() => return Ok(JobEnd::Interrupted),
                () = sleep_until(leave_at.unwrap_or_else(Instant::now)), if leave_at.is_some() => {
                    return Ok(JobEnd::Interrupted);
                }
            }
        }
    }
}

/// What a typed line means; a secret goes to whoever keeps it, and only that it did is told.
fn read_reply(discreet: &SecretKeeper, screen: &Screen, question: &Question, line: &str) -> Option<PersonReply> {
    let QuestionKind::Secret(to) = &question.kind else { return reply_from(question, line) };
    if line.trim().is_empty() {
        return Some(PersonReply::No);
    }
    match Secret::new(line) {
        Ok(secret) => {
            discreet.entrust(to.clone(), secret);
            Some(PersonReply::Entered)
        }
        Err(error) => {
            screen.show(ScreenLine::new(LineKind::Failed, error.to_string()));
            None
        }
    }
}
