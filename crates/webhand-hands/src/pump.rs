//! Takes in what the browser tells, in order, and sends off what has to be done about it at once.
//!
//! Invariant: taking in never waits. Errands run beside it, each with a deadline, so the queue of events stays short.

mod errand;
mod fetch;
mod network;
mod page;
mod runtime;
mod target;
mod web_mcp;

use std::sync::Arc;

use crate::connection::Options;
use crate::files::Files;
use crate::world::{Shared, World};
use webhand_cdp::{Event, Events, Filter, Received};

pub(crate) use errand::Errand;

/// Runs until the connection ends.
pub(crate) async fn pump(mut events: Events, around: Around) {
    while let Some(received) = events.next().await {
        let errands = match received {
            Received::Event(event) => around.shared.change(|world| {
                world.taken_in += 1;
                take_in(world, &around, &event)
            }),
            Received::Lost(count) => {
                tracing::warn!(count, "events of the browser were lost; asking for the state of all tabs again");
                around.shared.change(|world| {
                    world.taken_in += count;
                    errand::look_again(world)
                })
            }
        };
        for errand in errands {
            webhand_rt::spawn(errand.run(around.clone()));
        }
    }
    around.shared.change(|world| world.disconnected = true);
}

/// What errands and event handlers have at hand.
#[derive(Debug, Clone)]
pub(crate) struct Around {
    pub(crate) client: webhand_cdp::Client,
    pub(crate) heard: webhand_cdp::Heard,
    pub(crate) shared: Arc<Shared>,
    pub(crate) options: Arc<Options>,
    pub(crate) files: Arc<dyn Files>,
    /// Held by whoever asks the browser for a tab in a way that does not tell who asked.
    pub(crate) opening: Arc<tokio::sync::Mutex<()>>,
}

fn take_in(world: &mut World, around: &Around, event: &Event) -> Vec<Errand> {
    match event.method.split('.').next() {
        Some("Page" | "Inspector" | "Input") => page::take_in(world, &around.client, event),
        Some("Runtime") => runtime::take_in(world, event),
        Some("Network") => network::take_in(world, event),
        Some("Fetch") => fetch::take_in(world, event),
        Some("WebMCP") => web_mcp::take_in(world, event),
        Some("Target" | "Browser") => target::take_in(world, &around.client, event),
        _ => Vec::new(),
    }
}

/// Everything that is listened to; other events are not even queued.
pub(crate) const WANTED: Filter = Filter::Methods(&[
    "Browser.downloadProgress",
    "Browser.downloadWillBegin",
    "Fetch.authRequired",
    "Fetch.requestPaused",
    "Input.dragIntercepted",
    "Inspector.targetCrashed",
    "Network.loadingFailed",
    "Network.loadingFinished",
    "Network.requestWillBeSent",
    "Network.responseReceived",
    "Page.fileChooserOpened",
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.javascriptDialogClosed",
    "Page.javascriptDialogOpening",
    "Page.lifecycleEvent",
    "Page.navigatedWithinDocument",
    "Page.windowOpen",
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Runtime.executionContextCreated",
    "Runtime.executionContextDestroyed",
    "Runtime.executionContextsCleared",
    "Target.attachedToTarget",
    "Target.detachedFromTarget",
    "Target.targetInfoChanged",
    "WebMCP.toolResponded",
    "WebMCP.toolsAdded",
    "WebMCP.toolsRemoved",
]);
