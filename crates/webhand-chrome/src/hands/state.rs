//! What can be told of the browser without touching it.

use webhand_model::TabInfo;

use super::Hands;

impl Hands {
    /// The tabs, the current one first.
    pub(crate) fn tabs(&self) -> Vec<TabInfo> {
        let current = self.current().ok().map(|(id, _)| id);
        let mut tabs = self.read(|world| world.tab_infos(self.lease));
        tabs.sort_by_key(|tab| Some(tab.id) != current);
        tabs
    }

    /// Comes back when the connection to the browser is lost.
    pub(crate) async fn disconnected(&self) {
        self.around.shared.until(|world| world.disconnected.then_some(())).await;
    }
}
