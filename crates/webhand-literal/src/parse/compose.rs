//! Clauses that become several instructions: a path through a menu, a message answered or passed on.

use crate::language::InstructionKind;
use crate::language::pattern::PatternSlot;
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::tokens;
use crate::parse::Parser;
use crate::parse::clause::MatchedClause;
use crate::parse::instruction::{AfterFill, Instruction, Touch};
use crate::parse::value::ValueSource;

impl Parser<'_> {
    /// The instructions of a clause that asks for several; nothing for a clause that is one instruction.
    pub(crate) fn build_sequence(&self, kind: InstructionKind, clause: &MatchedClause<'_>) -> Option<Vec<Instruction>> {
        let named = |meaning: &str| Instruction::Named { target: Phrase::of_words(meaning, vec![meaning.to_owned()]) };
        let fill = |value: String, field: Option<Phrase>| Instruction::Fill {
            value: ValueSource::Text(value),
            field,
            then: AfterFill::Nothing,
        };
        let (button, entered) = if kind == InstructionKind::Hint {
            return Some(Vec::new());
        } else if kind == InstructionKind::ReplyWith {
            ("reply", fill(self.typed_text(clause.slot(PatternSlot::Value)?), None))
        } else if kind == InstructionKind::PassOn {
            let field = Phrase::of_words("recipient", vec!["recipient".to_owned()]);
            ("forward", fill(self.typed_text(self.without_articles(clause.slot(PatternSlot::Place)?)), Some(field)))
        } else {
            let leads = matches!(kind, InstructionKind::Choose | InstructionKind::Click | InstructionKind::Open);
            return if leads { self.build_menu_path(clause) } else { None };
        };
        let subject = self.message_subject(clause).map(|what| Instruction::Within { what });
        Some(subject.into_iter().chain([Instruction::Visit, named(button), entered, named("send")]).collect())
    }

    /// The words that tell the message of a clause from others; nothing for "that message", which names nothing new.
    fn message_subject(&self, clause: &MatchedClause<'_>) -> Option<Vec<String>> {
        let distinctive = |word: &String| !self.language.roles.contains_key(word) && word.chars().count() > 1;
        let words: Vec<String> = clause.phrase(PatternSlot::About)?.words.into_iter().filter(distinctive).collect();
        (!words.is_empty()).then_some(words)
    }

    /// "File > Save as": points at each item and clicks the last.
    fn build_menu_path(&self, clause: &MatchedClause<'_>) -> Option<Vec<Instruction>> {
        let (_, path) = clause.only_slot()?;
        let written = raw(self.source, path);
        let parts: Vec<&str> = written.split(['>', '→', '›']).map(str::trim).collect();
        if parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        let last = parts.len() - 1;
        let touch = |(at, part): (usize, &&str)| {
            let how = if at == last { Touch::Click } else { Touch::Hover };
            Instruction::Touch { how, target: Phrase::new(part, &tokens(part), self.language) }
        };
        Some(parts.iter().enumerate().map(touch).collect())
    }
}
