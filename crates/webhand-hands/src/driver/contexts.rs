//! Contexts: browsers within the browser, each with cookies, cache and way to the network of its own.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;

use super::{Answer, ContextId, PausedRequestId, SessionId, TabWindow, TargetId};

/// Making and disposing of contexts. The tabs of a context never see anything of another.
pub(crate) trait BrowserContexts: Send + Sync {
    /// Every connection of the context goes through the proxy, those to this machine included.
    fn create<'a>(&'a self, proxy: &'a str, downloads: Option<&'a Path>, within: Duration) -> Answer<'a, ContextId>;
    /// Opens an empty tab in the context.
    fn open<'a>(&'a self, context: &'a ContextId, window: TabWindow, within: Duration) -> Answer<'a, TargetId>;
    /// The cookies of the context, in the browser's own words; those of the browser's own context when none is named.
    fn cookies<'a>(&'a self, context: Option<&'a ContextId>, within: Duration) -> Answer<'a, Vec<Value>>;
    /// Puts cookies into the context that [`cookies`](Self::cookies) returned once.
    fn set_cookies<'a>(
        &'a self,
        context: Option<&'a ContextId>,
        cookies: Vec<Value>,
        within: Duration,
    ) -> Answer<'a, ()>;
    /// Answers a paused request with an empty document, so that it never leaves.
    fn answer_empty<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()>;
    /// The items in the local storage of the site whose document a session shows, each by its name.
    fn local_storage<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Vec<(String, String)>>;
    fn set_local_storage<'a>(
        &'a self,
        session: &'a SessionId,
        items: &'a [(String, String)],
        within: Duration,
    ) -> Answer<'a, ()>;
    /// Closes the tabs of the context and forgets everything of it.
    fn dispose<'a>(&'a self, context: &'a ContextId, within: Duration) -> Answer<'a, ()>;
}
