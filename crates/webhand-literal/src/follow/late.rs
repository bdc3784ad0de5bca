//! Content that comes late: the page is looked at again while it is busy, and for up to three seconds where it does not show
//! yet what an action was to bring or a question asks for.

use serde_json::json;
use webhand_model::{NodeState, PageState};

use crate::context::{DecisionContext, NextCalls};
use crate::language::sentence::Sentence;
use crate::page::{PageIndex, is_text};
use crate::progress::Phase;

/// How often the page is looked at again, and how long each wait is.
const MOST_LOOKS: u32 = 3;
const LOOKS_AT_UNCHANGED: u32 = 2;
const BETWEEN_LOOKS_MS: u32 = 1_000;
/// The longest text that says only that something is coming, in characters.
const MOST_BUSY_TEXT: usize = 40;

/// Looks again before the final answer while the page is busy, and for a moment where the last action has changed nothing yet:
/// the page may still say that it failed.
pub(crate) fn look_again_before_finishing(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let has_patience =
        context.progress.report.notes().is_empty() && context.progress.instruction.looked_again < LOOKS_AT_UNCHANGED;
    if is_busy(&context.page) || (has_patience && is_unchanged(context)) { look_again(context) } else { None }
}

/// Looks again before the page is read: while it is busy, and while the last action has not changed it yet.
pub(crate) fn look_again_before_reading(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    if context.progress.instruction.phase != Phase::Fresh {
        return None;
    }
    if is_busy(&context.page) || is_unchanged(context) { look_again(context) } else { None }
}

/// Whether the page is still the one on which the last action was performed.
pub(crate) fn is_unchanged(context: &DecisionContext<'_>) -> bool {
    context.progress.acted_on.as_ref() == Some(&context.page.fingerprint())
}

/// Waits a moment and looks again, unless that was done often enough for this instruction.
pub(crate) fn look_again(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    if context.progress.instruction.looked_again >= MOST_LOOKS {
        return None;
    }
    context.progress.instruction.looked_again += 1;
    let wait = json!({ "ms": BETWEEN_LOOKS_MS });
    Some(NextCalls::one(context.sentence(Sentence::Waiting, &[]), "wait", wait))
}

/// Whether the page shows that something is still coming.
pub(crate) fn is_busy(page: &PageIndex<'_>) -> bool {
    let ends_open = |text: &str| text.trim_end().ends_with('…') || text.trim_end().ends_with("...");
    page.snapshot.state == PageState::Loading
        || page.nodes().iter().any(|node| {
            let said = node.value.as_deref().unwrap_or(&node.name);
            let is_short = said.chars().count() <= MOST_BUSY_TEXT;
            let waits = (is_text(&node.role) || node.role == "status") && node.target.is_none();
            node.is(NodeState::Loading)
                || (node.role == "progressbar" && node.target.is_none())
                || (waits && is_short && ends_open(said))
        })
}
