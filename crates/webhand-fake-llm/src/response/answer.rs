//! A scripted turn made ready to be written: ids given, arguments as text, faults of content applied.

use crate::script::fault::FaultKind;
use crate::script::{Args, Finish, Turn, Usage};

/// One answer in no provider's format yet.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    /// Counts the answers of this server; the ids are made of it.
    pub number: u64,
    pub model: String,
    /// What the model thought before it spoke.
    pub thoughts: Vec<String>,
    pub text: Vec<String>,
    pub refusal: Option<String>,
    pub calls: Vec<Called>,
    pub finish: Finish,
    pub usage: Usage,
}

#[derive(Debug, Clone)]
pub(crate) struct Called {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

impl Answer {
    pub fn new(turn: Turn, number: u64, model: String) -> Self {
        let mark = if turn.thoughts.is_empty() { "" } else { THOUGHTFUL };
        let calls: Vec<Called> = turn
            .calls
            .into_iter()
            .enumerate()
            .map(|(index, call)| Called {
                id: call.id.unwrap_or_else(|| format!("call_{number}_{index}{mark}")),
                name: call.name,
                arguments: match call.args {
                    Args::Raw(text) => text,
                    Args::Object(map) => serde_json::Value::Object(map).to_string(),
                },
            })
            .collect();
        let usual = if calls.is_empty() { Finish::Stop } else { Finish::ToolCalls };
        Self {
            number,
            model,
            thoughts: turn.thoughts,
            text: turn.text,
            refusal: turn.refusal,
            finish: turn.finish.unwrap_or(usual),
            calls,
            usage: turn.usage,
        }
    }

    /// Spoils the content, for the faults that are about content.
    pub fn spoil(&mut self, fault: &FaultKind) {
        match fault {
            FaultKind::Empty => {
                self.thoughts.clear();
                self.text.clear();
                self.calls.clear();
                self.refusal = None;
                self.finish = Finish::Stop;
            }
            FaultKind::DuplicateIds => {
                if let Some(first) = self.calls.first().map(|call| call.id.clone()) {
                    self.calls.iter_mut().for_each(|call| call.id.clone_from(&first));
                }
            }
            FaultKind::LengthStop => {
                self.finish = Finish::Length;
                let last = self.calls.last_mut().map(|call| &mut call.arguments);
                if let Some(text) = last.or(self.text.last_mut()) {
                    let half = text.chars().count() / 2;
                    *text = text.chars().take(half).collect();
                }
            }
            FaultKind::Status { .. }
            | FaultKind::Hang { .. }
            | FaultKind::Reset { .. }
            | FaultKind::ErrorInside { .. }
            | FaultKind::ErrorEvent { .. }
            | FaultKind::TruncatedJson => {}
        }
    }
}

#[cfg(feature = "all-formats")]
/// Whether the call with this id followed thoughts, which then must be sent back with it.
pub(crate) fn is_thoughtful(id: &str) -> bool {
    id.ends_with(THOUGHTFUL)
}

/// The end of the ids of calls that followed thoughts.
const THOUGHTFUL: &str = "_t";
