//! Reads pages: snapshots, queries, text and tables. Runs scripts and page tools.
//!
//! [`Reader`] must never change a page, apart from scrolling in `collect`; [`Scripts`] may. Start reading at [`queries`].

pub(crate) mod collect;
pub(crate) mod eval;
pub(crate) mod extract;
pub(crate) mod markdown;
pub(crate) mod page_tool;
pub(crate) mod queries;

use std::sync::{Arc, Mutex};

use webhand_model::Snapshot;

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::looking::Looker;
use crate::settling::Settler;

/// Performs the reading actions: snapshot, find, get, read, extract, collect.
#[derive(Debug)]
pub(crate) struct Reader {
    access: Arc<Access>,
    elements: Arc<Elements>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
    /// The snapshot that the last `snapshot` action returned; a delta is rendered against it.
    last_snapshot: Mutex<Option<Snapshot>>,
}

impl Reader {
    pub(crate) fn new(
        access: &Arc<Access>,
        elements: &Arc<Elements>,
        looker: &Arc<Looker>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            looker: Arc::clone(looker),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
            last_snapshot: Mutex::default(),
        }
    }
}

/// Runs scripts, for which the guard requires a grant, and page tools.
#[derive(Debug)]
pub(crate) struct Scripts {
    access: Arc<Access>,
    elements: Arc<Elements>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
}

impl Scripts {
    pub(crate) fn new(
        access: &Arc<Access>,
        elements: &Arc<Elements>,
        pages: &Arc<Pages>,
        settler: &Arc<Settler>,
    ) -> Self {
        Self {
            access: Arc::clone(access),
            elements: Arc::clone(elements),
            pages: Arc::clone(pages),
            settler: Arc::clone(settler),
        }
    }
}
