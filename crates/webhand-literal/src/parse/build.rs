//! From a matched clause to the one instruction it is.

use webhand_model::{Direction, LoneSeparator, normalize_number};

use crate::language::InstructionKind;
use crate::language::pattern::PatternSlot;
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{WordToken, tokens, words};
use crate::parse::Parser;
use crate::parse::clause::MatchedClause;
use crate::parse::enter::{is_dial, numbers};
use crate::parse::instruction::{Aggregate, ConditionKind, DialogAnswer, Instruction, Tick, Touch, Until};

impl Parser<'_> {
    /// The instruction of a clause; nothing where a slot is missing, or where the clause is made of several instructions.
    pub(crate) fn build_instruction(&self, kind: InstructionKind, clause: &MatchedClause<'_>) -> Option<Instruction> {
        Some(match kind {
            InstructionKind::Open => Instruction::Open { place: clause.phrase(PatternSlot::Place)? },
            InstructionKind::Click => touch(Touch::Click, clause)?,
            InstructionKind::DoubleClick => touch(Touch::Double, clause)?,
            InstructionKind::Hover => touch(Touch::Hover, clause)?,
            InstructionKind::Focus => touch(Touch::Focus, clause)?,
            InstructionKind::Fill
            | InstructionKind::FillAndSubmit
            | InstructionKind::FillLower
            | InstructionKind::FillUpper
            | InstructionKind::Copy
            | InstructionKind::Complete
            | InstructionKind::Note
            | InstructionKind::Solve => return self.build_input(kind, clause),
            InstructionKind::If => condition(ConditionKind::IfThere, clause)?,
            InstructionKind::Unless => condition(ConditionKind::UnlessThere, clause)?,
            InstructionKind::Within => Instruction::Within { what: clause.phrase(PatternSlot::About)?.words },
            InstructionKind::Highlight => Instruction::Highlight { target: clause.phrase(PatternSlot::Target)? },
            InstructionKind::Drag => drag(clause)?,
            InstructionKind::Hint | InstructionKind::ForEach | InstructionKind::ReplyWith | InstructionKind::PassOn => {
                return None;
            }
            InstructionKind::Clear => Instruction::Clear { field: clause.phrase(PatternSlot::Field)? },
            InstructionKind::Choose => return choose(clause),
            InstructionKind::Check => tick(Tick::On, clause)?,
            InstructionKind::Uncheck => tick(Tick::Off, clause)?,
            InstructionKind::Search => self.build_search(clause)?,
            InstructionKind::LookUp => self.build_look_up(clause)?,
            InstructionKind::AskWhatSomeoneSaid => self.build_message_search(clause)?,
            InstructionKind::ScrollDown => scroll(Direction::Down, None),
            InstructionKind::ScrollUp => scroll(Direction::Up, None),
            InstructionKind::ScrollToEnd => scroll(Direction::Bottom, None),
            InstructionKind::ScrollToTop => scroll(Direction::Top, None),
            InstructionKind::ScrollInsideToEnd => scroll(Direction::Bottom, self.scrolled_element(clause)),
            InstructionKind::ScrollInsideToTop => scroll(Direction::Top, self.scrolled_element(clause)),
            InstructionKind::Wait => Instruction::Wait(wait_condition(clause)),
            InstructionKind::WaitUntilGone => Instruction::Wait(Until::Gone(clause.typed_text(PatternSlot::Text))),
            InstructionKind::Pause => Instruction::Wait(Until::Passed(self.milliseconds(clause)?)),
            InstructionKind::Press => self.build_press(clause.phrase(PatternSlot::Target)?),
            InstructionKind::Back => Instruction::Back,
            InstructionKind::Forward => Instruction::Forward,
            InstructionKind::Reload => Instruction::Reload,
            InstructionKind::Accept => answer(DialogAnswer::Accept, clause),
            InstructionKind::Dismiss => answer(DialogAnswer::Dismiss, clause),
            InstructionKind::Read => Instruction::Read { about: clause.raw(PatternSlot::About).unwrap_or_default() },
            InstructionKind::Count => Instruction::Count { what: clause.raw(PatternSlot::About)? },
            InstructionKind::Total => aggregate(Aggregate::Sum, clause)?,
            InstructionKind::Average => aggregate(Aggregate::Average, clause)?,
            InstructionKind::LogIn => Instruction::LogIn,
            InstructionKind::Named => Instruction::Named { target: self.named_target(clause.tokens) },
        })
    }

    /// A text to be typed: the quotation in it, else all of it with its punctuation.
    pub(crate) fn typed_text(&self, tokens: &[WordToken]) -> String {
        match (tokens.iter().find(|token| token.quoted), tokens) {
            (Some(quotation), _) => quotation.text.clone(),
            (None, []) => String::new(),
            (None, [first, ..]) => {
                let end = tokens.last().map_or(first.loud_end, |last| last.loud_end);
                self.source[first.span.start..end].to_owned()
            }
        }
    }

    /// The whole clause as the name of an element: a quotation is then only a part of the name.
    fn named_target(&self, clause: &[WordToken]) -> Phrase {
        let plain = clause.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let plain: String = plain.chars().map(|c| if "\"“”«»'‘’`".contains(c) { ' ' } else { c }).collect();
        let quotation = clause.iter().find(|token| token.quoted).map(|token| token.text.clone());
        Phrase { text: raw(self.source, clause), quotation, ..Phrase::new(&plain, &tokens(&plain), self.language) }
    }

    fn milliseconds(&self, clause: &MatchedClause<'_>) -> Option<u32> {
        let amount = clause.typed_text(PatternSlot::Amount);
        let seconds = normalize_number(&amount, LoneSeparator::PartsDecimals).ok().and_then(|plain| plain.parse().ok());
        let seconds = seconds.or_else(|| self.language.ordinals.get(&amount).map(|number| f64::from(*number)));
        let bounded = (seconds.unwrap_or(1.0) * 1000.0).clamp(0.0, 60_000.0);
        format!("{bounded:.0}").parse().ok()
    }

    fn build_press(&self, target: Phrase) -> Instruction {
        let name = words(&target.text).join(" ");
        let bare = target.words.join(" ");
        let key = [name, bare].iter().find_map(|name| self.language.keys.get(name).cloned());
        let chord = target.text.contains('+').then(|| target.text.clone());
        match key.filter(|_| !target.quoted).or(chord) {
            Some(key) => Instruction::Press { key },
            None => Instruction::Touch { how: Touch::Click, target },
        }
    }

    /// The element to scroll; nothing for "the page", which scrolls as a whole.
    fn scrolled_element(&self, clause: &MatchedClause<'_>) -> Option<Phrase> {
        let is_page = |phrase: &Phrase| phrase.words.iter().all(|word| self.language.whole.contains(word));
        clause.phrase(PatternSlot::Target).filter(|phrase| !is_page(phrase))
    }
}

fn touch(how: Touch, clause: &MatchedClause<'_>) -> Option<Instruction> {
    Some(Instruction::Touch { how, target: clause.phrase(PatternSlot::Target)? })
}

fn tick(to: Tick, clause: &MatchedClause<'_>) -> Option<Instruction> {
    Some(Instruction::Tick { target: clause.phrase(PatternSlot::Target)?, to })
}

fn drag(clause: &MatchedClause<'_>) -> Option<Instruction> {
    Some(Instruction::Drag { what: clause.phrase(PatternSlot::Target)?, to: clause.phrase(PatternSlot::Place)? })
}

/// The parser of the whole task counts the instructions to skip.
fn condition(holds: ConditionKind, clause: &MatchedClause<'_>) -> Option<Instruction> {
    Some(Instruction::When { what: clause.phrase(PatternSlot::About)?, holds, skip: 0 })
}

fn answer(with: DialogAnswer, clause: &MatchedClause<'_>) -> Instruction {
    Instruction::Answer { with, about: clause.phrase(PatternSlot::Target) }
}

fn aggregate(how: Aggregate, clause: &MatchedClause<'_>) -> Option<Instruction> {
    Some(Instruction::Aggregate { how, what: clause.raw(PatternSlot::About)? })
}

fn wait_condition(clause: &MatchedClause<'_>) -> Until {
    clause.slot(PatternSlot::Text).map_or(Until::Rest, |_| Until::There(clause.typed_text(PatternSlot::Text)))
}

/// One of the options that a list, or the page, offers.
fn choose(clause: &MatchedClause<'_>) -> Option<Instruction> {
    let option = clause.phrase(PatternSlot::Option)?;
    Some(match clause.phrase(PatternSlot::List) {
        // "The card with the greatest number" is one element, not an option of a list.
        Some(Phrase { extreme: extreme @ Some(_), .. }) => {
            Instruction::Touch { how: Touch::Click, target: Phrase { extreme, ..option } }
        }
        Some(control) if is_dial(&control) => {
            Instruction::Dial { values: numbers(&clause.typed_text(PatternSlot::Option))?, control }
        }
        list => Instruction::Choose { option, list },
    })
}

fn scroll(direction: Direction, inside: Option<Phrase>) -> Instruction {
    Instruction::Scroll { direction, inside }
}
