//! Wraps a store and changes only how events are appended.

use futures_util::future::BoxFuture;
use webhand_model::{Event, RunId, RunSummary, Seq};

use crate::{Picture, Store, StoreError};

/// A store that appends in its own way and passes every other call of [`Store`] on to the inner one.
pub trait StoreWrapper: Send + Sync {
    fn inner(&self) -> &dyn Store;

    /// As [`Store::append`].
    fn append_events<'a>(
        &'a self,
        run: &'a RunId,
        after: Seq,
        events: &'a [Event],
    ) -> BoxFuture<'a, Result<Seq, StoreError>>;
}

impl<S: StoreWrapper> Store for S {
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        self.append_events(run, after, events)
    }

    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.inner().read(run, after)
    }

    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>> {
        self.inner().end(run)
    }

    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>> {
        self.inner().runs(most)
    }

    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.inner().keep_picture(run, name, picture)
    }

    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>> {
        self.inner().picture(run, name)
    }
}
