//! Answers to questions about the page: its text, counts, totals, and the final report.
//!
//! The modules only read [`PageIndex`](crate::page::PageIndex) and add notes to the report; where the snapshot does not hold
//! the answer they return a `read` call.

pub(crate) mod count;
pub(crate) mod finish;
pub(crate) mod listing;
mod question;
pub(crate) mod read;
pub(crate) mod total;
