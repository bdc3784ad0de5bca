//! Numbers that a page or a task writes, and sums of them.

pub(crate) mod arithmetic;
pub(crate) mod figure;
