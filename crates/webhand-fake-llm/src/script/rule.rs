//! Rules: a turn chosen by what the newest observation shows, so that a script can drive a whole run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::script::{Args, Turn};

/// A turn, when it applies, and what it takes over from the observation.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    #[serde(default)]
    pub when: When,
    /// Fills `{{name}}` in the turn's texts and arguments. A rule whose takings are not found does not apply.
    #[serde(default)]
    pub take: BTreeMap<String, Take>,
    /// How often the rule may be used; without it, always.
    #[serde(default)]
    pub times: Option<u32>,
    pub turn: Turn,
}

/// Conditions that must all hold; none at all always hold.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// Each stands somewhere in the newest observation.
    pub contains: Vec<String>,
    /// They stand there one after the other.
    pub in_order: Vec<String>,
    /// None stands there.
    pub lacks: Vec<String>,
    /// Each stands somewhere in the whole conversation, as the task does.
    pub conversation: Vec<String>,
}

/// Something read out of the newest observation.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// The ref on the first line that has this text and a ref.
    RefOf(String),
    /// The text between the first `after` and the next `until`, or the end of the observation.
    Between { after: String, until: String },
}

/// What a request shows to the rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub newest: &'a str,
    pub conversation: &'a str,
}

impl Rule {
    /// The turn for what is seen, if the rule applies; `used` is how often it already was.
    pub(crate) fn apply(&self, seen: Seen<'_>, used: u32) -> Option<Turn> {
        if self.times.is_some_and(|times| used >= times) || !self.when.holds(seen) {
            return None;
        }
        let taken: Option<Vec<_>> =
            self.take.iter().map(|(name, take)| Some((placeholder(name), take.find(seen.newest)?))).collect();
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

impl When {
    fn holds(&self, seen: Seen<'_>) -> bool {
        let stands = |text: &String| seen.newest.contains(text.as_str());
        self.contains.iter().all(stands)
            && !self.lacks.iter().any(stands)
            && self.conversation.iter().all(|text| seen.conversation.contains(text.as_str()))
            && in_order(seen.newest, &self.in_order)
    }
}

impl Take {
    fn find(&self, newest: &str) -> Option<String> {
        match self {
            Self::RefOf(text) => newest.lines().find_map(|line| reference(line, text)),
            Self::Between { after, until } => {
                let (_, rest) = newest.split_once(after.as_str())?;
                Some(rest.split_once(until.as_str()).map_or(rest, |(value, _)| value).to_owned())
            }
        }
    }
}

/// The ref of the text's line; in a line of several controls, which stand in braces, that of the one it begins in.
fn reference(line: &str, text: &str) -> Option<String> {
    let at = line.find(text)?;
    let (_, rest) = line.rsplit_once("[ref=")?;
    let (written, _) = rest.split_once(']')?;
    let place = line[..at + text.len()].replace("\\{", "").matches('{').count();
    let (kind, number) = written.split_at(written.trim_end_matches(|c: char| c.is_ascii_digit()).len());
    let number = number.parse::<usize>().ok()? + place.saturating_sub(1);
    Some(format!("{kind}{number}"))
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

fn each_text(turn: &mut Turn, change: &impl Fn(&mut String)) {
    turn.text.iter_mut().for_each(change);
    turn.refusal.iter_mut().for_each(change);
    for call in &mut turn.calls {
        match &mut call.args {
            Args::Raw(text) => change(text),
            Args::Object(map) => map.values_mut().for_each(|value| each_string(value, change)),
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
