//! One turn of a chat as a state machine: a message is written, read back, sent, proven to be there, and answered.
//!
//! It performs nothing and reads no clock: [`ChatTurn::handle`] takes what happened and returns the next step. Invariants:
//! a message whose head mark stands in the chat is never sent again; a message is sent only when the composer holds exactly
//! it and no new attachment appeared; an answer is over only when every sign of that turn says so, never because a stop
//! button is missing.

mod answering;
mod sending;
mod writing;

use std::time::Duration;

use webhand_model::Millis;
use webhand_port::ChatPageError;
use webhand_wire::chat::{
    AssistantTurn, ChatAdapter, ChatCommand, ChatEditor, ChatErrorCode, ChatReply, ComposerReading, TurnReading,
};

use super::failure::ChatFailure;
use super::mend::comparable;
use super::nonce::Marks;
use answering::Answering;
use sending::Sending;
use writing::Writing;

/// The next step of a turn, which the caller performs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TurnStep {
    Call {
        command: ChatCommand,
        within: Duration,
    },
    /// Text that the browser itself inserts at the focus.
    Insert(String),
    Pause(Duration),
    /// To be kept before the turn goes on.
    Keep(TurnNote),
    Over(Result<TurnAnswer, ChatFailure>),
}

/// A note for the process that goes on after this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TurnNote {
    /// From now on our text may stand in the composer, in the place of the person's draft.
    Writing { draft: String },
    /// The send button or key is about to be pressed.
    Sending,
}

/// The end of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TurnAnswer {
    pub assistant: AssistantTurn,
    /// Where the chat is now.
    pub address: String,
    /// Whether the message stood in the chat before this turn began.
    pub was_there: bool,
}

/// The event since the last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TurnInput {
    Begin,
    Reply(ChatReply),
    /// A call or an insertion failed.
    PageError(ChatPageError),
    Inserted,
    Paused,
    Kept,
}

/// The phase of a turn, as it is told to the person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnPhase {
    Writing,
    Sent,
    Thinking,
    Answering,
    /// The document is hidden and nothing has come for a while.
    HiddenAndSlow,
    Answered,
}

/// One message and its answer.
#[derive(Debug)]
pub(super) struct ChatTurn<'a> {
    message: Message<'a>,
    state: State,
    draft: Draft,
    phase: TurnPhase,
    was_there: bool,
    /// Whether something was pressed, by this turn or before it.
    may_be_sent: bool,
    outcome: Option<Result<TurnAnswer, ChatFailure>>,
    /// How often the page was loaded anew while it was asked.
    reloads: u32,
}

/// A message to send, with the marks that it is recognised by.
#[derive(Debug)]
pub(super) struct Message<'a> {
    pub adapter: &'a ChatAdapter,
    pub text: String,
    pub marks: Marks,
    pub expects: Expected,
    /// No message is sent before this time.
    pub not_before: Millis,
    /// An earlier process, or an earlier attempt, may have sent it: then it is looked for and never sent again.
    pub may_be_sent: bool,
}

/// The kind of answer that a message expects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Expected {
    /// Any words: the message is a part, and more follows.
    Acknowledgement,
    Commands,
}

/// The person's own text in the composer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Draft {
    text: String,
    /// The attachments that were there before.
    chips: u32,
    editor: ChatEditor,
}

#[derive(Debug)]
enum State {
    /// Looks whether the message stands in the chat already.
    Finding {
        since: Option<Millis>,
    },
    /// Reads the composer, until no answer is under way.
    ReadingDraft {
        since: Millis,
    },
    KeepingDraft,
    Writing(Writing),
    Sending(Sending),
    Answering(Answering),
    /// The composer is emptied of our text.
    Clearing,
    Restoring,
    Over,
}

impl<'a> ChatTurn<'a> {
    /// `draft` is what an earlier process kept of the person's own text.
    pub fn new(message: Message<'a>, draft: String) -> Self {
        Self {
            may_be_sent: message.may_be_sent,
            message,
            state: State::Finding { since: None },
            draft: Draft { text: draft, ..Draft::default() },
            phase: TurnPhase::Writing,
            was_there: false,
            outcome: None,
            reloads: 0,
        }
    }

    pub fn phase(&self) -> TurnPhase {
        self.phase
    }

    /// Takes in what happened and returns the next step.
    pub fn handle(&mut self, input: TurnInput, now: Millis) -> TurnStep {
        match input {
            TurnInput::Reply(ChatReply::Error { code, message }) => self.refused(code, &message, now),
            TurnInput::PageError(ChatPageError::Reloaded) if self.outcome.is_none() && self.reloads < MOST_RELOADS => {
                self.reloads += 1;
                self.state = State::Finding { since: Some(now) };
                TurnStep::Pause(RELOADED_PAUSE)
            }
            TurnInput::PageError(error) => self.page_failed(error),
            TurnInput::Begin
            | TurnInput::Paused
            | TurnInput::Kept
            | TurnInput::Inserted
            | TurnInput::Reply(ChatReply::Done {}) => self.proceed(now),
            TurnInput::Reply(ChatReply::Turns(reading)) => self.turns_read(reading, now),
            TurnInput::Reply(ChatReply::Composer(reading)) => self.composer_read(&reading, now),
            TurnInput::Reply(ChatReply::Probed(_) | ChatReply::Learned { .. }) => {
                self.fail(ChatFailure::Changed("the page script answers something else".to_owned()))
            }
        }
    }

    /// The step that the present state begins with.
    fn proceed(&mut self, now: Millis) -> TurnStep {
        match &mut self.state {
            State::Finding { .. } => watch(&self.message, None, Duration::ZERO),
            State::ReadingDraft { .. } => call(ChatCommand::ReadComposer {}),
            State::KeepingDraft => {
                self.state = State::Writing(Writing::new());
                call(ChatCommand::Clear { settle_ms: SETTLE_MS })
            }
            State::Writing(writing) => writing.proceed(&self.message),
            State::Sending(sending) => sending.proceed(&self.message, now),
            State::Answering(answering) => answering.proceed(&self.message),
            State::Clearing => call(ChatCommand::Clear { settle_ms: SETTLE_MS }),
            State::Restoring | State::Over => self.end(),
        }
    }

    fn turns_read(&mut self, reading: TurnReading, now: Millis) -> TurnStep {
        match &mut self.state {
            State::Finding { since } => {
                let since = *since.get_or_insert(now);
                if reading.user.is_some() {
                    self.was_there = true;
                    return self.answer_begins(reading, now);
                }
                if let Some(failure) = ChatFailure::of_state(&reading.state) {
                    // A page that is still loading has no composer yet.
                    let is_loading = matches!(failure, ChatFailure::Changed(_)) && now.0 - since.0 < LOADED_WITHIN_MS;
                    return if is_loading { TurnStep::Pause(LOOK_PAUSE) } else { self.fail(failure) };
                }
                if self.may_be_sent && now.0 - since.0 < FOUND_WITHIN_MS {
                    return TurnStep::Pause(LOOK_PAUSE);
                }
                self.state = State::ReadingDraft { since: now };
                call(ChatCommand::ReadComposer {})
            }
            State::Sending(sending) => match sending.turns_read(&self.message, &reading, now) {
                sending::Proof::Sent => self.answer_begins(reading, now),
                sending::Proof::Next(step) => step,
                sending::Proof::Failed(failure) => self.fail(failure),
            },
            State::Answering(answering) => match answering.turns_read(&self.message, reading, now) {
                answering::Progress::Next(phase, step) => {
                    self.phase = phase;
                    step
                }
                answering::Progress::Over(assistant, address) => {
                    self.phase = TurnPhase::Answered;
                    let was_there = self.was_there;
                    self.finish(Ok(TurnAnswer { assistant, address, was_there }))
                }
                answering::Progress::Failed(failure) => self.fail(failure),
            },
            State::ReadingDraft { .. }
            | State::KeepingDraft
            | State::Writing(_)
            | State::Clearing
            | State::Restoring
            | State::Over => self.proceed(now),
        }
    }

    fn composer_read(&mut self, reading: &ComposerReading, now: Millis) -> TurnStep {
        match &mut self.state {
            State::ReadingDraft { since } => {
                if let Some(failure) = ChatFailure::of_state(&reading.state) {
                    return self.fail(failure);
                }
                if reading.stop {
                    let is_late = now.0 - since.0 > FREE_WITHIN_MS;
                    return if is_late { self.fail(ChatFailure::Busy) } else { TurnStep::Pause(LOOK_PAUSE) };
                }
                self.draft.chips = reading.chips;
                self.draft.editor = reading.editor;
                if self.may_be_sent {
                    // A message that still stands in the composer was not sent; of any other nobody knows.
                    if comparable(&reading.text) != comparable(&self.message.text) {
                        return self.fail(ChatFailure::Unproven);
                    }
                    self.state = State::Sending(Sending::new());
                    return self.proceed(now);
                }
                // Our own text is what a process left that ended while it wrote.
                if !is_ours(&reading.text) && !reading.text.trim().is_empty() {
                    self.draft.text.clone_from(&reading.text);
                }
                self.state = State::KeepingDraft;
                TurnStep::Keep(TurnNote::Writing { draft: self.draft.text.clone() })
            }
            State::Writing(writing) => match writing.composer_read(&self.message, reading, self.draft.chips) {
                writing::Written::Next(step) => step,
                writing::Written::Whole => {
                    self.state = State::Sending(Sending::new());
                    self.proceed(now)
                }
                writing::Written::Failed(failure) => self.fail(failure),
            },
            State::Sending(sending) => match sending.composer_read(&self.message, reading, now) {
                sending::Proof::Next(step) => {
                    self.may_be_sent |= step == TurnStep::Keep(TurnNote::Sending);
                    step
                }
                sending::Proof::Failed(failure) => self.fail(failure),
                sending::Proof::Sent => self.proceed(now),
            },
            State::Clearing => self.restore(),
            State::Restoring | State::Over => self.end(),
            State::Finding { .. } | State::KeepingDraft | State::Answering(_) => self.proceed(now),
        }
    }

    fn answer_begins(&mut self, reading: TurnReading, now: Millis) -> TurnStep {
        self.phase = TurnPhase::Sent;
        self.state = State::Answering(Answering::new(now));
        self.turns_read(reading, now)
    }

    fn refused(&mut self, code: ChatErrorCode, message: &str, now: Millis) -> TurnStep {
        match (&mut self.state, code) {
            (State::Clearing | State::Restoring | State::Over, _) => self.end(),
            (State::Writing(writing), ChatErrorCode::WrongWay) => match writing.wrong_way() {
                writing::Written::Next(step) => step,
                writing::Written::Whole => self.proceed(now),
                writing::Written::Failed(failure) => self.fail(failure),
            },
            (State::Sending(sending), ChatErrorCode::NoSend | ChatErrorCode::SendDisabled) => {
                match sending.way_refused(code, now) {
                    sending::Proof::Next(step) => step,
                    sending::Proof::Failed(failure) => self.fail(failure),
                    sending::Proof::Sent => self.proceed(now),
                }
            }
            (State::Finding { .. } | State::ReadingDraft { .. } | State::KeepingDraft | State::Writing(_), _) => {
                self.fail(ChatFailure::Changed(message.to_owned()))
            }
            (State::Sending(_) | State::Answering(_), _) => self.fail(ChatFailure::Changed(message.to_owned())),
        }
    }

    /// A page that does not answer or is gone cannot be cleared either.
    fn page_failed(&mut self, error: ChatPageError) -> TurnStep {
        if self.outcome.is_some() {
            return self.end();
        }
        self.outcome = Some(Err(ChatFailure::Page(error)));
        self.end()
    }

    /// Ends the turn without an answer; our text is taken out of the composer first.
    fn fail(&mut self, failure: ChatFailure) -> TurnStep {
        let may_hold_ours = matches!(self.state, State::Writing(_) | State::Sending(_));
        self.outcome = Some(Err(failure));
        if may_hold_ours {
            self.state = State::Clearing;
            return call(ChatCommand::Clear { settle_ms: SETTLE_MS });
        }
        self.restore()
    }

    fn finish(&mut self, outcome: Result<TurnAnswer, ChatFailure>) -> TurnStep {
        self.outcome = Some(outcome);
        self.restore()
    }

    /// Puts the person's draft back.
    fn restore(&mut self) -> TurnStep {
        self.state = State::Restoring;
        if self.draft.text.is_empty() {
            return self.end();
        }
        let text = std::mem::take(&mut self.draft.text);
        let (seen, known) = (self.draft.editor, self.message.adapter.editor);
        writing::write_draft(if seen == ChatEditor::Any { known } else { seen }, text)
    }

    fn end(&mut self) -> TurnStep {
        self.state = State::Over;
        TurnStep::Over(self.outcome.take().unwrap_or(Err(ChatFailure::Unproven)))
    }
}

/// Whether a text in the composer was written by webhand.
fn is_ours(text: &str) -> bool {
    comparable(text).trim_start().starts_with("[webhand ")
}

fn call(command: ChatCommand) -> TurnStep {
    TurnStep::Call { command, within: CALL_WITHIN }
}

/// Reads the turns; waits up to `time` for a reading that is another than `seen`.
fn watch(message: &Message<'_>, seen: Option<u32>, time: Duration) -> TurnStep {
    let max_ms = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
    let command = ChatCommand::Watch { mark: message.marks.head.clone(), seen, max_ms };
    TurnStep::Call { command, within: CALL_WITHIN + time }
}

const CALL_WITHIN: Duration = Duration::from_secs(20);
const SETTLE_MS: u32 = 1_500;
const LOOK_PAUSE: Duration = Duration::from_millis(500);
const RELOADED_PAUSE: Duration = Duration::from_secs(1);
const MOST_RELOADS: u32 = 5;
/// How long a page may take until its composer is there.
const LOADED_WITHIN_MS: u64 = 30_000;
/// How long a message that may have been sent is looked for in the chat.
const FOUND_WITHIN_MS: u64 = 15_000;
/// How long another answer in the same chat is waited for.
const FREE_WITHIN_MS: u64 = 600_000;
