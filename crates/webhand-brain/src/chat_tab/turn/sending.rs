//! Sending a message, and the proof that it was sent: the new user turn with our mark.

use std::time::Duration;

use webhand_model::Millis;
use webhand_wire::chat::{ChatCommand, ChatErrorCode, ChatSendKey, ComposerReading, SendControl, SendWay, TurnReading};

use super::super::failure::ChatFailure;
use super::super::mend::comparable;
use super::{LOOK_PAUSE, Message, TurnNote, TurnStep, call, watch};

/// How far a message is sent.
#[derive(Debug)]
pub(super) struct Sending {
    stage: Stage,
    /// The ways that were tried.
    tried: Vec<SendWay>,
    /// Since when the button is waited for.
    waiting_since: Option<Millis>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The least time between two messages is not over.
    Pacing,
    /// The send button may need a moment to be enabled.
    ReadingButton,
    /// The note that the message may have been sent is kept right before the press and not earlier: a message that only
    /// stands in the composer was not sent.
    Noting(SendWay),
    Pressing,
    /// Since when the user turn is looked for.
    Proving(Millis),
    /// No user turn came; whether the text still stands in the composer tells what to do.
    Doubting,
    /// The composer is empty and there is no user turn; since when.
    Vanished(Millis),
}

pub(super) enum Proof {
    Sent,
    Next(TurnStep),
    Failed(ChatFailure),
}

impl Sending {
    pub fn new() -> Self {
        Self { stage: Stage::Pacing, tried: Vec::new(), waiting_since: None }
    }

    pub fn proceed(&mut self, message: &Message<'_>, now: Millis) -> TurnStep {
        match self.stage {
            Stage::Pacing => {
                self.stage = Stage::ReadingButton;
                match message.not_before.0.saturating_sub(now.0) {
                    0 => call(ChatCommand::ReadComposer {}),
                    left => TurnStep::Pause(Duration::from_millis(left)),
                }
            }
            Stage::ReadingButton | Stage::Doubting => call(ChatCommand::ReadComposer {}),
            Stage::Noting(way) => {
                self.stage = Stage::Pressing;
                call(ChatCommand::Send { way })
            }
            Stage::Pressing => {
                self.stage = Stage::Proving(now);
                watch(message, None, Duration::ZERO)
            }
            Stage::Proving(_) | Stage::Vanished(_) => watch(message, None, Duration::ZERO),
        }
    }

    pub fn composer_read(&mut self, message: &Message<'_>, reading: &ComposerReading, now: Millis) -> Proof {
        if let Some(failure) = ChatFailure::of_state(&reading.state) {
            return Proof::Failed(failure);
        }
        let holds_message = comparable(&reading.text) == comparable(&message.text);
        match self.stage {
            Stage::Pacing | Stage::ReadingButton => {
                if !holds_message {
                    // The person, or the page, has changed the text meanwhile.
                    return Proof::Failed(ChatFailure::NotWritten("the text changed before it was sent".to_owned()));
                }
                let since = *self.waiting_since.get_or_insert(now);
                let is_waited = now.0 - since.0 >= ENABLED_WITHIN_MS;
                match reading.send {
                    SendControl::Enabled => self.press(SendWay::Button),
                    SendControl::Absent | SendControl::Disabled if !is_waited => {
                        Proof::Next(TurnStep::Pause(BUTTON_PAUSE))
                    }
                    SendControl::Absent | SendControl::Disabled => self.press_key(message),
                }
            }
            Stage::Doubting if holds_message => self.other_way(message),
            Stage::Doubting => {
                self.stage = Stage::Vanished(now);
                Proof::Next(watch(message, None, Duration::ZERO))
            }
            Stage::Noting(_) | Stage::Pressing | Stage::Proving(_) | Stage::Vanished(_) => {
                Proof::Next(self.proceed(message, now))
            }
        }
    }

    pub fn turns_read(&mut self, message: &Message<'_>, reading: &TurnReading, now: Millis) -> Proof {
        if reading.user.is_some() {
            return Proof::Sent;
        }
        if let Some(failure) = ChatFailure::of_state(&reading.state) {
            // Pages exchange their composer while they go to the address of a new chat.
            if !matches!(failure, ChatFailure::Changed(_)) {
                return Proof::Failed(failure);
            }
        }
        let wait = watch(message, Some(reading.revision), LOOK_PAUSE);
        match self.stage {
            Stage::Proving(since) if now.0 - since.0 >= PROVEN_WITHIN_MS => {
                self.stage = Stage::Doubting;
                Proof::Next(call(ChatCommand::ReadComposer {}))
            }
            Stage::Vanished(since) if now.0 - since.0 >= SEEN_WITHIN_MS => Proof::Failed(ChatFailure::Unproven),
            Stage::Pacing
            | Stage::ReadingButton
            | Stage::Noting(_)
            | Stage::Pressing
            | Stage::Proving(_)
            | Stage::Doubting
            | Stage::Vanished(_) => Proof::Next(wait),
        }
    }

    /// There is no such button, or it is disabled.
    pub fn way_refused(&mut self, code: ChatErrorCode, now: Millis) -> Proof {
        let has_tried_key = self.tried.contains(&SendWay::Key);
        if code == ChatErrorCode::SendDisabled && !has_tried_key {
            self.tried.pop();
            self.stage = Stage::ReadingButton;
            self.waiting_since.get_or_insert(now);
            return Proof::Next(TurnStep::Pause(BUTTON_PAUSE));
        }
        if has_tried_key {
            return Proof::Failed(ChatFailure::NotSent);
        }
        self.press(SendWay::Key)
    }

    fn other_way(&mut self, message: &Message<'_>) -> Proof {
        if !self.tried.contains(&SendWay::Key) {
            return self.press_key(message);
        }
        if self.tried.contains(&SendWay::Button) {
            return Proof::Failed(ChatFailure::NotSent);
        }
        self.press(SendWay::Button)
    }

    fn press_key(&mut self, message: &Message<'_>) -> Proof {
        if message.adapter.send_key == ChatSendKey::None {
            return Proof::Failed(ChatFailure::NotSent);
        }
        self.press(SendWay::Key)
    }

    fn press(&mut self, way: SendWay) -> Proof {
        let is_noted = !self.tried.is_empty();
        self.tried.push(way);
        if is_noted {
            self.stage = Stage::Pressing;
            return Proof::Next(call(ChatCommand::Send { way }));
        }
        self.stage = Stage::Noting(way);
        Proof::Next(TurnStep::Keep(TurnNote::Sending))
    }
}

const ENABLED_WITHIN_MS: u64 = 2_000;
const BUTTON_PAUSE: Duration = Duration::from_millis(100);
const PROVEN_WITHIN_MS: u64 = 10_000;
/// How long a message may be in neither composer nor chat.
const SEEN_WITHIN_MS: u64 = 15_000;
