//! The work on one run: conducts it, shows it, gets its questions answered, and stops it in an orderly way.

mod answering;
mod conclude;
mod observer;
mod signals;
mod tally;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use webhand_engine::{PersonPresence, Ports, RunDriver, RunExit, RunStart, SecretKeeper};
use webhand_model::{Event, Input, PersonReply, Question, QuestionKind, RunId, RunOutcome, Secret};

pub use answering::{Answering, Rest};
pub use conclude::{Conclusion, show_end};
pub use observer::{Telling, line};
pub use signals::{Signal, Signals};
pub use tally::Tally;

use crate::exit::Exit;
use crate::terminal::{Line, Mark, Prompter, Screen, Show, reply_from};
use answering::Answered;
use observer::{News, Observer};

/// Everything the work on a run needs.
pub struct Job<'a> {
    pub id: RunId,
    pub begin: RunStart,
    /// What happened in this run before; nothing for a new one.
    pub earlier: &'a [Event],
    pub ports: Ports,
    pub screen: &'a Arc<Screen>,
    pub telling: Telling,
    pub answering: Answering,
    pub prompter: &'a mut Prompter,
    pub signals: &'a mut Signals,
    /// Who keeps what the person enters.
    pub discreet: Arc<SecretKeeper>,
}

/// How the work ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    Finished(RunOutcome),
    /// A question is open and nobody is there to answer it.
    Waiting(Question),
    /// The program was told to end; the run can be resumed.
    Interrupted,
}

impl From<&Stop> for Exit {
    fn from(stop: &Stop) -> Self {
        match stop {
            Stop::Finished(ending) => ending.into(),
            Stop::Waiting(_) | Stop::Interrupted => Self::NeedsPerson,
        }
    }
}

/// How long an action under way may take to end before the work is left in the middle of it.
const LAST_ACTION_WITHIN: Duration = Duration::from_secs(3);
/// A person says few things at once.
const MOST_SAID: usize = 16;

impl Job<'_> {
    /// Works on the run until it is over, parked or interrupted. Whatever happened is in the journal.
    pub async fn carry_out(mut self) -> Result<Stop> {
        let (say, inbox) = mpsc::channel(MOST_SAID);
        let (observer, mut news) = Observer::new(&self.id, Arc::clone(self.screen), self.telling, self.earlier);
        let observer = Arc::new(observer);
        // Questions are answered or parked here, so the conductor never parks by itself.
        let driver = RunDriver::new(self.id, self.ports, Arc::clone(&observer) as _, inbox, PersonPresence::Present);
        let conducting = driver.run(self.begin);
        tokio::pin!(conducting);
        let mut open: Option<Question> = None;
        let mut leave_at: Option<Instant> = None;
        loop {
            tokio::select! {
                over = &mut conducting => return Ok(match over? {
                    RunExit::Finished(ending) => Stop::Finished(ending),
                    RunExit::Parked(question) => Stop::Waiting(question),
                }),
                Some(news) = news.recv() => match news {
                    News::Settled => open = None,
                    News::Asked(question) => match self.answering.to(&question) {
                        Answered::With(reply, why) => {
                            self.screen.show(Line::new(Mark::Note, why));
                            let _ = say.try_send(Input::Replied(reply));
                        }
                        Answered::AtTheTerminal => open = Some(self.prompter.ask(self.screen, question)),
                        Answered::FromElsewhere => {}
                        Answered::ByNobody => return Ok(Stop::Waiting(question)),
                    },
                },
                line = self.prompter.line(), if open.is_some() => {
                    let Some(question) = open.take() else { continue };
                    let Some(line) = line else { return Ok(Stop::Waiting(question)) };
                    self.screen.show(Show::Typed);
                    match replied(&self.discreet, self.screen, &question, &line) {
                        Some(reply) => { let _ = say.try_send(Input::Replied(reply)); }
                        None if matches!(question.kind, QuestionKind::HandOver(_)) => return Ok(Stop::Waiting(question)),
                        None => open = Some(self.prompter.ask(self.screen, question)),
                    }
                }
                signal = self.signals.next() => match signal {
                    Signal::Interrupt => { let _ = say.try_send(Input::Cancel); }
                    Signal::TakeOver => { let _ = say.try_send(Input::TakenOver); }
                    Signal::Terminate if observer.is_acting() => {
                        let _ = say.try_send(Input::Pause);
                        leave_at = Some(Instant::now() + LAST_ACTION_WITHIN);
                    }
                    Signal::Terminate => return Ok(Stop::Interrupted),
                },
                () = observer.acted(), if leave_at.is_some() => return Ok(Stop::Interrupted),
                () = sleep_until(leave_at.unwrap_or_else(Instant::now)), if leave_at.is_some() => {
                    return Ok(Stop::Interrupted);
                }
            }
        }
    }
}

/// What a typed line means; a secret goes to whoever keeps it, and only that it did is told.
fn replied(discreet: &SecretKeeper, screen: &Screen, question: &Question, line: &str) -> Option<PersonReply> {
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
            screen.show(Line::new(Mark::Failed, error.to_string()));
            None
        }
    }
}
