//! What was read where, so that text carried from one origin to another is noticed.

use std::collections::{BTreeMap, VecDeque};

use webhand_model::{Origin, Snapshot};

/// Texts seen so far, by the page's origin; bounded, oldest forgotten first.
#[derive(Debug, Default)]
pub(crate) struct Readings {
    by_origin: BTreeMap<Origin, VecDeque<String>>,
}

/// Shorter texts coincide by chance.
const LEAST_TEXT: usize = 8;
const MOST_TEXTS: usize = 3_000;
const MOST_ORIGINS: usize = 50;

impl Readings {
    pub(crate) fn take_in(&mut self, page: &Snapshot) {
        let origin = page.origin();
        if self.by_origin.len() >= MOST_ORIGINS && !self.by_origin.contains_key(&origin) {
            self.by_origin.pop_first();
        }
        let texts = self.by_origin.entry(origin).or_default();
        let seen = page.nodes.iter().flat_map(|node| [Some(&node.name), node.value.as_ref()]).flatten();
        for text in seen.filter(|text| text.chars().count() >= LEAST_TEXT).map(|text| text.to_lowercase()) {
            if !texts.contains(&text) {
                texts.push_back(text);
            }
        }
        while texts.len() > MOST_TEXTS {
            texts.pop_front();
        }
    }

    /// Other origins on which this text was read, unless the person wrote it in the task.
    pub(crate) fn elsewhere(&self, text: &str, here: &Origin, task: &str) -> Vec<Origin> {
        let text = text.trim().to_lowercase();
        if text.chars().count() < LEAST_TEXT || task.to_lowercase().contains(&text) {
            return Vec::new();
        }
        let read_there =
            |texts: &VecDeque<String>| texts.iter().any(|seen| seen.contains(&text) || text.contains(seen));
        let others = self.by_origin.iter().filter(|(origin, _)| *origin != here);
        let here_too = self.by_origin.get(here).is_some_and(&read_there);
        if here_too {
            return Vec::new();
        }
        others.filter(|(_, texts)| read_there(texts)).map(|(origin, _)| origin.clone()).collect()
    }
}
