//! From a clause and what its slots took to the instruction it is.

use webhand_model::Direction;

use super::instruction::{After, Instruction, Reply, Tick, Touch, Until};
use super::language::{Does, Means};
use super::parse::Sentence;
use super::pattern::{Captures, Slot};
use super::phrase::{Phrase, raw};
use super::value::Value;
use super::words::{Token, tokens, words};

impl Sentence<'_> {
    /// What one clause comes to that asks for several things: a way through a menu, a message answered or passed on.
    pub(super) fn composed(&self, does: Does, clause: &[Token], captures: &Captures) -> Option<Vec<Instruction>> {
        let slot =
            |wanted: Slot| captures.iter().find(|(slot, _)| *slot == wanted).map(|(_, range)| &clause[range.clone()]);
        let about = slot(Slot::About).map(|tokens| Phrase::new(self.source, tokens, self.language));
        let about = about.filter(|phrase| !phrase.words.is_empty()).map(|phrase| Instruction::Within { what: phrase.words });
        let named = |meaning: &str| Instruction::Named { target: Phrase::of_words(meaning, vec![meaning.to_owned()]) };
        match does {
            Does::Hint => Some(Vec::new()),
            Does::ReplyWith => {
                let value = Value::Text(self.value(slot(Slot::Value)?));
                let write = Instruction::Fill { value, field: None, then: After::Nothing };
                Some(about.into_iter().chain([Instruction::Visit, named("reply"), write, named("send")]).collect())
            }
            Does::PassOn => {
                let to = Value::Text(self.value(self.without_articles(slot(Slot::Place)?)));
                let field = Some(Phrase::of_words("recipient", vec!["recipient".to_owned()]));
                let address = Instruction::Fill { value: to, field, then: After::Nothing };
                Some(about.into_iter().chain([Instruction::Visit, named("pass_on"), address, named("send")]).collect())
            }
            Does::Choose | Does::Click | Does::Open => self.menu_path(clause, captures),
            _ => None,
        }
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
            Does::Fill | Does::FillAndSubmit => {
                let then = if does == Does::Fill { After::Nothing } else { After::Submit };
                self.fill(slot(Slot::Value)?, phrase(Slot::Field), then)
            }
            Does::FillLower => self.fill_text(text(Slot::Value).to_lowercase(), phrase(Slot::Field)),
            Does::FillUpper => self.fill_text(text(Slot::Value).to_uppercase(), phrase(Slot::Field)),
            Does::Copy => {
                let held = match self.value_of(slot(Slot::Value)?) {
                    Value::Text(text) => Value::Labelled(text),
                    held => held,
                };
                Instruction::Fill { value: held, field: phrase(Slot::Field), then: After::Nothing }
            }
            Does::Complete => Instruction::Complete,
            Does::Note => {
                let value = self.value_of(slot(Slot::Value)?);
                if matches!(value, Value::Text(_) | Value::It) {
                    return None;
                }
                Instruction::Note { value }
            }
            Does::Solve => Instruction::Note { value: Value::Solution },
            Does::Within => Instruction::Within { what: phrase(Slot::About)?.words },
            Does::Highlight => Instruction::Highlight { target: phrase(Slot::Target)? },
            Does::Drag => Instruction::Drag { what: phrase(Slot::Target)?, to: phrase(Slot::Place)? },
            // Made of several instructions, or of none.
            Does::Hint | Does::ReplyWith | Does::PassOn => return None,
            Does::Clear => Instruction::Clear { field: phrase(Slot::Field)? },
            Does::Choose => match phrase(Slot::List).filter(is_turned) {
                Some(control) => Instruction::Dial { values: numbers(&text(Slot::Option))?, control },
                None => Instruction::Choose { option: phrase(Slot::Option)?, list: phrase(Slot::List) },
            },
            Does::Check => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::On },
            Does::Uncheck => Instruction::Tick { target: phrase(Slot::Target)?, to: Tick::Off },
            Does::Search => Instruction::Search(self.search(slot(Slot::Query)?, clause, phrase(Slot::Place))),
            Does::LookUp => Instruction::Search(self.look_up(slot(Slot::Query)?, phrase(Slot::Place))),
            Does::AskWhatSomeoneSaid => Instruction::Search(self.what_someone_said(slot(Slot::Query)?)?),
            Does::ScrollDown => scroll(Direction::Down, None),
            Does::ScrollUp => scroll(Direction::Up, None),
            Does::ScrollToEnd => scroll(Direction::Bottom, None),
            Does::ScrollToTop => scroll(Direction::Top, None),
            Does::ScrollInsideToEnd => scroll(Direction::Bottom, phrase(Slot::Target)),
            Does::ScrollInsideToTop => scroll(Direction::Top, phrase(Slot::Target)),
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
        Phrase { text: raw(self.source, clause), ..Phrase::new(&plain, &tokens(&plain), self.language) }
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

    fn fill(&self, value: &[Token], field: Option<Phrase>, then: After) -> Instruction {
        let numbers = numbers(&self.value(value));
        match (field, numbers) {
            (Some(control), Some(values)) if is_turned(&control) => Instruction::Dial { control, values },
            (field, _) => Instruction::Fill { value: self.value_of(value), field, then },
        }
    }

    fn fill_text(&self, text: String, field: Option<Phrase>) -> Instruction {
        Instruction::Fill { value: Value::Text(text), field, then: After::Nothing }
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

fn scroll(direction: Direction, inside: Option<Phrase>) -> Instruction {
    Instruction::Scroll { direction, inside }
}

/// Whether a phrase names a control that is turned rather than filled.
fn is_turned(phrase: &Phrase) -> bool {
    let kind = |role: &String| matches!(role.as_str(), "slider" | "spinbutton");
    phrase.readings.iter().any(|reading| !reading.roles.is_empty() && reading.roles.iter().all(kind))
}

/// The numbers in a text, if there are any.
fn numbers(text: &str) -> Option<Vec<String>> {
    let parts = text.split(|c: char| !c.is_ascii_digit() && c != '-' && c != '.');
    let numbers: Vec<String> = parts.filter(|part| part.parse::<f64>().is_ok()).map(str::to_owned).collect();
    (!numbers.is_empty()).then_some(numbers)
}
