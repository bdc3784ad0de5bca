//! The hands: everything that is done to pages, on top of what is known of the browser.
//!
//! Invariant: one action at a time for each owner, and no call without a deadline. A dialog of the page blocks its scripts, so every
//! call into a page also ends when one opens.

// The way in: what is asked for, whether it can be, and which element is meant.
mod act;
mod ahead;
mod element;
mod inspect;
mod place;
mod port;
mod recall;
mod renamed;
mod sound;
mod successor;

// Looking.
mod captcha;
mod changes;
mod collect;
mod data;
mod frames;
mod heard;
mod internals;
mod listeners;
mod look;
mod marks;
mod merge;
mod observe;
mod page_tool;
mod picture;
mod point;
mod reading;
mod roots;

// The mouse.
mod arm;
mod burst;
mod click;
mod drag;
mod half;
mod hold;
mod pointer;
mod scroll;

// Keys and fields.
mod choose;
mod fill;
mod keyboard;
mod keys;
mod number;
mod offered;
mod sections;
mod slide;
mod taken;
mod upload;

// Until what was started has come to rest.
mod calm;
mod expect;
mod overheard;
mod settle;
mod wait;

// Tabs, pages and what concerns the browser as a whole.
mod dialog;
mod eval;
mod lease;
mod rule;
mod several;
mod state;
mod tabs;
mod travel;

pub(crate) use frames::Extent;
pub(crate) use lease::{clear, refuse};

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::Duration;

use webhand_guard::FrameRedactor;
use webhand_model::{DocumentId, FailCode, TabId};

use crate::pump::Around;
use crate::trouble::Trouble;
use crate::world::{LeaseId, World};
use webhand_cdp::{CdpError, Command, Session};

use ahead::Ahead;
use hold::Holding;
use point::{Judged, Pictured};

/// One owner's use of a browser: its tabs, looked at and touched. Other owners of the same browser have other hands.
#[derive(Debug)]
pub struct Hands {
    around: Around,
    /// Whose hands they are: they reach into no tab of another lease.
    lease: LeaseId,
    /// Held while something is done, so that two actions never mix.
    turn: tokio::sync::Mutex<()>,
    /// Documents that still have to be disarmed because a dialog came in between.
    armed: Mutex<Vec<DocumentId>>,
    newest: Mutex<Option<webhand_model::Snapshot>>,
    /// Some that came before it, newest first.
    earlier: Mutex<VecDeque<webhand_model::Snapshot>>,
    /// What was told when a snapshot was asked for the last time.
    told: Mutex<Option<webhand_model::Snapshot>>,
    /// What the guard was asked about last, if it may be clicked next.
    ahead: Mutex<Option<Ahead>>,
    /// What lay at a point when an action on that point was judged.
    judged: Mutex<Option<Judged>>,
    /// What the last picture shows.
    pictured: Mutex<Pictured>,
    /// What is held down.
    holding: Mutex<Holding>,
    /// What of a page the newest action may tell.
    sight: Mutex<Option<FrameRedactor>>,
}

impl Hands {
    pub(crate) fn new(around: Around, lease: LeaseId) -> Self {
        Self {
            around,
            lease,
            turn: tokio::sync::Mutex::default(),
            armed: Mutex::default(),
            newest: Mutex::default(),
            earlier: Mutex::default(),
            told: Mutex::default(),
            ahead: Mutex::default(),
            judged: Mutex::default(),
            pictured: Mutex::default(),
            holding: Mutex::default(),
            sight: Mutex::default(),
        }
    }

    fn read<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.around.shared.read(look)
    }

    fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        self.around.shared.change(change)
    }

    /// Waits until `look` finds something, but not for ever.
    async fn until<T>(&self, within: Duration, look: impl FnMut(&World) -> Option<T>) -> Option<T> {
        webhand_rt::timeout(within, self.around.shared.until(look)).await.ok()
    }

    fn browser(&self) -> Session {
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
    fn blocked(&self, tab: TabId) -> Option<Trouble> {
        self.read(|world| {
            let dialog = world.tabs.get(tab)?.dialog.as_ref()?;
            Some(Trouble::dialog_open(&dialog.kind, &dialog.message))
        })
    }

    /// Calls into a tab; ends early when a dialog, a held navigation or the tab's end keeps it from being answered.
    async fn call<C: Command>(
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
}

/// Why a call into a tab did not end as it should.
#[derive(Debug)]
enum Stopped {
    /// The page opened a dialog; what was called goes on behind it.
    Dialog,
    /// A navigation of the tab is held, and until it is ruled on the browser passes nothing on to the page.
    Held,
    Error(CdpError),
}
