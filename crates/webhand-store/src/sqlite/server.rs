//! The store of a server: every write is one transaction, as in [`super::SqliteStore`].

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_model::{Event, RunId, RunSummary, Seq};
use webhand_port::{OrderState, RunFilter, RunOrder, ServerStore, StoreError};

use super::transaction::WriteTransaction;
use super::writer::Durability;
use super::{SqliteStore, journal, orders, schedules};

impl ServerStore for SqliteStore {
    fn read_page<'a>(&'a self, run: &'a RunId, after: Seq, most: u32) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.read_within_limits(async move {
            journal::read_until(&self.readers, run, after, orders::page_end(after, most)).await
        })
        .boxed()
    }

    fn list<'a>(&'a self, filter: &'a RunFilter) -> BoxFuture<'a, Result<Vec<RunSummary>, StoreError>> {
        self.read_within_limits(async move { orders::list(&self.readers, filter).await }).boxed()
    }

    fn summary<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunSummary>, StoreError>> {
        self.read_within_limits(async move {
            match orders::stored_summary(&self.readers, run).await? {
                None => Ok(None),
                Some(Ok(summary)) => Ok(Some(summary)),
                Some(Err(())) => {
                    let mut connection = self.readers.acquire().await?;
                    Ok(Some(journal::rebuild_summary(&mut connection, run).await?))
                }
            }
        })
        .boxed()
    }

    fn forget_run<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.forget(run).await?;
            self.remove_order(run).await
        }
        .boxed()
    }

    fn add_order<'a>(&'a self, order: &'a RunOrder) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        let add = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Immediate).await?;
            let added = orders::add(write.connection(), order).await;
            write.finish(added).await
        };
        self.limits.within(&self.path, add).boxed()
    }

    fn open_orders(&self) -> BoxFuture<'_, Result<Vec<RunOrder>, StoreError>> {
        self.read_within_limits(async move { orders::open(&self.readers).await }).boxed()
    }

    fn order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        self.read_within_limits(async move { orders::one(&self.readers, run).await }).boxed()
    }

    fn set_order_state<'a>(&'a self, run: &'a RunId, state: &'a OrderState) -> BoxFuture<'a, Result<(), StoreError>> {
        let set = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Later).await?;
            let set = orders::set_state(write.connection(), run, state).await;
            write.finish(set).await
        };
        self.limits.within(&self.path, set).boxed()
    }

    fn remove_order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        let remove = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Later).await?;
            let removed = orders::remove(write.connection(), run).await;
            write.finish(removed).await
        };
        self.limits.within(&self.path, remove).boxed()
    }

    fn schedules(&self) -> BoxFuture<'_, Result<Vec<(String, String)>, StoreError>> {
        self.read_within_limits(async move { schedules::all(&self.readers).await }).boxed()
    }

    fn save_schedule<'a>(&'a self, id: &'a str, body: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        let save = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Immediate).await?;
            let saved = schedules::save(write.connection(), id, body).await;
            write.finish(saved).await
        };
        self.limits.within(&self.path, save).boxed()
    }

    fn remove_schedule<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool, StoreError>> {
        let remove = async move {
            let mut write = WriteTransaction::begin(self.writer.turn().await?, Durability::Immediate).await?;
            let removed = schedules::remove(write.connection(), id).await;
            write.finish(removed).await
        };
        self.limits.within(&self.path, remove).boxed()
    }

    fn used_bytes(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        self.read_within_limits(async move { schedules::used_bytes(&self.readers).await }).boxed()
    }
}
