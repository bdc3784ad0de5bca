//! Tracks the mouse button and the keys that are down, and releases them.
//!
//! Invariant: each press is noted here when it is sent, and removed when its release is sent. An action can be
//! cancelled at any point, so code that ends the hands' work, or needs the mouse for another action, calls
//! [`PressedInput::let_go`].

use crate::access::Access;
use crate::documents::Pages;
use crate::pointing::{Arming, PreAims};
use std::mem;
use std::sync::{Arc, Mutex};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{Action, MouseHold, TabId};
use webhand_wire::PageCommand;

use crate::documents::pages::FrameDocument;
use crate::driver::{DragEvent, DragStep, MouseButton, MouseEvent, MouseStep, SessionId};
use crate::fields::keyboard::up;
use crate::fields::keys::Key;

/// The button and keys that are down now.
#[derive(Debug, Default)]
pub(crate) struct Holding {
    button: Option<HeldButton>,
    keys: Vec<HeldKey>,
    /// The press of the action `mouse` that its release still has to follow.
    held_press: Option<HeldPress>,
}

/// A mouse button that is down.
#[derive(Debug, Clone)]
struct HeldButton {
    tab: TabId,
    session: SessionId,
    button: MouseButton,
}

/// A key that is down.
#[derive(Debug)]
struct HeldKey {
    tab: TabId,
    session: SessionId,
    key: Key,
}

/// A press that the brain requested by itself and that lasts until the brain requests the release.
#[derive(Debug, Clone)]
pub(crate) struct HeldPress {
    /// The document of the element that received the press.
    pub(crate) place: FrameDocument,
    /// The mouse has not moved since the press.
    pub(crate) is_fresh: bool,
}

/// Tracks and releases the mouse button and the keys that are down.
#[derive(Debug)]
pub(crate) struct PressedInput {
    access: Arc<Access>,
    arming: Arc<Arming>,
    pages: Arc<Pages>,
    pre_aims: Arc<PreAims>,
    holding: Mutex<Holding>,
}

impl PressedInput {
    pub(crate) fn new(access: &Arc<Access>, arming: &Arc<Arming>, pages: &Arc<Pages>, pre_aims: &Arc<PreAims>) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            pages: Arc::clone(pages),
            pre_aims: Arc::clone(pre_aims),
            holding: Mutex::default(),
        }
    }
}

impl PressedInput {
    /// Notes the state of the button after a mouse event.
    pub(crate) fn note_button(&self, tab: TabId, session: &SessionId, event: &MouseEvent) {
        match event.kind {
            MouseStep::Pressed => {
                let pressed = HeldButton { tab, session: session.clone(), button: event.button };
                self.holding().button = Some(pressed);
            }
            MouseStep::Released => self.note_release(),
            MouseStep::Moved => {}
        }
    }

    /// Notes that the button came up, or that a drop ended the drag.
    pub(crate) fn note_release(&self) {
        let mut holding = self.holding();
        holding.button = None;
        holding.held_press = None;
    }

    pub(crate) fn note_key_down(&self, tab: TabId, session: &SessionId, key: &Key) {
        self.holding().keys.push(HeldKey { tab, session: session.clone(), key: key.clone() });
    }

    pub(crate) fn note_key_up(&self, key: &Key) {
        self.holding().keys.retain(|down| down.key != *key);
    }

    pub(crate) fn note_held_press(&self, held_press: HeldPress) {
        self.holding().held_press = Some(held_press);
    }

    /// The held press, if it is in the current tab.
    pub(crate) fn held_press(&self) -> Option<HeldPress> {
        let (tab, _) = self.access.current().ok()?;
        self.holding().held_press.clone().filter(|held_press| held_press.place.tab == tab)
    }

    /// Releases all keys, and the mouse button unless the action that follows works with it down.
    pub(crate) async fn let_go_for(&self, action: &Action) {
        let keys = mem::take(&mut self.holding().keys);
        self.release_keys(keys).await;
        if self.holding().button.is_some() && action.properties().mouse_hold == MouseHold::Released {
            self.let_go().await;
        }
    }

    pub(crate) fn holds_anything(&self) -> bool {
        let holding = self.holding();
        holding.button.is_some() || !holding.keys.is_empty()
    }

    /// Releases everything that is down, without causing a click.
    pub(crate) async fn let_go(&self) {
        if let Some(pre_aim) = self.pre_aims.replace(None) {
            self.arming.disarm_later(pre_aim.armed.iter());
        }
        let Holding { button, keys, held_press } = mem::take(&mut *self.holding());
        self.release_keys(keys).await;
        if let Some(pressed) = button {
            self.release_button(&pressed, held_press.as_ref()).await;
        }
    }

    async fn release_keys(&self, keys: Vec<HeldKey>) {
        for HeldKey { tab, session, key } in keys.into_iter().rev() {
            let released = up(&key, 0);
            let released = self.access.driver().input().key(&session, &released, LET_GO_WITHIN);
            if self.access.call(tab, &session, released).await.is_err() {
                tracing::debug!(key = key.name, "a key stays down; its tab is busy or gone");
            }
        }
    }

    async fn release_button(&self, pressed: &HeldButton, held_press: Option<&HeldPress>) {
        let HeldButton { tab, session, button } = pressed;
        let places = self.places_in(*tab);
        let command_all = |command: PageCommand| {
            let commands = places.iter().map(move |place| {
                let command = command.clone();
                // A document that does not answer in time is busy or gone.
                async move { drop(self.pages.ask(place, &command, LET_GO_WITHIN).await) }
            });
            join_all(commands)
        };
        command_all(PageCommand::LetGo {}).await;
        let (x, y) = self.access.read(|world| world.tabs.get(*tab)?.pointer).unwrap_or_default();
        let driver = self.access.driver();
        if let Some(data) = self.access.change(|world| world.tabs.get_mut(*tab)?.drag.take())
            && let Some(drags) = driver.drags()
        {
            let cancel = DragEvent { kind: DragStep::Cancel, x, y, data };
            drop(self.access.call(*tab, session, drags.drag(session, &cancel, LET_GO_WITHIN)).await);
        }
        let released =
            MouseEvent { kind: MouseStep::Released, x, y, button: *button, click_count: 1, ..MouseEvent::default() };
        let released = driver.input().mouse(session, &released, LET_GO_WITHIN);
        if self.access.call(*tab, session, released).await.is_err() {
            tracing::debug!("the mouse button stays down; its tab is busy or gone");
        }
        if let Some(held_press) = held_press {
            self.intercept_drags(&held_press.place, session, false).await;
        }
        command_all(PageCommand::Disarm {}).await;
    }

    /// Disarms all documents of the lease, so a person's input reaches every element again.
    pub(crate) async fn disarm_all(&self) {
        let tabs = self.access.read(|world| world.tabs.ids(self.access.lease));
        let places: Vec<FrameDocument> = tabs.into_iter().flat_map(|tab| self.places_in(tab)).collect();
        let commands = places.iter().map(|place| async move {
            drop(self.pages.ask(place, &PageCommand::Disarm {}, LET_GO_WITHIN).await);
        });
        join_all(commands).await;
    }

    /// Turns the interception of native drags on or off. A browser that cannot intercept them still drags with the
    /// mouse.
    pub(crate) async fn intercept_drags(&self, place: &FrameDocument, session: &SessionId, enabled: bool) {
        let Some(drags) = self.access.driver().drags() else { return };
        let (top, own) = tokio::join!(
            self.access.call(place.tab, session, drags.intercept(session, enabled, LET_GO_WITHIN)),
            self.access.call(place.tab, &place.session, drags.intercept(&place.session, enabled, LET_GO_WITHIN)),
        );
        if top.is_err() || own.is_err() {
            tracing::debug!("drags are not intercepted");
        }
    }

    /// The documents of a tab that have a page script.
    fn places_in(&self, tab: TabId) -> Vec<FrameDocument> {
        self.access.read(|world| {
            let frames = world.frames.in_tab(tab).filter(|(_, frame)| frame.script_world.is_some());
            frames.map(|(id, frame)| FrameDocument::of(id, frame)).collect()
        })
    }

    fn holding(&self) -> MutexGuard<'_, Holding> {
        self.holding.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a release waits for a tab that does not answer.
const LET_GO_WITHIN: Duration = Duration::from_secs(1);
