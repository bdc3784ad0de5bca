//! Functions for text that came from pages: it is cleaned, shortened, quoted and counted before it is shown; and the
//! readers of numbers, dates and folded text that every crate shares.
//!
//! Nothing here knows of snapshots or actions.

mod clean;
mod date;
mod fold;
mod number;
mod quote;
mod token_count;

pub use clean::{clean, clean_value, escape_unseen};
pub use date::{ClockTime, Date, DateOrder};
pub use fold::{Accents, Spacing, fold_text, fold_with};
pub(crate) use fold::{folded_words, words};
pub use number::{FoundNumber, LoneSeparator, NumberError, find_number, normalize_number};
pub(crate) use quote::push_escaped;
pub use quote::{paginate_text, quote, truncate};
pub use token_count::count_tokens;
