//! What a run has not tried yet, by its turns: pointed out once before giving up is accepted.

use webhand_model::{OutcomeStatus, Snapshot, Turn, find_spec};

/// The checks that a run has not made and that the page leaves open.
pub(super) fn untried(turns: &[Turn], page: &Snapshot) -> Vec<&'static str> {
    let tried: Vec<&str> = turns.iter().flat_map(done_actions).collect();
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
fn done_actions(turn: &Turn) -> impl Iterator<Item = &'static str> {
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
