//! Tabs that the browser itself opens for a click with a key held down.
//!
//! Such a tab has no opener, so whose it is can only be told by who asked for one. Only one owner asks at a time.

use std::time::Duration;

use tokio::sync::MutexGuard;
use webhand_model::{Action, Button, Modifier};
use webhand_rt::timeout;

use crate::tabs::TabControl;
use crate::world::{Activity, LeaseId, SharedWorld};

impl TabControl {
    /// While this lives, within an action, a tab without an opener is ours. `None` for actions that ask for none, and when somebody else
    /// takes too long: a tab that comes then is nobody's.
    pub(crate) async fn expecting(&self, action: &Action) -> Option<Expecting<'_>> {
        if !asks_for_tab(action) {
            return None;
        }
        let alone = timeout(ALONE_WITHIN, self.access.browser.opening.lock()).await.ok()?;
        let shared = &self.access.browser.shared;
        self.access.change(|world| world.leases.set_activity(self.access.lease, Activity::OpeningTab));
        Some(Expecting { shared, lease: self.access.lease, _alone: alone })
    }
}

pub(crate) struct Expecting<'a> {
    shared: &'a SharedWorld,
    lease: LeaseId,
    _alone: MutexGuard<'a, ()>,
}

impl Drop for Expecting<'_> {
    fn drop(&mut self) {
        self.shared.change(|world| world.leases.set_activity(self.lease, Activity::Acting));
    }
}

fn asks_for_tab(action: &Action) -> bool {
    let opens = |modifier: &Modifier| match modifier {
        Modifier::Control | Modifier::Meta | Modifier::Shift => true,
        Modifier::Alt => false,
    };
    if let Action::Press { key, .. } = action {
        key.contains('+') && key.ends_with("Enter")
    } else if let Action::Click { button, modifiers, .. } | Action::ClickAt { button, modifiers, .. } = action {
        *button == Some(Button::Middle) || modifiers.as_ref().is_some_and(|modifiers| modifiers.iter().any(opens))
    } else {
        false
    }
}

const ALONE_WITHIN: Duration = Duration::from_secs(10);
