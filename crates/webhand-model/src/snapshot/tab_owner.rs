//! The owner of a tab.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{RunId, clean, quote, truncate};

/// The owner of a tab. No other session looks into the tab or acts on it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TabOwner {
    /// A program that drives the browser, by the name of its session.
    Session(String),
    Run(RunId),
    /// The person at the browser's window.
    Person,
}

impl fmt::Display for TabOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Session(name) => write!(f, "session {}", quote(&truncate(&clean(name), LONGEST))),
            Self::Run(run) => write!(f, "run {}", run.short()),
            Self::Person => f.write_str("the person"),
        }
    }
}

/// The number of characters shown of a session's name.
const LONGEST: usize = 40;
