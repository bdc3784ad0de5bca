//! The processes that led to an answer, as the system reports them: by these a reader of the journal can tell a person's
//! shell from an agent that ran the command itself.

use std::fs;

use webhand_model::{ProcessInfo, ReplyChannel, ReplySource};

/// How an answer was given by this process.
pub fn reply_source(channel: ReplyChannel) -> ReplySource {
    reply_source_of(std::process::id(), channel)
}

/// How an answer was given by another process.
pub fn reply_source_of(pid: u32, channel: ReplyChannel) -> ReplySource {
    ReplySource { channel, processes: ancestors(pid) }
}

/// Whether a process has a controlling terminal; `None` where the system does not tell.
pub fn has_terminal(pid: u32) -> Option<bool> {
    Some(ProcessStat::read(pid)?.terminal != 0)
}

/// The process and those that started it, nearest first; empty where the system has no `/proc`.
fn ancestors(pid: u32) -> Vec<ProcessInfo> {
    let mut found = Vec::new();
    let mut next = pid;
    while let Some(stat) = ProcessStat::read(next).filter(|_| found.len() < MOST_ANCESTORS) {
        found.push(ProcessInfo { pid: next, name: stat.name });
        if stat.parent == 0 {
            break;
        }
        next = stat.parent;
    }
    found
}

/// The part of `/proc/PID/stat` that is needed.
#[derive(Debug, PartialEq, Eq)]
struct ProcessStat {
    name: String,
    parent: u32,
    terminal: i32,
}

impl ProcessStat {
    fn read(pid: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
    }

    /// The name stands in parentheses and may itself contain some.
    fn parse(line: &str) -> Option<Self> {
        let (before, after) = line.rsplit_once(')')?;
        let name = before.split_once('(')?.1.chars().take(MOST_NAME).collect();
        let mut numbers = after.split_whitespace().skip(1);
        let parent = numbers.next()?.parse().ok()?;
        let terminal = numbers.nth(2)?.parse().ok()?;
        Some(Self { name, parent, terminal })
    }
}

const MOST_ANCESTORS: usize = 12;
const MOST_NAME: usize = 64;

#[cfg(test)]
mod tests;
