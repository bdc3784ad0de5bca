//! The calls of `/api/v1` about runs, without HTTP: what is read of a pool and its journals as the JSON types of the API, and
//! what a person or program does to a run. The server answers requests with them, the wasm module the views of the extension.
//!
//! Invariants: nothing is decided here, the pool and the guard do that; nothing here knows of keys, headers or bytes. It may
//! use no operating system. Start reading at [`calls`]; [`JournalView`] makes the light events of a journal.

pub mod calls;
mod journal_reader;
mod journal_view;
mod problem;
mod run_view;

pub use journal_reader::JournalReader;
pub use journal_view::JournalView;
pub use problem::ApiProblem;
pub use run_view::{outcome_info, question_info};
