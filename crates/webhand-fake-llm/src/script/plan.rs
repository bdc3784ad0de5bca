//! Which turn comes next, and whether a fault stands before it.

use crate::script::fault::FaultKind;
use crate::script::rule::Seen;
use crate::script::{Mode, Turn};

/// A script being played.
#[derive(Debug)]
pub(crate) struct Plan {
    mode: Mode,
    /// How far a list of turns has been played.
    next: usize,
    /// Per turn or rule: how often it answered, and how often its fault struck.
    used: Vec<u32>,
    struck: Vec<u32>,
    picks: u64,
}

#[derive(Debug)]
pub(crate) struct Pick {
    pub number: u64,
    pub turn: Turn,
    pub fault: Option<FaultKind>,
}

impl Plan {
    pub fn new(mode: Mode) -> Self {
        let length = match &mode {
            Mode::Script { turns } => turns.len(),
            Mode::Rule { rules } => rules.len(),
        };
        Self { mode, next: 0, used: vec![0; length], struck: vec![0; length], picks: 0 }
    }

    /// The turn for this request, or why the script has none.
    pub fn pick(&mut self, seen: Seen<'_>) -> Result<Pick, String> {
        let (index, turn) = self.turn_for(seen)?;
        let fault =
            turn.fault.as_ref().filter(|fault| self.struck[index] < fault.times).map(|fault| fault.what.clone());
        if fault.is_some() {
            self.struck[index] += 1;
        } else {
            self.used[index] = self.used[index].saturating_add(1);
            self.next += 1;
        }
        self.picks += 1;
        Ok(Pick { number: self.picks, turn, fault })
    }

    fn turn_for(&self, seen: Seen<'_>) -> Result<(usize, Turn), String> {
        match &self.mode {
            Mode::Script { turns } => {
                let turn = turns.get(self.next).cloned().map(|turn| (self.next, turn));
                turn.ok_or_else(|| format!("the script has {} turns and all are played; add one", turns.len()))
            }
            Mode::Rule { rules } => {
                let mut fitting = rules.iter().enumerate();
                let turn = fitting.find_map(|(index, rule)| Some((index, rule.apply(seen, self.used[index])?)));
                turn.ok_or_else(|| format!("no rule fits; add one for this observation: {}", opening(seen.newest)))
            }
        }
    }
}

fn opening(text: &str) -> String {
    text.chars().take(MAX_SHOWN).collect()
}

const MAX_SHOWN: usize = 500;
