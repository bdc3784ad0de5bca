//! Instructions to enter something: what, and where.

use super::instruction::{After, Instruction};
use super::language::{Does, Means};
use super::parse::Sentence;
use super::phrase::Phrase;
use super::value::Value;
use super::words::Token;

impl Sentence<'_> {
    /// The instruction of a clause that enters or notes something.
    pub(super) fn entering(&self, does: Does, said: &[Token], field: Option<Phrase>) -> Option<Instruction> {
        let then = if does == Does::FillAndSubmit { After::Submit } else { After::Nothing };
        let value = if does == Does::FillLower {
            Value::Text(self.value(said).to_lowercase())
        } else if does == Does::FillUpper {
            Value::Text(self.value(said).to_uppercase())
        } else if does == Does::Solve {
            Value::Solution
        } else {
            self.value_of(said)
        };
        if does == Does::Complete {
            return Some(Instruction::Complete);
        }
        if does == Does::Solve || does == Does::Note {
            // A text that was said is no finding.
            return (!matches!(value, Value::Text(_) | Value::It)).then_some(Instruction::Note { value });
        }
        if does == Does::Copy {
            let value = if let Value::Text(label) = value { Value::Labelled(label) } else { value };
            return Some(Instruction::Fill { value, field, then });
        }
        Some(match (field, numbers(&self.value(said))) {
            (Some(control), Some(values)) if is_turned(&control) => Instruction::Dial { control, values },
            (field, _) => Instruction::Fill { value, field, then },
        })
    }

    /// What is to be entered: as it was said, unless that speaks of what the page holds.
    fn value_of(&self, said: &[Token]) -> Value {
        let plain = || Value::Text(self.value(said));
        if said.iter().any(|token| token.quoted) {
            return plain();
        }
        let bare = self.without_articles(said);
        let ordinal = bare.first().and_then(|token| self.language.ordinals.get(&token.folded));
        let bare = if ordinal.is_some() { &bare[1..] } else { bare };
        for wording in &self.language.values {
            for form in &wording.forms {
                let Some(captures) = form.captures(bare, &self.language.articles) else { continue };
                let about = captures.first().map(|(_, range)| &bare[range.clone()]);
                let phrase = about.map(|tokens| Phrase::new(self.source, tokens, self.language));
                return match (wording.means, phrase, ordinal) {
                    (Means::It, _, None) => Value::It,
                    (Means::Word, Some(of), Some(ordinal)) => Value::Word { ordinal: *ordinal, of },
                    (Means::Labelled, Some(label), None) => Value::Labelled(label.text),
                    (Means::Said, Some(of), None) => Value::Said(Some(of)),
                    (Means::SaidHere, None, None) => Value::Said(None),
                    (Means::Count, Some(what), None) => Value::Count(what),
                    (_, _, _) => plain(),
                };
            }
        }
        plain()
    }
}

/// Whether a phrase names a control that is turned rather than filled.
pub(super) fn is_turned(phrase: &Phrase) -> bool {
    let kind = |role: &String| matches!(role.as_str(), "slider" | "spinbutton");
    phrase.readings.iter().any(|reading| !reading.roles.is_empty() && reading.roles.iter().all(kind))
}

/// The numbers in a text, if there are any.
pub(super) fn numbers(text: &str) -> Option<Vec<String>> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
    let numbers: Vec<String> = parts.filter(|part| part.parse::<f64>().is_ok()).map(str::to_owned).collect();
    (!numbers.is_empty()).then_some(numbers)
}
