//! Answers about pages: snapshots, queries, text, tables, and the results of scripts and page tools.

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

/// Answers questions about a page without touching it.
#[derive(Debug)]
pub(crate) struct Reader {
    access: Arc<Access>,
    elements: Arc<Elements>,
    looker: Arc<Looker>,
    pages: Arc<Pages>,
    settler: Arc<Settler>,
    /// The last snapshot that was asked for, to tell the next one as a difference.
    told: Mutex<Option<Snapshot>>,
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
            told: Mutex::default(),
        }
    }
}

/// Runs scripts and page tools for a brain that was granted that.
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
