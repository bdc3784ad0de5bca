//! The commands and events that webhand uses, with the fields that it uses. Field names are those of the protocol.
//!
//! One module per domain. The types hold data only: nothing here calls the browser. Start reading at the macros below and
//! then at [`Navigate`].

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Declares a command: its parameters, its method and the type of its reply.
macro_rules! command {
    ($(#[$doc:meta])* $name:ident, $method:literal => $reply:ty { $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Serialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($(#[$about])* pub $field: $kind),* }

        impl crate::Command for $name {
            const METHOD: &'static str = $method;
            type Reply = $reply;
        }
    };
}

/// Declares an event: its method and its parameters.
macro_rules! event {
    ($(#[$doc:meta])* $name:ident, $method:literal { $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($(#[$about])* pub $field: $kind),* }

        impl crate::TypedEvent for $name {
            const METHOD: &'static str = $method;
        }
    };
}

/// Declares an object inside a reply or an event.
macro_rules! part {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($(#[$about])* pub $field: $kind),* }
    };
}

mod accessibility;
mod browser;
mod dom;
mod fetch;
mod input;
mod network;
mod page;
mod runtime;
mod storage;
mod target;
mod web_mcp;

pub use accessibility::*;
pub use browser::*;
pub use dom::*;
pub use fetch::*;
pub use input::*;
pub use network::*;
pub use page::*;
pub use runtime::*;
pub use storage::*;
pub use target::*;
pub use web_mcp::*;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(from = "String", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.into())
            }
        }
        impl From<Arc<str>> for $name {
            fn from(id: Arc<str>) -> Self {
                Self(id)
            }
        }
        impl From<$name> for Arc<str> {
            fn from(id: $name) -> Self {
                id.0
            }
        }
        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }
    )*};
}
id! {
    /// The id of a session. Cloning is cheap.
    SessionId
    /// The id of a target: a tab, a frame of another process, a worker.
    TargetId
    /// The id of a frame. The frame keeps it while it exists, also when it navigates.
    FrameId
    /// The id of one load of a document into a frame.
    LoaderId
    /// The id of a browser context: cookies, cache and way to the network of its own.
    BrowserContextId
    /// The id of a request on the network; a redirect keeps it.
    NetworkId
    /// The id of a paused request.
    FetchId
}

/// The reply of a command that returns no data.
#[derive(Debug, Clone, Deserialize)]
pub struct EmptyReply {}
