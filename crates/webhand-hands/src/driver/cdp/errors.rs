//! Errors of the protocol as types. Chromium's error texts are read here alone.

use webhand_cdp::CdpError;

use crate::driver::DriverError;

pub(in crate::driver) fn typed(error: CdpError) -> DriverError {
    match error {
        CdpError::Disconnected => DriverError::Disconnected,
        CdpError::Timeout { method, after } => DriverError::TimedOut { call: method, after },
        CdpError::Refused { method, code, message } if is_of_gone_document(&message) => {
            DriverError::DocumentGone { call: method, code, message }
        }
        CdpError::Refused { method, code, message } => DriverError::Refused { call: method, code, message },
        CdpError::SessionGone { method } => DriverError::TargetGone { call: method },
        CdpError::Crashed { method } => DriverError::Crashed { call: method },
        CdpError::BadReply { method, why } => DriverError::BadReply { call: method, why },
        CdpError::BadParams { method, why } => DriverError::BadParams { call: method, why },
    }
}

/// `Cannot find context with specified id`, `Execution context was destroyed.`, `Inspected target navigated or closed`.
fn is_of_gone_document(message: &str) -> bool {
    message.contains("context") || message.contains("navigated")
}

#[cfg(test)]
mod tests;
