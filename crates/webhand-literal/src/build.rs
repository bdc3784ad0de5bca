//! From a clause and what its slots took to the one instruction it is.

use webhand_model::Direction;

use super::enter::{is_turned, numbers};
use super::instruction::{Holds, Instruction, Reply, Tick, Touch, Until};
use super::language::Does;
use super::parse::Sentence;
use super::pattern::{Captures, Slot};
use super::phrase::{Phrase, raw};
use super::total::Reckon;
use super::words::{Token, tokens, words};

impl Sentence<'_> {
    pub(super) fn build(&self, does: Does, clause: &[Token], captures: &Captures) -> Option<Instruction> {
        let slot =
            |wanted: Slot| captures.iter().find(|(slot, _)| *slot == wanted).map(|(_, range)| &clause[range.clone()]);
        let phrase = |wanted: Slot| slot(wanted).map(|tokens| Phrase::new(self.source, tokens, self.language));
        let text = |wanted: Slot| slot(wanted).map(|tokens| self.value(tokens)).unwrap_or_default();
        Some(match does {
            Does::Open => Instruction::Open { place: phrase(Slot::Place)? },
            Does::Click => Instruction::Touch { how: Touch::Click, target: phrase(Slot::Target)? },
            Does::DoubleClick => Instruction::Touch { how: Touch::Double, target: phrase(Slot::Target)? },
            Does::Hover => Instruction::Touch { how: Touch::Hover, target: phrase(Slot::Target)? },
            Does::Focus => Instruction::Touch { how: Touch::Focus, target: phrase(Slot::Target)? },
            Does::Fill
            | Does::FillAndSubmit
            | Does::FillLower
            | Does::FillUpper
            | Does::Copy
            | Does::Complete
            | Does::Note
            | Does::Solve => return self.entering(does, slot(Slot::Value).unwrap_or_default(), phrase(Slot::Field)),
            Does::If => Instruction::When { what: phrase(Slot::About)?, holds: Holds::IfThere, skip: 0 },
            Does::Unless => Instruction::When { what: phrase(Slot::About)?, holds: Holds::UnlessThere, skip: 0 },
            Does::Within => Instruction::Within { what: phrase(Slot::About)?.words },
            Does::Highlight => Instruction::Highlight { target: phrase(Slot::Target)? },
            Does::Drag => Instruction::Drag { what: phrase(Slot::Target)?, to: phrase(Slot::Place)? },
            // Made of several instructions, or of none.
            Does::Hint | Does::ForEach | Does::ReplyWith | Does::PassOn => return None,
            Does::Clear => Instruction::Clear { field: phrase(Slot::Field)? },
            Does::Choose => return choosing(phrase(Slot::Option)?, &text(Slot::Option), phrase(Slot::List)),
            Does::Check => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::On },
            Does::Uncheck => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::Off },
            Does::Search => Instruction::Search(self.search(slot(Slot::Query)?, clause, phrase(Slot::Place))),
            Does::LookUp => Instruction::Search(self.look_up(slot(Slot::Query)?, phrase(Slot::Place))),
            Does::AskWhatSomeoneSaid => Instruction::Search(self.what_someone_said(slot(Slot::Query)?)?),
            Does::ScrollDown => scroll(Direction::Down, None),
            Does::ScrollUp => scroll(Direction::Up, None),
            Does::ScrollToEnd => scroll(Direction::Bottom, None),
            Does::ScrollToTop => scroll(Direction::Top, None),
            Does::ScrollInsideToEnd => scroll(Direction::Bottom, phrase(Slot::Target).filter(|one| !self.is_page(one))),
            Does::ScrollInsideToTop => scroll(Direction::Top, phrase(Slot::Target).filter(|one| !self.is_page(one))),
            Does::Wait => Instruction::Wait(slot(Slot::Text).map_or(Until::Rest, |_| Until::There(text(Slot::Text)))),
            Does::WaitUntilGone => Instruction::Wait(Until::Gone(text(Slot::Text))),
            Does::Pause => Instruction::Wait(Until::Passed(self.milliseconds(&text(Slot::Amount))?)),
            Does::Press => self.press(phrase(Slot::Target)?),
            Does::Back => Instruction::Back,
            Does::Forward => Instruction::Forward,
            Does::Reload => Instruction::Reload,
            Does::Accept => Instruction::Answer { with: Reply::Accept, about: phrase(Slot::Target) },
            Does::Dismiss => Instruction::Answer { with: Reply::Dismiss, about: phrase(Slot::Target) },
            Does::Read => {
                Instruction::Read { about: slot(Slot::About).map(|about| raw(self.source, about)).unwrap_or_default() }
            }
            Does::Count => Instruction::Count { what: raw(self.source, slot(Slot::About)?) },
            Does::Total => Instruction::Reckon { how: Reckon::Sum, what: raw(self.source, slot(Slot::About)?) },
            Does::Average => Instruction::Reckon { how: Reckon::Average, what: raw(self.source, slot(Slot::About)?) },
            Does::LogIn => Instruction::LogIn,
            Does::Named => Instruction::Named { target: self.named(clause) },
        })
    }

    /// A text to be typed: what is quoted in it, else all of it with its marks.
    pub(super) fn value(&self, tokens: &[Token]) -> String {
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
        let seconds = amount.replace(',', ".").parse::<f64>().ok();
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
