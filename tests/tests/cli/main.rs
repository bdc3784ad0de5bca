//! The built program as a person or a script uses it: exit codes, output, signals, crashes.
#![expect(clippy::unwrap_used, reason = "a test ends where something it needs is missing")]

mod abrupt_ends;
mod approvals;
mod attached;
mod brains;
mod chat;
mod chat_tab;
mod dashboard;
mod demo;
mod ends;
mod environment;
mod handover;
mod interrupted;
mod journal;
mod manual;
mod mcp;
mod older_data;
mod secrets;
mod serve;
mod served;
mod sessions;
mod socket;
mod support;
mod terminal;
mod verbs;
