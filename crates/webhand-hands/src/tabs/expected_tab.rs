//! Assigns tabs that the browser itself opens, as for a click with Ctrl held down, to the owner that caused them.
//!
//! Such a tab has no opener, so it goes to the owner that is expecting one. Only one owner at a time may expect a tab.

use std::time::Duration;

use tokio::sync::MutexGuard;
use webhand_model::{Action, ActionInput, Button, Modifier};
use webhand_rt::timeout;

use crate::tabs::TabControl;
use crate::world::{Activity, LeaseId, SharedWorld};

impl TabControl {
    /// While the returned guard lives, a tab without an opener belongs to this owner. `None` for actions that open no tab,
    /// and when another owner keeps expecting one for too long: a tab that opens then belongs to no owner.
    pub(crate) async fn expect_tab(&self, action: &Action) -> Option<ExpectedTab<'_>> {
        if !opens_tab(action) {
            return None;
        }
        let alone = timeout(ALONE_WITHIN, self.access.browser.opening.lock()).await.ok()?;
        let shared = &self.access.browser.shared;
        self.access.change(|world| world.leases.set_activity(self.access.lease, Activity::OpeningTab));
        Some(ExpectedTab { shared, lease: self.access.lease, _alone: alone })
    }
}

/// The guard of [`TabControl::expect_tab`].
pub(crate) struct ExpectedTab<'a> {
    shared: &'a SharedWorld,
    lease: LeaseId,
    _alone: MutexGuard<'a, ()>,
}

impl Drop for ExpectedTab<'_> {
    fn drop(&mut self) {
        self.shared.change(|world| world.leases.set_activity(self.lease, Activity::Acting));
    }
}

fn opens_tab(action: &Action) -> bool {
    let opens = |modifier: &Modifier| match modifier {
        Modifier::Control | Modifier::Meta | Modifier::Shift => true,
        Modifier::Alt => false,
    };
    match action.input() {
        ActionInput::Key(key) => key.contains('+') && key.ends_with("Enter"),
        ActionInput::Click { button, modifiers } => button == Button::Middle || modifiers.iter().any(opens),
        ActionInput::MouseUp
        | ActionInput::Keystrokes { .. }
        | ActionInput::Text(_)
        | ActionInput::Options { .. }
        | ActionInput::Files(_)
        | ActionInput::Address(_)
        | ActionInput::Other => false,
    }
}

const ALONE_WITHIN: Duration = Duration::from_secs(10);
