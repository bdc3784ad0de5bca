//! Hints about sites: told in the first step where the task names the site, and while the run is there.

use webhand_model::{SiteHint, Snapshot, Task};

/// How many hints are told at once.
const MOST: usize = 3;

/// The hints that help on this page; before the first turn also those for sites the task names.
pub(super) fn hints_for<'a>(task: &'a Task, page: &Snapshot, is_first: bool) -> impl Iterator<Item = String> + 'a {
    let origin = page.origin();
    let helps = move |hint: &&SiteHint| hint.is_for(&origin) || (is_first && hint.is_named_in(&task.text));
    let hints = task.hints.iter().filter(helps).take(MOST);
    hints.map(|hint| format!("Hint: {}", hint.text()))
}
