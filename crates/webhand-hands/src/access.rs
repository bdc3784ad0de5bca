//! The way to the browser for one owner: what is known of it, its current tab, and calls with a deadline.
//!
//! Invariant: no call without a deadline. A dialog of the page blocks its scripts, so every call into a page also ends
//! when one opens.

use std::time::Duration;

use webhand_cdp::{CdpError, Command, Session};
use webhand_model::{FailCode, TabId};

use crate::pump::Around;
use crate::tabs::lease;
use crate::trouble::Trouble;
use crate::world::{Doing, LeaseId, Shared, World};

/// One owner's access to the browser.
#[derive(Debug)]
pub(crate) struct Access {
    pub(crate) around: Around,
    /// The owner's lease: no tab of another lease is reached into.
    pub(crate) lease: LeaseId,
    /// Held while something is done, so that two actions never mix.
    pub(crate) turn: tokio::sync::Mutex<()>,
}

impl Access {
    pub(crate) fn new(around: Around, lease: LeaseId) -> Self {
        Self { around, lease, turn: tokio::sync::Mutex::default() }
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.around.shared.read(look)
    }

    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        self.around.shared.change(change)
    }

    /// Waits until `look` finds something, but not for ever.
    pub(crate) async fn until<T>(&self, within: Duration, look: impl FnMut(&World) -> Option<T>) -> Option<T> {
        webhand_rt::timeout(within, self.around.shared.until(look)).await.ok()
    }

    pub(crate) fn browser(&self) -> Session {
        self.around.client.browser()
    }

    /// The tab the run works in, with its session.
    pub(crate) fn current(&self) -> Result<(TabId, Session), Trouble> {
        self.read(|world| {
            if world.disconnected {
                return Err(Trouble::failed(FailCode::Gone, "the browser is gone; start it again"));
            }
            if world.leases.is_given_back(self.lease) {
                return Err(lease::given_back());
            }
            let tab = world.current(self.lease).map(|tab| (tab.id, tab.session.clone()));
            tab.ok_or_else(|| Trouble::failed(FailCode::Gone, "all tabs are closed; open an address"))
        })
    }

    /// A dialog of a tab, as the reason why nothing else can be done there.
    pub(crate) fn blocked(&self, tab: TabId) -> Option<Trouble> {
        self.read(|world| {
            let dialog = world.tabs.get(tab)?.dialog.as_ref()?;
            Some(Trouble::dialog_open(&dialog.kind, &dialog.message))
        })
    }

    /// Calls into a tab; ends early when a dialog, a held navigation or the tab's end keeps it from being answered.
    pub(crate) async fn call<C: Command>(
        &self,
        tab: TabId,
        session: &Session,
        command: &C,
        within: Duration,
    ) -> Result<C::Reply, Stopped> {
        let stopped = self.around.shared.until(|world| match world.tabs.get(tab) {
            None => Some(Stopped::Error(CdpError::SessionGone { method: C::METHOD.to_owned() })),
            Some(tab) if tab.dialog.is_some() => Some(Stopped::Dialog),
            Some(_) => world.is_suspended(session.id()).then_some(Stopped::Held),
        });
        tokio::select! {
            biased;
            answer = session.call_within(command, within) => answer.map_err(Stopped::Error),
            stopped = stopped => Err(stopped),
        }
    }

    pub(crate) fn unblocked(&self) -> Result<(), Trouble> {
        let (tab, _) = self.current()?;
        self.blocked(tab).map_or(Ok(()), Err)
    }

    /// While this lives, requests that start may be the action's doing.
    pub(crate) fn acting(&self) -> Acting<'_> {
        self.change(|world| world.leases.set_doing(self.lease, Doing::Acting));
        Acting { shared: &self.around.shared, lease: self.lease }
    }

    /// The run touches this tab: from now on requests that leave a mark are held.
    pub(crate) fn touch(&self, tab: TabId) {
        self.change(|world| {
            world.leases.begin_input(self.lease);
            if let Some(tab) = world.tabs.get_mut(tab) {
                tab.touched = true;
            }
        });
    }
}

/// Why a call into a tab did not end as it should.
#[derive(Debug)]
pub(crate) enum Stopped {
    /// The page opened a dialog; what was called goes on behind it.
    Dialog,
    /// A navigation of the tab is held, and until it is ruled on the browser passes nothing on to the page.
    Held,
    Error(CdpError),
}

/// Resets what [`Access::acting`] set, also when the action is given up in the middle.
pub(crate) struct Acting<'a> {
    shared: &'a Shared,
    lease: LeaseId,
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        self.shared.change(|world| world.leases.set_doing(self.lease, Doing::Nothing));
    }
}
