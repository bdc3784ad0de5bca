//! Waiting for an answer, and the proof that it is over.

use std::time::Duration;

use webhand_model::Millis;
use webhand_wire::chat::{AssistantTurn, ChatPageState, EndMark, TurnReading};

use super::super::answer::AnswerContent;
use super::super::failure::ChatFailure;
use super::{Expected, Message, TurnPhase, TurnStep, watch};

/// How an answer comes along.
#[derive(Debug)]
pub(super) struct Answering {
    /// When something last changed.
    changed: Millis,
    revision: Option<u32>,
    /// Since when the user turn is not found any more.
    missing_since: Option<Millis>,
    /// The length of the time for which the answer has to stand still, once it was computed for this revision.
    window: Window,
}

/// The least time for which nothing may have changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Window {
    /// Something says that the answer goes on.
    Open,
    Quiet(u32),
}

pub(super) enum Progress {
    Next(TurnPhase, TurnStep),
    Over(AssistantTurn, String),
    Failed(ChatFailure),
}

impl Answering {
    pub fn new(now: Millis) -> Self {
        Self { changed: now, revision: None, missing_since: None, window: Window::Open }
    }

    pub fn proceed(&mut self, message: &Message<'_>) -> TurnStep {
        watch(message, self.revision, Duration::ZERO)
    }

    pub fn turns_read(&mut self, message: &Message<'_>, reading: TurnReading, now: Millis) -> Progress {
        if self.revision != Some(reading.revision) {
            self.revision = Some(reading.revision);
            self.changed = now;
            self.window = window(message, &reading);
        }
        if let Some(failure) = self.failure(&reading, now) {
            return Progress::Failed(failure);
        }
        if let (Window::Quiet(least), Some(assistant)) = (self.window, &reading.assistant)
            && reading.quiet_ms >= least
        {
            return Progress::Over(assistant.clone(), reading.address);
        }
        let wait = match self.window {
            Window::Quiet(least) => u64::from(least.saturating_sub(reading.quiet_ms)).max(SHORTEST_WAIT_MS),
            Window::Open => LONGEST_WAIT_MS,
        };
        let step = watch(message, self.revision, Duration::from_millis(wait.min(LONGEST_WAIT_MS)));
        Progress::Next(self.phase(&reading, now), step)
    }

    fn failure(&mut self, reading: &TurnReading, now: Millis) -> Option<ChatFailure> {
        let is_silent = now.0 - self.changed.0;
        if reading.user.is_none() {
            // A page that goes to the address of its new chat shows nothing for a moment.
            let since = *self.missing_since.get_or_insert(now);
            return (now.0 - since.0 > MISSING_WITHIN_MS).then_some(ChatFailure::Lost);
        }
        self.missing_since = None;
        let is_stopped = !reading.stop && is_silent > STATE_WITHIN_MS;
        let failure = match &reading.state {
            ChatPageState::Limit { text } => Some(ChatFailure::Limit(text.clone())),
            ChatPageState::Blocked { text } => Some(ChatFailure::Blocked(text.clone())),
            ChatPageState::SignedOut {} if is_stopped => Some(ChatFailure::SignedOut),
            ChatPageState::Dialog { text } if is_stopped && reading.assistant.is_none() => {
                Some(ChatFailure::Dialog(text.clone()))
            }
            ChatPageState::Failed { text } if is_stopped && self.window == Window::Open => {
                Some(ChatFailure::SiteFailed(text.clone()))
            }
            ChatPageState::SignedOut {}
            | ChatPageState::Dialog { .. }
            | ChatPageState::Failed { .. }
            | ChatPageState::Changed {}
            | ChatPageState::Ready {} => None,
        };
        failure.or_else(|| (is_silent > SILENT_WITHIN_MS).then_some(ChatFailure::NoAnswer(is_silent / 1_000)))
    }

    fn phase(&self, reading: &TurnReading, now: Millis) -> TurnPhase {
        if reading.hidden && now.0 - self.changed.0 > SLOW_AFTER_MS {
            return TurnPhase::HiddenAndSlow;
        }
        match &reading.assistant {
            None => TurnPhase::Sent,
            Some(assistant) if has_text(assistant) => TurnPhase::Answering,
            Some(_) => TurnPhase::Thinking,
        }
    }
}

/// How long nothing may change until the answer is over.
fn window(message: &Message<'_>, reading: &TurnReading) -> Window {
    let Some(assistant) = &reading.assistant else { return Window::Open };
    if reading.stop || assistant.busy_mark || !has_text(assistant) {
        return Window::Open;
    }
    let is_complete = match message.expects {
        Expected::Acknowledgement => true,
        Expected::Commands => AnswerContent::of(&assistant.blocks, &message.marks.nonce).is_command(),
    };
    Window::Quiet(match (assistant.end_mark, is_complete, assistant.thinking) {
        (EndMark::There, true, _) => MARKED,
        (EndMark::There, false, false) => MARKED_WITHOUT_COMMAND,
        (EndMark::There, false, true) => MARKED_WHILE_THINKING,
        (EndMark::Unknown | EndMark::Absent, true, _) => UNMARKED,
        (EndMark::Unknown | EndMark::Absent, false, _) => UNMARKED_WITHOUT_COMMAND,
    })
}

fn has_text(assistant: &AssistantTurn) -> bool {
    assistant.blocks.iter().any(|block| !block.text.trim().is_empty())
}

const MARKED: u32 = 1_200;
/// Words without a command may be followed by one.
const MARKED_WITHOUT_COMMAND: u32 = 3_000;
/// Action bars flash while a model thinks.
const MARKED_WHILE_THINKING: u32 = 5_000;
const UNMARKED: u32 = 3_500;
/// Longer than the longest pause of a stream that was seen, because nothing else says that it is over.
const UNMARKED_WITHOUT_COMMAND: u32 = 12_000;
const SHORTEST_WAIT_MS: u64 = 30;
const LONGEST_WAIT_MS: u64 = 10_000;
const MISSING_WITHIN_MS: u64 = 20_000;
const STATE_WITHIN_MS: u64 = 2_000;
const SLOW_AFTER_MS: u64 = 20_000;
/// Models think for long; a stop control or a change of the page says that they do.
const SILENT_WITHIN_MS: u64 = 600_000;
