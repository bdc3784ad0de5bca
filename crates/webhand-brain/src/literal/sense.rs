//! A sense for meaning, where the person has given the brain one.

use webhand_model::Ref;

use super::ground::Want;
use super::language::concept;
use super::mind::Mind;
use super::page::is_text;
use super::phrase::Phrase;
use super::score::fits;
use super::words::words;

/// Tells which of several names means what somebody wants.
pub trait Sense: std::fmt::Debug + Send + Sync {
    /// The place of the one that clearly means the same; nothing where none does or two do.
    fn nearest(&self, wanted: &str, names: &[&str]) -> Option<usize>;
}

/// The most names that are compared on one page.
const MOST_NAMES: usize = 60;

impl Mind<'_> {
    /// The element whose name means what the phrase says, when no word of it fits.
    pub(super) fn by_meaning(&self, phrase: &Phrase, want: Want) -> Option<Ref> {
        let sense = self.sense.filter(|_| !phrase.quoted && !phrase.words.is_empty())?;
        let nodes = self.page.nodes();
        let fitting = |at: &usize| {
            let node = &nodes[*at];
            node.target.is_some()
                && fits(want, node)
                && !is_text(&node.role)
                && !node.name.is_empty()
                && !Self::commits_to_more(phrase, &node.name)
        };
        let found: Vec<usize> = (0..nodes.len()).filter(fitting).take(MOST_NAMES).collect();
        let names: Vec<&str> = found.iter().map(|at| nodes[*at].name.as_str()).collect();
        let nearest = sense.nearest(&phrase.text, &names)?;
        nodes[found[nearest]].target
    }

    /// Whether a name speaks of deleting, sending or ordering and the phrase does not: that is never a matter of nearness.
    fn commits_to_more(phrase: &Phrase, name: &str) -> bool {
        let grave = |word: &String| concept(word).filter(|meaning| GRAVE.contains(meaning));
        let said: Vec<&str> = phrase.words.iter().filter_map(grave).collect();
        words(name).iter().filter_map(grave).any(|meaning| !said.contains(&meaning))
    }
}

/// Concepts of deeds that cannot be taken back.
const GRAVE: [&str; 4] = ["delete", "send", "order", "accept"];
