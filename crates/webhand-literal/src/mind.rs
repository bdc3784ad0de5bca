//! One decision: what came of the last calls, then the current instruction, until there is something to do.

use serde_json::{Value, json};
use webhand_model::{CallResult, NativeDialog, PageState, Ref, Refs as _};

use super::extreme::extreme;
use super::ground::{Found, Want, ground};
use super::instruction::{Instruction, Reply};
use super::language::{Language, concept};
use super::memory::{Asked, Choice, Memory, Phase};
use super::page::Page;
use super::phrase::Phrase;
use super::say::Sentence;

/// The brain in the middle of a decision.
pub(super) struct Mind<'a> {
    pub language: &'static Language,
    pub instructions: &'a [Instruction],
    pub page: Page<'a>,
    pub memory: Memory,
    /// What came of the calls of the last answer.
    pub results: &'a [CallResult],
}

/// What is answered: a sentence for the person, and calls.
#[derive(Debug)]
pub(super) struct Said {
    pub text: String,
    pub calls: Vec<(&'static str, Value)>,
}

impl Said {
    pub(super) fn one(text: String, name: &'static str, arguments: Value) -> Self {
        Self { text, calls: vec![(name, arguments)] }
    }
}

impl Mind<'_> {
    /// Decides; afterwards the memory holds what must be remembered.
    pub(super) fn decide(&mut self) -> Said {
        if let Some(said) = self.hear() {
            return said;
        }
        loop {
            if let Some(said) = self.native_dialog() {
                return said;
            }
            let Some(instruction) = self.instructions.get(self.memory.next) else { return self.finish() };
            if let Some(said) = self.step(&self.repeated(instruction)) {
                return said;
            }
            self.memory.advance();
        }
    }

    pub(super) fn say(&self, sentence: Sentence, blanks: &[(&str, &str)]) -> String {
        self.language.say(sentence, blanks)
    }

    pub(super) fn fail(&self, reason: &str) -> Said {
        Said::one(self.say(Sentence::GivingUp, &[]), "fail", json!({ "reason": reason }))
    }

    pub(super) fn ask(&self, question: &str, options: &[String]) -> Said {
        Said::one(self.say(Sentence::Asking, &[]), "ask", json!({ "question": question, "options": options }))
    }

    /// Does the deed of the current instruction.
    pub(super) fn act(&mut self, text: String, name: &'static str, arguments: Value) -> Said {
        self.memory.phase = Phase::Acted;
        Said::one(text, name, arguments)
    }

    pub(super) fn ground(&self, phrase: &Phrase, want: Want) -> Found {
        let Some((word, place)) = phrase.ordinal.as_ref().filter(|(_, place)| *place > 0) else {
            return ground(&self.page, phrase, want, &self.memory.within);
        };
        let passed = i32::try_from(self.memory.passed).unwrap_or(i32::MAX);
        let rest = Phrase { ordinal: Some((word.clone(), place - passed)), ..phrase.clone() };
        ground(&self.page, &rest, want, &self.memory.within)
    }

    /// The element a phrase means, or what to do to find it.
    pub(super) fn locate(&mut self, phrase: &Phrase, want: Want) -> Result<Ref, Said> {
        if let PageState::Closed(_) = self.page.snapshot.state {
            return Err(self.fail(&self.say(Sentence::NoPage, &[])));
        }
        // "Open it": what is spoken of needs no name.
        if let Some(entry) = self.page.turned_to().filter(|_| phrase.words.is_empty() && !phrase.quoted)
            && let Some(target) = self.page.opener(entry)
        {
            return Ok(target);
        }
        let found = if let Some(chosen) = &self.memory.chosen {
            self.find_again(chosen, want)
        } else {
            self.next_of_each(phrase, want).unwrap_or_else(|| self.ground_or_extreme(phrase, want))
        };
        match found {
            Found::One(target) => Ok(target),
            Found::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Found::Nothing(near) => Err(self.look_further(phrase, &near)),
        }
    }

    /// "The cheapest" is one of those the page shows a number for, unless something is called so.
    fn ground_or_extreme(&self, phrase: &Phrase, want: Want) -> Found {
        let found = self.ground(phrase, want);
        let of_time = phrase.words.iter().any(|word| concept(word) == Some("duration"));
        let wanted = phrase.extreme.filter(|_| !phrase.quoted && !matches!(found, Found::One(_)));
        wanted.and_then(|wanted| extreme(&self.page, wanted, of_time)).map_or(found, Found::One)
    }

    /// The one element a phrase means, whatever was chosen or counted before.
    pub(super) fn locate_one(&mut self, phrase: &Phrase, want: Want) -> Result<Ref, Said> {
        match self.ground(phrase, want) {
            Found::One(target) => Ok(target),
            Found::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Found::Nothing(near) => Err(self.look_further(phrase, &near)),
        }
    }

    /// What the person chose, in the page as it is now.
    fn find_again(&self, chosen: &Choice, want: Want) -> Found {
        let same = self.page.snapshot.resolve(&chosen.target).ok();
        match same.filter(|target| chosen.name.starts_with(&self.page.describe(*target))) {
            Some(target) => Found::One(target),
            None => self.ground(&Phrase::exactly(&chosen.name), want),
        }
    }

    pub(super) fn ask_which(&mut self, phrase: &Phrase, targets: &[Ref]) -> Said {
        let choices = self.choices(targets);
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        self.memory.phase = Phase::Asked(Asked::Which { choices, clears: false });
        self.ask(&self.say(Sentence::WhichOne, &[("what", &phrase.text)]), &names)
    }

    /// Elements as a person can tell them apart: by name, by the row they are in, at last by number.
    pub(super) fn choices(&self, targets: &[Ref]) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        for target in targets {
            let mut name = self.page.describe(*target);
            let at = self.page.nodes().iter().position(|node| node.target == Some(*target));
            let repeated = targets.iter().filter(|other| self.page.describe(**other) == name).count() > 1;
            if let Some(entry) = at.filter(|_| repeated).and_then(|at| self.page.entry_of(at)) {
                name = format!("{name} — {}", webhand_model::cut(&self.page.text_of(entry), 60));
            }
            if choices.iter().any(|other| other.name == name) {
                name = format!("{name} ({})", choices.len() + 1);
            }
            choices.push(Choice { target: target.to_string(), name });
        }
        choices
    }

    /// A dialog of the browser blocks the page: an alert is only news, anything else is the person's to answer.
    fn native_dialog(&mut self) -> Option<Said> {
        let dialog = self.page.snapshot.dialog.as_ref()?;
        if !matches!(self.memory.phase, Phase::Fresh | Phase::Cleared) {
            return None;
        }
        if let Some(Instruction::Answer { with, .. }) = self.instructions.get(self.memory.next) {
            self.memory.phase = Phase::Acted;
            return Some(self.answer_dialog(dialog, *with));
        }
        if dialog.kind == "alert" {
            self.memory.keep(self.say(Sentence::MessageSaid, &[("what", &dialog.message)]));
            self.memory.phase = Phase::Cleared;
            return Some(self.answer_dialog(dialog, Reply::Accept));
        }
        self.memory.phase = Phase::Asked(Asked::Dialog);
        let options = [Sentence::AcceptOption, Sentence::DismissOption].map(|option| self.say(option, &[]));
        Some(self.ask(&self.say(Sentence::NativeDialog, &[("what", &dialog.message)]), &options))
    }

    pub(super) fn answer_dialog(&self, dialog: &NativeDialog, with: Reply) -> Said {
        let text = self.say(Sentence::AnsweringDialog, &[("what", &dialog.message)]);
        Said::one(text, "dialog", json!({ "accept": with == Reply::Accept }))
    }
}
