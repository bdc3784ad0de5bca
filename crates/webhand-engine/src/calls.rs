//! An outside agent's call on its way between a session and the driver of its run.
//!
//! Invariants: a reply goes to the call whose number the run gives it, and to no other; a question belongs to the call
//! under way when the run asked it.

use std::sync::Arc;

use tokio::sync::{Notify, mpsc, oneshot, watch};
use webhand_model::{ApprovalId, EffectNo, Input, Outcome, PersonReply, Question, ReplySource, RunId, ToolCall};
use webhand_run::CallNo;

/// A question to the person, with the id by which it can be answered.
pub(crate) type OpenQuestion = (ApprovalId, Question);

/// A message of a session to its driver. One queue for all kinds keeps them in order: a withdrawal must not overtake
/// its call.
pub(crate) enum SessionMessage {
    Call(ToolCall, CallResponder),
    /// The agent no longer waits for its call.
    Withdraw,
    /// The person's reply to a question about the call.
    Reply(PersonReply),
    Close,
}

/// Where a driver receives its inputs from.
pub(crate) enum Inbox {
    /// A person: replies, pause, continue, cancel.
    Person(mpsc::Receiver<Input>),
    /// A session of an outside agent.
    Session(mpsc::Receiver<SessionMessage>),
    /// A pool of runs, which writes what clients send into the journal and only hints that something is there.
    Pool(Arc<Notify>),
}

/// The event from outside of the run that woke a driver.
pub(crate) enum Received {
    Input(Box<ReceivedInput>),
    /// Something was written into the journal.
    JournalHint,
}

/// An input from outside of the run.
pub(crate) struct ReceivedInput {
    pub(crate) input: Input,
    /// The responder of a call.
    pub(crate) responder: Option<CallResponder>,
}

impl Inbox {
    /// The next input. `None` when no sender is left.
    pub(crate) async fn recv(&mut self) -> Option<Received> {
        let received = |input| ReceivedInput { input, responder: None };
        Some(Received::Input(Box::new(match self {
            Self::Person(inputs) => received(inputs.recv().await?),
            Self::Pool(hints) => {
                hints.notified().await;
                return Some(Received::JournalHint);
            }
            Self::Session(messages) => match messages.recv().await? {
                SessionMessage::Call(call, responder) => {
                    ReceivedInput { responder: Some(responder), ..received(Input::ToolCalled(call)) }
                }
                SessionMessage::Withdraw => received(Input::CallWithdrawn),
                SessionMessage::Reply(reply) => {
                    received(Input::RepliedFrom { reply, source: ReplySource::elicitation() })
                }
                SessionMessage::Close => received(Input::Closed),
            },
        })))
    }
}

/// The driver's end of one call.
pub(crate) struct CallResponder {
    reply: oneshot::Sender<Box<Outcome>>,
    question: watch::Sender<Option<OpenQuestion>>,
}

/// The session's end of one call.
pub(crate) struct PendingCall {
    pub(crate) call: ToolCall,
    /// Whether the agent knows that the call needs approval, so that the same call again asks for its outcome.
    pub(crate) needed_approval: bool,
    /// The question that the session has answered; the driver may not have applied the answer yet.
    pub(crate) answered: Option<ApprovalId>,
    reply: oneshot::Receiver<Box<Outcome>>,
    question: watch::Receiver<Option<OpenQuestion>>,
}

/// A report of the driver on a call. After a reply or the end of the session nothing more comes, and the
/// [`PendingCall`] must not be waited for again.
pub(crate) enum CallUpdate {
    Reply(Box<Outcome>),
    Question(ApprovalId, Question),
    /// The driver has ended without a reply.
    SessionOver,
}

impl PendingCall {
    pub(crate) fn new(call: ToolCall) -> (Self, CallResponder) {
        let (send_reply, reply) = oneshot::channel();
        let (send_question, question) = watch::channel(None);
        let pending = Self { call, needed_approval: false, answered: None, reply, question };
        (pending, CallResponder { reply: send_reply, question: send_question })
    }

    /// Whether `call` is this call made again to learn its outcome.
    pub(crate) fn is_repeated_by(&self, call: &ToolCall) -> bool {
        self.needed_approval && self.call.name == call.name && self.call.arguments == call.arguments
    }

    /// Where the open question of this call can be read.
    pub(crate) fn watch_question(&self) -> watch::Receiver<Option<OpenQuestion>> {
        self.question.clone()
    }

    /// Waits for the reply, or for an open question other than the answered one.
    pub(crate) async fn next_update(&mut self) -> CallUpdate {
        let Self { reply, question, answered, .. } = self;
        let is_new = |open: &Option<OpenQuestion>| open.as_ref().is_some_and(|(id, _)| Some(id) != answered.as_ref());
        tokio::select! {
            biased;
            reply = reply => reply.map_or(CallUpdate::SessionOver, CallUpdate::Reply),
            Some((id, question)) = async { question.wait_for(is_new).await.ok()?.clone() } => {
                CallUpdate::Question(id, question)
            }
        }
    }

    /// Waits for the reply alone.
    pub(crate) async fn reply(&mut self) -> CallUpdate {
        (&mut self.reply).await.map_or(CallUpdate::SessionOver, CallUpdate::Reply)
    }

    /// Waits until the call has a reply or asks the person: then another call can be made.
    pub(crate) async fn settled(&mut self) {
        tokio::select! {
            biased;
            _ = &mut self.reply => {}
            Ok(_) = self.question.wait_for(Option::is_some) => {}
        }
    }
}

/// The calls a driver has accepted and not replied to.
#[derive(Default)]
pub(crate) struct UnansweredCalls(Vec<(CallNo, CallResponder)>);

impl UnansweredCalls {
    pub(crate) fn insert(&mut self, no: CallNo, responder: CallResponder) {
        self.0.push((no, responder));
    }

    /// Hands the outcome to the call with this number. A call that has its reply gets no second one.
    pub(crate) fn reply(&mut self, no: CallNo, outcome: Box<Outcome>) {
        let Some(at) = self.0.iter().position(|(own, _)| *own == no) else { return };
        let (_, responder) = self.0.remove(at);
        responder.question.send_replace(None);
        // A session that has given the call up does not listen any more.
        let _ = responder.reply.send(outcome);
    }

    /// Opens a question about the call with this number. A question that concerns no call, such as when a person who
    /// took the browser is done with it, is not the session's business.
    pub(crate) fn ask(&self, no: CallNo, run: &RunId, question: EffectNo, text: Question) {
        if let Some((_, responder)) = self.0.iter().find(|(own, _)| *own == no) {
            responder.question.send_replace(Some((ApprovalId::new(run, question), text)));
        }
    }

    /// Closes every question but the one the run waits for.
    pub(crate) fn close_questions_except(&self, awaited: EffectNo) {
        for (_, responder) in &self.0 {
            responder.question.send_if_modified(|open| {
                let is_closed = open.as_ref().is_some_and(|(id, _)| id.question != awaited);
                if is_closed {
                    *open = None;
                }
                is_closed
            });
        }
    }
}
