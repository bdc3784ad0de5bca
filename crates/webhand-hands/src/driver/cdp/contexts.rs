//! Contexts over the protocol.

use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use webhand_cdp::protocol::{
    CreateBrowserContext, DisposeBrowserContext, Evaluate, Evaluated, FulfillRequest, HeaderEntry, ReadCookies,
    WriteCookies,
};

use super::CdpDriver;
use super::setup::download_behavior;
use crate::driver::{Answer, BrowserContexts, ContextId, DriverError, PausedRequestId, SessionId, TabWindow, TargetId};

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

    fn cookies<'a>(&'a self, context: Option<&'a ContextId>, within: Duration) -> Answer<'a, Vec<Value>> {
        async move {
            let read = ReadCookies { browser_context_id: context.map(Into::into) };
            Ok(self.call_browser(&read, within).await?.cookies)
        }
        .boxed()
    }

    fn set_cookies<'a>(
        &'a self,
        context: Option<&'a ContextId>,
        cookies: Vec<Value>,
        within: Duration,
    ) -> Answer<'a, ()> {
        let cookies = cookies.into_iter().map(writable).collect();
        self.run_browser(WriteCookies { cookies, browser_context_id: context.map(Into::into) }, within).boxed()
    }

    fn answer_empty<'a>(&'a self, request: &'a PausedRequestId, within: Duration) -> Answer<'a, ()> {
        let response_headers = vec![HeaderEntry { name: "content-type", value: "text/html" }];
        let answer =
            FulfillRequest { request_id: request.into(), response_code: 200, response_headers, body: EMPTY_DOCUMENT };
        self.run_browser(answer, within).boxed()
    }

    fn local_storage<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Vec<(String, String)>> {
        async move {
            let read = self.call(session, &Evaluate::value(READ_STORAGE), within).await?;
            value_of(READ_STORAGE, read)
        }
        .boxed()
    }

    fn set_local_storage<'a>(
        &'a self,
        session: &'a SessionId,
        items: &'a [(String, String)],
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            let write = format!("for (const [name, value] of {}) localStorage.setItem(name, value); 0", json!(items));
            let written = self.call(session, &Evaluate::value(write), within).await?;
            value_of::<u8>("localStorage.setItem", written).map(drop)
        }
        .boxed()
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

/// The value of an evaluated expression.
fn value_of<T: DeserializeOwned>(call: &str, evaluated: Evaluated) -> Result<T, DriverError> {
    let bad = |why: String| DriverError::BadReply { call: call.to_owned(), why };
    match evaluated.exception_details {
        Some(thrown) => Err(bad(thrown.exception.and_then(|thrown| thrown.description).unwrap_or(thrown.text))),
        None => serde_json::from_value(evaluated.result.value).map_err(|error| bad(error.to_string())),
    }
}

const READ_STORAGE: &str = "Object.entries(localStorage)";
/// `<!doctype html>`
const EMPTY_DOCUMENT: &str = "PCFkb2N0eXBlIGh0bWw+";
