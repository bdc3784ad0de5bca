//! Patterns of instructions, written as data: `type|enter {value+} in|into {field}`.
//!
//! Words stand for themselves, `|` separates alternatives, `_` joins an alternative of several words, `?` behind a
//! word makes it optional. A slot takes one token or more: `{name}` as few as it can, `{name+}` as many as it can,
//! `{name1}` one word with the articles before it, `{name"}` exactly one quotation.

use std::ops::Range;

use serde::Deserialize;

use crate::language::tokens::{WordToken, fold_text};

/// One way to word an instruction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Pattern(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Words { alternatives: Vec<Vec<String>>, optional: bool },
    Slot { slot: PatternSlot, take: Take },
}

/// The meaning of a part of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PatternSlot {
    Target,
    Value,
    Field,
    Option,
    List,
    Query,
    Place,
    About,
    Text,
    Amount,
    /// Words without a use.
    Skip,
}

/// How many tokens a slot takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Take {
    Few,
    Many,
    OneWord,
    Quotation,
}

/// Which tokens each slot took.
pub(crate) type Captures = Vec<(PatternSlot, Range<usize>)>;

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(written: String) -> Result<Self, String> {
        let pieces: Option<Vec<Piece>> = written.split_whitespace().map(piece).collect();
        let begins_with_a_word =
            |pieces: &Vec<Piece>| matches!(pieces.first(), Some(Piece::Words { optional: false, .. }));
        pieces.filter(begins_with_a_word).map(Self).ok_or_else(|| format!("\"{written}\" is not a form"))
    }
}

impl Pattern {
    /// The tokens that each slot takes, if the tokens as a whole fit this pattern.
    pub(crate) fn captures(&self, tokens: &[WordToken], articles: &[String]) -> Option<Captures> {
        let mut captures = Captures::new();
        fit(&self.0, tokens, 0, articles, &mut captures).then_some(captures)
    }

    /// Whether the tokens begin with the words before the pattern's first slot.
    pub(crate) fn begins(&self, tokens: &[WordToken]) -> bool {
        let head: Vec<Piece> =
            self.0.iter().take_while(|piece| matches!(piece, Piece::Words { .. })).cloned().collect();
        head_fits(&head, tokens)
    }

    /// The two slots of a pattern and the words between them, for sentences that name several pairs.
    pub(crate) fn pair(&self) -> Option<(PatternSlot, &[Vec<String>], PatternSlot)> {
        let first = self.0.iter().position(|piece| matches!(piece, Piece::Slot { .. }))?;
        match &self.0[first..] {
            [
                Piece::Slot { slot: one, .. },
                Piece::Words { alternatives, optional: false },
                Piece::Slot { slot: two, .. },
            ] => Some((*one, alternatives, *two)),
            _ => None,
        }
    }
}

fn piece(written: &str) -> Option<Piece> {
    if let Some(inside) = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let name = inside.trim_end_matches(['+', '1', '"']);
        let take = match &inside[name.len()..] {
            "" => Take::Few,
            "+" => Take::Many,
            "1" => Take::OneWord,
            "\"" => Take::Quotation,
            _ => return None,
        };
        return Some(Piece::Slot { slot: slot(name)?, take });
    }
    let (bare, optional) = written.strip_suffix('?').map_or((written, false), |bare| (bare, true));
    let alternative = |text: &str| text.split('_').map(fold_text).collect::<Vec<_>>();
    let alternatives: Vec<_> = bare.split('|').map(alternative).collect();
    let whole = alternatives.iter().flatten().all(|word| !word.is_empty());
    whole.then_some(Piece::Words { alternatives, optional })
}

fn slot(name: &str) -> Option<PatternSlot> {
    Some(match name {
        "target" => PatternSlot::Target,
        "value" => PatternSlot::Value,
        "field" => PatternSlot::Field,
        "option" => PatternSlot::Option,
        "list" => PatternSlot::List,
        "query" => PatternSlot::Query,
        "place" => PatternSlot::Place,
        "about" => PatternSlot::About,
        "text" => PatternSlot::Text,
        "amount" => PatternSlot::Amount,
        "skip" => PatternSlot::Skip,
        _ => return None,
    })
}

fn fit(pieces: &[Piece], tokens: &[WordToken], at: usize, articles: &[String], captures: &mut Captures) -> bool {
    let Some((piece, rest)) = pieces.split_first() else { return at == tokens.len() };
    match piece {
        Piece::Words { alternatives, optional } => {
            let longest_first = alternatives.iter().filter(|words| starts_with_words(words, &tokens[at..]));
            let mut lengths: Vec<usize> = longest_first.map(Vec::len).collect();
            lengths.sort_unstable_by(|a, b| b.cmp(a));
            lengths
                .into_iter()
                .chain(optional.then_some(0))
                .any(|length| fit(rest, tokens, at + length, articles, captures))
        }
        Piece::Slot { slot, take } => ends(*take, tokens, at, articles).into_iter().any(|end| {
            captures.push((*slot, at..end));
            let fits = fit(rest, tokens, end, articles, captures);
            if !fits {
                captures.pop();
            }
            fits
        }),
    }
}

/// Where a slot that begins at `at` may end, in the order in which the ends are tried.
fn ends(take: Take, tokens: &[WordToken], at: usize, articles: &[String]) -> Vec<usize> {
    match take {
        Take::Few => (at + 1..=tokens.len()).collect(),
        Take::Many => (at + 1..=tokens.len()).rev().collect(),
        Take::Quotation => tokens.get(at).filter(|token| token.quoted).map(|_| at + 1).into_iter().collect(),
        Take::OneWord => {
            let skipped =
                tokens[at..].iter().take_while(|token| !token.quoted && articles.contains(&token.folded)).count();
            (at + skipped < tokens.len()).then_some(at + skipped + 1).into_iter().collect()
        }
    }
}

fn head_fits(pieces: &[Piece], tokens: &[WordToken]) -> bool {
    let Some((Piece::Words { alternatives, optional }, rest)) = pieces.split_first() else { return true };
    (*optional && head_fits(rest, tokens))
        || alternatives.iter().any(|words| starts_with_words(words, tokens) && head_fits(rest, &tokens[words.len()..]))
}

/// Whether the tokens begin with these words, unquoted.
pub(crate) fn starts_with_words(words: &[String], tokens: &[WordToken]) -> bool {
    words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| !token.quoted && token.folded == *word)
}
