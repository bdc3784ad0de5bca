//! The journal of one run, as its driver writes it: numbers and chains events and notices writes of others.

use std::sync::Arc;

use webhand_model::{ChainHash, EffectNo, Event, EventKind, Input, Intent, Millis, RunId, Seq};
use webhand_port::{Store, StoreError};

use crate::clock::wall;

pub(crate) struct Journal {
    pub(crate) run: RunId,
    store: Arc<dyn Store>,
    end: Seq,
    /// The hash of the last line.
    head: ChainHash,
}

impl Journal {
    pub(crate) fn new(run: RunId, store: Arc<dyn Store>) -> Self {
        let head = ChainHash::before_first_line(&run);
        Self { run, store, end: Seq(0), head }
    }

    /// Appends an input and the intents it led to in one transaction, so that the journal never holds one without the other.
    pub(crate) async fn write(
        &mut self,
        at: Millis,
        input: Option<(Option<EffectNo>, Input)>,
        intents: impl IntoIterator<Item = (EffectNo, Intent)>,
    ) -> Result<Vec<Event>, StoreError> {
        let first = input.into_iter().map(|(to, input)| EventKind::Input { to, input });
        let rest = intents.into_iter().map(|(no, intent)| EventKind::Intent { no, intent });
        self.append(at, first.chain(rest)).await
    }

    /// Appends the entries in one transaction.
    pub(crate) async fn append(
        &mut self,
        at: Millis,
        entries: impl IntoIterator<Item = EventKind>,
    ) -> Result<Vec<Event>, StoreError> {
        let wall = wall();
        let mut head = self.head;
        let chained = entries.into_iter().zip(self.end.0 + 1..).map(|(kind, seq)| {
            let event = Event::chained(&head, Seq(seq), at, wall, kind);
            head = event.hash.unwrap_or(head);
            event
        });
        let events: Vec<Event> = chained.collect();
        if !events.is_empty() {
            self.end = self.store.append(&self.run, self.end, &events).await?;
            self.head = head;
        }
        Ok(events)
    }

    /// The whole journal from its beginning.
    pub(crate) async fn read_all(&mut self) -> Result<Vec<Event>, StoreError> {
        let events = self.store.read(&self.run, Seq(0)).await?;
        self.end = events.last().map_or(Seq(0), |event| event.seq);
        // A journal of a version without a chain goes on with one that begins here.
        let hash = events.last().and_then(|event| event.hash);
        self.head = hash.unwrap_or_else(|| ChainHash::before_first_line(&self.run));
        Ok(events)
    }

    /// Whether another process has written since the last append or read.
    pub(crate) async fn has_moved_on(&self) -> Result<bool, StoreError> {
        Ok(self.store.end(&self.run).await? > self.end)
    }

    pub(crate) fn end(&self) -> Seq {
        self.end
    }
}
