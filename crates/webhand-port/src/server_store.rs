//! The part of a store that a server needs beyond journals: lists with a filter, parts of a journal, and the orders of
//! its runs.

use futures_util::future::BoxFuture;
use webhand_model::{Event, RunId, RunSummary, Seq};

use crate::{Store, StoreError};

pub mod conformance;

/// A store that many runs of one server share. What a method has acknowledged survives a crash.
pub trait ServerStore: Store {
    /// At most `most` events after `after`, oldest first.
    fn read_page<'a>(&'a self, run: &'a RunId, after: Seq, most: u32) -> BoxFuture<'a, Result<Vec<Event>, StoreError>>;

    /// The runs that match, newest first.
    fn list<'a>(&'a self, filter: &'a RunFilter) -> BoxFuture<'a, Result<Vec<RunSummary>, StoreError>>;

    /// One run in a line; `None` for an unknown run.
    fn summary<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunSummary>, StoreError>>;

    /// Erases a run with its journal, its pictures and its order; does nothing for an unknown run.
    fn forget_run<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Adds an order. Returns the earlier one, and adds nothing, when there is one with the same key.
    fn add_order<'a>(&'a self, order: &'a RunOrder) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>>;

    /// The orders that are not over, oldest first.
    fn open_orders(&self) -> BoxFuture<'_, Result<Vec<RunOrder>, StoreError>>;

    fn order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<Option<RunOrder>, StoreError>>;

    fn set_order_state<'a>(&'a self, run: &'a RunId, state: &'a OrderState) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Removes an order whose run never began.
    fn remove_order<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<(), StoreError>>;

    /// All schedules: id and content, which only the program understands.
    fn schedules(&self) -> BoxFuture<'_, Result<Vec<(String, String)>, StoreError>>;

    /// Adds a schedule or replaces it.
    fn save_schedule<'a>(&'a self, id: &'a str, body: &'a str) -> BoxFuture<'a, Result<(), StoreError>>;

    /// Removes a schedule; returns whether there was one.
    fn remove_schedule<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<bool, StoreError>>;

    /// The room that everything in the store takes, without what is free for the next writes.
    fn used_bytes(&self) -> BoxFuture<'_, Result<u64, StoreError>>;
}

/// Which runs a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunFilter {
    /// A part of the task's text; empty for all.
    pub text: String,
    pub stage: Option<RunStage>,
    /// Only runs that come after this one in the list.
    pub before: Option<(u64, RunId)>,
    /// Only runs that were ordered by these.
    pub by: Option<OrderedBy>,
    pub most: u32,
}

/// Which part of its life a run is in, as its journal shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStage {
    /// Neither over nor waiting for the person.
    Open,
    /// Waiting for the person.
    Waiting,
    Over,
}

/// A run that a server has taken on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunOrder {
    pub run: RunId,
    /// Runs with a higher priority start first.
    pub priority: i32,
    /// Milliseconds since 1970.
    pub created: u64,
    /// The key of the client, and a digest of what it ordered with it.
    pub key: Option<OrderKey>,
    pub by: OrderedBy,
    pub state: OrderState,
}

/// The party that ordered a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum OrderedBy {
    #[default]
    Person,
    /// A program with an agent's key, which sees and steers only what such programs ordered.
    Agent,
}

/// Makes a repeated order the same order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderKey {
    pub key: String,
    pub digest: String,
}

/// The state of an order: what the server does with the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderState {
    /// Works on it, or will when there is room.
    Active,
    /// Does nothing until the person says so; the text says why.
    Parked(String),
    Over,
}
