//! Names that a driver gives to things of its browser. The hands compare and pass them back; only the driver reads them.

use std::sync::Arc;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(Arc<str>);

        impl $name {
            pub(crate) fn new(id: impl Into<Arc<str>>) -> Self {
                Self(id.into())
            }
        }

        impl From<&$name> for Arc<str> {
            fn from(id: &$name) -> Self {
                Arc::clone(&id.0)
            }
        }
    )*};
}

/// Names whose text is compared with that of other names, or passed on.
macro_rules! readable {
    ($($name:ident)*) => {$(
        impl $name {
            pub(crate) fn as_str(&self) -> &str {
                &self.0
            }
        }
    )*};
}

ids! {
    /// Names the connection to a tab's page, to a frame of another process, or to a worker. Documents with the same
    /// session share a process.
    SessionId
    /// Names a tab, a frame of another process or a worker for as long as it exists. The top frame of a tab, a frame of
    /// another process and a worker that sends a request have the name of their target as that of their frame.
    TargetId
    /// Names a part of the browser with cookies, cache and way to the network of its own.
    ContextId
    /// Names a frame for as long as it exists, whatever it shows.
    FrameId
    /// Names one loading of a document into a frame.
    LoaderId
    /// Names a request on the network; redirects keep it. The request that brings a document has the name of its loading.
    RequestId
    /// Names a request that waits for a verdict.
    PausedRequestId
    /// Names a download.
    DownloadId
    /// Names one call of a page's tool.
    ToolCallId
    /// Names an object inside a page, an element for example, until its document ends or it is released.
    ObjectHandle
}
readable! { TargetId FrameId LoaderId RequestId DownloadId ToolCallId ObjectHandle }

/// One world of scripts in a document: that of the page script, or the page's own. Numbers of different sessions may be
/// the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ScriptWorld(pub(crate) i64);

/// The browser's own number of an element, which is not the page script's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ElementNumber(pub(crate) i64);
