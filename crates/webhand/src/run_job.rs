//! Drives one run in the foreground: shows it, gets its questions answered, and stops it in an orderly way.
//!
//! Start at [`RunJob::run`]. `watcher` shows the events, `answer_policy` decides who answers a question, `conclusion`
//! prints the end. Nothing here decides about actions: that is the run and its guard.

mod answer_policy;
mod conclusion;
mod watcher;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at, sleep_until};
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, SecretKeeper};
use webhand_model::{Event, Input, PersonReply, Question, QuestionKind, ReplyChannel, RunId, RunOutcome, Secret};

pub use answer_policy::{AnswerPolicy, Unanswered};
pub use conclusion::{Conclusion, print_conclusion};
pub use watcher::{EventOutput, LINE_VERSION, event_line};

use crate::ancestry::reply_source;
use crate::exit::Exit;
use crate::signals::{Signal, Signals};
use crate::terminal::{LineKind, Prompter, Screen, ScreenLine, ScreenUpdate, reply_from};
use answer_policy::Answerer;
use watcher::{QuestionNews, RunWatcher, TOLD_EVERY};

/// A run and everything needed to drive it.
pub struct RunJob<'a> {
    pub id: RunId,
    pub begin: RunStart,
    /// The earlier events of a resumed run; empty for a new one.
    pub earlier: &'a [Event],
    pub ports: Ports,
    pub screen: &'a Arc<Screen>,
    pub output: EventOutput,
    pub answer_policy: AnswerPolicy,
    pub prompter: &'a mut Prompter,
    pub signals: &'a mut Signals,
    /// Keeps the secrets that the person enters.
    pub secrets: Arc<SecretKeeper>,
    pub on_interrupt: OnInterrupt,
}

/// How the job ended. The run itself may go on later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobEnd {
    Finished(RunOutcome),
    /// A question is open and nobody is there to answer it.
    Waiting(Question),
    /// A signal ended the program; the run can be resumed.
    Interrupted,
    /// The run needs something that cannot be had now; it can be resumed.
    Suspended(String),
}

/// The effect of Ctrl-C on the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnInterrupt {
    /// The run is left so that it can be resumed.
    Park,
    /// The run ends, because only its program can go on with it.
    Cancel,
}

impl From<&JobEnd> for Exit {
    fn from(stop: &JobEnd) -> Self {
        match stop {
            JobEnd::Finished(ending) => ending.into(),
            JobEnd::Waiting(_) => Self::NeedsPerson,
            JobEnd::Interrupted | JobEnd::Suspended(_) => Self::Parked,
        }
    }
}

impl From<RunExit> for JobEnd {
    fn from(exit: RunExit) -> Self {
        match exit {
            RunExit::Finished(ending) => Self::Finished(ending),
            RunExit::Parked(question) => Self::Waiting(question),
            RunExit::Suspended(why) => Self::Suspended(why),
            // Only tabs of the extension are driven without the debugger.
            RunExit::UsesDebugger => Self::Suspended("it needs the browser's debugger".to_owned()),
        }
    }
}

/// How long a termination waits for the action under way.
const LAST_ACTION_WITHIN: Duration = Duration::from_secs(3);
/// Enough for the inputs of one person.
const INPUT_QUEUE: usize = 16;

impl RunJob<'_> {
    /// Drives the run until it is finished, parked or interrupted. All events are in the journal by then.
    pub async fn run(mut self) -> Result<JobEnd> {
        let (inputs, inbox) = mpsc::channel(INPUT_QUEUE);
        let (watcher, mut news) = RunWatcher::new(&self.id, Arc::clone(self.screen), self.output, self.earlier);
        let watcher = Arc::new(watcher);
        // Questions are answered or parked here, so the driver must not park by itself.
        let driver = RunDriver::new(self.id, self.ports, Arc::clone(&watcher) as _, inbox, PersonPresence::Present);
        let driving = driver.run(self.begin);
        tokio::pin!(driving);
        let mut open: Option<Question> = None;
        let mut leave_at: Option<Instant> = None;
        let mut silence = interval_at(Instant::now() + TOLD_EVERY, TOLD_EVERY);
        loop {
            tokio::select! {
                over = &mut driving => return Ok(over?.into()),
                Some(news) = news.recv() => match news {
                    QuestionNews::Settled => open = None,
                    QuestionNews::Asked(question) => match self.answer_policy.resolve(&question) {
                        Answerer::With(reply, source, why) => {
                            self.screen.show(ScreenLine::new(LineKind::Note, why));
                            let source = source.unwrap_or_else(|| reply_source(ReplyChannel::CommandLine));
                            let _ = inputs.try_send(Input::RepliedFrom { reply, source });
                        }
                        Answerer::AtTerminal => open = Some(self.prompter.ask(self.screen, question)),
                        Answerer::FromElsewhere => {}
                        Answerer::Nobody => return Ok(JobEnd::Waiting(question)),
                    },
                },
                line = self.prompter.line(), if open.is_some() => {
                    let Some(question) = open.take() else { continue };
                    let Some(line) = line else { return Ok(JobEnd::Waiting(question)) };
                    self.screen.show(ScreenUpdate::Typed);
                    match read_reply(&self.secrets, self.screen, &question, &line) {
                        Some(reply) => {
                            let source = reply_source(ReplyChannel::Terminal);
                            let _ = inputs.try_send(Input::RepliedFrom { reply, source });
                        }
                        None if matches!(question.kind, QuestionKind::HandOver(_)) => return Ok(JobEnd::Waiting(question)),
                        None => open = Some(self.prompter.ask(self.screen, question)),
                    }
                }
                signal = self.signals.next() => match signal {
                    Signal::Interrupt if self.on_interrupt == OnInterrupt::Cancel => {
                        let _ = inputs.try_send(Input::Cancel);
                    }
                    Signal::TakeOver => { let _ = inputs.try_send(Input::TakenOver); }
                    Signal::Interrupt | Signal::Terminate if watcher.is_acting() => {
                        let _ = inputs.try_send(Input::Pause);
                        leave_at = Some(Instant::now() + LAST_ACTION_WITHIN);
                    }
                    Signal::Interrupt | Signal::Terminate => return Ok(JobEnd::Interrupted),
                },
                _ = silence.tick() => watcher.tell_silence(),
                () = watcher.action_ended(), if leave_at.is_some() => return Ok(JobEnd::Interrupted),
                () = sleep_until(leave_at.unwrap_or_else(Instant::now)), if leave_at.is_some() => {
                    return Ok(JobEnd::Interrupted);
                }
            }
        }
    }
}

/// Parses a typed line. A secret goes to its keeper, and the reply says only that it was entered.
fn read_reply(secrets: &SecretKeeper, screen: &Screen, question: &Question, line: &str) -> Option<PersonReply> {
    let QuestionKind::Secret(to) = &question.kind else { return reply_from(question, line) };
    if line.trim().is_empty() {
        return Some(PersonReply::No);
    }
    match Secret::new(line) {
        Ok(secret) => {
            secrets.entrust(to.clone(), secret);
            Some(PersonReply::Entered)
        }
        Err(error) => {
            screen.show(ScreenLine::new(LineKind::Failed, error.to_string()));
            None
        }
    }
}
