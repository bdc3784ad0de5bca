//! Instructions that enter a value into a field or note it: which value, and where it goes.

use crate::language::pattern::PatternSlot;
use crate::language::phrase::Phrase;
use crate::language::tokens::WordToken;
use crate::language::{InstructionKind, ValueKind};
use crate::parse::Parser;
use crate::parse::clause::MatchedClause;
use crate::parse::instruction::{AfterFill, Instruction};
use crate::parse::value::ValueSource;

impl Parser<'_> {
    /// The instruction of a clause that enters or notes a value.
    pub(crate) fn build_input(&self, kind: InstructionKind, clause: &MatchedClause<'_>) -> Option<Instruction> {
        let written = clause.slot(PatternSlot::Value).unwrap_or_default();
        let field = clause.phrase(PatternSlot::Field);
        let then = if kind == InstructionKind::FillAndSubmit { AfterFill::Submit } else { AfterFill::Nothing };
        let value = if kind == InstructionKind::FillLower {
            ValueSource::Text(self.typed_text(written).to_lowercase())
        } else if kind == InstructionKind::FillUpper {
            ValueSource::Text(self.typed_text(written).to_uppercase())
        } else if kind == InstructionKind::Solve {
            ValueSource::Solution
        } else {
            self.parse_value(written)
        };
        if kind == InstructionKind::Complete {
            return Some(Instruction::Complete);
        }
        if kind == InstructionKind::Solve || kind == InstructionKind::Note {
            // A text that the task itself gives was not found on the page, so there is nothing to note.
            return (!matches!(value, ValueSource::Text(_) | ValueSource::It)).then_some(Instruction::Note { value });
        }
        if kind == InstructionKind::Copy {
            let value = if let ValueSource::Text(label) = value { ValueSource::Labelled(label) } else { value };
            return Some(Instruction::Fill { value, field, then });
        }
        Some(match (field, numbers(&self.typed_text(written))) {
            (Some(control), Some(values)) if is_dial(&control) => Instruction::Dial { control, values },
            (field, _) => Instruction::Fill { value, field, then },
        })
    }

    /// The value as the task gives it, unless its wording refers to something on the page.
    fn parse_value(&self, written: &[WordToken]) -> ValueSource {
        let plain = || ValueSource::Text(self.typed_text(written));
        if written.iter().any(|token| token.quoted) {
            return plain();
        }
        let bare = self.without_articles(written);
        let ordinal = bare.first().and_then(|token| self.language.ordinals.get(&token.folded));
        let bare = if ordinal.is_some() { &bare[1..] } else { bare };
        for rule in &self.language.values {
            for pattern in &rule.patterns {
                let Some(captures) = pattern.captures(bare, &self.language.articles) else { continue };
                let about = captures.first().map(|(_, range)| &bare[range.clone()]);
                let phrase = about.map(|tokens| Phrase::new(self.source, tokens, self.language));
                return match (rule.means, phrase, ordinal) {
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

/// Whether a phrase names a slider or spinner, which is set to a number rather than filled with text.
pub(crate) fn is_dial(phrase: &Phrase) -> bool {
    let kind = |role: &String| matches!(role.as_str(), "slider" | "spinbutton");
    phrase.readings.iter().any(|reading| !reading.roles.is_empty() && reading.roles.iter().all(kind))
}

/// The numbers in a text, if there are any.
pub(crate) fn numbers(text: &str) -> Option<Vec<String>> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
    let numbers: Vec<String> = parts.filter(|part| part.parse::<f64>().is_ok()).map(str::to_owned).collect();
    (!numbers.is_empty()).then_some(numbers)
}
