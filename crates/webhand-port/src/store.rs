//! The store port: journals and pictures of runs.

use futures_util::future::BoxFuture;
use webhand_model::{Event, RunId, RunSummary, Seq};

use crate::Picture;

pub mod conformance;

/// An append-only journal per run, with its pictures. An event returned by `read` must survive a crash.
pub trait Store: Send + Sync {
    /// Appends `events` if the journal still ends at `after`, and returns its new end. The first append makes the run.
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>>;

    /// All events after `after`, oldest first.
    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>>;

    /// Where the journal ends; 0 for an unknown run.
    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>>;

    /// The newest runs first.
    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>>;

    /// Stores a picture under a name that is unique within its run.
    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>>;

    /// The picture that was stored under this name.
    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>>;
}

/// Why the journal could not be written or read. Nothing was acknowledged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    #[error("the journal has moved on to {0}; read on from where you were")]
    Conflict(Seq),
    #[error("the disk is full; free some space and try again")]
    Full,
    #[error("the database is in use by another program; try again when it is done")]
    Busy,
    #[error(
        "the database {0} was deleted, moved or replaced while it was in use; nothing more is written: put it back, or start \
         again with a new one"
    )]
    Replaced(String),
    #[error("the database cannot be used: {0}")]
    Unusable(String),
    #[error("line {1} of run {0} cannot be understood: {2}")]
    Garbled(RunId, Seq, String),
}
