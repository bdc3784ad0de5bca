//! Screenshots of the page, an element or a region, with refs drawn on them on request.
//!
//! The module must never return a picture with unredacted secrets. Start reading at [`capture`]; [`marks`] draws.

pub(crate) mod capture;
mod crop;
pub(crate) mod marks;

use std::sync::Arc;

pub(crate) use crop::crop;

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::looking::{Looker, RecentLooks};
use crate::pointing::{Mouse, Points};

/// Takes screenshots.
#[derive(Debug)]
pub(crate) struct Pictures {
    access: Arc<Access>,
    elements: Arc<Elements>,
    looker: Arc<Looker>,
    mouse: Arc<Mouse>,
    pages: Arc<Pages>,
    points: Arc<Points>,
    recent: Arc<RecentLooks>,
}

impl Pictures {
    pub(crate) fn new(
        access: &Arc<Access>,
        elements: &Arc<Elements>,
        looker: &Arc<Looker>,
        mouse: &Arc<Mouse>,
        pages: &Arc<Pages>,
        points: &Arc<Points>,
        recent: &Arc<RecentLooks>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            looker: Arc::clone(looker),
            mouse: Arc::clone(mouse),
            pages: Arc::clone(pages),
            points: Arc::clone(points),
            recent: Arc::clone(recent),
        }
    }
}
