//! `webhand skill`: how an agent uses webhand well, as text for the agent.
//!
//! Invariant: the list of verbs is generated from the catalogue, and `docs/skill.md` is the same text.

use std::fmt::Write as _;

use crate::exit::Exit;
use crate::terminal;
use crate::verb_syntax::{usage, verbs};

pub fn print_skill() -> Exit {
    terminal::print_line(text().trim_end());
    Exit::Done
}

fn text() -> String {
    let mut list = String::new();
    for spec in verbs() {
        // Writing to a string does not fail.
        let _ = writeln!(list, "{}  # {}", usage(spec), spec.doc.trim_end_matches('.'));
    }
    include_str!("skill.md").replace("{version}", env!("CARGO_PKG_VERSION")).replace("{verbs}", list.trim_end())
}

#[cfg(test)]
mod tests;
