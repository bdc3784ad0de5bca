//! A store that is another's but for how it is written into.

use futures_util::future::BoxFuture;
use webhand_model::{Event, RunId, RunSummary, Seq};

use crate::{Picture, Store, StoreError};

/// Decides what becomes of an append, and leaves everything else to the store behind it. See [`Store`] for each.
pub trait Scribe: Send + Sync {
    fn behind(&self) -> &dyn Store;

    fn write<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>>;
}

impl<S: Scribe> Store for S {
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        self.write(run, after, events)
    }

    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.behind().read(run, after)
    }

    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>> {
        self.behind().end(run)
    }

    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>> {
        self.behind().runs(most)
    }

    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.behind().keep_picture(run, name, picture)
    }

    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>> {
        self.behind().picture(run, name)
    }
}
