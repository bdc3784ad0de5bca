//! From a text to instructions: cut where a connector or a stop is followed by a verb, then matched with the forms.

pub(crate) mod address;
mod build;
mod compose;
mod enter;
pub(crate) mod instruction;
pub(crate) mod query;
pub(crate) mod value;

use crate::language::pattern::{Captures, Form, Slot, stands};
use crate::language::phrase::{Phrase, raw};
use crate::language::tokens::{Stop, Token, tokens};
use crate::language::{InstructionKind, Language, languages};
use crate::parse::instruction::{After, Instruction};
use crate::parse::query::joined;
use crate::parse::value::ValueSource;

/// What the person said, and in which language.
#[derive(Debug)]
pub(crate) struct ParsedTask {
    pub language: &'static Language,
    /// The instructions, or the first part that is none.
    pub instructions: Result<Vec<Instruction>, String>,
}

/// Understands a text in the language it is most likely in, or in any other in which it makes sense.
pub(crate) fn parse_task(text: &str) -> Option<ParsedTask> {
    let tokens = tokens(text);
    let mut order: Vec<&'static Language> = languages().iter().collect();
    order.sort_by_key(|language| std::cmp::Reverse(language.likeness(&tokens)));
    let mut all = order.into_iter().map(|language| {
        let instructions = Parser { source: text, language }.instructions(&tokens);
        ParsedTask { language, instructions }
    });
    let first = all.next()?;
    if first.instructions.is_ok() {
        return Some(first);
    }
    all.find(|other| other.instructions.is_ok()).or(Some(first))
}

/// A text being read in one language.
pub(crate) struct Parser<'a> {
    pub(crate) source: &'a str,
    pub(crate) language: &'static Language,
}

impl Parser<'_> {
    fn instructions(&self, tokens: &[Token]) -> Result<Vec<Instruction>, String> {
        let mut found = Vec::new();
        let mut condition: Option<usize> = None;
        let mut each: Option<Repeated> = None;
        for clause in self.clauses(tokens) {
            if let Some(phrase) = self.for_each(clause) {
                each = Some(Repeated { phrase, from: found.len() });
                continue;
            }
            let mut new = self.clause(clause).ok_or_else(|| raw(self.source, clause))?;
            if matches!(new.as_slice(), [Instruction::When { .. }]) {
                condition = Some(found.len());
            } else if let Some(Instruction::When { skip, .. }) = condition.and_then(|at| found.get_mut(at)) {
                *skip += new.len();
            }
            found.append(&mut new);
            // Both hold for the rest of their sentence.
            let goes_on = clause.last().is_some_and(|last| last.stop != Stop::Full);
            if let Some(repeated) = each.take_if(|_| !goes_on) {
                self.repeat(&mut found, condition, &repeated);
            }
            condition = condition.filter(|_| goes_on);
        }
        let is_empty = |at: &usize| matches!(found.get(*at), Some(Instruction::When { skip: 0, .. }));
        if let Some(repeated) = each.as_ref().filter(|repeated| repeated.from == found.len()) {
            return Err(repeated.phrase.text.clone());
        }
        if condition.is_some_and(|at| is_empty(&at)) {
            return Err(self.source.trim().to_owned());
        }
        if let Some(repeated) = each {
            self.repeat(&mut found, condition, &repeated);
        }
        if found.is_empty() { Err(self.source.trim().to_owned()) } else { Ok(joined(found)) }
    }

    /// "For each message from Ann": which they are.
    fn for_each(&self, clause: &[Token]) -> Option<Phrase> {
        let rules = self.language.instructions.iter().filter(|rule| rule.does == InstructionKind::ForEach);
        let captures =
            rules.flat_map(|rule| &rule.forms).find_map(|form| form.captures(clause, &self.language.articles))?;
        let (_, range) = captures.into_iter().next()?;
        Some(Phrase {
            text: raw(self.source, &clause[range.clone()]),
            ..Phrase::new(self.source, &clause[range], self.language)
        })
    }

    /// One instruction is done to all that are meant; of several, all are done for one entry before the next.
    fn repeat(&self, found: &mut Vec<Instruction>, condition: Option<usize>, repeated: &Repeated) {
        if let [one] = &mut found[repeated.from..] {
            let telling = |word: &&String| !self.language.roles.contains_key(*word);
            let words: Vec<String> = repeated.phrase.words.iter().filter(telling).cloned().collect();
            one.repeat_for(Some(&words));
            return;
        }
        let outside = condition.filter(|at| *at < repeated.from);
        if let Some(Instruction::When { skip, .. }) = outside.and_then(|at| found.get_mut(at)) {
            *skip += 2;
        }
        found.insert(repeated.from, Instruction::Each { what: repeated.phrase.text.clone() });
        found.push(Instruction::Again);
    }

    /// Cuts at connectors, commas and stops, but only where a new instruction begins.
    fn clauses<'t>(&self, tokens: &'t [Token]) -> Vec<&'t [Token]> {
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

    /// Without polite words at its end, or, where that leaves a verb alone ("click Next"), with them.
    fn clause(&self, clause: &[Token]) -> Option<Vec<Instruction>> {
        let bare = &clause[..clause.len() - self.language.polite_end(clause)];
        self.matched(bare).or_else(|| self.matched(clause))
    }

    fn matched(&self, clause: &[Token]) -> Option<Vec<Instruction>> {
        for rule in &self.language.instructions {
            for form in &rule.forms {
                let Some(captures) = form.captures(clause, &self.language.articles) else { continue };
                if let Some(found) = self.understood(rule.does, form, clause, &captures) {
                    return Some(found);
                }
            }
        }
        None
    }

    fn understood(
        &self,
        does: InstructionKind,
        form: &Form,
        clause: &[Token],
        captures: &Captures,
    ) -> Option<Vec<Instruction>> {
        if does == InstructionKind::Read {
            let about = captures.first().map_or(&[][..], |(_, range)| &clause[range.clone()]);
            return Some(self.reading(about));
        }
        let labelled = self.labelled(does, clause, captures);
        let several = labelled.or_else(|| self.several(does, form, clause, captures));
        let several = several.or_else(|| self.enumerated(does, clause, captures));
        several
            .or_else(|| self.composed(does, clause, captures))
            .or_else(|| Some(vec![self.build(does, clause, captures)?]))
    }

    /// "The name \"Ann\" and the town \"Bern\"": a label before each of several quotations.
    fn labelled(&self, does: InstructionKind, clause: &[Token], captures: &Captures) -> Option<Vec<Instruction>> {
        let (_, range) = captures.iter().find(|(slot, _)| does == InstructionKind::Fill && *slot == Slot::Value)?;
        let tokens = &clause[range.clone()];
        let quotations: Vec<usize> = (0..tokens.len()).filter(|at| tokens[*at].quoted).collect();
        let starts = std::iter::once(0).chain(quotations.iter().map(|at| at + 1));
        let fill = |(start, at): (usize, &usize)| {
            let label = &tokens[start..*at];
            let label = &label[self.language.fillers(label)..];
            let field = Phrase::new(self.source, label, self.language);
            let value = ValueSource::Text(tokens[*at].text.clone());
            (!field.words.is_empty()).then_some(Instruction::Fill { value, field: Some(field), then: After::Nothing })
        };
        if quotations.len() < 2 { None } else { starts.zip(&quotations).map(fill).collect() }
    }

    /// "Select A, B and C": a comma makes it a list.
    fn enumerated(&self, does: InstructionKind, clause: &[Token], captures: &Captures) -> Option<Vec<Instruction>> {
        let [(slot, range)] = captures.as_slice() else { return None };
        let listed = &clause[range.clone()];
        let commas = listed.iter().rev().skip(1).any(|token| token.stop == Stop::Comma);
        if !commas || !matches!(does, InstructionKind::Choose | InstructionKind::Check | InstructionKind::Uncheck) {
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
        items.map(|item| self.build(does, item, &vec![(*slot, 0..item.len())])).collect()
    }

    /// "Name with Ana and Email with …": one verb for several pairs.
    fn several(
        &self,
        does: InstructionKind,
        form: &Form,
        clause: &[Token],
        captures: &Captures,
    ) -> Option<Vec<Instruction>> {
        if !matches!(does, InstructionKind::Fill | InstructionKind::Choose) {
            return None;
        }
        let (one, between, two) = form.pair()?;
        let start = captures.first()?.1.start;
        let pieces = self.pieces(&clause[start..], between, one)?;
        let build = |piece: &[Token]| {
            let at = middle(piece, between)?;
            let length = between.iter().filter(|words| stands(words, &piece[at..])).map(Vec::len).max()?;
            let both: Captures = vec![(one, 0..at), (two, at + length..piece.len())];
            self.build(does, piece, &both)
        };
        pieces.into_iter().map(build).collect()
    }

    /// Cuts at connectors so that each piece holds the words between once; nothing if there is only one piece.
    fn pieces<'t>(&self, tokens: &'t [Token], between: &[Vec<String>], one: Slot) -> Option<Vec<&'t [Token]>> {
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
        // A piece without the words between belongs to a value: the one before it, or the one it begins.
        let mut pieces: Vec<&[Token]> = Vec::new();
        let mut start = 0;
        for cut in cuts {
            let (left, right) = (&tokens[start..cut.start], tokens.get(cut.end..)?);
            let next = self.language.fillers(right);
            let complete = middle(left, between).is_some() && middle(right, between).is_some();
            let shifted = one == Slot::Field && middle(left, between).is_some() && !self.next_has(right, between);
            if complete && !shifted {
                pieces.push(left);
                start = cut.end + next;
            }
        }
        pieces.push(tokens.get(start..)?);
        (pieces.len() > 1).then_some(pieces)
    }

    /// Whether the words between come before the next connector.
    fn next_has(&self, tokens: &[Token], between: &[Vec<String>]) -> bool {
        let Some(at) = middle(tokens, between) else { return false };
        !(1..at).any(|here| self.language.connector(&tokens[here..]).is_some() || tokens[here - 1].stop != Stop::None)
    }
}

/// What "for each" is about, and where the instructions for it begin.
struct Repeated {
    phrase: Phrase,
    from: usize,
}

/// A sentence without a verb of ours still ends: what follows is told to be not understood, instead of being typed.
fn ends_a_sentence(before: &Token, after: &Token) -> bool {
    let capital = after.quoted || after.text.chars().next().is_some_and(char::is_uppercase);
    before.stop == Stop::Full && capital && before.text.chars().count() > 3
}

/// Where the words between two slots stand: not at either end.
fn middle(tokens: &[Token], between: &[Vec<String>]) -> Option<usize> {
    let fits =
        |at: &usize| between.iter().any(|words| stands(words, &tokens[*at..]) && at + words.len() < tokens.len());
    (1..tokens.len()).find(fits)
}
