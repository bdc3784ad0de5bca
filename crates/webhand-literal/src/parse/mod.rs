//! From the text of a task to instructions: the text is cut where a connector or a full stop is followed by a verb, then
//! each clause is matched with the patterns of its language.
//!
//! [`parse_task`] is the way in. Nothing here knows the page: an instruction names elements by [`Phrase`], and `follow` finds
//! them later.

pub(crate) mod address;
mod build;
mod clause;
mod compose;
mod enter;
pub(crate) mod instruction;
pub(crate) mod query;
pub(crate) mod value;

use crate::language::pattern::{Captures, Pattern, PatternSlot, starts_with_words};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{Stop, WordToken, tokens};
use crate::language::{InstructionKind, Language, languages};
use crate::parse::clause::MatchedClause;
use crate::parse::instruction::{AfterFill, Instruction};
use crate::parse::query::merge_reads_into_searches;
use crate::parse::value::ValueSource;

/// A task as it was understood, and its language.
#[derive(Debug)]
pub(crate) struct ParsedTask {
    pub language: &'static Language,
    /// The instructions, or the first clause that fits no pattern.
    pub instructions: Result<Vec<Instruction>, String>,
}

/// Parses a text in its most likely language, or else in any other language in which all of it fits a pattern.
pub(crate) fn parse_task(text: &str) -> Option<ParsedTask> {
    let tokens = tokens(text);
    let mut order: Vec<&'static Language> = languages().iter().collect();
    order.sort_by_key(|language| std::cmp::Reverse(language.likeness(&tokens)));
    let mut all = order.into_iter().map(|language| {
        let instructions = Parser { source: text, language }.parse_instructions(&tokens);
        ParsedTask { language, instructions }
    });
    let first = all.next()?;
    if first.instructions.is_ok() {
        return Some(first);
    }
    all.find(|other| other.instructions.is_ok()).or(Some(first))
}

/// The text of a task, read in one language.
pub(crate) struct Parser<'a> {
    pub(crate) source: &'a str,
    pub(crate) language: &'static Language,
}

impl Parser<'_> {
    fn parse_instructions(&self, tokens: &[WordToken]) -> Result<Vec<Instruction>, String> {
        let mut found = Vec::new();
        let mut condition: Option<usize> = None;
        let mut each: Option<Repetition> = None;
        for clause in self.split_clauses(tokens) {
            if let Some(phrase) = self.match_for_each(clause) {
                each = Some(Repetition { phrase, from: found.len() });
                continue;
            }
            let mut new = self.parse_clause(clause).ok_or_else(|| raw(self.source, clause))?;
            if matches!(new.as_slice(), [Instruction::When { .. }]) {
                condition = Some(found.len());
            } else if let Some(Instruction::When { skip, .. }) = condition.and_then(|at| found.get_mut(at)) {
                *skip += new.len();
            }
            found.append(&mut new);
            // A condition and a repetition both hold for the rest of their sentence.
            let goes_on = clause.last().is_some_and(|last| last.stop != Stop::Full);
            if let Some(repetition) = each.take_if(|_| !goes_on) {
                self.apply_repetition(&mut found, condition, &repetition);
            }
            condition = condition.filter(|_| goes_on);
        }
        let is_empty = |at: &usize| matches!(found.get(*at), Some(Instruction::When { skip: 0, .. }));
        if let Some(repetition) = each.as_ref().filter(|repetition| repetition.from == found.len()) {
            return Err(repetition.phrase.text.clone());
        }
        if condition.is_some_and(|at| is_empty(&at)) {
            return Err(self.source.trim().to_owned());
        }
        if let Some(repetition) = each {
            self.apply_repetition(&mut found, condition, &repetition);
        }
        if found.is_empty() { Err(self.source.trim().to_owned()) } else { Ok(merge_reads_into_searches(found)) }
    }

    /// "For each message from Ann": the phrase for the messages.
    fn match_for_each(&self, clause: &[WordToken]) -> Option<Phrase> {
        let rules = self.language.instructions.iter().filter(|rule| rule.kind == InstructionKind::ForEach);
        let captures = rules
            .flat_map(|rule| &rule.patterns)
            .find_map(|pattern| pattern.captures(clause, &self.language.articles))?;
        let (_, range) = captures.into_iter().next()?;
        Some(Phrase {
            text: raw(self.source, &clause[range.clone()]),
            ..Phrase::new(self.source, &clause[range], self.language)
        })
    }

    /// A single instruction is repeated for every element that fits. Several instructions become a round: all of them run
    /// for one entry before the next entry begins.
    fn apply_repetition(&self, found: &mut Vec<Instruction>, condition: Option<usize>, repetition: &Repetition) {
        if let [one] = &mut found[repetition.from..] {
            let distinctive = |word: &&String| !self.language.roles.contains_key(*word);
            let words: Vec<String> = repetition.phrase.words.iter().filter(distinctive).cloned().collect();
            one.repeat_for(Some(&words));
            return;
        }
        let outside = condition.filter(|at| *at < repetition.from);
        if let Some(Instruction::When { skip, .. }) = outside.and_then(|at| found.get_mut(at)) {
            *skip += 2;
        }
        found.insert(repetition.from, Instruction::Each { what: repetition.phrase.text.clone() });
        found.push(Instruction::Again);
    }

    /// Cuts at connectors, commas and stops, but only where a new instruction begins.
    fn split_clauses<'t>(&self, tokens: &'t [WordToken]) -> Vec<&'t [WordToken]> {
        let mut clauses = Vec::new();
        let mut start = self.language.fillers(tokens);
        let mut at = start + 1;
        while at < tokens.len() {
            let before = &tokens[at - 1];
            let connected = self.language.connector(&tokens[at..]).is_some() || before.stop != Stop::None;
            let next = at + self.language.fillers(&tokens[at..]);
            let begins = connected && next < tokens.len() && self.language.starts(&tokens[next..]);
            if begins || ends_a_sentence(before, &tokens[at]) {
                clauses.push(&tokens[start..at]);
                start = next;
                at = next;
            }
            at += 1;
        }
        clauses.push(&tokens[start.min(tokens.len())..]);
        clauses.retain(|clause| !clause.is_empty());
        clauses
    }

    /// Parses a clause without the polite words at its end, or with them where they are part of it ("click Next").
    fn parse_clause(&self, clause: &[WordToken]) -> Option<Vec<Instruction>> {
        let bare = &clause[..clause.len() - self.language.polite_end(clause)];
        self.match_forms(bare).or_else(|| self.match_forms(clause))
    }

    fn match_forms(&self, clause: &[WordToken]) -> Option<Vec<Instruction>> {
        for rule in &self.language.instructions {
            for pattern in &rule.patterns {
                let Some(captures) = pattern.captures(clause, &self.language.articles) else { continue };
                let clause = MatchedClause::new(self, clause, &captures);
                if let Some(found) = self.build_instructions(rule.kind, pattern, &clause) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn build_instructions(
        &self,
        kind: InstructionKind,
        pattern: &Pattern,
        clause: &MatchedClause<'_>,
    ) -> Option<Vec<Instruction>> {
        if kind == InstructionKind::Read {
            let (_, about) = clause.first_slot().unwrap_or((PatternSlot::About, &[]));
            return Some(self.build_reading(about));
        }
        self.build_labelled_fills(kind, clause)
            .or_else(|| self.build_pairs(kind, pattern, clause))
            .or_else(|| self.build_enumeration(kind, clause))
            .or_else(|| self.build_sequence(kind, clause))
            .or_else(|| Some(vec![self.build_instruction(kind, clause)?]))
    }

    /// "The name \"Ann\" and the town \"Bern\"": a label before each of several quotations.
    fn build_labelled_fills(&self, kind: InstructionKind, clause: &MatchedClause<'_>) -> Option<Vec<Instruction>> {
        let tokens = clause.slot(PatternSlot::Value).filter(|_| kind == InstructionKind::Fill)?;
        let quotations: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].quoted).collect();
        let starts = std::iter::once(0).chain(quotations.iter().map(|at| at + 1));
        let fill = |(start, at): (usize, &usize)| {
            let label = &tokens[start..*at];
            let label = &label[self.language.fillers(label)..];
            let field = Phrase::new(self.source, label, self.language);
            let value = ValueSource::Text(tokens[*at].text.clone());
            let then = AfterFill::Nothing;
            (!field.words.is_empty()).then_some(Instruction::Fill { value, field: Some(field), then })
        };
        if quotations.len() < 2 { None } else { starts.zip(&quotations).map(fill).collect() }
    }

    /// "Select A, B and C": a comma makes it a list.
    fn build_enumeration(&self, kind: InstructionKind, clause: &MatchedClause<'_>) -> Option<Vec<Instruction>> {
        let (slot, listed) = clause.only_slot()?;
        let commas = listed.iter().rev().skip(1).any(|token| token.stop == Stop::Comma);
        if !commas || !matches!(kind, InstructionKind::Choose | InstructionKind::Check | InstructionKind::Uncheck) {
            return None;
        }
        let mut starts = vec![0];
        for at in 1..listed.len() {
            let connector = self.language.connector(&listed[at..]);
            if connector.is_some() || listed[at - 1].stop == Stop::Comma {
                starts.push(at);
            }
        }
        let ends = starts.iter().skip(1).copied().chain([listed.len()]);
        let items = starts.iter().zip(ends).map(|(start, end)| &listed[*start..end]);
        let items =
            items.map(|item| &item[self.language.connector(item).unwrap_or(0)..]).filter(|item| !item.is_empty());
        let build = |item: &[WordToken]| {
            let captures = vec![(slot, 0..item.len())];
            self.build_instruction(kind, &MatchedClause::new(self, item, &captures))
        };
        items.map(build).collect()
    }

    /// "Name with Ana and Email with …": one verb for several pairs.
    fn build_pairs(
        &self,
        kind: InstructionKind,
        pattern: &Pattern,
        clause: &MatchedClause<'_>,
    ) -> Option<Vec<Instruction>> {
        if !matches!(kind, InstructionKind::Fill | InstructionKind::Choose) {
            return None;
        }
        let (one, between, two) = pattern.pair()?;
        let pairs = self.split_pairs(clause.tokens_from_first_slot()?, between, one)?;
        let build = |pair: &[WordToken]| {
            let at = find_between(pair, between)?;
            let length = between.iter().filter(|words| starts_with_words(words, &pair[at..])).map(Vec::len).max()?;
            let captures: Captures = vec![(one, 0..at), (two, at + length..pair.len())];
            self.build_instruction(kind, &MatchedClause::new(self, pair, &captures))
        };
        pairs.into_iter().map(build).collect()
    }

    /// Cuts at connectors so that each piece holds the words of `between` once; nothing if there is only one piece.
    fn split_pairs<'t>(
        &self,
        tokens: &'t [WordToken],
        between: &[Vec<String>],
        one: PatternSlot,
    ) -> Option<Vec<&'t [WordToken]>> {
        let mut cuts = vec![];
        let mut at = 1;
        while at < tokens.len() {
            let connector = self.language.connector(&tokens[at..]).unwrap_or(0);
            if connector > 0 || tokens[at - 1].stop == Stop::Comma {
                cuts.push(at..at + connector);
                at += connector;
            }
            at += 1;
        }
        // A piece without those words belongs to the value before it, or begins the next value.
        let mut pieces: Vec<&[WordToken]> = Vec::new();
        let mut start = 0;
        for cut in cuts {
            let (left, right) = (&tokens[start..cut.start], tokens.get(cut.end..)?);
            let next = self.language.fillers(right);
            let complete = find_between(left, between).is_some() && find_between(right, between).is_some();
            let shifted = one == PatternSlot::Field
                && find_between(left, between).is_some()
                && !self.is_pair_next(right, between);
            if complete && !shifted {
                pieces.push(left);
                start = cut.end + next;
            }
        }
        pieces.push(tokens.get(start..)?);
        (pieces.len() > 1).then_some(pieces)
    }

    /// Whether the words of `between` come before the next connector.
    fn is_pair_next(&self, tokens: &[WordToken], between: &[Vec<String>]) -> bool {
        let Some(at) = find_between(tokens, between) else { return false };
        !(1..at).any(|here| self.language.connector(&tokens[here..]).is_some() || tokens[here - 1].stop != Stop::None)
    }
}

/// The phrase behind "for each", and the place of the first instruction that is repeated.
struct Repetition {
    phrase: Phrase,
    from: usize,
}

/// Whether a sentence ends here even though the next one begins with no known verb. Without this cut, a sentence that is
/// not understood would become part of the value typed before it.
fn ends_a_sentence(before: &WordToken, after: &WordToken) -> bool {
    let capital = after.quoted || after.text.chars().next().is_some_and(char::is_uppercase);
    before.stop == Stop::Full && capital && before.text.chars().count() > 3
}

/// Where the words between two slots stand: not at either end.
fn find_between(tokens: &[WordToken], between: &[Vec<String>]) -> Option<usize> {
    let fits = |at: &usize| {
        between.iter().any(|words| starts_with_words(words, &tokens[*at..]) && at + words.len() < tokens.len())
    };
    (1..tokens.len()).find(fits)
}
