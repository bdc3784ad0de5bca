//! The keyboard: trusted key events to whatever has the focus.

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::pointing::{Arming, HeldInput};
use crate::settling::Settler;
use std::sync::Arc;
use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref, TabId, truncate};
use webhand_rt::Instant;
use webhand_wire::{Caret, PageCommand};

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument};
use crate::driver::{Answer, DriverError, KeyEvent, KeyStep, SessionId};
use crate::fields::keys::{Chord, Key, Shortcut, Stroke, parse_chord, strokes};
use crate::fields::validate::read_chord;
use crate::pointing::arming::{Landed, moved};
use crate::pointing::mouse::InputDelivery;

/// How keys were taken by the element that was meant.
#[derive(Debug)]
pub(crate) struct Reached {
    pub(crate) taken: InputDelivery,
    /// The fields of one character to which the page itself moved on after each.
    pub(crate) along: Vec<u32>,
}

/// Sends keys and text to the focused element.
#[derive(Debug)]
pub(crate) struct Keyboard {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    held_input: Arc<HeldInput>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
}

impl Keyboard {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        held_input: &Arc<HeldInput>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            held_input: Arc::clone(held_input),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
        }
    }
}

impl Keyboard {
    pub(crate) async fn press(
        &self,
        written: &str,
        target: Option<Ref>,
        hold: Duration,
    ) -> Result<Outcome, ActionError> {
        let chord = read_chord(written)?;
        self.access.unblocked()?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        let element = target.map(|target| self.elements.element(target)).transpose()?;
        self.access.touch(tab);
        match &element {
            Some(element) => {
                watch.inner = Some(element.place.clone());
                self.elements
                    .ask_about(element, &PageCommand::Focus { node: element.node, caret: Caret::Keep })
                    .await?;
                self.only_to(element, self.held_chord(tab, &session, &chord, hold)).await?;
            }
            None => drop(self.held_chord(tab, &session, &chord, hold).await?),
        }
        let on = element.map(|element| format!(" on {}", element.called)).unwrap_or_default();
        let long = if hold.is_zero() { String::new() } else { format!(" for {} ms", hold.as_millis()) };
        Ok(self.settler.settled(&watch, format!("pressed {}{on}{long}", truncate(written.trim(), 40))).await)
    }

    /// Keys that must reach this element or nothing.
    pub(crate) async fn only_to(
        &self,
        element: &Element,
        keys: impl Future<Output = Result<InputDelivery, ActionError>>,
    ) -> Result<Reached, ActionError> {
        let armed = self.arming.arm(element).await?;
        let taken = keys.await;
        let (landed, along) = self.arming.disarm(element, armed, &taken).await;
        let taken = taken?;
        match landed {
            // No key at all was needed, or only text that comes without keys.
            Landed::There | Landed::Elsewhere(None) => Ok(Reached { taken, along }),
            Landed::Elsewhere(who) => Err(moved(element, who)),
            Landed::Partly(who) => {
                let text = format!(
                    "the page moved the focus from {} to {who} in the middle; the other keys were kept back: look at the page again",
                    element.target
                );
                Err(ActionError::Failed(FailCode::TargetMoved, text))
            }
        }
    }

    /// Types text line by line where lines are painted: editors paint a new one in the next frame, and what comes before
    /// that gets into the old one.
    pub(crate) async fn lines(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
        delay: Duration,
        painted: Option<&FrameDocument>,
    ) -> Result<InputDelivery, ActionError> {
        for (at, line) in text.split_inclusive('\n').enumerate() {
            if let (true, Some(place)) = (at > 0, painted) {
                self.next_frame(place).await;
            }
            if at > 0 && !delay.is_zero() {
                webhand_rt::sleep(delay).await;
            }
            if self.keys(tab, session, line, delay).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    /// A page that does not answer, or paints nothing, gets the next line all the same.
    async fn next_frame(&self, place: &FrameDocument) {
        self.pages.ask(place, &PageCommand::NextFrame {}, CALLED_WITHIN).await.ok();
    }

    /// Types text key by key; what no key types is inserted as an input method would.
    pub(crate) async fn keys(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
        delay: Duration,
    ) -> Result<InputDelivery, ActionError> {
        for (at, stroke) in strokes(text).into_iter().enumerate() {
            if at > 0 && !delay.is_zero() {
                webhand_rt::sleep(delay).await;
            }
            let taken = match stroke {
                Stroke::Key(key) => {
                    let modifiers = if key.shift { 8 } else { 0 };
                    self.chord(tab, session, &Chord { modifiers, key }).await?
                }
                Stroke::Text(text) => self.insert(tab, session, text).await?,
            };
            if taken == InputDelivery::DialogOpened {
                return Ok(taken);
            }
        }
        Ok(InputDelivery::Complete)
    }

    pub(crate) async fn chord(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
    ) -> Result<InputDelivery, ActionError> {
        self.chord_for(tab, session, chord, Duration::ZERO).await
    }

    /// Keeps the key down for a while, in which it repeats itself as a real one does.
    async fn chord_for(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
        hold: Duration,
    ) -> Result<InputDelivery, ActionError> {
        let Chord { modifiers, key } = chord;
        if self.key_down(tab, session, key, *modifiers).await? == InputDelivery::DialogOpened {
            return Ok(InputDelivery::DialogOpened);
        }
        let (began, mut pause) = (Instant::now(), REPEATS_AFTER);
        while let Some(left) = hold.checked_sub(began.elapsed()).filter(|left| !left.is_zero()) {
            webhand_rt::sleep(left.min(pause)).await;
            if left > pause {
                let repeated = KeyEvent { auto_repeat: true, ..down(key, *modifiers) };
                if self.key(tab, session, &repeated).await? == InputDelivery::DialogOpened {
                    return Ok(InputDelivery::DialogOpened);
                }
                pause = REPEATS_EVERY;
            }
        }
        self.key_up(tab, session, key, *modifiers).await
    }

    async fn key_down(
        &self,
        tab: TabId,
        session: &SessionId,
        key: &Key,
        modifiers: u8,
    ) -> Result<InputDelivery, ActionError> {
        self.held_input.note_key_down(tab, session, key);
        self.key(tab, session, &down(key, modifiers)).await
    }

    async fn key_up(
        &self,
        tab: TabId,
        session: &SessionId,
        key: &Key,
        modifiers: u8,
    ) -> Result<InputDelivery, ActionError> {
        self.held_input.note_key_up(key);
        self.key(tab, session, &up(key, modifiers)).await
    }

    /// As [`Self::chord`], with the keys that are held pressed before and released after it.
    async fn held_chord(
        &self,
        tab: TabId,
        session: &SessionId,
        chord: &Chord,
        long: Duration,
    ) -> Result<InputDelivery, ActionError> {
        let mut held = 0;
        let keys = chord.held();
        for (bit, key) in &keys {
            held |= bit;
            if self.key_down(tab, session, key, held).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        if self.chord_for(tab, session, chord, long).await? == InputDelivery::DialogOpened {
            return Ok(InputDelivery::DialogOpened);
        }
        for (bit, key) in keys.iter().rev() {
            held &= !bit;
            if self.key_up(tab, session, key, held).await? == InputDelivery::DialogOpened {
                return Ok(InputDelivery::DialogOpened);
            }
        }
        Ok(InputDelivery::Complete)
    }

    pub(crate) async fn insert(
        &self,
        tab: TabId,
        session: &SessionId,
        text: &str,
    ) -> Result<InputDelivery, ActionError> {
        self.sent(tab, session, self.access.driver().input().insert_text(session, text, KEY_WITHIN)).await
    }

    async fn key(&self, tab: TabId, session: &SessionId, event: &KeyEvent) -> Result<InputDelivery, ActionError> {
        self.sent(tab, session, self.access.driver().input().key(session, event, KEY_WITHIN)).await
    }

    async fn sent(&self, tab: TabId, session: &SessionId, input: Answer<'_, ()>) -> Result<InputDelivery, ActionError> {
        match self.access.call(tab, session, input).await {
            // What is held was sent by this very event.
            Ok(()) | Err(CallError::NavigationHeld) => Ok(InputDelivery::Complete),
            Err(CallError::DialogOpen) => Ok(InputDelivery::DialogOpened),
            Err(CallError::Driver(error)) => {
                if matches!(error, DriverError::TimedOut { .. }) {
                    self.pages.stop_script(session).await;
                }
                Err(ActionError::after_sending(error, "a key"))
            }
        }
    }
}

fn down(key: &Key, modifiers: u8) -> KeyEvent {
    let kind = if key.text.is_empty() { KeyStep::RawDown } else { KeyStep::Down };
    KeyEvent { kind, text: key.text.clone(), ..up(key, modifiers) }
}

pub(crate) fn up(key: &Key, modifiers: u8) -> KeyEvent {
    KeyEvent {
        kind: KeyStep::Up,
        modifiers,
        key: key.name.clone(),
        code: key.code,
        windows_virtual_key_code: key.virtual_code,
        location: key.location(),
        is_keypad: key.location() == NUMBER_PAD,
        ..KeyEvent::default()
    }
}

pub(crate) fn shortcut(meant: Shortcut) -> Result<Chord, ActionError> {
    parse_chord(meant.written()).map_err(|why| ActionError::failed(FailCode::Internal, why))
}

/// Where on the keyboard, as pages are told.
const NUMBER_PAD: u8 = 3;
/// As on most keyboards.
const REPEATS_AFTER: Duration = Duration::from_millis(500);
const REPEATS_EVERY: Duration = Duration::from_millis(40);
const KEY_WITHIN: Duration = Duration::from_secs(5);
