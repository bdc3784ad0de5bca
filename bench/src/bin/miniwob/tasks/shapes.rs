//! To come.

use super::Policies;

pub const TASKS: Policies = &[];
