//! The cookies of a browser context.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BrowserContextId, EmptyReply};

command!(
    ReadCookies, "Storage.getCookies" => CookieList {
        /// The browser's own context when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        browser_context_id: Option<BrowserContextId>,
    }
);
command!(
    WriteCookies, "Storage.setCookies" => EmptyReply {
        cookies: Vec<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        browser_context_id: Option<BrowserContextId>,
    }
);

part!(
    CookieList {
        /// As the browser describes them; they go back as they came.
        cookies: Vec<Value>,
    }
);
