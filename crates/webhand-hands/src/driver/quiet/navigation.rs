//! Going to addresses, and the history as far as the run has made it.

use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::sync::oneshot;
use webhand_rt::timeout;
use webhand_wire::QuietCommand;

use super::QuietDriver;
use super::commands::{refused, tab_of};
use super::state::AwaitedNavigation;
use crate::driver::{Answer, DriverError, History, HistoryEntry, LoaderId, Navigated, Navigation, SessionId};

impl Navigation for QuietDriver {
    fn navigate<'a>(&'a self, session: &'a SessionId, url: &'a str, within: Duration) -> Answer<'a, Navigated> {
        async move {
            let tab = tab_of(session)?;
            let (answer, navigated) = oneshot::channel();
            let awaited = AwaitedNavigation { url: url.to_owned(), has_started: false, answer };
            self.state().tabs.entry(tab).or_default().awaited = Some(awaited);
            self.run(QuietCommand::Navigate { tab, url: url.to_owned() }, within).await?;
            match timeout(within, navigated).await {
                Ok(Ok(navigated)) => Ok(navigated),
                Ok(Err(_closed)) => Err(DriverError::TargetGone { call: "opening an address".to_owned() }),
                Err(_elapsed) => Err(DriverError::TimedOut { call: "opening an address".to_owned(), after: within }),
            }
        }
        .boxed()
    }

    fn reload<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move { self.run(QuietCommand::Reload { tab: tab_of(session)? }, within).await }.boxed()
    }

    fn history<'a>(&'a self, session: &'a SessionId, _within: Duration) -> Answer<'a, History> {
        async move {
            let tab = tab_of(session)?;
            let state = self.state();
            let known = state.tabs.get(&tab);
            let entries = known.into_iter().flat_map(|tab| &tab.visited).zip(0..);
            let entries = entries.map(|(url, id)| HistoryEntry { id, url: url.clone() }).collect();
            Ok(History { current: known.map_or(0, |tab| tab.at), entries })
        }
        .boxed()
    }

    fn go_to_entry<'a>(&'a self, session: &'a SessionId, entry: i64, within: Duration) -> Answer<'a, ()> {
        async move {
            let tab = tab_of(session)?;
            let at = self.state().tabs.get(&tab).map_or(0, |tab| tab.at);
            let back = usize::try_from(entry).is_ok_and(|entry| entry < at);
            self.run(QuietCommand::Step { tab, back }, within).await
        }
        .boxed()
    }

    fn document_source<'a>(
        &'a self,
        _session: &'a SessionId,
        _loader: &'a LoaderId,
        _within: Duration,
    ) -> Answer<'a, String> {
        let error = refused("reading a document as it was sent", "the quiet level does not see answers of servers");
        futures_util::future::ready(Err(error)).boxed()
    }

    fn stop_loading<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        async move { self.run(QuietCommand::StopLoading { tab: tab_of(session)? }, within).await }.boxed()
    }
}
