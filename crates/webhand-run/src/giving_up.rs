//! Before a run gives up: what the journal shows was not tried is pointed out once, then giving up is accepted.

use webhand_model::{FailCode, Millis, Outcome, OutcomeStatus, RunOutcome, Snapshot, Turn, find_spec};

use crate::Run;
use crate::state::State;

/// Whether giving up was put off already.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surrender {
    #[default]
    First,
    Again,
}

impl Run {
    /// The brain says the task cannot be done.
    pub(crate) fn give_up(&mut self, reason: String, now: Millis) -> State {
        let ending = self.giving_up(reason);
        // What was refused, answered with an error, or may have happened is no reason to try harder.
        let is_plain = matches!(ending, RunOutcome::Failed { .. }) && !self.evidence.is_in_doubt();
        let untried = self.page.as_ref().map(|page| untried(&self.turns, page)).unwrap_or_default();
        if !is_plain
            || untried.is_empty()
            || std::mem::replace(&mut self.surrender, Surrender::Again) == Surrender::Again
        {
            return self.finish(ending);
        }
        let text = format!(
            "Not yet: nothing shows that you have {}. Try what can help here; if nothing can, fail again and say what you \
             tried.",
            untried.join(", or ")
        );
        self.finish_call(&Outcome::failed(FailCode::Untried, text), now)
    }
}

/// The checks that a run has not made and that the page leaves open.
fn untried(turns: &[Turn], page: &Snapshot) -> Vec<&'static str> {
    let tried: Vec<&str> = turns.iter().flat_map(carried_out).collect();
    let has_search = page.nodes.iter().any(|node| node.role == "searchbox");
    let goes_on = page.viewport.max_scroll_y > page.viewport.scroll_y;
    let open = |check: &&Check| {
        let applies = match check.where_to {
            Where::Anywhere => true,
            Where::Below => goes_on,
            Where::Search => has_search,
        };
        applies && !check.done_by.iter().any(|name| tried.contains(name))
    };
    CHECKS.iter().filter(open).map(|check| check.words).collect()
}

/// Names of the actions of a turn that were carried out.
fn carried_out(turn: &Turn) -> impl Iterator<Item = &'static str> {
    let calls = turn.answer.calls.iter().zip(&turn.results);
    calls
        .filter(|(_, result)| result.status == OutcomeStatus::Done)
        .filter_map(|(call, _)| Some(find_spec(&call.name)?.name))
}

/// One thing to have done before giving up.
struct Check {
    words: &'static str,
    where_to: Where,
    /// Any of these counts.
    done_by: &'static [&'static str],
}

/// Where a check makes sense.
enum Where {
    Anywhere,
    /// Where the page goes on below what is in view.
    Below,
    /// Where the page has a search of its own.
    Search,
}

const CHECKS: [Check; 5] = [
    Check { words: "scrolled to the end", where_to: Where::Below, done_by: &["scroll", "collect"] },
    Check { words: "waited for what comes late", where_to: Where::Anywhere, done_by: &["wait", "reload"] },
    Check {
        words: "looked at other pages, tabs or menus",
        where_to: Where::Anywhere,
        done_by: &["click", "dblclick", "hover", "press", "open", "back", "forward", "tab", "open_tool", "click_at"],
    },
    Check { words: "used the site's search", where_to: Where::Search, done_by: &["fill", "type", "find"] },
    Check { words: "asked the person", where_to: Where::Anywhere, done_by: &["ask", "hand_over"] },
];
