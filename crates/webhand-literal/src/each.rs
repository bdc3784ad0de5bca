//! Instructions for several elements: the same is done to each, one after the other.

use webhand_model::Node;

use super::ground::{Found, Want, ground_all};
use super::instruction::Instruction;
use super::memory::Phase;
use super::mind::Mind;
use super::phrase::{Amount, MOST_COUNTED, Phrase};
use super::score::quality;
use super::words::words;

impl Mind<'_> {
    /// Whether an instruction whose deed was just done has more elements to do it to.
    pub(super) fn has_more(&mut self, instruction: &Instruction) -> bool {
        let Some((phrase, want)) = instruction.each() else { return false };
        let more = matches!(self.next_of_each(phrase, want), Some(Found::One(_)));
        if more {
            self.memory.phase = Phase::Fresh;
        }
        more
    }

    /// The next of several elements; nothing where one is meant or none is left.
    pub(super) fn next_of_each(&self, phrase: &Phrase, want: Want) -> Option<Found> {
        let most = match phrase.amount {
            Amount::One | Amount::Any => return None,
            Amount::Some(number) => number,
            Amount::Every => MOST_COUNTED,
        };
        // "All products" may be the name of one thing.
        let name = words(&phrase.text);
        let counted = name.first().is_some_and(|word| self.language.every.contains(word));
        let mut called = self.page.nodes().iter().filter(|node| counted && words(&node.name) == name);
        if let Some(one) = called.find_map(|node| node.target) {
            return Some(Found::One(one)).filter(|_| self.memory.done.is_empty());
        }
        if phrase.words.iter().any(|word| self.is_unheard_of(word)) {
            return Some(Found::Nothing(Vec::new()));
        }
        let done = &self.memory.done;
        let left = ground_all(&self.page, phrase, want, &self.memory.within);
        let next = left.into_iter().find(|target| !done.contains(&target.to_string()));
        next.filter(|_| done.len() < most).map(Found::One)
    }

    /// Whether nothing on the page has to do with a word. "All lamps" is not everything where nothing is called a lamp.
    fn is_unheard_of(&self, word: &str) -> bool {
        let language = self.language;
        let is_general = language.roles.contains_key(word)
            || [&language.plurals, &language.kinds].iter().any(|list| list.iter().any(|own| own == word));
        let says = |text: &str| quality(word, &words(text)) >= 80;
        let snapshot = self.page.snapshot;
        let on_page = || {
            let own = |node: &Node| says(&node.name) || node.value.as_deref().is_some_and(says);
            says(&snapshot.title) || snapshot.nodes.iter().any(own)
        };
        !is_general && !on_page()
    }
}
