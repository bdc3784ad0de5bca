//! One owner's access to the browser: what is known of it, the owner's current tab, and calls into its tabs.
//!
//! Invariant: no call without a deadline. A dialog of the page blocks its scripts, so every call into a page also ends
//! when one opens.

use std::time::Duration;

use webhand_model::{FailCode, TabId};

use crate::action_error::ActionError;
use crate::driver::{Driver, DriverError, SessionId};
use crate::event_loop::BrowserHandle;
use crate::tabs::lease;
use crate::world::{Activity, LeaseId, SharedWorld, World};

/// One owner's access to the browser.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) browser: BrowserHandle,
    /// The owner's lease: no tab of another lease is reached into.
    pub(crate) lease: LeaseId,
    /// Held while something is done, so that two actions never mix.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

impl Access {
    pub(crate) fn new(browser: BrowserHandle, lease: LeaseId) -> Self {
        Self { browser, lease, turn: tokio::sync::Mutex::default() }
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.browser.shared.read(look)
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        self.browser.shared.change(change)
    }

    /// Waits until `look` finds something, but not for ever.
    pub(crate) async fn until<T>(&self, within: Duration, look: impl FnMut(&World) -> Option<T>) -> Option<T> {
        webhand_rt::timeout(within, self.browser.shared.until(look)).await.ok()
    }

    pub(crate) fn driver(&self) -> &dyn Driver {
        &*self.browser.driver
    }

    /// The tab the run works in, with its session.
    pub(crate) fn current(&self) -> Result<(TabId, SessionId), ActionError> {
        self.read(|world| {
            if world.disconnected {
                return Err(ActionError::failed(FailCode::Gone, "the browser is gone; start it again"));
            }
            if world.leases.is_given_back(self.lease) {
                return Err(lease::session_ended());
            }
            let tab = world.current(self.lease).map(|tab| (tab.id, tab.session.clone()));
            tab.ok_or_else(|| ActionError::failed(FailCode::Gone, "all tabs are closed; open an address"))
        })
    }

    /// A dialog of a tab, as the reason why nothing else can be done there.
    pub(crate) fn blocked(&self, tab: TabId) -> Option<ActionError> {
        self.read(|world| {
            let dialog = world.tabs.get(tab)?.dialog.as_ref()?;
            Some(ActionError::dialog_open(&dialog.kind, &dialog.message))
        })
    }

    /// Waits for the answer to a call into a tab; ends early when a dialog, a held navigation or the tab's end keeps
    /// the page from answering.
    pub(crate) async fn call<T>(
        &self,
        tab: TabId,
        session: &SessionId,
        answer: impl Future<Output = Result<T, DriverError>>,
    ) -> Result<T, CallError> {
        let interrupted = self.browser.shared.until(|world| match world.tabs.get(tab) {
            None => Some(CallError::Driver(DriverError::TargetGone { call: "a call".to_owned() })),
            Some(tab) if tab.dialog.is_some() => Some(CallError::DialogOpen),
            Some(_) => world.is_suspended(session).then_some(CallError::NavigationHeld),
        });
        tokio::select! {
            biased;
            answer = answer => answer.map_err(CallError::Driver),
            interrupted = interrupted => Err(interrupted),
        }
    }

    pub(crate) fn unblocked(&self) -> Result<(), ActionError> {
        let (tab, _) = self.current()?;
        self.blocked(tab).map_or(Ok(()), Err)
    }

    /// While the guard lives, requests that start may be caused by the action.
    pub(crate) fn begin_activity(&self, activity: Activity) -> Acting<'_> {
        self.change(|world| world.leases.set_activity(self.lease, activity));
        Acting { shared: &self.browser.shared, lease: self.lease }
    }

    /// Marks that the run touches this tab: from now on requests that leave a mark are held.
    pub(crate) fn touch(&self, tab: TabId) {
        self.change(|world| world.touch(self.lease, tab, None));
    }
}

/// Why a call into a tab has no answer.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The page opened a dialog; the call goes on behind it.
    DialogOpen,
    /// A navigation of the tab is held, and until it is decided the browser passes nothing on to the page.
    NavigationHeld,
    Driver(DriverError),
}

/// Resets the mark that [`Access::begin_activity`] set, also when the action is given up in the middle.
pub(crate) struct Acting<'a> {
    shared: &'a SharedWorld,
    lease: LeaseId,
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        self.shared.change(|world| world.leases.set_activity(self.lease, Activity::Idle));
    }
}
