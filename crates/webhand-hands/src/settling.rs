//! Waiting until an action has come to rest, and telling what it changed.

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

/// Waits until what an action started has come to rest, and describes what changed.
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
