//! The records that are kept of runs beside their journals: summaries, orders and how a run drives its tabs.

use std::collections::BTreeMap;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use webhand_model::{Event, RunId, RunStatus, RunSummary, Seq};
use webhand_port::{OrderKey, OrderState, OrderedBy, RunFilter, RunOrder, RunStage, ServerStore, StoreError};

use super::{HostStore, parse_line, unexpected};
use crate::message::{DriverLevel, JournalReply, JournalRequest, Note, RunRecord};

/// How a run drives its tabs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RunSetup {
    pub(crate) level: DriverLevel,
    /// A tab of the person that they named for it.
    #[serde(default)]
    pub(crate) tab: Option<i64>,
    /// The run began without the debugger, touched pages so, and changed to it with the person's consent.
    #[serde(default)]
    pub(crate) after_quiet: bool,
}

/// An order as the host keeps it.
#[derive(Serialize, Deserialize)]
struct KeptOrder {
    priority: i32,
    created: u64,
    key: Option<(String, String)>,
    #[serde(default)]
    by_agent: bool,
    state: KeptState,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptState {
    Active,
    Parked(String),
    Over,
}

impl HostStore {
    pub(crate) async fn setup(&self, run: &RunId) -> Result<RunSetup, StoreError> {
        let record = self.record(run).await?;
        let setup = record.and_then(|record| record.setup).map(|text| serde_json::from_str(&text)).transpose();
        setup.map(Option::unwrap_or_default).map_err(|error| StoreError::Unusable(error.to_string()))
    }

    pub(crate) async fn keep_setup(&self, run: &RunId, setup: &RunSetup) -> Result<(), StoreError> {
        let text = serde_json::to_string(setup).map_err(|error| StoreError::Unusable(error.to_string()))?;
        self.put(run, Note::Setup, Some(text)).await
    }

    /// The kept notes of the chats of a run, by their names.
    pub(crate) async fn chat_notes(&self, run: &RunId) -> Result<BTreeMap<String, String>, StoreError> {
        let kept = self.record(run).await?.and_then(|record| record.chat);
        let notes = kept.map(|text| serde_json::from_str(&text)).transpose();
        notes.map(Option::unwrap_or_default).map_err(|error| StoreError::Unusable(error.to_string()))
    }

    pub(crate) async fn keep_chat_notes(
        &self,
        run: &RunId,
        notes: &BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let text = serde_json::to_string(notes).map_err(|error| StoreError::Unusable(error.to_string()))?;
        self.put(run, Note::Chat, Some(text)).await
    }

    /// The run's summary with further events, as it is and as text. It counts only when they are written.
    pub(super) async fn summary_with(
        &self,
        run: &RunId,
        after: Seq,
        events: &[Event],
    ) -> Result<(RunSummary, String), StoreError> {
        let known = self.summaries().get(run).cloned();
        let mut summary = match known {
            Some(known) => known,
            None if after == Seq(0) => RunSummary::new(run.clone()),
            None => self.summary(run).await?.unwrap_or_else(|| RunSummary::new(run.clone())),
        };
        for event in events {
            summary.apply_event(event);
        }
        let text = serde_json::to_string(&summary).map_err(|error| StoreError::Unusable(error.to_string()))?;
        Ok((summary, text))
    }

    pub(super) fn remember(&self, summary: RunSummary) {
        let mut summaries = self.summaries();
        summaries.insert(summary.id.clone(), summary);
        while summaries.len() > MOST_REMEMBERED {
            summaries.pop_first();
        }
    }

    pub(super) async fn all_summaries(&self) -> Result<Vec<RunSummary>, StoreError> {
        let records = self.records(None).await?;
        let mut runs: Vec<_> = records.iter().filter_map(read_summary).collect();
        runs.sort_by(|a, b| (b.started, &a.id).cmp(&(a.started, &b.id)));
        Ok(runs)
    }

    pub(super) async fn read_lines(
        &self,
        run: &RunId,
        after: Seq,
        most: Option<u32>,
    ) -> Result<Vec<Event>, StoreError> {
        let reply = self.request(JournalRequest::Read { run: run.clone(), after, most }).await?;
        let JournalReply::Lines { lines } = reply else { return Err(unexpected(&reply)) };
        lines.iter().zip(after.0 + 1..).map(|(line, seq)| parse_line(run, Seq(seq), line)).collect()
    }

    /// The lines of a journal as they were written.
    pub(crate) async fn raw_lines(&self, run: &RunId) -> Result<Vec<String>, StoreError> {
        let reply = self.request(JournalRequest::Read { run: run.clone(), after: Seq(0), most: None }).await?;
        let JournalReply::Lines { lines } = reply else { return Err(unexpected(&reply)) };
        Ok(lines)
    }

    async fn records(&self, run: Option<RunId>) -> Result<Vec<RunRecord>, StoreError> {
        let reply = self.request(JournalRequest::Records { run }).await?;
        let JournalReply::Records { records } = reply else { return Err(unexpected(&reply)) };
        Ok(records)
    }

    async fn record(&self, run: &RunId) -> Result<Option<RunRecord>, StoreError> {
        Ok(self.records(Some(run.clone())).await?.pop())
    }

    async fn put(&self, run: &RunId, note: Note, text: Option<String>) -> Result<(), StoreError> {
        let reply = self.request(JournalRequest::PutNote { run: run.clone(), note, text }).await?;
        if reply == JournalReply::Kept { Ok(()) } else { Err(unexpected(&reply)) }
    }

    async fn kept_schedules(&self) -> Result<BTreeMap<String, String>, StoreError> {
        let kept = self.record(&schedules_record()?).await?.and_then(|record| record.setup);
        let schedules = kept.map(|text| serde_json::from_str(&text)).transpose();
        schedules.map(Option::unwrap_or_default).map_err(|error| StoreError::Unusable(error.to_string()))
    }

    async fn keep_schedules(&self, schedules: &BTreeMap<String, String>) -> Result<(), StoreError> {
        let text = serde_json::to_string(schedules).map_err(|error| StoreError::Unusable(error.to_string()))?;
        self.put(&schedules_record()?, Note::Setup, Some(text)).await
    }

    async fn orders(&self) -> Result<Vec<RunOrder>, StoreError> {
        Ok(self.records(None).await?.iter().filter_map(read_order).collect())
    }

    async fn keep_order(&self, order: &RunOrder) -> Result<(), StoreError> {
        let RunOrder { run, priority, created, key, by, state } = order.clone();
        let by_agent = by == OrderedBy::Agent;
        let state = match state {
            OrderState::Active => KeptState::Active,
            OrderState::Parked(why) => KeptState::Parked(why),
            OrderState::Over => KeptState::Over,
        };
        let kept = KeptOrder { priority, created, key: key.map(|key| (key.key, key.digest)), by_agent, state };
        let text = serde_json::to_string(&kept).map_err(|error| StoreError::Unusable(error.to_string()))?;
        self.put(&run, Note::Order, Some(text)).await
    }
}

impl ServerStore for HostStore {
    fn read_page<'a>(&'a self, run: &'a RunId, after: Seq, most: u32) -> BoxFuture<'a, Result<Vec<Event>, StoreError>> {
        self.read_lines(run, after, Some(most)).boxed()
    }

    fn list<'a>(&'a self, filter: &'a RunFilter) -> BoxFuture<'a, Result<Vec<RunSummary>, StoreError>> {
        async move {
            let mut runs = self.all_summaries().await?;
            runs.retain(|run| is_listed(run, filter));
            if let Some(by) = filter.by {
                let orders = self.orders().await?;
                runs.retain(|run| orders.iter().any(|order| order.run == run.id && order.by == by));
            }
            runs.truncate(usize::try_from(filter.most).unwrap_or(usize::MAX));
            Ok(runs)
        }
        .boxed()
    }

    fn summary<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunSummary>, StoreError>> {
        async move { Ok(self.record(run).await?.as_ref().and_then(read_summary)) }.boxed()
    }

    fn forget_run<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            self.summaries().remove(run);
            let reply = self.request(JournalRequest::Forget { run: run.clone() }).await?;
            if reply == JournalReply::Kept { Ok(()) } else { Err(unexpected(&reply)) }
        }
        .boxed()
    }

    fn add_order<'a>(&'a self, order: &'a RunOrder) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        async move {
            if let Some(key) = &order.key {
                let is_same = |known: &RunOrder| known.key.as_ref().is_some_and(|other| other.key == key.key);
                if let Some(earlier) = self.orders().await?.into_iter().find(is_same) {
                    return Ok(Some(earlier));
                }
            }
            self.keep_order(order).await.map(|()| None)
        }
        .boxed()
    }

    fn open_orders(&self) -> BoxFuture<'_, Result<Vec<RunOrder>, StoreError>> {
        async move {
            let mut open = self.orders().await?;
            open.retain(|order| order.state != OrderState::Over);
            open.sort_by(|a, b| (a.created, &a.run).cmp(&(b.created, &b.run)));
            Ok(open)
        }
        .boxed()
    }

    fn order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>> {
        async move { Ok(self.record(run).await?.as_ref().and_then(read_order)) }.boxed()
    }

    fn set_order_state<'a>(&'a self, run: &'a RunId, state: &'a OrderState) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let Some(order) = self.order(run).await? else { return Ok(()) };
            self.keep_order(&RunOrder { state: state.clone(), ..order }).await
        }
        .boxed()
    }

    fn remove_order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>> {
        self.put(run, Note::Order, None).boxed()
    }

    fn schedules(&self) -> BoxFuture<'_, Result<Vec<(String, String)>, StoreError>> {
        async move { Ok(self.kept_schedules().await?.into_iter().collect()) }.boxed()
    }

    fn save_schedule<'a>(&'a self, id: &'a str, body: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        async move {
            let mut schedules = self.kept_schedules().await?;
            schedules.insert(id.to_owned(), body.to_owned());
            self.keep_schedules(&schedules).await
        }
        .boxed()
    }

    fn remove_schedule<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool, StoreError>> {
        async move {
            let mut schedules = self.kept_schedules().await?;
            let was_there = schedules.remove(id).is_some();
            self.keep_schedules(&schedules).await.map(|()| was_there)
        }
        .boxed()
    }

    /// Of what is kept beside the journals; the host knows how large those are.
    fn used_bytes(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        async move {
            let records = self.records(None).await?;
            let texts = records.iter().flat_map(|record| [&record.summary, &record.order, &record.setup]);
            let bytes: usize = texts.flatten().map(String::len).sum();
            Ok(u64::try_from(bytes).unwrap_or(u64::MAX))
        }
        .boxed()
    }
}

fn read_summary(record: &RunRecord) -> Option<RunSummary> {
    serde_json::from_str(record.summary.as_deref()?).ok()
}

fn read_order(record: &RunRecord) -> Option<RunOrder> {
    let KeptOrder { priority, created, key, by_agent, state } = serde_json::from_str(record.order.as_deref()?).ok()?;
    let state = match state {
        KeptState::Active => OrderState::Active,
        KeptState::Parked(why) => OrderState::Parked(why),
        KeptState::Over => OrderState::Over,
    };
    let key = key.map(|(key, digest)| OrderKey { key, digest });
    let by = if by_agent { OrderedBy::Agent } else { OrderedBy::Person };
    Some(RunOrder { run: record.run.clone(), priority, created, key, by, state })
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

/// The record that schedules are kept in; it has no journal, so no list of runs shows it.
fn schedules_record() -> Result<RunId, StoreError> {
    RunId::try_from("schedules".to_owned()).map_err(|error| StoreError::Unusable(error.to_string()))
}

/// Runs that are written to at the same time are few.
const MOST_REMEMBERED: usize = 64;
