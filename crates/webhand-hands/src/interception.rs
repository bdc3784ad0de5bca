//! Has the browser pause requests, from the moment on when there is something to protect.
//!
//! Pausing slows every load, whatever is paused, so it begins with the first touch, composed address or private text; until
//! then every request is the page's own. Invariant: before anything is touched, each request of the touched page and of
//! its workers is paused or fails. Start reading at [`before_action`].

use std::time::Duration;

use futures_util::future::join_all;
use webhand_guard::{Approved, Touch};
use webhand_model::{Action, ActionClass};

use crate::connection::AskMode;
use crate::driver::{DriverError, HeldRequests, PausedKinds, SessionId};
use crate::egress::GatedSocket;
use crate::event_loop::BrowserHandle;
use crate::world::{
    FrameFlow, LeaseId, World, all_gates, awaits_scripts, fail_unaware, page_sessions, sending_sessions, sockets_of,
};

/// Prepares the browser for an action of an owner, before anything of it happens.
pub(crate) async fn before_action(
    browser: &BrowserHandle,
    lease: LeaseId,
    approved: &Approved,
) -> Result<(), DriverError> {
    if let Some(kinds) = needed(approved) {
        start(browser, kinds).await?;
    }
    if approved.touch() == Touch::Nothing { Ok(()) } else { reach_scripts(browser, lease).await }
}

/// As [`before_action`], for an action that turns out to touch pages while it is under way.
pub(crate) async fn before_touch(browser: &BrowserHandle, lease: LeaseId) -> Result<(), DriverError> {
    start(browser, PausedKinds::Marking).await?;
    reach_scripts(browser, lease).await
}

/// The requests that have to be paused from an action on.
fn needed(approved: &Approved) -> Option<PausedKinds> {
    let grants = approved.request_grants();
    // Parts of pages cost a round trip each, so they are paused only where their addresses may carry something away.
    let searches = grants.searches_addresses() && approved.class() != ActionClass::Read;
    if searches || matches!(approved.action(), Action::Eval { .. }) {
        Some(PausedKinds::All)
    } else if approved.touch() != Touch::Nothing || !grants.reads_public_web() || grants.permit_scripts() {
        // Where a run may read only some sites, a document that leads elsewhere has to wait, a server's redirect too.
        // A script could have a page that is loaded already prefetch an address, which no rerouting reaches.
        Some(PausedKinds::Marking)
    } else {
        None
    }
}

/// Has the browser pause requests of these kinds, as far as it does not yet.
pub(crate) async fn start(browser: &BrowserHandle, kinds: PausedKinds) -> Result<(), DriverError> {
    let Some(requests) = browser.driver.held_requests() else { return Ok(()) };
    let covers = |world: &World| world.interception.covers(kinds);
    if browser.shared.read(covers) {
        return Ok(());
    }
    let _turn = browser.intercepting.lock().await;
    if browser.shared.read(covers) {
        return Ok(());
    }
    let is_on = browser.shared.change(|world| {
        world.interception.begin();
        world.interception.is_on()
    });
    requests.pause(kinds, WITHIN).await?;
    if kinds == PausedKinds::All {
        await_admissions(browser);
    }
    if !is_on && browser.options.ask_mode == AskMode::Hold {
        reroute_all(browser, requests).await?;
    }
    browser.shared.change(|world| world.interception.complete(kinds));
    Ok(())
}

/// Has sockets wait until their addresses are judged, which no interception sees. A person's own tabs are not followed, so
/// where there are any, sockets are cut when they have begun.
fn await_admissions(browser: &BrowserHandle) {
    let gates = browser.shared.read(|world| {
        let is_shared_with_person = world.leases.has_person;
        if is_shared_with_person { Vec::new() } else { all_gates(world) }
    });
    for gate in gates {
        gate.await_admissions();
    }
}

/// Sends the requests of everything that is loaded already through the interception; in a browser of the person that is
/// theirs and left alone. What is loaded from now on is
/// intercepted by itself.
async fn reroute_all(browser: &BrowserHandle, requests: &dyn HeldRequests) -> Result<(), DriverError> {
    // A target that was there when the browser began to pause may not be known yet.
    let received = browser.driver.events_received();
    let known = |world: &World| (world.events_applied >= received || world.disconnected).then_some(());
    let _ = webhand_rt::timeout(WITHIN, browser.shared.until(known)).await;
    reroute_loaded(browser, requests).await?;
    for session in browser.shared.read(page_sessions) {
        browser.shared.change(|world| world.interception.add_unaware(session.clone()));
        webhand_rt::spawn(follow_script(browser.clone(), session));
    }
    Ok(())
}

async fn reroute_loaded(browser: &BrowserHandle, requests: &dyn HeldRequests) -> Result<(), DriverError> {
    let sessions = browser.shared.read(sending_sessions);
    for rerouted in join_all(sessions.iter().map(|session| requests.reroute(session, WITHIN))).await {
        match rerouted {
            Ok(()) => {}
            Err(error @ DriverError::TimedOut { .. }) => return Err(error),
            // A target that is gone sends nothing, and a worker is reached through its page.
            Err(error) => tracing::debug!(%error, "the requests of a target cannot be rerouted"),
        }
    }
    Ok(())
}

/// Sends the requests of a target that has just appeared through the interception: it may have been loaded in the moment
/// before that began.
pub(crate) async fn reroute_new(browser: &BrowserHandle, session: &SessionId) {
    let Some(requests) = browser.driver.held_requests() else { return };
    let is_own_browser = browser.options.ask_mode == AskMode::Hold;
    if !is_own_browser || !browser.shared.read(|world| world.interception.has_begun()) {
        return;
    }
    if let Err(error) = requests.reroute(session, WITHIN).await {
        tracing::debug!(%error, "the requests of a new target cannot be rerouted");
    }
}

/// Waits until the script is over that a target was in the middle of, and with it the last request that may go around the
/// interception.
async fn follow_script(browser: BrowserHandle, session: SessionId) {
    let Some(requests) = browser.driver.held_requests() else { return };
    while let Err(DriverError::TimedOut { .. }) = requests.wait_for_scripts(&session, SCRIPT_OVER_WITHIN).await {
        if browser.shared.read(|world| world.disconnected || !world.sessions.contains_key(&session)) {
            break;
        }
    }
    if !browser.shared.change(|world| world.interception.remove_unaware(&session)) {
        return;
    }
    // Until the turn is over, the rule that is lifted here may still be on its way.
    let _turn = browser.intercepting.lock().await;
    let Some(channels) = browser.driver.live_channels() else { return };
    let lifted = match browser.shared.read(|world| world.sockets.flow(&session)) {
        FrameFlow::Held | FrameFlow::Lifted => channels.hold_frames(&session, WITHIN).await,
        FrameFlow::Open => channels.release_frames(&session, WITHIN).await,
    };
    if let Err(error) = lifted {
        tracing::debug!(%error, "the requests of a target still fail; it may be gone");
    }
}

/// Waits until the scripts of an owner's pages know of the interception. What a script sends that does not end in time
/// fails: it was begun before, and would leave unjudged.
async fn reach_scripts(browser: &BrowserHandle, lease: LeaseId) -> Result<(), DriverError> {
    let Some(requests) = browser.driver.held_requests() else { return Ok(()) };
    // A frame that was about to show its document when interception began has the loaders of before.
    if browser.shared.change(|world| world.interception.begin_touch()) {
        reroute_loaded(browser, requests).await?;
    }
    let known = |world: &World| (!awaits_scripts(world, lease)).then_some(());
    let _ = webhand_rt::timeout(SCRIPTS_REACHED_WITHIN, browser.shared.until(known)).await;
    let _turn = browser.intercepting.lock().await;
    let (late, sockets) = browser.shared.change(|world| {
        let late = fail_unaware(world, lease);
        let sockets: Vec<GatedSocket> = late.iter().flat_map(|session| sockets_of(world, session)).collect();
        (late, sockets)
    });
    for socket in sockets {
        socket.cut();
    }
    for failing in join_all(late.iter().map(|session| requests.fail_all(session, WITHIN))).await {
        match failing {
            Ok(()) => {}
            Err(error @ DriverError::TimedOut { .. }) => return Err(error),
            Err(error) => tracing::debug!(%error, "a target that is busy cannot be kept from sending; it may be gone"),
        }
    }
    Ok(())
}

const WITHIN: Duration = Duration::from_secs(5);
/// A page that is busy for longer may be touched all the same, and its requests fail meanwhile.
const SCRIPTS_REACHED_WITHIN: Duration = Duration::from_secs(10);
const SCRIPT_OVER_WITHIN: Duration = Duration::from_secs(30);
