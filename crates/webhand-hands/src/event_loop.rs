//! The event loop: applies the browser's events to the [`World`] in their order, and starts what has to follow at once.
//!
//! Invariant: applying an event never waits. Follow-ups run beside the loop, each with a deadline, so the queue of events
//! stays short. Start reading at [`run`].

mod fetch;
mod follow_up;
mod network;
mod page;
mod script_worlds;
mod sockets;
mod targets;
mod tools;

use std::sync::Arc;

use crate::connection::Options;
use crate::driver::{BrowserEvent, BrowserEventKind, Driver, EventSource, Received};
use crate::files::Files;
use crate::world::{SharedWorld, World};

pub(crate) use follow_up::FollowUp;
pub(crate) use sockets::release_decided;

/// Applies events until the connection ends.
pub(crate) async fn run(mut events: Box<dyn EventSource>, browser: BrowserHandle) {
    while let Some(received) = events.next().await {
        let follow_ups = match received {
            Received::Event(event) => browser.shared.change(|world| {
                world.events_applied += 1;
                apply_event(world, *event)
            }),
            Received::Events(events) => browser.shared.change(|world| {
                world.events_applied += 1;
                events.into_iter().flat_map(|event| apply_event(world, event)).collect()
            }),
            Received::Unread => browser.shared.change(|world| {
                world.events_applied += 1;
                Vec::new()
            }),
            Received::Lost(count) => {
                tracing::warn!(count, "events of the browser were lost; asking for the state of all tabs again");
                browser.shared.change(|world| {
                    world.events_applied += count;
                    follow_up::refresh_all(world)
                })
            }
        };
        for follow_up in follow_ups {
            webhand_rt::spawn(follow_up.run(browser.clone()));
        }
    }
    browser.shared.change(|world| world.disconnected = true);
}

/// One connected browser: its driver, what is known of it, and how it is used. Clones are the same browser.
#[derive(Debug, Clone)]
pub(crate) struct BrowserHandle {
    pub(crate) driver: Arc<dyn Driver>,
    pub(crate) shared: Arc<SharedWorld>,
    pub(crate) options: Arc<Options>,
    pub(crate) files: Arc<dyn Files>,
    /// Held while requests begin to be paused, and while the rules of single targets are changed for it.
    pub(crate) intercepting: Arc<tokio::sync::Mutex<()>>,
    /// Held by an action after which the browser may open a tab without saying for whom.
    pub(crate) opening: Arc<tokio::sync::Mutex<()>>,
}

fn apply_event(world: &mut World, event: BrowserEvent) -> Vec<FollowUp> {
    let BrowserEvent { session, kind } = event;
    match kind {
        BrowserEventKind::Page(event) => session.map(|session| page::apply(world, session, event)).unwrap_or_default(),
        BrowserEventKind::ScriptWorld(event) => script_worlds::apply(world, session.as_ref(), event),
        BrowserEventKind::Network(event) => network::apply(world, session.as_ref(), event),
        BrowserEventKind::Request(event) => fetch::apply(world, event),
        BrowserEventKind::Socket(event) => sockets::apply(world, session.as_ref(), event),
        BrowserEventKind::Tool(event) => tools::apply(world, event),
        BrowserEventKind::Target(event) => targets::apply_target(world, session.as_ref(), event),
        BrowserEventKind::Download(event) => targets::apply_download(world, event),
    }
}
