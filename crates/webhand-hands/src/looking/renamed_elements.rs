//! Controls that are called something else than when they were seen: a list that shows other rows in the same elements, a
//! page that exchanges its labels.
//!
//! Invariant: what was meant by one name is not done to what has another. Only numbers that go on by themselves, as in a
//! countdown, make no difference.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{Action, Facts, FailCode, Ref, quote, truncate};
use webhand_rt::sleep;

use crate::action_error::ActionError;
use crate::looking::Looker;
use crate::looking::frames::Extent;

impl Looker {
    /// Whether the element of an action still has the name under which it was last seen.
    pub(crate) async fn still_called(&self, action: &Action, facts: &Facts) -> Result<(), ActionError> {
        let Some(target) = action.target().filter(|_| touches(action)) else { return Ok(()) };
        let now = facts.target.as_ref().map(|facts| facts.name.as_str()).unwrap_or_default();
        let Some(seen) = self.seen_name(target).filter(|seen| seen != now) else { return Ok(()) };
        // A snapshot names some elements in another way than the facts do, so only another snapshot tells.
        let now = self.looked_again(target).await.unwrap_or_else(|| seen.clone());
        if seen == now {
            return Ok(());
        }
        if letters(&seen) == letters(&now) {
            sleep(TICK).await;
            if self.looked_again(target).await.is_some_and(|later| later != now && letters(&later) == letters(&now)) {
                return Ok(());
            }
        }
        let [seen, now] = [seen, now].map(|name| quote(&truncate(&name, LONGEST)));
        let text = format!("{target} was called {seen} and is {now} now; nothing was done: decide again");
        Err(ActionError::failed(FailCode::Changed, text))
    }

    fn seen_name(&self, target: Ref) -> Option<String> {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        Some(newest.as_ref()?.node(target)?.name.clone())
    }

    async fn looked_again(&self, target: Ref) -> Option<String> {
        // A page that cannot be looked at says so when something is done to it.
        let extent = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Extent::of)?;
        Some(self.look(extent).await.ok()?.node(target)?.name.clone())
    }
}

fn touches(action: &Action) -> bool {
    matches!(
        action,
        Action::Click { .. }
            | Action::Dblclick { .. }
            | Action::Press { .. }
            | Action::Fill { .. }
            | Action::Type { .. }
            | Action::Clear { .. }
            | Action::Select { .. }
            | Action::Check { .. }
            | Action::Uncheck { .. }
            | Action::Upload { .. }
            | Action::Drag { .. }
    )
}

fn letters(name: &str) -> String {
    name.chars().filter(|c| !c.is_numeric()).collect()
}

/// Countdowns go on once a second.
const TICK: Duration = Duration::from_millis(1_200);
const LONGEST: usize = 80;
