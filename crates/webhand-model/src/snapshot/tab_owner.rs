//! Whose a tab is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{RunId, clean, quote, truncate};

/// Who works in a tab. Nobody else looks into it or touches it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TabOwner {
    /// A program that drives the browser, by the name of its session.
    Session(String),
    Run(RunId),
    /// Whoever sits in front of the browser's window.
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

/// Characters of a session's name that are shown.
const LONGEST: usize = 40;
