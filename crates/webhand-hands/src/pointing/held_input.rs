//! What is held down: the mouse button between its press and its release, and keys.
//!
//! Invariant: whatever goes down is noted here as it is sent, and crossed out as its release is sent. An action can be
//! broken off anywhere, so whoever takes the hands off, or wants the mouse for something else, calls [`Hands::let_go`].

use crate::access::Access;
use crate::documents::Pages;
use crate::pointing::{Arming, PreAims};
use std::mem;
use std::sync::{Arc, Mutex};
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{Action, ActionGroup, TabId, find_spec};
use webhand_wire::PageCommand;

use crate::documents::pages::FrameDocument;
use crate::driver::{DragEvent, DragStep, MouseButton, MouseEvent, MouseStep, SessionId};
use crate::fields::keyboard::up;
use crate::fields::keys::Key;

/// What is down now.
#[derive(Debug, Default)]
pub(crate) struct Holding {
    button: Option<Pressed>,
    keys: Vec<Down>,
    /// Where half a click took hold.
    grip: Option<Grip>,
}

/// A mouse button that is down.
#[derive(Debug, Clone)]
struct Pressed {
    tab: TabId,
    session: SessionId,
    button: MouseButton,
}

/// A key that is down.
#[derive(Debug)]
struct Down {
    tab: TabId,
    session: SessionId,
    key: Key,
}

/// What the mouse has taken hold of, for as long as the brain wants.
#[derive(Debug, Clone)]
pub(crate) struct Grip {
    /// Where the element is that took the press.
    pub(crate) place: FrameDocument,
    /// The mouse has not been moved since.
    pub(crate) is_fresh: bool,
}

/// The mouse button and the keys that are down.
#[derive(Debug)]
pub(crate) struct HeldInput {
    access: Arc<Access>,
    arming: Arc<Arming>,
    pages: Arc<Pages>,
    pre_aims: Arc<PreAims>,
    holding: Mutex<Holding>,
}

impl HeldInput {
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

impl HeldInput {
    /// Notes what a mouse event means for the button.
    pub(crate) fn note_button(&self, tab: TabId, session: &SessionId, event: &MouseEvent) {
        match event.kind {
            MouseStep::Pressed => {
                let pressed = Pressed { tab, session: session.clone(), button: event.button };
                self.holding().button = Some(pressed);
            }
            MouseStep::Released => self.release_noted(),
            MouseStep::Moved => {}
        }
    }

    /// The button came up, or a drop ended the drag.
    pub(crate) fn release_noted(&self) {
        let mut holding = self.holding();
        holding.button = None;
        holding.grip = None;
    }

    pub(crate) fn note_key_down(&self, tab: TabId, session: &SessionId, key: &Key) {
        self.holding().keys.push(Down { tab, session: session.clone(), key: key.clone() });
    }

    pub(crate) fn note_key_up(&self, key: &Key) {
        self.holding().keys.retain(|down| down.key != *key);
    }

    pub(crate) fn note_grip(&self, grip: Grip) {
        self.holding().grip = Some(grip);
    }

    /// What half a click holds in the current tab.
    pub(crate) fn grip(&self) -> Option<Grip> {
        let (tab, _) = self.access.current().ok()?;
        self.holding().grip.clone().filter(|grip| grip.place.tab == tab)
    }

    /// Lets go of what an action that is about to be done has no use for.
    pub(crate) async fn let_go_for(&self, action: &Action) {
        let keys = mem::take(&mut self.holding().keys);
        self.lift_keys(keys).await;
        if self.holding().button.is_some() && !keeps_hold(action) {
            self.let_go().await;
        }
    }

    pub(crate) fn holds_anything(&self) -> bool {
        let holding = self.holding();
        holding.button.is_some() || !holding.keys.is_empty()
    }

    /// Lets go of everything, and nothing is clicked by it.
    pub(crate) async fn let_go(&self) {
        if let Some(ahead) = self.pre_aims.put_ahead(None) {
            self.arming.later(ahead.armed.iter());
        }
        let Holding { button, keys, grip } = mem::take(&mut *self.holding());
        self.lift_keys(keys).await;
        if let Some(pressed) = button {
            self.lift_button(&pressed, grip.as_ref()).await;
        }
    }

    async fn lift_keys(&self, keys: Vec<Down>) {
        for Down { tab, session, key } in keys.into_iter().rev() {
            let released = up(&key, 0);
            let released = self.access.driver().input().key(&session, &released, LET_GO_WITHIN);
            if self.access.call(tab, &session, released).await.is_err() {
                tracing::debug!(key = key.name, "a key stays down; its tab is busy or gone");
            }
        }
    }

    async fn lift_button(&self, pressed: &Pressed, grip: Option<&Grip>) {
        let Pressed { tab, session, button } = pressed;
        let places = self.places_in(*tab);
        let tell = |command: PageCommand| {
            let asked = places.iter().map(move |place| {
                let command = command.clone();
                // One that does not answer in time is busy, or gone.
                async move { drop(self.pages.ask(place, &command, LET_GO_WITHIN).await) }
            });
            join_all(asked)
        };
        tell(PageCommand::LetGo {}).await;
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
        if let Some(grip) = grip {
            self.intercept_drags(&grip.place, session, false).await;
        }
        tell(PageCommand::Disarm {}).await;
    }

    /// Input reaches every element again, whatever was under way when the hands were taken off.
    pub(crate) async fn disarm_all(&self) {
        let tabs = self.access.read(|world| world.tabs.ids(self.access.lease));
        let places: Vec<FrameDocument> = tabs.into_iter().flat_map(|tab| self.places_in(tab)).collect();
        let asked = places.iter().map(|place| async move {
            drop(self.pages.ask(place, &PageCommand::Disarm {}, LET_GO_WITHIN).await);
        });
        join_all(asked).await;
    }

    /// A browser that cannot intercept drags still drags with the mouse.
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

/// Whether the button may stay down meanwhile: looking, moving the mouse and pressing keys go with it.
fn keeps_hold(action: &Action) -> bool {
    let looks = find_spec(action.name()).is_some_and(|spec| spec.group == ActionGroup::Look);
    looks || matches!(action, Action::Mouse { .. } | Action::HoverAt { .. } | Action::Press { .. })
}

/// A tab that does not answer is not waited for longer.
const LET_GO_WITHIN: Duration = Duration::from_secs(1);
