//! Releases or stops a held request, as the guard resolved it.

use crate::access::Access;
use crate::settling::Settler;
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use webhand_guard::RequestResolution;
use webhand_model::{Change, FailCode, HeldRequest, Outcome, OutcomeStatus};

use crate::action_error::ActionError;
use crate::driver::Refusal;
use crate::live_frames;
use crate::settling::changes::shown;
use crate::world::{Activity, HeldBy, PausedRequest, Tab, World, gated_socket, report_unasked};

/// Releases or stops held requests.
#[derive(Debug)]
pub(crate) struct RequestControl {
    access: Arc<Access>,
    settler: Arc<Settler>,
}

impl RequestControl {
    pub(crate) fn new(access: &Arc<Access>, settler: &Arc<Settler>) -> Self {
        Self { access: Arc::clone(access), settler: Arc::clone(settler) }
    }
}

impl RequestControl {
    pub(crate) async fn resolve(&self, resolution: &RequestResolution) -> Outcome {
        let _turn = self.access.turn.lock().await;
        let _acting = self.access.begin_activity(Activity::Acting);
        let mut outcome = self.perform_resolution(resolution).await.unwrap_or_else(Outcome::from);
        if resolution.releases() {
            report_requests(&self.access, &mut outcome);
        } else {
            // Requests that the page sends meanwhile are reported with the next action. A page that sends all the time
            // would otherwise keep the run stopping one request after another for ever.
            self.access.change(|world| world.leases.set_activity(self.access.lease, Activity::Idle));
        }
        outcome
    }

    async fn perform_resolution(&self, resolution: &RequestResolution) -> Result<Outcome, ActionError> {
        let request = resolution.request();
        let Some(held) = self.access.change(|world| world.held.take(self.access.lease, request)) else {
            return Err(not_held(request));
        };
        let tab = held.tab.or_else(|| self.access.read(|world| world.current(self.access.lease).map(|tab| tab.id)));
        let Some(tab) = tab else { return Err(self.access.current().err().unwrap_or_else(no_tab)) };
        let watch = self.settler.watch_released(tab, held.network.as_ref());
        if resolution.releases() {
            self.access.change(|world| {
                if let Some(own) = world.leases.get_mut(self.access.lease).filter(|_| request.only_reads()) {
                    own.requests.let_go(&request.url);
                }
            });
            self.release(&held).await?;
            let mut outcome = self.settler.settled(&watch, String::new()).await;
            let (answered, status) = self.response(&held);
            outcome.text.insert_str(0, &answered);
            outcome.changes.push(Change::Sent { request: request_line(request), status, cause: held.cause });
            Ok(outcome)
        } else {
            self.stop(&held).await?;
            let text = format!("{} was stopped and did not leave the browser", request_line(request));
            if self.access.read(|world| world.held.waits_for(self.access.lease)) {
                return Ok(Outcome::done(text));
            }
            Ok(self.settler.settled(&watch, text).await)
        }
    }

    async fn release(&self, held: &PausedRequest) -> Result<(), ActionError> {
        let released = match &held.held_by {
            HeldBy::Pause(paused) => {
                let requests = self.access.driver().held_requests().ok_or_else(|| not_held(&held.request))?;
                requests.release(paused, RESOLVED_WITHIN).await
            }
            HeldBy::FrameRule(socket) => {
                live_frames::release_frame(&self.access.browser, socket, held.request.id).await
            }
            // The hands repeat its action instead.
            HeldBy::Stopped => return Err(not_held(&held.request)),
        };
        released.map_err(|error| {
            // The browser refuses a request whose page is gone before the event of its end arrives.
            if error.is_refusal() {
                not_held(&held.request)
            } else {
                ActionError::after_sending(error, &request_line(&held.request))
            }
        })?;
        if let Some(network) = &held.network {
            // The outcome reports the response, so this waits for it; the watch started before the release.
            let answered = self.access.until(self.access.browser.options.settle_within, |world| {
                let exchange = world.traffic.first(network)?;
                (exchange.status.is_some() || exchange.failure.is_some()).then_some(())
            });
            let _ = answered.await;
        }
        Ok(())
    }

    async fn stop(&self, held: &PausedRequest) -> Result<(), ActionError> {
        let paused = match &held.held_by {
            HeldBy::Pause(paused) => paused,
            HeldBy::FrameRule(socket) => {
                self.access.read(|world| gated_socket(world, &socket.session, held.request.url.clone())).cut();
                return Ok(());
            }
            HeldBy::Stopped => return Ok(()),
        };
        let Some(requests) = self.access.driver().held_requests() else { return Ok(()) };
        match requests.refuse(paused, Refusal::Aborted, RESOLVED_WITHIN).await {
            // A refusal means that the request is gone, so there is nothing to stop.
            Err(error) if !error.is_refusal() => Err(error.into()),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// The response to a released request, as text and as its status.
    fn response(&self, held: &PausedRequest) -> (String, Option<u16>) {
        if matches!(held.held_by, HeldBy::FrameRule(_)) {
            return (format!("{} was sent", request_line(&held.request)), None);
        }
        let exchange = held.network.as_ref().and_then(|id| self.access.read(|world| world.traffic.first(id).cloned()));
        let what = request_line(&held.request);
        match exchange.map(|exchange| (exchange.status, exchange.failure)) {
            Some((Some(status), _)) => (format!("{what} answered {status}"), Some(status)),
            Some((None, Some(failure))) => (format!("{what} was sent and failed ({failure})"), None),
            Some((None, None)) | None => (format!("{what} was sent; no answer yet"), None),
        }
    }
}

/// Adds to an outcome the requests that wait for a verdict, and those that left or were stopped without one.
pub(crate) fn report_requests(access: &Access, outcome: &mut Outcome) {
    let unasked;
    (outcome.held, outcome.sent, outcome.console, outcome.requests, unasked) = access.change(|world| {
        // A request that comes from now on is not reported with this outcome, so its grant is applied at once.
        world.leases.set_activity(access.lease, Activity::Idle);
        let (held, sent) = world.report_requests(access.lease);
        let console = report_console(world, access);
        let requests = world.traffic.report(&world.tabs.ids(access.lease));
        (held, sent, console, requests, report_unasked(world, access.lease))
    });
    for change in unasked {
        if let Change::SentByGrant { request, status, .. } = &change {
            let answer = status.map_or_else(String::new, |status| format!(", answered {status}"));
            let _ = write!(outcome.text, "; by a grant the page sent {request}{answer}");
        }
        if let Change::MayHaveLeft { request, .. } = &change {
            outcome.status = OutcomeStatus::InDoubt;
            let _ = write!(outcome.text, "; {request} may have left before it was stopped: look before going on");
        }
        outcome.changes.push(change);
    }
}

fn report_console(world: &mut World, access: &Access) -> Vec<String> {
    let mut lines = Vec::new();
    for tab in world.tabs.ids(access.lease) {
        lines.extend(world.tabs.get_mut(tab).into_iter().flat_map(Tab::report_console));
    }
    lines
}

/// `POST https://shop.test/order`.
pub(crate) fn request_line(request: &HeldRequest) -> String {
    format!("{} {}", request.method, shown(&request.url))
}

pub(crate) fn not_held(request: &HeldRequest) -> ActionError {
    let text = format!("{} is not held any more: its page is gone or it was ruled on before", request_line(request));
    ActionError::failed(FailCode::Gone, text)
}

fn no_tab() -> ActionError {
    ActionError::failed(FailCode::Gone, "all tabs are closed; open an address")
}

const RESOLVED_WITHIN: Duration = Duration::from_secs(5);
