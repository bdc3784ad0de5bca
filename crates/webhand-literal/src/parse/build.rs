//! From a clause and what its slots took to the one instruction it is.

use webhand_model::{Direction, LoneSeparator, normalize_number};

use crate::language::InstructionKind;
use crate::language::pattern::{Captures, Slot};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{Token, tokens, words};
use crate::parse::Parser;
use crate::parse::enter::{is_turned, numbers};
use crate::parse::instruction::{Aggregate, Condition, DialogAnswer, Instruction, Tick, Touch, Until};

impl Parser<'_> {
    pub(crate) fn build(&self, does: InstructionKind, clause: &[Token], captures: &Captures) -> Option<Instruction> {
        let slot =
            |wanted: Slot| captures.iter().find(|(slot, _)| *slot == wanted).map(|(_, range)| &clause[range.clone()]);
        let phrase = |wanted: Slot| slot(wanted).map(|tokens| Phrase::new(self.source, tokens, self.language));
        let text = |wanted: Slot| slot(wanted).map(|tokens| self.value(tokens)).unwrap_or_default();
        Some(match does {
            InstructionKind::Open => Instruction::Open { place: phrase(Slot::Place)? },
            InstructionKind::Click => Instruction::Touch { how: Touch::Click, target: phrase(Slot::Target)? },
            InstructionKind::DoubleClick => Instruction::Touch { how: Touch::Double, target: phrase(Slot::Target)? },
            InstructionKind::Hover => Instruction::Touch { how: Touch::Hover, target: phrase(Slot::Target)? },
            InstructionKind::Focus => Instruction::Touch { how: Touch::Focus, target: phrase(Slot::Target)? },
            InstructionKind::Fill
            | InstructionKind::FillAndSubmit
            | InstructionKind::FillLower
            | InstructionKind::FillUpper
            | InstructionKind::Copy
            | InstructionKind::Complete
            | InstructionKind::Note
            | InstructionKind::Solve => {
                return self.entering(does, slot(Slot::Value).unwrap_or_default(), phrase(Slot::Field));
            }
            InstructionKind::If => Instruction::When { what: phrase(Slot::About)?, holds: Condition::IfThere, skip: 0 },
            InstructionKind::Unless => {
                Instruction::When { what: phrase(Slot::About)?, holds: Condition::UnlessThere, skip: 0 }
            }
            InstructionKind::Within => Instruction::Within { what: phrase(Slot::About)?.words },
            InstructionKind::Highlight => Instruction::Highlight { target: phrase(Slot::Target)? },
            InstructionKind::Drag => Instruction::Drag { what: phrase(Slot::Target)?, to: phrase(Slot::Place)? },
            // Made of several instructions, or of none.
            InstructionKind::Hint | InstructionKind::ForEach | InstructionKind::ReplyWith | InstructionKind::PassOn => {
                return None;
            }
            InstructionKind::Clear => Instruction::Clear { field: phrase(Slot::Field)? },
            InstructionKind::Choose => return choosing(phrase(Slot::Option)?, &text(Slot::Option), phrase(Slot::List)),
            InstructionKind::Check => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::On },
            InstructionKind::Uncheck => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::Off },
            InstructionKind::Search => {
                Instruction::Search(self.search(slot(Slot::Query)?, clause, phrase(Slot::Place)))
            }
            InstructionKind::LookUp => Instruction::Search(self.look_up(slot(Slot::Query)?, phrase(Slot::Place))),
            InstructionKind::AskWhatSomeoneSaid => Instruction::Search(self.what_someone_said(slot(Slot::Query)?)?),
            InstructionKind::ScrollDown => scroll(Direction::Down, None),
            InstructionKind::ScrollUp => scroll(Direction::Up, None),
            InstructionKind::ScrollToEnd => scroll(Direction::Bottom, None),
            InstructionKind::ScrollToTop => scroll(Direction::Top, None),
            InstructionKind::ScrollInsideToEnd => {
                scroll(Direction::Bottom, phrase(Slot::Target).filter(|one| !self.is_page(one)))
            }
            InstructionKind::ScrollInsideToTop => {
                scroll(Direction::Top, phrase(Slot::Target).filter(|one| !self.is_page(one)))
            }
            InstructionKind::Wait => {
                Instruction::Wait(slot(Slot::Text).map_or(Until::Rest, |_| Until::There(text(Slot::Text))))
            }
            InstructionKind::WaitUntilGone => Instruction::Wait(Until::Gone(text(Slot::Text))),
            InstructionKind::Pause => Instruction::Wait(Until::Passed(self.milliseconds(&text(Slot::Amount))?)),
            InstructionKind::Press => self.press(phrase(Slot::Target)?),
            InstructionKind::Back => Instruction::Back,
            InstructionKind::Forward => Instruction::Forward,
            InstructionKind::Reload => Instruction::Reload,
            InstructionKind::Accept => Instruction::Answer { with: DialogAnswer::Accept, about: phrase(Slot::Target) },
            InstructionKind::Dismiss => {
                Instruction::Answer { with: DialogAnswer::Dismiss, about: phrase(Slot::Target) }
            }
            InstructionKind::Read => {
                Instruction::Read { about: slot(Slot::About).map(|about| raw(self.source, about)).unwrap_or_default() }
            }
            InstructionKind::Count => Instruction::Count { what: raw(self.source, slot(Slot::About)?) },
            InstructionKind::Total => {
                Instruction::Aggregate { how: Aggregate::Sum, what: raw(self.source, slot(Slot::About)?) }
            }
            InstructionKind::Average => {
                Instruction::Aggregate { how: Aggregate::Average, what: raw(self.source, slot(Slot::About)?) }
            }
            InstructionKind::LogIn => Instruction::LogIn,
            InstructionKind::Named => Instruction::Named { target: self.named(clause) },
        })
    }

    /// A text to be typed: what is quoted in it, else all of it with its marks.
    pub(crate) fn value(&self, tokens: &[Token]) -> String {
        match (tokens.iter().find(|token| token.quoted), tokens) {
            (Some(quotation), _) => quotation.text.clone(),
            (None, []) => String::new(),
            (None, [first, ..]) => {
                let end = tokens.last().map_or(first.loud_end, |last| last.loud_end);
                self.source[first.span.start..end].to_owned()
            }
        }
    }

    /// The whole instruction as a name: quotes in it are no longer the name alone.
    fn named(&self, clause: &[Token]) -> Phrase {
        let plain = clause.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let plain: String = plain.chars().map(|c| if "\"“”«»'‘’`".contains(c) { ' ' } else { c }).collect();
        let quotation = clause.iter().find(|token| token.quoted).map(|token| token.text.clone());
        Phrase { text: raw(self.source, clause), quotation, ..Phrase::new(&plain, &tokens(&plain), self.language) }
    }

    fn milliseconds(&self, amount: &str) -> Option<u32> {
        let seconds = normalize_number(amount, LoneSeparator::PartsDecimals).ok().and_then(|plain| plain.parse().ok());
        let seconds = seconds.or_else(|| self.language.ordinals.get(amount).map(|number| f64::from(*number)));
        let bounded = (seconds.unwrap_or(1.0) * 1000.0).clamp(0.0, 60_000.0);
        format!("{bounded:.0}").parse().ok()
    }

    fn press(&self, target: Phrase) -> Instruction {
        let name = words(&target.text).join(" ");
        let bare = target.words.join(" ");
        let key = [name, bare].iter().find_map(|name| self.language.keys.get(name).cloned());
        let chord = target.text.contains('+').then(|| target.text.clone());
        match key.filter(|_| !target.quoted).or(chord) {
            Some(key) => Instruction::Press { key },
            None => Instruction::Touch { how: Touch::Click, target },
        }
    }

    /// "The page" scrolls as a whole.
    fn is_page(&self, phrase: &Phrase) -> bool {
        phrase.words.iter().all(|word| self.language.whole.contains(word))
    }
}

/// One of the things that a list, or the page, offers. `written` is the option as it stands in the instruction.
fn choosing(option: Phrase, written: &str, list: Option<Phrase>) -> Option<Instruction> {
    Some(match list {
        // "The card with the greatest number" is one thing, not a choice in another.
        Some(Phrase { extreme: extreme @ Some(_), .. }) => {
            Instruction::Touch { how: Touch::Click, target: Phrase { extreme, ..option } }
        }
        Some(control) if is_turned(&control) => Instruction::Dial { values: numbers(written)?, control },
        list => Instruction::Choose { option, list },
    })
}

fn scroll(direction: Direction, inside: Option<Phrase>) -> Instruction {
    Instruction::Scroll { direction, inside }
}
