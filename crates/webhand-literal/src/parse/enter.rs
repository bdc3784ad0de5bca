//! Instructions to enter something: what, and where.

use crate::language::phrase::Phrase;
use crate::language::tokens::Token;
use crate::language::{InstructionKind, ValueKind};
use crate::parse::Parser;
use crate::parse::instruction::{After, Instruction};
use crate::parse::value::ValueSource;

impl Parser<'_> {
    /// The instruction of a clause that enters or notes something.
    pub(crate) fn entering(&self, does: InstructionKind, said: &[Token], field: Option<Phrase>) -> Option<Instruction> {
        let then = if does == InstructionKind::FillAndSubmit { After::Submit } else { After::Nothing };
        let value = if does == InstructionKind::FillLower {
            ValueSource::Text(self.value(said).to_lowercase())
        } else if does == InstructionKind::FillUpper {
            ValueSource::Text(self.value(said).to_uppercase())
        } else if does == InstructionKind::Solve {
            ValueSource::Solution
        } else {
            self.value_of(said)
        };
        if does == InstructionKind::Complete {
            return Some(Instruction::Complete);
        }
        if does == InstructionKind::Solve || does == InstructionKind::Note {
            // A text that was said is no finding.
            return (!matches!(value, ValueSource::Text(_) | ValueSource::It)).then_some(Instruction::Note { value });
        }
        if does == InstructionKind::Copy {
            let value = if let ValueSource::Text(label) = value { ValueSource::Labelled(label) } else { value };
            return Some(Instruction::Fill { value, field, then });
        }
        Some(match (field, numbers(&self.value(said))) {
            (Some(control), Some(values)) if is_turned(&control) => Instruction::Dial { control, values },
            (field, _) => Instruction::Fill { value, field, then },
        })
    }

    /// What is to be entered: as it was said, unless that speaks of what the page holds.
    fn value_of(&self, said: &[Token]) -> ValueSource {
        let plain = || ValueSource::Text(self.value(said));
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
                    (ValueKind::It, _, None) => ValueSource::It,
                    (ValueKind::Word, Some(of), Some(ordinal)) => ValueSource::Word { ordinal: *ordinal, of },
                    (ValueKind::Labelled, Some(label), None) => ValueSource::Labelled(label.text),
                    (ValueKind::Said, Some(of), None) => ValueSource::Said(Some(of)),
                    (ValueKind::SaidHere, None, None) => ValueSource::Said(None),
                    (ValueKind::Count, Some(what), None) => ValueSource::Count(what),
                    (_, _, _) => plain(),
                };
            }
        }
        plain()
    }
}

/// Whether a phrase names a control that is turned rather than filled.
pub(crate) fn is_turned(phrase: &Phrase) -> bool {
    let kind = |role: &String| matches!(role.as_str(), "slider" | "spinbutton");
    phrase.readings.iter().any(|reading| !reading.roles.is_empty() && reading.roles.iter().all(kind))
}

/// The numbers in a text, if there are any.
pub(crate) fn numbers(text: &str) -> Option<Vec<String>> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
    let numbers: Vec<String> = parts.filter(|part| part.parse::<f64>().is_ok()).map(str::to_owned).collect();
    (!numbers.is_empty()).then_some(numbers)
}
