//! Answers to questions about the page: what it says, how many, how much, and the final report.

pub(crate) mod count;
pub(crate) mod finish;
pub(crate) mod listing;
pub(crate) mod read;
pub(crate) mod total;
