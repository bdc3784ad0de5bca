//! One decision: what came of the last calls, then the current instruction, until there is something to do.

use serde_json::{Value, json};
use webhand_model::{PageState, Ref, RefResolver as _, ToolResult, truncate};

use crate::follow::explore::look_further;
use crate::follow::repeat::next_element;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::{Language, concept};
use crate::matching::choices::describe_choices;
use crate::matching::extreme::extreme;
use crate::matching::{Match, Want, find_match};
use crate::memory::{Candidate, Memory, Phase, Question};
use crate::page::Page;
use crate::parse::instruction::Instruction;

/// The brain in the middle of a decision.
pub(crate) struct Context<'a> {
    pub language: &'static Language,
    pub instructions: &'a [Instruction],
    pub page: Page<'a>,
    pub memory: Memory,
    /// What came of the calls of the last answer.
    pub results: &'a [ToolResult],
}

/// What is answered: a sentence for the person, and calls.
#[derive(Debug)]
pub(crate) struct NextCalls {
    pub text: String,
    pub calls: Vec<(&'static str, Value)>,
}

impl NextCalls {
    pub(crate) fn one(text: String, name: &'static str, arguments: Value) -> Self {
        Self { text, calls: vec![(name, arguments)] }
    }
}

impl Context<'_> {
    /// Keeps what was done for the final answer.
    pub(crate) fn record_deed(&mut self, sentence: Message, what: &str, value: &str) {
        let deed = self.message(sentence, &[("what", &truncate(what, 80)), ("value", &truncate(value, 80))]);
        if self.memory.did.last() != Some(&deed) && self.memory.did.len() < MOST_DEEDS {
            self.memory.did.push(deed);
        }
    }

    pub(crate) fn message(&self, sentence: Message, blanks: &[(&str, &str)]) -> String {
        self.language.message(sentence, blanks)
    }

    pub(crate) fn fail(&self, reason: &str) -> NextCalls {
        NextCalls::one(self.message(Message::GivingUp, &[]), "fail", json!({ "reason": reason }))
    }

    pub(crate) fn ask(&self, question: &str, options: &[String]) -> NextCalls {
        NextCalls::one(self.message(Message::Asking, &[]), "ask", json!({ "question": question, "options": options }))
    }

    /// Carries out the current instruction with this call.
    pub(crate) fn act(&mut self, text: String, name: &'static str, arguments: Value) -> NextCalls {
        self.memory.phase = Phase::Acted;
        NextCalls::one(text, name, arguments)
    }

    pub(crate) fn find(&self, phrase: &Phrase, want: Want) -> Match {
        let Some((word, place)) = phrase.ordinal.as_ref().filter(|(_, place)| *place > 0) else {
            return find_match(&self.page, phrase, want, &self.memory.within);
        };
        let passed = i32::try_from(self.memory.passed).unwrap_or(i32::MAX);
        let rest = Phrase { ordinal: Some((word.clone(), place - passed)), ..phrase.clone() };
        find_match(&self.page, &rest, want, &self.memory.within)
    }

    /// The element a phrase means, or what to do to find it.
    pub(crate) fn locate(&mut self, phrase: &Phrase, want: Want) -> Result<Ref, NextCalls> {
        if let PageState::Closed(_) = self.page.snapshot.state {
            return Err(self.fail(&self.message(Message::NoPage, &[])));
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
            next_element(self, phrase, want).unwrap_or_else(|| self.find_or_extreme(phrase, want))
        };
        match found {
            Match::One(target) => Ok(target),
            Match::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Match::Nothing(near) => Err(look_further(self, phrase, &near)),
        }
    }

    /// "The cheapest" is one of those the page shows a number for, unless something is called so.
    fn find_or_extreme(&self, phrase: &Phrase, want: Want) -> Match {
        let found = self.find(phrase, want);
        let of_time = phrase.words.iter().any(|word| concept(word) == Some("duration"));
        let wanted = phrase.extreme.filter(|_| !phrase.quoted && !matches!(found, Match::One(_)));
        wanted.and_then(|wanted| extreme(&self.page, wanted, of_time)).map_or(found, Match::One)
    }

    /// The one element a phrase means, whatever was chosen or counted before.
    pub(crate) fn locate_one(&mut self, phrase: &Phrase, want: Want) -> Result<Ref, NextCalls> {
        match self.find(phrase, want) {
            Match::One(target) => Ok(target),
            Match::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Match::Nothing(near) => Err(look_further(self, phrase, &near)),
        }
    }

    /// What the person chose, in the page as it is now.
    fn find_again(&self, chosen: &Candidate, want: Want) -> Match {
        let same = self.page.snapshot.resolve(&chosen.target).ok();
        match same.filter(|target| chosen.name.starts_with(&self.page.describe(*target))) {
            Some(target) => Match::One(target),
            None => self.find(&Phrase::exactly(&chosen.name), want),
        }
    }

    pub(crate) fn ask_which(&mut self, phrase: &Phrase, targets: &[Ref]) -> NextCalls {
        let choices = describe_choices(&self.page, targets);
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        self.memory.phase = Phase::Asked(Question::Which { choices, clears: false });
        self.ask(&self.message(Message::WhichOne, &[("what", &phrase.text)]), &names)
    }
}

/// The most deeds listed in the final answer.
const MOST_DEEDS: usize = 30;
