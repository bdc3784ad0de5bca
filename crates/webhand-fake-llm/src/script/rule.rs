//! Rules: a turn chosen by the newest observation, so that a script can drive a whole run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::script::{CallArguments, ScriptedTurn};

/// A turn, the condition under which it answers, and what it captures from the observation.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    #[serde(default)]
    pub when: RuleCondition,
    /// Fills `{{name}}` in the turn's texts and arguments. The rule does not apply where a capture is not found.
    #[serde(default)]
    pub take: BTreeMap<String, Capture>,
    /// How often the rule may be used; without it, always.
    #[serde(default)]
    pub times: Option<u32>,
    pub turn: ScriptedTurn,
}

/// Conditions that must all hold; none at all always hold.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleCondition {
    /// Each must occur in the newest observation.
    pub contains: Vec<String>,
    /// They must occur there one after the other.
    pub in_order: Vec<String>,
    /// None may occur there.
    pub lacks: Vec<String>,
    /// Each must occur in the whole conversation, where the task is, too.
    pub conversation: Vec<String>,
}

/// A text captured from the newest observation.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// The ref on the first line that has this text and a ref.
    RefOf(String),
    /// The text between the first `after` and the next `until`, or the end of the observation.
    Between { after: String, until: String },
}

/// The text of a request, as rules read it.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    /// The messages to the model since its last answer, of which the newest observation is the end.
    pub newest: String,
    /// All messages, also the model's own.
    pub whole: String,
}

#[cfg(feature = "all-formats")]
impl Conversation {
    /// Adds a message to the model.
    pub fn push_input(&mut self, text: &str) {
        for part in [&mut self.newest, &mut self.whole] {
            part.push_str(text);
            part.push('\n');
        }
    }

    /// Adds a message of the model, after which the newest part begins anew.
    pub fn push_output(&mut self, text: &str) {
        self.newest.clear();
        self.whole.push_str(text);
        self.whole.push('\n');
    }
}

impl Rule {
    /// The turn of the rule with its captures filled in, if the rule applies; `used` counts the earlier uses.
    pub(crate) fn apply(&self, conversation: &Conversation, used: u32) -> Option<ScriptedTurn> {
        if self.times.is_some_and(|times| used >= times) || !self.when.holds(conversation) {
            return None;
        }
        let taken: Option<Vec<_>> = self
            .take
            .iter()
            .map(|(name, capture)| Some((placeholder(name), capture.find(&conversation.newest)?)))
            .collect();
        let taken = taken?;
        let fill = |text: &mut String| {
            for (name, value) in &taken {
                *text = text.replace(name, value);
            }
        };
        let mut turn = self.turn.clone();
        each_text(&mut turn, &fill);
        Some(turn)
    }

    pub(crate) fn check(&self) -> Result<(), String> {
        self.turn.check()?;
        let mut turn = self.turn.clone();
        each_text(&mut turn, &|text| {
            for name in self.take.keys() {
                *text = text.replace(&placeholder(name), "");
            }
        });
        let left = std::cell::RefCell::new(None);
        each_text(&mut turn, &|text| {
            // A secret's placeholder looks alike and is webhand's to fill.
            if text.replace(SECRET, "").contains("{{") {
                left.replace(Some(text.clone()));
            }
        });
        left.into_inner().map_or(Ok(()), |text| Err(format!("{text:?} names something the rule does not `take`")))
    }
}

impl RuleCondition {
    fn holds(&self, conversation: &Conversation) -> bool {
        let occurs = |text: &String| conversation.newest.contains(text.as_str());
        self.contains.iter().all(occurs)
            && !self.lacks.iter().any(occurs)
            && self.conversation.iter().all(|text| conversation.whole.contains(text.as_str()))
            && in_order(&conversation.newest, &self.in_order)
    }
}

impl Capture {
    /// The captured text, if the observation has it.
    #[must_use]
    pub fn find(&self, newest: &str) -> Option<String> {
        match self {
            Self::RefOf(text) => newest.lines().find_map(|line| ref_on_line(line, text)),
            Self::Between { after, until } => {
                let (_, rest) = newest.split_once(after.as_str())?;
                Some(rest.split_once(until.as_str()).map_or(rest, |(value, _)| value).to_owned())
            }
        }
    }
}

/// The ref of the line that has the text; in a packed line, of the control in braces that has it.
fn ref_on_line(line: &str, text: &str) -> Option<String> {
    let at = line.find(text)?;
    let before = line[..at].replace("\\{", "  ").replace("\\}", "  ");
    let control = before.rfind('{').filter(|open| before.rfind('}').is_none_or(|close| close < *open));
    if let Some(open) = control {
        return Some(before[open + 1..].split(' ').next()?.to_owned());
    }
    let (_, rest) = line.rsplit_once("[ref=")?;
    Some(rest.split_once(']')?.0.to_owned())
}

fn in_order(mut text: &str, parts: &[String]) -> bool {
    parts.iter().all(|part| match text.split_once(part.as_str()) {
        Some((_, rest)) => {
            text = rest;
            true
        }
        None => false,
    })
}

fn each_text(turn: &mut ScriptedTurn, change: &impl Fn(&mut String)) {
    turn.text.iter_mut().for_each(change);
    turn.refusal.iter_mut().for_each(change);
    for call in &mut turn.calls {
        match &mut call.args {
            CallArguments::Raw(text) => change(text),
            CallArguments::Object(map) => map.values_mut().for_each(|value| each_string(value, change)),
        }
    }
}

fn each_string(value: &mut Value, change: &impl Fn(&mut String)) {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter_mut().for_each(|item| each_string(item, change)),
        Value::Object(map) => map.values_mut().for_each(|item| each_string(item, change)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn placeholder(name: &str) -> String {
    format!("{{{{{name}}}}}")
}

const SECRET: &str = "{{secret:";
