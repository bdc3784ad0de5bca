//! Finds the element a person means: every element that fits gets a score, and only a clear winner counts.

pub(crate) mod choices;
pub(crate) mod extreme;
pub(crate) mod score;

use webhand_model::{Accents, Node, Ref, Spacing, fold_with};

use crate::language::phrase::{Phrase, Quantity};
use crate::language::tokens::words;
use crate::matching::score::{Scored, fits, quality, scores};
use crate::page::{Page, is_dialog};

/// What is going to be done with the element, which decides what kinds fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    /// Anything that can be touched.
    Touch,
    /// Something that leads to a place: links first.
    Go,
    /// A field for text.
    Field,
    /// A list to choose from.
    List,
    /// A checkbox, switch or radio button.
    Tick,
    /// One choice among several.
    Choice,
    /// Something named by the verb itself.
    Named,
    /// An entry of a list, or what stands for one.
    Entry,
    /// Something to read.
    Text,
    /// Something that scrolls by itself.
    Scroll,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Match {
    One(Ref),
    /// Several fit about as well; the best three.
    Several(Vec<Ref>),
    /// Nothing fits; the names nearest to it.
    Nothing(Vec<String>),
}

/// How far ahead the best must be.
const CLEAR: u32 = 40;

/// Finds what `phrase` names; of several alike, the one that stands among the words of `within`.
pub(crate) fn find_match(page: &Page<'_>, phrase: &Phrase, want: Want, within: &[String]) -> Match {
    let (mut scored, ordinal) = candidates(page, phrase, want, within);
    let Some(best) = scored.iter().map(|(score, ..)| *score).max() else {
        return Match::Nothing(nearest(page, phrase, want));
    };
    if let Some(ordinal) = ordinal {
        return nth(&scored, best, ordinal);
    }
    scored.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    let close: Vec<&Scored> = scored.iter().filter(|(score, ..)| best - score < CLEAR).collect();
    let Some((_, first, target)) = close.first() else { return Match::Nothing(Vec::new()) };
    // Which one is deleted or sent is never left open.
    let whichever = phrase.amount == Quantity::Any && want != Want::Named;
    if whichever || close.iter().all(|(_, at, _)| leads_to_the_same(page, *at, *first)) {
        return Match::One(*target);
    }
    Match::Several(close.iter().take(3).map(|(_, _, target)| *target).collect())
}

/// Everything `phrase` names, in reading order: what fits about as well as the best.
pub(crate) fn find_all(page: &Page<'_>, phrase: &Phrase, want: Want, within: &[String]) -> Vec<Ref> {
    let (scored, _) = candidates(page, phrase, want, within);
    let best = scored.iter().map(|(score, ..)| *score).max().unwrap_or(0);
    scored.iter().filter(|(score, ..)| best - score < CLEAR).map(|(_, _, target)| *target).collect()
}

/// What fits, and the place in the row of those alike, where one was named.
fn candidates(page: &Page<'_>, phrase: &Phrase, want: Want, within: &[String]) -> (Vec<Scored>, Option<i32>) {
    let nodes = page.nodes();
    // "Last name" is a name, "the last link" is a place in a row: a name that has the word comes first.
    let as_name = phrase.with_ordinal_as_name();
    let mut scored = as_name.as_ref().map(|plain| scores(page, plain, want)).unwrap_or_default();
    scored.retain(|(_, at, _)| {
        words(&nodes[*at].name).iter().any(|word| phrase.ordinal.as_ref().is_some_and(|(own, _)| own == word))
    });
    let ordinal = phrase.ordinal.as_ref().filter(|_| scored.is_empty()).map(|(_, ordinal)| *ordinal);
    if scored.is_empty() {
        scored = scores(page, phrase, want);
    }
    if scored.iter().any(|(_, at, _)| page.is_turned_to(*at)) {
        scored.retain(|(_, at, _)| page.is_turned_to(*at));
    }
    for words in [&phrase.around[..], within] {
        scored = narrowed(page, scored, words);
    }
    (scored, ordinal)
}

/// Those that stand among these words; all if none does.
fn narrowed(page: &Page<'_>, scored: Vec<Scored>, among: &[String]) -> Vec<Scored> {
    if among.is_empty() {
        return scored;
    }
    let stands = |(_, at, _): &&Scored| {
        let around = page.around(*at);
        among.iter().all(|word| quality(word, &around) >= 80)
    };
    let narrow: Vec<Scored> = scored.iter().filter(stands).copied().collect();
    if narrow.is_empty() { scored } else { narrow }
}

fn nth(scored: &[Scored], best: u32, ordinal: i32) -> Match {
    // Visibility and the like must not decide which ones are counted.
    let mut alike: Vec<&Scored> = scored.iter().filter(|(score, ..)| best - score < 3 * CLEAR).collect();
    alike.sort_by_key(|(_, at, _)| *at);
    let index = usize::try_from(ordinal - 1).ok();
    let found = index.map_or(alike.last(), |index| alike.get(index));
    found.map_or(Match::Nothing(Vec::new()), |(_, _, target)| Match::One(*target))
}

/// The same element or address, or one that is called the same and lies in the other.
fn leads_to_the_same(page: &Page<'_>, one: usize, other: usize) -> bool {
    let (a, b): (&Node, &Node) = (&page.nodes()[one], &page.nodes()[other]);
    let nested = || page.ancestors(one).any(|above| above == other) || page.ancestors(other).any(|above| above == one);
    a.target == b.target || (a.href.is_some() && a.href == b.href) || (a.name == b.name && nested())
}

/// The names most like the phrase, letter by letter.
fn nearest(page: &Page<'_>, phrase: &Phrase, want: Want) -> Vec<String> {
    let wanted = pairs(&phrase.text);
    let touchable =
        page.nodes().iter().filter(|node| node.target.is_some() && fits(want, node) && !node.name.is_empty());
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
