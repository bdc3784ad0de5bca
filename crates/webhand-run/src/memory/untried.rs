//! Alternatives that a run has not tried yet, by its turns: suggested once before giving up is accepted.

use webhand_model::{OutcomeStatus, Snapshot, Turn, find_spec};

/// Describes the alternatives that the turns lack and that make sense on the page.
pub(super) fn find_untried(turns: &[Turn], page: &Snapshot) -> Vec<&'static str> {
    let tried: Vec<&str> = turns.iter().flat_map(done_actions).collect();
    let has_search = page.nodes.iter().any(|node| node.role == "searchbox");
    let goes_on_below = page.viewport.max_scroll_y > page.viewport.scroll_y;
    let is_open = |alternative: &&Alternative| {
        let applies = match alternative.condition {
            PageCondition::Any => true,
            PageCondition::GoesOnBelow => goes_on_below,
            PageCondition::HasSearch => has_search,
        };
        applies && !alternative.actions.iter().any(|name| tried.contains(name))
    };
    ALTERNATIVES.iter().filter(is_open).map(|alternative| alternative.words).collect()
}

/// Names of the actions of a turn that succeeded.
fn done_actions(turn: &Turn) -> impl Iterator<Item = &'static str> {
    let calls = turn.answer.calls.iter().zip(&turn.results);
    calls
        .filter(|(_, result)| result.status == OutcomeStatus::Done)
        .filter_map(|(call, _)| Some(find_spec(&call.name)?.name))
}

/// Something to try before giving up.
struct Alternative {
    words: &'static str,
    condition: PageCondition,
    /// Any of these actions counts as having tried it.
    actions: &'static [&'static str],
}

/// On which pages an alternative makes sense.
enum PageCondition {
    Any,
    /// The page goes on below the viewport.
    GoesOnBelow,
    /// The page has a search field.
    HasSearch,
}

const ALTERNATIVES: [Alternative; 5] = [
    Alternative {
        words: "scrolled to the end",
        condition: PageCondition::GoesOnBelow,
        actions: &["scroll", "collect"],
    },
    Alternative { words: "waited for what comes late", condition: PageCondition::Any, actions: &["wait", "reload"] },
    Alternative {
        words: "looked at other pages, tabs or menus",
        condition: PageCondition::Any,
        actions: &["click", "dblclick", "hover", "press", "open", "back", "forward", "tab", "open_tool", "click_at"],
    },
    Alternative {
        words: "used the site's search",
        condition: PageCondition::HasSearch,
        actions: &["fill", "type", "find"],
    },
    Alternative { words: "asked the person", condition: PageCondition::Any, actions: &["ask", "hand_over"] },
];
