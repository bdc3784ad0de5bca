//! A store in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use webhand_model::{Event, RunId, RunSummary, Seq};

use crate::{Picture, RunOrder, Store, StoreError};

/// Journals and pictures in memory; they are lost when the store is dropped.
#[derive(Debug, Default)]
pub struct MemoryStore {
    contents: Mutex<Contents>,
    orders: Mutex<Vec<RunOrder>>,
    schedules: Mutex<BTreeMap<String, String>>,
}

#[derive(Debug, Default)]
struct Contents {
    journals: BTreeMap<RunId, (RunSummary, Vec<Event>)>,
    pictures: BTreeMap<(RunId, String), Picture>,
}

impl MemoryStore {
    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn orders(&self) -> MutexGuard<'_, Vec<RunOrder>> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn all_schedules(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.schedules.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// About what its journals would take as JSON.
    pub(super) fn event_count(&self) -> usize {
        self.contents().journals.values().map(|(_, journal)| journal.len()).sum()
    }

    pub(super) fn remove(&self, run: &RunId) {
        let mut contents = self.contents();
        contents.journals.remove(run);
        contents.pictures.retain(|(of, _), _| of != run);
        self.orders().retain(|order| order.run != *run);
    }
}

impl Contents {
    fn append(&mut self, run: &RunId, after: Seq, events: &[Event]) -> Result<Seq, StoreError> {
        let end = self.end(run);
        if end != after {
            return Err(StoreError::Conflict(end));
        }
        let in_order = events.iter().zip(after.0 + 1..).all(|(event, seq)| event.seq.0 == seq);
        if !in_order {
            return Err(StoreError::Unusable("events are not numbered in order".to_owned()));
        }
        let (summary, journal) =
            self.journals.entry(run.clone()).or_insert_with(|| (RunSummary::new(run.clone()), Vec::new()));
        for event in events {
            summary.apply_event(event);
            journal.push(event.clone());
        }
        Ok(self.end(run))
    }

    fn end(&self, run: &RunId) -> Seq {
        self.journals.get(run).and_then(|(_, journal)| journal.last()).map_or(Seq(0), |event| event.seq)
    }
}

impl Store for MemoryStore {
    fn append<'a>(&'a self, run: &'a RunId, after: Seq, events: &'a [Event]) -> BoxFuture<'a, Result<Seq, StoreError>> {
        ready(self.contents().append(run, after, events)).boxed()
    }

    fn read<'a>(&'a self, run: &'a RunId, after: Seq) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        let contents = self.contents();
        let journal = contents.journals.get(run).map(|(_, journal)| journal.as_slice()).unwrap_or_default();
        ready(Ok(journal.iter().filter(|event| event.seq > after).cloned().collect())).boxed()
    }

    fn end<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Seq, StoreError>> {
        ready(Ok(self.contents().end(run))).boxed()
    }

    fn runs(&self, most: u32) -> BoxFuture<'_, Result<Vec<RunSummary>, StoreError>> {
        let mut runs: Vec<_> = self.contents().journals.values().map(|(summary, _)| summary.clone()).collect();
        runs.sort_by_key(|summary| std::cmp::Reverse(summary.started));
        runs.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        ready(Ok(runs)).boxed()
    }

    fn keep_picture<'a>(
        &'a self,
        run: &'a RunId,
        name: &'a str,
        picture: &'a Picture,
    ) -> BoxFuture<'a, Result<(), StoreError>> {
        self.contents().pictures.insert((run.clone(), name.to_owned()), picture.clone());
        ready(Ok(())).boxed()
    }

    fn picture<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<Option<Picture>, StoreError>> {
        ready(Ok(self.contents().pictures.get(&(run.clone(), name.to_owned())).cloned())).boxed()
    }
}
