//! Instructions for several elements: the same is done to each, one after the other.

use webhand_model::Node;

use crate::context::Context;
use crate::language::Language;
use crate::language::phrase::{MOST_COUNTED, Phrase, Quantity};
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::matching::{Match, Want, find_all};
use crate::memory::Phase;
use crate::page::Page;
use crate::parse::instruction::Instruction;

/// Whether an instruction whose deed was just done has more elements to do it to.
pub(crate) fn has_more_elements(context: &mut Context<'_>, instruction: &Instruction) -> bool {
    let Some((phrase, want)) = instruction.each() else { return false };
    let more = matches!(next_element(context, phrase, want), Some(Match::One(_)));
    if more {
        context.memory.phase = Phase::Fresh;
    }
    more
}

/// The next of several elements; nothing where one is meant or none is left.
pub(crate) fn next_element(context: &Context<'_>, phrase: &Phrase, want: Want) -> Option<Match> {
    let most = match phrase.amount {
        Quantity::One | Quantity::Any => return None,
        Quantity::Some(number) => number,
        Quantity::Every => MOST_COUNTED,
    };
    // "All products" may be the name of one thing.
    let name = words(&phrase.text);
    let counted = name.first().is_some_and(|word| context.language.every.contains(word));
    let mut called = context.page.nodes().iter().filter(|node| counted && words(&node.name) == name);
    if let Some(one) = called.find_map(|node| node.target) {
        return Some(Match::One(one)).filter(|_| context.memory.done.is_empty());
    }
    if phrase.words.iter().any(|word| is_absent(&context.page, context.language, word)) {
        return Some(Match::Nothing(Vec::new()));
    }
    let done = &context.memory.done;
    let left = find_all(&context.page, phrase, want, &context.memory.within);
    let next = left.into_iter().find(|target| !done.contains(&target.to_string()));
    next.filter(|_| done.len() < most).map(Match::One)
}

/// Whether nothing on the page has to do with a word. "All lamps" is not everything where nothing is called a lamp.
fn is_absent(page: &Page<'_>, language: &Language, word: &str) -> bool {
    let is_general = language.roles.contains_key(word)
        || [&language.plurals, &language.kinds].iter().any(|list| list.iter().any(|own| own == word));
    let says = |text: &str| quality(word, &words(text)) >= 80;
    let snapshot = page.snapshot;
    let on_page = || {
        let own = |node: &Node| says(&node.name) || node.value.as_deref().is_some_and(says);
        says(&snapshot.title) || snapshot.nodes.iter().any(own)
    };
    !is_general && !on_page()
}
