//! Finds the element that a person means: every element that fits gets a score, and only a clear winner counts.
//!
//! [`find_match`] is the way in. Nothing is guessed: elements that score about equally are all returned.

pub(crate) mod choices;
pub(crate) mod extreme;
pub(crate) mod score;

use webhand_model::{Accents, Node, Ref, Spacing, fold_with};

use crate::language::phrase::{Phrase, Quantity};
use crate::language::tokens::words;
use crate::matching::score::{Scored, fits, quality, scores};
use crate::page::{PageIndex, is_dialog};

/// The use of the element, which decides the kinds of elements that fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetUse {
    /// Any element that can be clicked.
    Touch,
    /// An element that leads to a place: links first.
    Go,
    /// A field for text.
    Field,
    /// A list to choose from.
    List,
    /// A checkbox, switch or radio button.
    Tick,
    /// One choice among several.
    Choice,
    /// An element named by the verb of the instruction.
    Named,
    /// An entry of a list, or the element that opens it.
    Entry,
    /// A text to read.
    Text,
    /// An element with a scroll bar of its own.
    Scroll,
}

/// The elements that fit a phrase.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Match {
    One(Ref),
    /// Several fit about equally well: the best three.
    Several(Vec<Ref>),
    /// None fits: the most similar names.
    Nothing(Vec<String>),
}

/// The lead in score that makes an element the clear winner.
const CLEAR_LEAD: u32 = 40;

/// Finds the element that `phrase` names; of several alike, the one near the words of `within`.
pub(crate) fn find_match(page: &PageIndex<'_>, phrase: &Phrase, target_use: TargetUse, within: &[String]) -> Match {
    let (mut scored, ordinal) = candidates(page, phrase, target_use, within);
    let Some(best) = scored.iter().map(|(score, ..)| *score).max() else {
        return Match::Nothing(nearest(page, phrase, target_use));
    };
    if let Some(ordinal) = ordinal {
        return nth(&scored, best, ordinal);
    }
    scored.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    let close: Vec<&Scored> = scored.iter().filter(|(score, ..)| best - score < CLEAR_LEAD).collect();
    let Some((_, first, target)) = close.first() else { return Match::Nothing(Vec::new()) };
    // A named action, such as deleting or sending, never picks an arbitrary element.
    let whichever = phrase.quantity == Quantity::Any && target_use != TargetUse::Named;
    if whichever || close.iter().all(|(_, at, _)| is_same_target(page, *at, *first)) {
        return Match::One(*target);
    }
    Match::Several(close.iter().take(3).map(|(_, _, target)| *target).collect())
}

/// All elements that `phrase` names, in reading order: those that fit about as well as the best.
pub(crate) fn find_all(page: &PageIndex<'_>, phrase: &Phrase, target_use: TargetUse, within: &[String]) -> Vec<Ref> {
    let (scored, _) = candidates(page, phrase, target_use, within);
    let best = scored.iter().map(|(score, ..)| *score).max().unwrap_or(0);
    scored.iter().filter(|(score, ..)| best - score < CLEAR_LEAD).map(|(_, _, target)| *target).collect()
}

/// The elements that fit, and the ordinal where the phrase has one that is no part of a name.
fn candidates(
    page: &PageIndex<'_>,
    phrase: &Phrase,
    target_use: TargetUse,
    within: &[String],
) -> (Vec<Scored>, Option<i32>) {
    let nodes = page.nodes();
    // "Last name" is a name, "the last link" is an ordinal: an element whose name has the word comes first.
    let as_name = phrase.with_ordinal_as_name();
    let mut scored = as_name.as_ref().map(|plain| scores(page, plain, target_use)).unwrap_or_default();
    scored.retain(|(_, at, _)| {
        words(&nodes[*at].name).iter().any(|word| phrase.ordinal.as_ref().is_some_and(|(own, _)| own == word))
    });
    let ordinal = phrase.ordinal.as_ref().filter(|_| scored.is_empty()).map(|(_, ordinal)| *ordinal);
    if scored.is_empty() {
        scored = scores(page, phrase, target_use);
    }
    if scored.iter().any(|(_, at, _)| page.is_in_current_entry(*at)) {
        scored.retain(|(_, at, _)| page.is_in_current_entry(*at));
    }
    for words in [&phrase.around[..], within] {
        scored = narrow_by_surroundings(page, scored, words);
    }
    (scored, ordinal)
}

/// The elements near these words; all of them if none is.
fn narrow_by_surroundings(page: &PageIndex<'_>, scored: Vec<Scored>, among: &[String]) -> Vec<Scored> {
    if among.is_empty() {
        return scored;
    }
    let is_near = |(_, at, _): &&Scored| {
        let around = page.around(*at);
        among.iter().all(|word| quality(word, &around) >= 80)
    };
    let narrow: Vec<Scored> = scored.iter().filter(is_near).copied().collect();
    if narrow.is_empty() { scored } else { narrow }
}

fn nth(scored: &[Scored], best: u32, ordinal: i32) -> Match {
    // A small difference in score, such as that for visibility, must not decide which elements are counted.
    let mut alike: Vec<&Scored> = scored.iter().filter(|(score, ..)| best - score < 3 * CLEAR_LEAD).collect();
    alike.sort_by_key(|(_, at, _)| *at);
    let index = usize::try_from(ordinal - 1).ok();
    let found = index.map_or(alike.last(), |index| alike.get(index));
    found.map_or(Match::Nothing(Vec::new()), |(_, _, target)| Match::One(*target))
}

/// Whether two nodes are the same target: one element, one address, or nested nodes of one name.
fn is_same_target(page: &PageIndex<'_>, one: usize, other: usize) -> bool {
    let (a, b): (&Node, &Node) = (&page.nodes()[one], &page.nodes()[other]);
    let nested = || page.ancestors(one).any(|above| above == other) || page.ancestors(other).any(|above| above == one);
    a.target == b.target || (a.href.is_some() && a.href == b.href) || (a.name == b.name && nested())
}

/// The names most similar to the phrase, by shared pairs of letters.
fn nearest(page: &PageIndex<'_>, phrase: &Phrase, target_use: TargetUse) -> Vec<String> {
    let wanted = pairs(&phrase.text);
    let touchable =
        page.nodes().iter().filter(|node| node.target.is_some() && fits(target_use, node) && !node.name.is_empty());
    let mut near: Vec<(usize, String)> = touchable
        .filter(|node| !is_dialog(&node.role))
        .map(|node| {
            let own = pairs(&node.name);
            let shared = own.iter().filter(|pair| wanted.contains(pair)).count();
            (shared * 200 / (own.len() + wanted.len()).max(1), node.describe())
        })
        .collect();
    near.sort_by_key(|(likeness, _)| std::cmp::Reverse(*likeness));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(4).map(|(_, name)| name).collect()
}

fn pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = fold_with(text, Accents::Drop, Spacing::LettersAlone).chars().take(80).collect();
    letters.iter().zip(letters.iter().skip(1)).map(|(a, b)| (*a, *b)).collect()
}
