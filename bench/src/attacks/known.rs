//! Cases that are known to break. The test of the attacks fails when one of them holds, so that the list stays true.

/// Ids of cases; empty as long as every promise is kept.
pub const KNOWN_BROKEN: &[&str] = &[];
