//! Functions for text that came from pages: it is cleaned, shortened, quoted and counted before it is shown.
//!
//! Nothing here knows of snapshots or actions.

mod clean;
mod fold;
mod quote;
mod token_count;

pub use clean::{clean, clean_value};
pub use fold::fold_text;
pub(crate) use fold::words;
pub(crate) use quote::push_escaped;
pub use quote::{paginate_text, quote, truncate};
pub use token_count::count_tokens;
