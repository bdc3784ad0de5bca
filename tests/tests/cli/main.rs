//! The built program as a person or a script meets it: exit codes, output, signals, crashes.
#![expect(clippy::unwrap_used, reason = "a test ends where something it needs is missing")]

mod demo;
mod ends;
mod interrupted;
mod support;
