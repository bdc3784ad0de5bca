//! Hands out the requests that a grant lets go between two actions, so that each is recorded before it leaves.

use std::time::Duration;

use futures_util::FutureExt as _;
use webhand_port::OutgoingRequest;

use crate::access::Access;
use crate::driver::PausedRequestId;
use crate::event_loop::BrowserHandle;

/// Waits for the next one of this owner. From the first call on they wait to be let go.
pub(super) async fn next(access: &Access) -> OutgoingRequest {
    let lease = access.lease;
    if !access.read(|world| world.outgoing_requests.is_recording(lease)) {
        access.change(|world| {
            if !world.leases.is_given_back(lease) {
                world.outgoing_requests.begin_recording(lease);
            }
        });
    }
    loop {
        access.browser.shared.until(|world| world.outgoing_requests.waits(lease).then_some(())).await;
        if let Some(departing) = access.change(|world| world.outgoing_requests.take(lease)) {
            let release = release(access.browser.clone(), departing.paused);
            return OutgoingRequest::new(departing.sent, release.boxed());
        }
    }
}

pub(crate) async fn release(browser: BrowserHandle, paused: PausedRequestId) {
    let Some(requests) = browser.driver.held_requests() else { return };
    if let Err(error) = requests.release(&paused, RELEASED_WITHIN).await {
        tracing::debug!(%error, "a request that a grant covers was not sent; its page may be gone");
    }
}

const RELEASED_WITHIN: Duration = Duration::from_secs(5);
