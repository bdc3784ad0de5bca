//! The wasm module in Node: it imports nothing, replays as the native core does, and runs a task in a real browser.

#[path = "../cli/support.rs"]
#[expect(dead_code, clippy::unwrap_used, reason = "the tests of the program use more of it")]
mod support;

mod crates;
mod module;
mod replay;
mod run_task;
