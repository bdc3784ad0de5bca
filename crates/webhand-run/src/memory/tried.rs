//! The actions that a run tried, listed for the person when it gives up.

use webhand_model::{ActionGroup, OutcomeStatus, Turn, find_spec};

/// The most entries of the list.
const MOST: usize = 8;

/// The actions of the turns by their names, each with how often it was done and how often it failed.
pub(super) fn list_tried(turns: &[Turn]) -> Vec<String> {
    let mut tried: Vec<(&'static str, u32, u32)> = Vec::new();
    for turn in turns {
        for (call, result) in turn.answer.calls.iter().zip(&turn.results) {
            let Some(spec) = find_spec(&call.name).filter(|spec| spec.group != ActionGroup::Talk) else { continue };
            let at = tried.iter().position(|(name, ..)| *name == spec.name).unwrap_or_else(|| {
                tried.push((spec.name, 0, 0));
                tried.len() - 1
            });
            let counts = &mut tried[at];
            if result.status == OutcomeStatus::Done { counts.1 += 1 } else { counts.2 += 1 }
        }
    }
    let describe = |(name, done, failed): (&str, u32, u32)| match (done, failed) {
        (1, 0) => name.to_owned(),
        (done, 0) => format!("{name} {done} times"),
        (0, 1) => format!("{name}, which failed"),
        (0, failed) => format!("{name}, which failed {failed} times"),
        (done, failed) => format!("{name} {} times, {failed} of them in vain", done + failed),
    };
    tried.into_iter().take(MOST).map(describe).collect()
}
