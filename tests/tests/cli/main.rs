//! The built program as a person or a script uses it: exit codes, output, signals, crashes.
#![expect(clippy::unwrap_used, reason = "a test ends where something it needs is missing")]

mod abrupt_ends;
mod approvals;
mod brains;
mod chat;
mod computer;
mod demo;
mod ends;
mod handover;
mod interrupted;
mod journal;
mod manual;
mod marks;
mod mcp;
mod model;
mod older_data;
mod personal_data;
mod secrets;
mod serve;
mod sessions;
mod socket;
mod support;
mod terminal;
mod verbs;
