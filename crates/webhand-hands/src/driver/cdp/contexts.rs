//! Contexts over the protocol.

use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde_json::Value;
use webhand_cdp::protocol::{CreateBrowserContext, DisposeBrowserContext, ReadCookies, WriteCookies};

use super::CdpDriver;
use super::setup::download_behavior;
use crate::driver::{Answer, BrowserContexts, ContextId, TabWindow, TargetId};

impl BrowserContexts for CdpDriver {
    fn create<'a>(&'a self, proxy: &'a str, downloads: Option<&'a Path>, within: Duration) -> Answer<'a, ContextId> {
        async move {
            let create = CreateBrowserContext {
                dispose_on_detach: true,
                proxy_server: proxy.to_owned(),
                proxy_bypass_list: "<-loopback>",
            };
            let context: ContextId = self.call_browser(&create, within).await?.browser_context_id.into();
            self.run_browser(download_behavior(downloads, Some(&context)), within).await?;
            Ok(context)
        }
        .boxed()
    }

    fn open<'a>(&'a self, context: &'a ContextId, window: TabWindow, within: Duration) -> Answer<'a, TargetId> {
        self.open_target(window, Some(context), within).boxed()
    }

    fn cookies<'a>(&'a self, context: &'a ContextId, within: Duration) -> Answer<'a, Vec<Value>> {
        async move {
            let read = ReadCookies { browser_context_id: context.into() };
            Ok(self.call_browser(&read, within).await?.cookies)
        }
        .boxed()
    }

    fn set_cookies<'a>(&'a self, context: &'a ContextId, cookies: Vec<Value>, within: Duration) -> Answer<'a, ()> {
        let cookies = cookies.into_iter().map(writable).collect();
        self.run_browser(WriteCookies { cookies, browser_context_id: context.into() }, within).boxed()
    }

    fn dispose<'a>(&'a self, context: &'a ContextId, within: Duration) -> Answer<'a, ()> {
        self.run_browser(DisposeBrowserContext { browser_context_id: context.into() }, within).boxed()
    }
}

/// A cookie without what the browser only tells. One that ends with the session is read with -1 as its end and written
/// without one.
fn writable(mut cookie: Value) -> Value {
    if let Some(fields) = cookie.as_object_mut() {
        for told in ["size", "session", "partitionKeyOpaque"] {
            fields.remove(told);
        }
        if fields.get("expires").and_then(Value::as_f64).is_none_or(|expires| expires < 0.0) {
            fields.remove("expires");
        }
    }
    cookie
}
