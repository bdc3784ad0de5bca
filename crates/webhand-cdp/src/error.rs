use std::time::Duration;

/// Why a call over the protocol returned no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CdpError {
    #[error("lost the connection to the browser; start or attach to it again")]
    Disconnected,
    /// The browser may still perform the call, so its effect is unknown.
    #[error("{method} had no answer after {after:?}; look at the page again before repeating it")]
    Timeout { method: String, after: Duration },
    #[error("the browser refused {method}: {message} (code {code})")]
    Refused { method: String, code: i64, message: String },
    #[error("the tab or frame that {method} was meant for is gone; list the tabs again")]
    SessionGone { method: String },
    #[error("the page crashed during {method}; reload it")]
    Crashed { method: String },
    #[error("the answer to {method} could not be read: {why}")]
    BadReply { method: String, why: String },
    #[error("the parameters of {method} cannot be written as JSON: {why}")]
    BadParams { method: String, why: String },
}
