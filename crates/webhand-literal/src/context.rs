//! The state of one decision, and the operations that all instructions share: finding elements, asking, failing.
//!
//! A decision handles the results of the last calls, then follows the instructions until one of them needs a call.

use serde_json::{Value, json};
use webhand_model::{PageState, Ref, RefResolver as _, ToolResult, truncate};

use crate::follow::explore::look_further;
use crate::follow::repeat::next_element;
use crate::language::phrase::Phrase;
use crate::language::sentence::Sentence;
use crate::language::{Language, concept};
use crate::matching::choices::describe_choices;
use crate::matching::extreme::extreme;
use crate::matching::{Match, TargetUse, find_match};
use crate::page::PageIndex;
use crate::parse::instruction::Instruction;
use crate::progress::{Candidate, PendingQuestion, Phase, TaskProgress};

/// Everything that one decision reads, and the progress that it moves on.
pub(crate) struct DecisionContext<'a> {
    pub language: &'static Language,
    pub instructions: &'a [Instruction],
    pub page: PageIndex<'a>,
    pub progress: TaskProgress,
    /// The results of the calls of the last answer.
    pub results: &'a [ToolResult],
}

/// The answer of one decision: a sentence for the person, and calls.
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

impl DecisionContext<'_> {
    /// Adds an action to the final answer.
    pub(crate) fn record_action(&mut self, sentence: Sentence, what: &str, value: &str) {
        let action = self.sentence(sentence, &[("what", &truncate(what, 80)), ("value", &truncate(value, 80))]);
        self.progress.report.add_action(action);
    }

    pub(crate) fn sentence(&self, sentence: Sentence, blanks: &[(&str, &str)]) -> String {
        self.language.sentence(sentence, blanks)
    }

    pub(crate) fn fail(&self, reason: &str) -> NextCalls {
        NextCalls::one(self.sentence(Sentence::GivingUp, &[]), "fail", json!({ "reason": reason }))
    }

    pub(crate) fn ask(&self, question: &str, options: &[String]) -> NextCalls {
        NextCalls::one(self.sentence(Sentence::Asking, &[]), "ask", json!({ "question": question, "options": options }))
    }

    /// Performs the current instruction with this call.
    pub(crate) fn act(&mut self, text: String, name: &'static str, arguments: Value) -> NextCalls {
        self.progress.instruction.phase = Phase::Acted;
        // Typed text and ticks show at once; only these actions may bring something later.
        let may_be_late = matches!(name, "click" | "dblclick" | "press" | "open" | "back" | "forward" | "reload");
        self.progress.acted_on = may_be_late.then(|| self.page.fingerprint());
        NextCalls::one(text, name, arguments)
    }

    pub(crate) fn find(&self, phrase: &Phrase, target_use: TargetUse) -> Match {
        let Some((word, place)) = phrase.ordinal.as_ref().filter(|(_, place)| *place > 0) else {
            return find_match(&self.page, phrase, target_use, &self.progress.subject);
        };
        let passed = i32::try_from(self.progress.instruction.passed_matches).unwrap_or(i32::MAX);
        let rest = Phrase { ordinal: Some((word.clone(), place - passed)), ..phrase.clone() };
        find_match(&self.page, &rest, target_use, &self.progress.subject)
    }

    /// The element a phrase means, or the calls that look for it or ask the person.
    pub(crate) fn locate(&mut self, phrase: &Phrase, target_use: TargetUse) -> Result<Ref, NextCalls> {
        if let PageState::Closed(_) = self.page.snapshot.state {
            return Err(self.fail(&self.sentence(Sentence::NoPage, &[])));
        }
        // "Open it": the current entry of a round needs no name.
        if let Some(entry) = self.page.current_entry().filter(|_| phrase.words.is_empty() && !phrase.quoted)
            && let Some(target) = self.page.opener(entry)
        {
            return Ok(target);
        }
        let found = if let Some(chosen) = &self.progress.instruction.chosen {
            self.find_again(chosen, target_use)
        } else {
            next_element(self, phrase, target_use).unwrap_or_else(|| self.find_or_extreme(phrase, target_use))
        };
        match found {
            Match::One(target) => Ok(target),
            Match::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Match::Nothing(near) => Err(look_further(self, phrase, &near)),
        }
    }

    /// "The cheapest" is the element with the least number, unless an element has that name.
    fn find_or_extreme(&self, phrase: &Phrase, target_use: TargetUse) -> Match {
        let found = self.find(phrase, target_use);
        let of_time = phrase.words.iter().any(|word| concept(word) == Some("duration"));
        let wanted = phrase.extreme.filter(|_| !phrase.quoted && !matches!(found, Match::One(_)));
        wanted.and_then(|wanted| extreme(&self.page, wanted, of_time)).map_or(found, Match::One)
    }

    /// The one element a phrase means, without regard to the person's choice or to a repetition.
    pub(crate) fn locate_one(&mut self, phrase: &Phrase, target_use: TargetUse) -> Result<Ref, NextCalls> {
        match self.find(phrase, target_use) {
            Match::One(target) => Ok(target),
            Match::Several(targets) => Err(self.ask_which(phrase, &targets)),
            Match::Nothing(near) => Err(look_further(self, phrase, &near)),
        }
    }

    /// The element that the person chose, on the page as it is now.
    fn find_again(&self, chosen: &Candidate, target_use: TargetUse) -> Match {
        let same = self.page.snapshot.resolve(&chosen.target).ok();
        match same.filter(|target| chosen.name.starts_with(&self.page.describe(*target))) {
            Some(target) => Match::One(target),
            None => self.find(&Phrase::exactly(&chosen.name), target_use),
        }
    }

    pub(crate) fn ask_which(&mut self, phrase: &Phrase, targets: &[Ref]) -> NextCalls {
        let choices = describe_choices(&self.page, targets);
        let names: Vec<String> = choices.iter().map(|choice| choice.name.clone()).collect();
        self.progress.instruction.phase = Phase::Asked(PendingQuestion::Which { choices, clears: false });
        self.ask(&self.sentence(Sentence::WhichOne, &[("what", &phrase.text)]), &names)
    }
}
