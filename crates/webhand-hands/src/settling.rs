//! Waits until the page has settled after an action, and reports what the action changed.
//!
//! - Where is it decided that a click waits for a fetch? `settle.rs`: `network_idle` goes through the tab's
//!   navigations, requests and downloads. Which requests matter at all: `crate::world::traffic`
//!   (`InFlightRequest::matters`).
//! - How long does a document count as changing? In the page script, `page/src/settle/settle.ts`.
//! - How does a fast click get by with one question to the page? `press_and_settle.rs` and `settled.rs`.
//! - What does the outcome say? `changes.rs`, with the first sentence from `action_report.rs`.
//! - The action `wait`: `wait.rs`.
//!
//! This module sends no input, and it never fails an action because the page does not settle: it reports the page as
//! unsettled instead. Start reading at `Settler::settled` in `changes.rs`, then `Settler::wait_until_settled`.

pub(crate) mod action_report;
pub(crate) mod changes;
pub(crate) mod press_and_settle;
pub(crate) mod settle;
pub(crate) mod settled;
pub(crate) mod wait;

use std::sync::Arc;

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::looking::{Looker, RecentLooks};
use crate::pointing::Arming;

/// Waits until the page has settled after an action, and reports what changed.
#[derive(Debug)]
pub(crate) struct Settler {
    access: Arc<Access>,
    arming: Arc<Arming>,
    elements: Arc<Elements>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    recent: Arc<RecentLooks>,
}

impl Settler {
    pub(crate) fn new(
        access: &Arc<Access>,
        arming: &Arc<Arming>,
        elements: &Arc<Elements>,
        looker: &Arc<Looker>,
        pages: &Arc<Pages>,
        recent: &Arc<RecentLooks>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            arming: Arc::clone(arming),
            elements: Arc::clone(elements),
            looker: Arc::clone(looker),
            pages: Arc::clone(pages),
            recent: Arc::clone(recent),
        }
    }
}
