//! Chooses the turn that answers a request, and whether its fault strikes first.

use crate::script::fault::FaultKind;
use crate::script::rule::Conversation;
use crate::script::{ScriptedTurn, TurnSelection};

/// A script and how far it has been played.
#[derive(Debug)]
pub(crate) struct ScriptPlayer {
    mode: TurnSelection,
    /// How far a list of turns has been played.
    next: usize,
    /// Per turn or rule: how often it answered, and how often it raised its fault.
    used: Vec<u32>,
    faults_raised: Vec<u32>,
    picks: u64,
}

#[derive(Debug)]
pub(crate) struct PickedTurn {
    pub number: u64,
    pub turn: ScriptedTurn,
    pub fault: Option<FaultKind>,
}

impl ScriptPlayer {
    pub fn new(mode: TurnSelection) -> Self {
        let length = match &mode {
            TurnSelection::Script { turns } => turns.len(),
            TurnSelection::Rule { rules } => rules.len(),
        };
        Self { mode, next: 0, used: vec![0; length], faults_raised: vec![0; length], picks: 0 }
    }

    /// The turn for this request, or why the script has none.
    pub fn pick_turn(&mut self, conversation: &Conversation) -> Result<PickedTurn, String> {
        let (index, turn) = self.turn_for(conversation)?;
        let fault =
            turn.fault.as_ref().filter(|fault| self.faults_raised[index] < fault.times).map(|fault| fault.what.clone());
        if fault.is_some() {
            self.faults_raised[index] += 1;
        } else {
            self.used[index] = self.used[index].saturating_add(1);
            self.next += 1;
        }
        self.picks += 1;
        Ok(PickedTurn { number: self.picks, turn, fault })
    }

    fn turn_for(&self, conversation: &Conversation) -> Result<(usize, ScriptedTurn), String> {
        match &self.mode {
            TurnSelection::Script { turns } => {
                let turn = turns.get(self.next).cloned().map(|turn| (self.next, turn));
                turn.ok_or_else(|| format!("the script has {} turns and all are played; add one", turns.len()))
            }
            TurnSelection::Rule { rules } => {
                let mut fitting = rules.iter().enumerate();
                let turn = fitting.find_map(|(index, rule)| Some((index, rule.apply(conversation, self.used[index])?)));
                turn.ok_or_else(|| {
                    format!("no rule fits; add one for this observation: {}", opening(&conversation.newest))
                })
            }
        }
    }
}

fn opening(text: &str) -> String {
    text.chars().take(MAX_SHOWN).collect()
}

const MAX_SHOWN: usize = 500;
