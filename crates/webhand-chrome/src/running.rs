//! A running browser, and the orderly way to end it.

use std::time::Duration;

use crate::egress::{EgressGate, OwnedGate};
use crate::flags::Sandbox;
use crate::focus_steal_prevention::FocusStealPrevention;
use crate::process::ProcessGroup;
use crate::stderr_tail::StderrTail;
use webhand_cdp::Client;
use webhand_cdp::protocol::{CloseBrowser, Version};

/// A browser started by [`Launch`](crate::Launch). Dropping it kills the browser; [`close`](Self::close) lets it
/// write its profile first.
#[derive(Debug)]
pub struct RunningBrowser {
    /// Declared first, so that no request leaves while the browser ends.
    gate: OwnedGate,
    /// Declared before the client, so that the browser is dead before its pipe closes: it must not act on a lost connection.
    processes: ProcessGroup,
    client: Client,
    stderr: Option<StderrTail>,
    version: Version,
    sandbox: Sandbox,
    /// Present for a browser with windows.
    _focus: Option<FocusStealPrevention>,
}

impl RunningBrowser {
    pub(crate) fn new(
        gate: EgressGate,
        client: Client,
        processes: ProcessGroup,
        stderr: Option<StderrTail>,
        version: Version,
        sandbox: Sandbox,
        focus: Option<FocusStealPrevention>,
    ) -> Self {
        Self { gate: OwnedGate(gate), processes, client, stderr, version, sandbox, _focus: focus }
    }

    /// The CDP client, for [`Chrome`](crate::Chrome) alone.
    pub(crate) fn connection(&self) -> &Client {
        &self.client
    }

    /// The CDP client, for tests and benchmarks. No guard judges the calls made through it.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The browser's only way to the network.
    pub(crate) fn gate(&self) -> &EgressGate {
        &self.gate.0
    }

    #[must_use]
    pub fn version(&self) -> &Version {
        &self.version
    }

    #[must_use]
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox
    }

    /// The id of the browser's process, which is also the id of its group.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.processes.id()
    }

    /// Waits until the browser ends by itself (closed by the user, crashed), and returns the end of its error output.
    pub async fn ended(&mut self) -> String {
        // A failed wait means that the process is already gone.
        let _ = self.processes.ended().await;
        match &mut self.stderr {
            Some(tail) => tail.final_output().await,
            None => String::new(),
        }
    }

    /// Asks the browser to close, and kills the processes that are left after a few seconds.
    pub async fn close(self) {
        // A browser that closes lets requests go that were held, and pages send more when they are left.
        self.gate.0.shut();
        let closing = self.client.browser().call_within(&CloseBrowser {}, CLOSE_REPLY_WITHIN).await;
        if let Err(error) = closing {
            // Losing the connection is the usual answer of a browser that closes.
            tracing::debug!(%error, "asked the browser to close");
        }
        self.processes.end_within(CLOSED_WITHIN).await;
    }
}

const CLOSE_REPLY_WITHIN: Duration = Duration::from_secs(2);
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
