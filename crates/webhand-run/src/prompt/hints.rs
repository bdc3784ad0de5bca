//! Hints about sites: in the prompt while the run is on the site, and in the first step if the task names it.

use webhand_model::{SiteHint, Snapshot, Task};

/// How many hints a prompt holds.
const MOST_HINTS: usize = 3;

/// The hints for this page; before the first turn also those for sites that the task names.
pub(super) fn hints_for<'a>(task: &'a Task, page: &Snapshot, is_first: bool) -> impl Iterator<Item = String> + 'a {
    let origin = page.origin();
    let helps = move |hint: &&SiteHint| hint.is_for(&origin) || (is_first && hint.is_named_in(&task.text));
    let hints = task.hints.iter().filter(helps).take(MOST_HINTS);
    hints.map(|hint| format!("Hint: {}", hint.text()))
}
