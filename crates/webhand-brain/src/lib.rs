//! webhand-brain

#[cfg(feature = "fake")]
pub mod fake;
