//! Clauses that come to several instructions: a way through a menu, a message answered or passed on.

use crate::language::InstructionKind;
use crate::language::pattern::{Captures, Slot};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{Token, tokens};
use crate::parse::Parser;
use crate::parse::instruction::{After, Instruction, Touch};
use crate::parse::value::ValueSource;

impl Parser<'_> {
    /// What one clause comes to that asks for several things: a way through a menu, a message answered or passed on.
    pub(crate) fn composed(
        &self,
        does: InstructionKind,
        clause: &[Token],
        captures: &Captures,
    ) -> Option<Vec<Instruction>> {
        let slot =
            |wanted: Slot| captures.iter().find(|(slot, _)| *slot == wanted).map(|(_, range)| &clause[range.clone()]);
        let about = slot(Slot::About).map(|tokens| Phrase::new(self.source, tokens, self.language));
        // "That message" names nothing new.
        let telling = |word: &String| !self.language.roles.contains_key(word) && word.chars().count() > 1;
        let about = about.map(|phrase| phrase.words.into_iter().filter(telling).collect::<Vec<_>>());
        let about = about.filter(|what| !what.is_empty()).map(|what| Instruction::Within { what });
        let named = |meaning: &str| Instruction::Named { target: Phrase::of_words(meaning, vec![meaning.to_owned()]) };
        let written = |value: String, field: Option<Phrase>| Instruction::Fill {
            value: ValueSource::Text(value),
            field,
            then: After::Nothing,
        };
        let (first, entered) = if does == InstructionKind::Hint {
            return Some(Vec::new());
        } else if does == InstructionKind::ReplyWith {
            ("reply", written(self.value(slot(Slot::Value)?), None))
        } else if does == InstructionKind::PassOn {
            let field = Phrase::of_words("recipient", vec!["recipient".to_owned()]);
            ("forward", written(self.value(self.without_articles(slot(Slot::Place)?)), Some(field)))
        } else {
            let leads = matches!(does, InstructionKind::Choose | InstructionKind::Click | InstructionKind::Open);
            return if leads { self.menu_path(clause, captures) } else { None };
        };
        Some(about.into_iter().chain([Instruction::Visit, named(first), entered, named("send")]).collect())
    }

    /// "File > Save as": points at each, clicks the last.
    fn menu_path(&self, clause: &[Token], captures: &Captures) -> Option<Vec<Instruction>> {
        let [(_, range)] = captures.as_slice() else { return None };
        let written = raw(self.source, &clause[range.clone()]);
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
