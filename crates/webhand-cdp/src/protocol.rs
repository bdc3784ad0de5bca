//! The commands and events that are used, with the fields that are used. Field names are the protocol's.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A command: its parameters, its method and what it answers.
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

/// An event: its method and its parameters.
macro_rules! notice {
    ($(#[$doc:meta])* $name:ident, $method:literal { $($(#[$about:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Deserialize)]
        #[serde(rename_all = "camelCase")]
        pub struct $name { $($(#[$about])* pub $field: $kind),* }

        impl crate::Notice for $name {
            const METHOD: &'static str = $method;
        }
    };
}

/// Part of a reply or event.
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
    /// Names a session. Cloning is cheap.
    SessionId
    /// Names a target: a tab, a frame of another process, a worker.
    TargetId
    /// Names a frame for as long as it exists, whatever it shows.
    FrameId
    /// Names one loading of a document into a frame.
    LoaderId
    /// Names a request on the network; redirects keep it.
    NetworkId
    /// Names a request that is paused.
    FetchId
}

/// A reply that says nothing but that it was done.
#[derive(Debug, Clone, Deserialize)]
pub struct Done {}
