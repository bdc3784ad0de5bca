//! A scripted turn made ready to be written: ids given, arguments as text, faults of content applied.

use crate::script::fault::FaultKind;
use crate::script::{CallArguments, FinishReason, ScriptedTurn, ScriptedUsage};

/// One answer in no provider's format yet.
#[derive(Debug, Clone)]
pub(crate) struct Completion {
    /// Counts the answers of this server; the ids are made of it.
    pub number: u64,
    pub model: String,
    /// The model's thoughts before the answer.
    pub thoughts: Vec<String>,
    pub text: Vec<String>,
    pub refusal: Option<String>,
    pub calls: Vec<CompletionCall>,
    pub finish: FinishReason,
    pub usage: ScriptedUsage,
}

#[derive(Debug, Clone)]
pub(crate) struct CompletionCall {
    pub id: String,
    pub name: String,
    pub arguments: String,
}

impl Completion {
    pub fn new(turn: ScriptedTurn, number: u64, model: String) -> Self {
        let mark = if turn.thoughts.is_empty() { "" } else { THOUGHTFUL };
        let calls: Vec<CompletionCall> = turn
            .calls
            .into_iter()
            .enumerate()
            .map(|(index, call)| CompletionCall {
                id: call.id.unwrap_or_else(|| format!("call_{number}_{index}{mark}")),
                name: call.name,
                arguments: match call.args {
                    CallArguments::Raw(text) => text,
                    CallArguments::Object(map) => serde_json::Value::Object(map).to_string(),
                },
            })
            .collect();
        let usual = if calls.is_empty() { FinishReason::Stop } else { FinishReason::ToolCalls };
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
    pub fn apply_fault(&mut self, fault: &FaultKind) {
        match fault {
            FaultKind::Empty => {
                self.thoughts.clear();
                self.text.clear();
                self.calls.clear();
                self.refusal = None;
                self.finish = FinishReason::Stop;
            }
            FaultKind::DuplicateIds => {
                if let Some(first) = self.calls.first().map(|call| call.id.clone()) {
                    self.calls.iter_mut().for_each(|call| call.id.clone_from(&first));
                }
            }
            FaultKind::LengthStop => {
                self.finish = FinishReason::Length;
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
/// Whether the call with this id followed thoughts, which a client must then send back with the call.
pub(crate) fn follows_thoughts(id: &str) -> bool {
    id.ends_with(THOUGHTFUL)
}

/// The end of the ids of calls that followed thoughts.
const THOUGHTFUL: &str = "_t";
