//! Refuses an action on an element whose name or meaning changed since the last look: a list that shows other rows in the
//! same elements, a page that exchanges its labels or gives a button to another form.
//!
//! Invariant: an action chosen for one name is never performed on an element with another. Only numbers that change by
//! themselves, as in a countdown, are ignored.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_model::{Action, Facts, FailCode, NameCheck, Ref, clean, quote, truncate};
use webhand_rt::sleep;

use crate::action_error::ActionError;
use crate::looking::Looker;
use crate::looking::frames::Extent;

impl Looker {
    /// Fails if the element of an action no longer has the name of the last look.
    pub(crate) async fn still_called(&self, action: &Action, facts: &Facts) -> Result<(), ActionError> {
        let Some(target) = action.target() else { return Ok(()) };
        match action.properties().name_check {
            NameCheck::Checked => {}
            NameCheck::Unchecked => return Ok(()),
        }
        let now = facts.target.as_ref().map(|facts| facts.name.as_str()).unwrap_or_default();
        let Some(seen) = self.seen_name(target).filter(|seen| seen != now) else { return Ok(()) };
        // A snapshot names some elements in another way than the facts do, so names of two snapshots are compared.
        let now = self.name_now(target).await.unwrap_or_else(|| seen.clone());
        if seen == now {
            return Ok(());
        }
        if without_digits(&seen) == without_digits(&now) {
            sleep(TICK).await;
            if self
                .name_now(target)
                .await
                .is_some_and(|later| later != now && without_digits(&later) == without_digits(&now))
            {
                return Ok(());
            }
        }
        let [seen, now] = [seen, now].map(|name| quote(&truncate(&name, LONGEST)));
        let text = format!("{target} was called {seen} and is {now} now; nothing was done: decide again");
        Err(ActionError::failed(FailCode::Changed, text))
    }

    /// Fails if the page script reports that the element means something else than at the last look: its row shows another
    /// item, or it leads to another form or address.
    pub(crate) async fn still_means(
        &self,
        action: &Action,
        target: Ref,
        changed: Option<String>,
    ) -> Result<(), ActionError> {
        let Some(changed) = changed.filter(|_| action.properties().name_check == NameCheck::Checked) else {
            return Ok(());
        };
        // The outcome tells what the element means now, so the next action is compared with a new look.
        self.name_now(target).await;
        Err(meaning_changed(target, &changed))
    }

    /// The name of an element in the newest snapshot.
    fn seen_name(&self, target: Ref) -> Option<String> {
        let newest = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner);
        Some(newest.as_ref()?.node(target)?.name.clone())
    }

    /// The name of an element in a new snapshot.
    async fn name_now(&self, target: Ref) -> Option<String> {
        // An error is ignored here, because the action itself reports it.
        let extent = self.recent.newest.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(Extent::of)?;
        Some(self.look(extent).await.ok()?.node(target)?.name.clone())
    }
}

/// The error for an element that meant something else before any event reached it.
pub(crate) fn meaning_changed(target: Ref, changed: &str) -> ActionError {
    let text = format!("{target} is no longer what it was: {}; nothing was done: decide again", clean(changed));
    ActionError::failed(FailCode::Changed, text)
}

fn without_digits(name: &str) -> String {
    name.chars().filter(|c| !c.is_numeric()).collect()
}

/// Longer than the second between two steps of a countdown.
const TICK: Duration = Duration::from_millis(1_200);
const LONGEST: usize = 80;
