//! The page as a brain is shown it: as much of it as fits, and while it stays the same page only what changed since.
//!
//! A whole look stays where it was told, so that a provider finds it in its cache with everything before it, also when the
//! page is left. Together the looks at what was left have a bound; beyond it they are dropped all at once, because each
//! time one goes, everything behind it is read anew.

use webhand_model::{EarlierObservation, Snapshot, count_tokens};

/// The newest whole look, what changed since, and the looks before it.
#[derive(Debug, Default)]
pub(crate) struct PageView {
    left: Vec<EarlierObservation>,
    whole: Option<Whole>,
    changes: Option<String>,
}

#[derive(Debug)]
struct Whole {
    page: Snapshot,
    told: EarlierObservation,
}

/// The newest look in words, the one it is told against, and those before that.
#[derive(Debug, Default)]
pub(crate) struct PageText {
    pub(crate) text: String,
    pub(crate) since: Option<EarlierObservation>,
    pub(crate) left: Vec<EarlierObservation>,
}

impl PageView {
    /// Records a look after this many turns.
    pub(crate) fn record_look(&mut self, page: &Snapshot, turns: usize) {
        let whole = self.whole.as_ref().filter(|whole| is_kept(&whole.told));
        self.changes = whole.and_then(|whole| page.render_changes(&whole.page, CHANGES));
        if self.changes.is_some() {
            return;
        }
        let told = EarlierObservation { turns, text: page.render_compact(WHOLE).text };
        let before = self.whole.replace(Whole { page: page.clone(), told });
        // A look on which nothing was decided was for nobody.
        self.left.extend(before.map(|whole| whole.told).filter(|told| is_kept(told) && told.turns < turns));
        if self.left.iter().map(|told| count_tokens(&told.text)).sum::<usize>() > LEFT {
            self.left.clear();
        }
    }

    pub(crate) fn text(&self) -> PageText {
        let left = self.left.clone();
        match (&self.whole, &self.changes) {
            (Some(whole), Some(changes)) => PageText { text: changes.clone(), since: Some(whole.told.clone()), left },
            (Some(whole), None) => PageText { text: whole.told.text.clone(), since: None, left },
            (None, _) => PageText::default(),
        }
    }
}

impl PageText {
    /// A look with none before it.
    pub(crate) fn alone(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// A short look is told anew each time: it is a small part of any prompt.
fn is_kept(told: &EarlierObservation) -> bool {
    count_tokens(&told.text) > SHORT
}

/// The most tokens of a whole look, of what changed since, and of all looks at what was left.
const WHOLE: usize = 700;
const CHANGES: usize = 120;
const LEFT: usize = 1_200;
const SHORT: usize = 60;
