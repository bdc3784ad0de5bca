//! The memory store as the store of a server.

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::{Event, RunId, RunStatus, RunSummary, Seq};

use super::MemoryStore;
use crate::{OrderState, RunFilter, RunOrder, RunStage, ServerStore, Store as _, StoreError};

impl ServerStore for MemoryStore {
    fn read_page<'a>(&'a self, run: &'a RunId, after: Seq, most: u32) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        async move {
            let mut events = self.read(run, after).await?;
            events.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            Ok(events)
        }
        .boxed()
    }

    fn list<'a>(&'a self, filter: &'a RunFilter) -> BoxFuture<'a, Result<Vec<RunSummary>, StoreError>> {
        async move {
            let mut runs = self.runs(u32::MAX).await?;
            runs.sort_by(|a, b| (b.started, &a.id).cmp(&(a.started, &b.id)));
            let orders = self.orders().clone();
            let is_by = |run: &RunSummary, by| orders.iter().any(|order| order.run == run.id && order.by == by);
            runs.retain(|run| is_listed(run, filter) && filter.by.is_none_or(|by| is_by(run, by)));
            runs.truncate(usize::try_from(filter.most).unwrap_or(usize::MAX));
            Ok(runs)
        }
        .boxed()
    }

    fn summary<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunSummary>, StoreError>> {
        async move { Ok(self.runs(u32::MAX).await?.into_iter().find(|summary| summary.id == *run)) }.boxed()
    }

    fn forget_run<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.remove(run);
        ready(Ok(())).boxed()
    }

    fn add_order<'a>(&'a self, order: &'a RunOrder) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        let mut orders = self.orders();
        let key = order.key.as_ref().map(|key| &key.key);
        let earlier =
            orders.iter().find(|known| key.is_some() && known.key.as_ref().map(|key| &key.key) == key).cloned();
        if earlier.is_none() {
            orders.push(order.clone());
        }
        ready(Ok(earlier)).boxed()
    }

    fn open_orders(&self) -> BoxFuture<'_, Result<Vec<RunOrder>, StoreError>> {
        let mut open: Vec<_> = self.orders().iter().filter(|order| order.state != OrderState::Over).cloned().collect();
        open.sort_by(|a, b| (a.created, &a.run).cmp(&(b.created, &b.run)));
        ready(Ok(open)).boxed()
    }

    fn order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        ready(Ok(self.orders().iter().find(|order| order.run == *run).cloned())).boxed()
    }

    fn set_order_state<'a>(&'a self, run: &'a RunId, state: &'a OrderState) -> BoxFuture<'a, Result<(), StoreError>> {
        self.orders().iter_mut().filter(|order| order.run == *run).for_each(|order| order.state = state.clone());
        ready(Ok(())).boxed()
    }

    fn remove_order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.orders().retain(|order| order.run != *run);
        ready(Ok(())).boxed()
    }

    fn schedules(&self) -> BoxFuture<'_, Result<Vec<(String, String)>, StoreError>> {
        let all = self.all_schedules().iter().map(|(id, body)| (id.clone(), body.clone())).collect();
        ready(Ok(all)).boxed()
    }

    fn save_schedule<'a>(&'a self, id: &'a str, body: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        self.all_schedules().insert(id.to_owned(), body.to_owned());
        ready(Ok(())).boxed()
    }

    fn remove_schedule<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool, StoreError>> {
        ready(Ok(self.all_schedules().remove(id).is_some())).boxed()
    }

    fn used_bytes(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        ready(Ok(u64::try_from(self.event_count() * 1_000).unwrap_or(u64::MAX))).boxed()
    }
}

fn is_listed(run: &RunSummary, filter: &RunFilter) -> bool {
    let stage = match run.status {
        RunStatus::Open | RunStatus::Paused => RunStage::Open,
        RunStatus::Waiting(_) => RunStage::Waiting,
        RunStatus::Over(_) => RunStage::Over,
    };
    let comes_after = |(started, id): &(u64, RunId)| run.started < *started || run.started == *started && run.id > *id;
    run.task.to_lowercase().contains(&filter.text.to_lowercase())
        && filter.stage.is_none_or(|wanted| wanted == stage)
        && filter.before.as_ref().is_none_or(comes_after)
}
