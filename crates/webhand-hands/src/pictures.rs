//! Screenshots of the page, an element or a region, with refs drawn on them on request, and pages as PDF.
//!
//! The module must never return a picture with unredacted secrets. Start reading at [`capture`]; [`marks`] draws, [`pdf`]
//! prints.

pub(crate) mod capture;
mod crop;
pub(crate) mod marks;
mod pdf;

use std::sync::Arc;

pub(crate) use crop::crop;

use webhand_model::Action;
use webhand_port::Done;

use crate::access::Access;
use crate::action_error::ActionError;
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

    /// Performs an action that shows the page or keeps it as a file; `None` for every other action.
    pub(crate) async fn perform(&self, action: &Action) -> Option<Result<Done, ActionError>> {
        if let Action::Screenshot { target, full, marks, region } = action {
            return Some(self.screenshot(*target, *region, *full == Some(true), *marks == Some(true)).await);
        }
        if let Action::Pdf { name } = action {
            return Some(self.keep_pdf(name.as_deref()).await.map(Done::from));
        }
        None
    }
}
