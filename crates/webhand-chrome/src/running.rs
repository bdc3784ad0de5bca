//! A browser that runs, and the orderly way to end it.

use std::time::Duration;

use crate::flags::Sandbox;
use crate::focus::LeftFocus;
use crate::process::ProcessGroup;
use crate::tail::Tail;
use webhand_cdp::Client;
use webhand_cdp::protocol::{CloseBrowser, Version};

/// A browser started by [`Launch`](crate::Launch). Dropping it kills the browser; [`close`](Self::close) lets it
/// write its profile first.
#[derive(Debug)]
pub struct RunningBrowser {
    /// Declared first, so that the browser is dead before its pipe closes: it must not act on a lost connection.
    processes: ProcessGroup,
    client: Client,
    stderr: Option<Tail>,
    version: Version,
    sandbox: Sandbox,
    /// For a browser with windows.
    _focus: Option<LeftFocus>,
}

impl RunningBrowser {
    pub(crate) fn new(
        client: Client,
        processes: ProcessGroup,
        stderr: Option<Tail>,
        version: Version,
        sandbox: Sandbox,
        focus: Option<LeftFocus>,
    ) -> Self {
        Self { processes, client, stderr, version, sandbox, _focus: focus }
    }

    /// For the connection of [`Chrome`](crate::Chrome).
    pub(crate) fn connection(&self) -> &Client {
        &self.client
    }

    /// For tests and benchmarks. Whatever is done through it has passed no guard.
    #[cfg(feature = "raw-cdp")]
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
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

    /// Waits until the browser ends by itself (closed by the user, crashed), and returns its last words.
    pub async fn ended(&mut self) -> String {
        // Failing to wait means that there is no such process any more.
        let _ = self.processes.ended().await;
        match &mut self.stderr {
            Some(tail) => tail.last_words().await,
            None => String::new(),
        }
    }

    /// Asks the browser to close, and kills what is still there after a few seconds.
    pub async fn close(self) {
        let asked = self.client.browser().call_within(&CloseBrowser {}, ASKED_WITHIN).await;
        if let Err(error) = asked {
            // Losing the connection is the usual answer of a browser that closes.
            tracing::debug!(%error, "asked the browser to close");
        }
        self.processes.end_within(CLOSED_WITHIN).await;
    }
}

const ASKED_WITHIN: Duration = Duration::from_secs(2);
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
