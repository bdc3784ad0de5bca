//! Hints about sites: told in the first step where the task names the site, and while the run is there.

use webhand_model::{SiteHint, Snapshot};

use crate::Run;

/// How many hints are told at once.
const MOST: usize = 3;

impl Run {
    pub(crate) fn hints(&self, page: &Snapshot) -> impl Iterator<Item = String> {
        let origin = page.origin();
        let is_first = self.turns.is_empty();
        let helps = move |hint: &&SiteHint| hint.is_for(&origin) || (is_first && hint.is_named_in(&self.task.text));
        let hints = self.task.hints.iter().filter(helps).take(MOST);
        hints.map(|hint| format!("Hint: {}", hint.text()))
    }
}
