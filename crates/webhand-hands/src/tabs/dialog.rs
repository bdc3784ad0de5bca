//! Answers dialogs that a page opened.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, quote};

use crate::action_error::ActionError;
use crate::tabs::TabControl;

impl TabControl {
    pub(crate) async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<Outcome, ActionError> {
        let (tab, session) = self.access.current()?;
        let Some(dialog) = self.access.read(|world| world.tabs.get(tab)?.dialog.clone()) else {
            return Err(ActionError::failed(FailCode::NoDialog, "no dialog is open; look at the page"));
        };
        let before = self.access.read(|world| world.tabs.get(tab).map(|tab| tab.dialogs));
        let mut watch = self.settler.watch(tab);
        watch.had_dialog = false;
        let text = text.filter(|_| accept);
        self.access
            .driver()
            .tabs()
            .answer_dialog(&session, accept, text, ANSWERED_WITHIN)
            .await
            .map_err(|error| ActionError::after_sending(error, "the answer to the dialog"))?;
        let closed = self.access.until(ANSWERED_WITHIN, |world| {
            // An equal dialog may follow at once, so the count of dialogs is compared too.
            let tab = world.tabs.get(tab);
            let is_open = tab.is_some_and(|tab| tab.dialog.is_some() && Some(tab.dialogs) == before);
            (!is_open).then_some(())
        });
        if closed.await.is_none() {
            return Err(ActionError::InDoubt("the dialog was answered but did not close; look at the page".to_owned()));
        }
        if self.access.blocked(tab).is_none() {
            self.arming.disarm_late().await;
        }
        let verb = if accept { "accepted" } else { "dismissed" };
        Ok(self.settler.settled(&watch, format!("{verb} the {} {}", dialog.kind, quote(&dialog.message))).await)
    }
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
