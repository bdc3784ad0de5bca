//! The protocol's names of things, and the driver's. Both share their text, so translating costs nothing.

use std::sync::Arc;

use webhand_cdp::protocol;

use crate::driver::{ContextId, FrameId, LoaderId, PausedRequestId, RequestId, SessionId, TargetId};

macro_rules! translate {
    ($($own:ident <=> $protocol:ident)*) => {$(
        impl From<protocol::$protocol> for $own {
            fn from(id: protocol::$protocol) -> Self {
                Self::new(Arc::<str>::from(id))
            }
        }
        impl From<&$own> for protocol::$protocol {
            fn from(id: &$own) -> Self {
                Self::from(Arc::<str>::from(id))
            }
        }
    )*};
}
translate! {
    SessionId <=> SessionId
    TargetId <=> TargetId
    ContextId <=> BrowserContextId
    FrameId <=> FrameId
    LoaderId <=> LoaderId
    RequestId <=> NetworkId
    PausedRequestId <=> FetchId
}
