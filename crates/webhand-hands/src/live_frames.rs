//! Holds, releases and stops the frames of web sockets, as the guard decided.
//!
//! Invariant: from a run's first touch on, no frame of its tabs leaves unjudged. A refused frame cannot be taken out of the
//! browser's queue, so the connection that it waits for is cut before anything else of its target may go.

use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{HeldRequestId, TabId};

use crate::connection::AskMode;
use crate::driver::{DriverError, SessionId};
use crate::egress::{GatedSocket, OwnerGate};
use crate::event_loop::{BrowserHandle, release_decided};
use crate::tabs::lease::refuse_requests;
use crate::world::{LeaseId, SocketId, World, closing_in_tab, gate_of, undecided_sockets};

/// Holds the frames of everything that runs in an owner's tabs, as far as they are not held yet.
pub(crate) async fn hold_frames(browser: &BrowserHandle, lease: LeaseId) {
    if !can_hold(browser) {
        return;
    }
    let Some(channels) = browser.driver.live_channels() else { return };
    let new = browser.shared.change(|world| {
        let sessions = sessions_of(world, lease);
        let new = sessions.into_iter().filter(|session| world.sockets.hold(session)).collect::<Vec<_>>();
        // The sockets of a target whose requests fail are cut.
        new.into_iter().filter(|session| !world.interception.fails(session)).collect::<Vec<_>>()
    });
    // The rule may be lifted for frames that go; what this action sends must not go with them.
    if let OwnerGate::Known(gate) | OwnerGate::Any(gate) = browser.shared.read(|world| gate_of(world, lease)) {
        gate.delay_sockets();
    }
    let is_held =
        |world: &World| (!sessions_of(world, lease).iter().any(|own| world.sockets.is_lifted(own))).then_some(());
    let _ = webhand_rt::timeout(WITHIN, browser.shared.until(is_held)).await;
    let held = join_all(new.iter().map(|session| channels.hold_frames(session, WITHIN))).await;
    for (session, held) in new.iter().zip(held) {
        if let Err(error) = held {
            tracing::debug!(%error, "frames of a target are not held; it may be gone");
            browser.shared.change(|world| world.sockets.end_hold(session));
        }
    }
}

/// Whether frames may be held: a browser that goes on without this process would send them.
fn can_hold(browser: &BrowserHandle) -> bool {
    browser.options.ask_mode == AskMode::Hold
}

/// Holds the frames of one target, which stands still until it is set up.
pub(crate) async fn hold_session(browser: &BrowserHandle, session: &SessionId) {
    if !can_hold(browser) {
        return;
    }
    let Some(channels) = browser.driver.live_channels() else { return };
    browser.shared.change(|world| world.sockets.hold(session));
    if let Err(error) = channels.hold_frames(session, WITHIN).await {
        tracing::debug!(%error, "frames of a target are not held; it may be gone");
        browser.shared.change(|world| world.sockets.end_hold(session));
    }
}

/// Keeps a target from sending anything: it is closed before anybody could judge it.
pub(crate) async fn silence(browser: &BrowserHandle, session: &SessionId) {
    let (Some(channels), Some(requests)) = (browser.driver.live_channels(), browser.driver.held_requests()) else {
        return;
    };
    // The browser performs them in this order.
    let (followed, failing) = tokio::join!(channels.hold_frames(session, WITHIN), requests.fail_all(session, WITHIN));
    if let Err(error) = followed.and(failing) {
        tracing::debug!(%error, "a tab too many may send until it is closed");
    }
}

/// Keeps what a tab may not send from leaving with it: the browser lets go of frames when it closes their page.
pub(crate) async fn silence_tab(browser: &BrowserHandle, tab: TabId) {
    let (held, sockets) = browser.shared.change(|world| (world.held.drain_tab(tab), closing_in_tab(world, tab)));
    for socket in sockets {
        socket.cut();
    }
    refuse_requests(browser, held).await;
}

/// Lets the frames of an owner's tabs go from now on, because the person uses the tabs. Its held requests are refused
/// already. A worker that serves others too, or has frames that nobody decided about, stays as it is.
pub(crate) async fn stop_holding(browser: &BrowserHandle, lease: LeaseId) {
    let Some(channels) = browser.driver.live_channels() else { return };
    let (sessions, undecided) = browser.shared.change(|world| {
        let mut sessions = own_sessions(world, lease);
        let sockets: Vec<GatedSocket> = sessions.iter().flat_map(|own| undecided_sockets(world, own)).collect();
        let workers = world.workers_of(lease).filter(|worker| !world.sockets.has_undecided(worker)).cloned();
        sessions.extend(workers.collect::<Vec<_>>());
        for session in &sessions {
            world.sockets.end_hold(session);
        }
        (sessions, sockets)
    });
    for socket in undecided {
        socket.cut();
    }
    for lifted in join_all(sessions.iter().map(|session| channels.release_frames(session, WITHIN))).await {
        if let Err(error) = lifted {
            tracing::debug!(%error, "frames of a target stay held; it may be gone");
        }
    }
}

/// Lets the frames go that waited for the end of an action and may go. It does not wait for them.
pub(crate) fn release_waiting(browser: &BrowserHandle, lease: LeaseId) {
    let ready = browser.shared.change(|world| {
        let mut sessions = own_sessions(world, lease);
        // A frame that another owner's action sends over a shared worker could go with them; they go after that action.
        if world.leases.acting().all(|acting| acting == lease) {
            sessions.extend(world.shared_workers.sessions().cloned());
        }
        sessions.into_iter().filter(|session| world.sockets.begin_release(session)).collect::<Vec<_>>()
    });
    for session in ready {
        let browser = browser.clone();
        webhand_rt::spawn(async move {
            if let Err(error) = let_frames_go(&browser, &session).await {
                tracing::debug!(%error, "waiting frames were not sent; their target may be gone");
            }
        });
    }
}

/// Lets a frame go that the person or a grant allowed, as soon as no other frame of its target is undecided.
pub(crate) async fn release_frame(
    browser: &BrowserHandle,
    socket: &SocketId,
    question: HeldRequestId,
) -> Result<(), DriverError> {
    let may_go = browser.shared.change(|world| {
        world.sockets.allow(&socket.session, question);
        !release_decided(world, &socket.session).is_empty()
    });
    if may_go { let_frames_go(browser, &socket.session).await } else { Ok(()) }
}

/// Lets the waiting frames of a target go, and holds those that follow.
pub(crate) async fn let_frames_go(browser: &BrowserHandle, session: &SessionId) -> Result<(), DriverError> {
    let Some(channels) = browser.driver.live_channels() else { return Ok(()) };
    // As long as all requests of the target fail, its rule stays as it is.
    let works = browser.shared.until(|world| (!world.interception.fails(session)).then_some(()));
    if webhand_rt::timeout(WITHIN, works).await.is_err() {
        browser.shared.change(|world| world.sockets.end_release(session));
        return Ok(());
    }
    loop {
        let lifted = channels.release_frames(session, WITHIN).await;
        let held = channels.hold_frames(session, WITHIN).await;
        // A frame that was sent meanwhile and may go waits again, so it is let go in the same way.
        let goes_on = browser.shared.change(|world| {
            world.sockets.end_release(session);
            world.sockets.begin_release(session)
        });
        lifted.and(held)?;
        if !goes_on {
            return Ok(());
        }
    }
}

/// Everything that runs in the tabs of an owner and can open sockets, and the workers that may serve them.
fn sessions_of(world: &World, lease: LeaseId) -> Vec<SessionId> {
    let mut sessions = own_sessions(world, lease);
    sessions.extend(world.shared_workers.sessions().cloned());
    sessions
}

/// Everything that runs in the tabs of an owner and can open sockets.
fn own_sessions(world: &World, lease: LeaseId) -> Vec<SessionId> {
    let is_own = |tab| world.lease_of(tab) == Some(lease);
    world.sessions.iter().filter(|(_, own)| is_own(own.tab)).map(|(session, _)| session.clone()).collect()
}

const WITHIN: Duration = Duration::from_secs(5);
