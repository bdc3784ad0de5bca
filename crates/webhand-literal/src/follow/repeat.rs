//! Instructions for several elements: the same action on each of them, one after the other.

use webhand_model::Node;

use crate::context::DecisionContext;
use crate::language::Language;
use crate::language::phrase::{MOST_COUNTED, Phrase, Quantity};
use crate::language::tokens::words;
use crate::matching::score::quality;
use crate::matching::{Match, TargetUse, find_all};
use crate::page::PageIndex;
use crate::parse::instruction::Instruction;
use crate::progress::Phase;

/// Whether an instruction that was just performed has more elements to act on.
pub(crate) fn has_more_elements(context: &mut DecisionContext<'_>, instruction: &Instruction) -> bool {
    let Some((phrase, target_use)) = instruction.repeated_target() else { return false };
    let more = matches!(next_element(context, phrase, target_use), Some(Match::One(_)));
    if more {
        context.progress.instruction.phase = Phase::Fresh;
    }
    more
}

/// The next of several elements; nothing where the phrase means a single one or none is left.
pub(crate) fn next_element(context: &DecisionContext<'_>, phrase: &Phrase, target_use: TargetUse) -> Option<Match> {
    let most = match phrase.quantity {
        Quantity::One | Quantity::Any => return None,
        Quantity::Some(number) => number,
        Quantity::Every => MOST_COUNTED,
    };
    // "All products" may be the name of a single element.
    let name = words(&phrase.text);
    let counted = name.first().is_some_and(|word| context.language.every.contains(word));
    let mut called = context.page.nodes().iter().filter(|node| counted && words(&node.name) == name);
    if let Some(one) = called.find_map(|node| node.target) {
        return Some(Match::One(one)).filter(|_| context.progress.instruction.handled.is_empty());
    }
    if phrase.words.iter().any(|word| is_absent(&context.page, context.language, word)) {
        return Some(Match::Nothing(Vec::new()));
    }
    let handled = &context.progress.instruction.handled;
    let left = find_all(&context.page, phrase, target_use, &context.progress.subject);
    let next = left.into_iter().find(|target| !handled.contains(&target.to_string()));
    next.filter(|_| handled.len() < most).map(Match::One)
}

/// Whether nothing on the page matches a word: "all lamps" must not mean every element where nothing is called a lamp.
fn is_absent(page: &PageIndex<'_>, language: &Language, word: &str) -> bool {
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
