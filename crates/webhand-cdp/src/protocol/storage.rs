//! The cookies of a browser context.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BrowserContextId, EmptyReply};

command!(ReadCookies, "Storage.getCookies" => CookieList { browser_context_id: BrowserContextId });
command!(
    WriteCookies, "Storage.setCookies" => EmptyReply {
        cookies: Vec<Value>,
        browser_context_id: BrowserContextId,
    }
);

part!(
    CookieList {
        /// As the browser describes them; they go back as they came.
        cookies: Vec<Value>,
    }
);
