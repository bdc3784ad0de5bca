//! One test for each error text of Chromium that is read.

use std::time::Duration;

use webhand_cdp::CdpError;

use super::typed;
use crate::driver::DriverError;

fn refused(message: &str) -> DriverError {
    let method = "Runtime.callFunctionOn".to_owned();
    typed(CdpError::Refused { method, code: -32000, message: message.to_owned() })
}

#[test]
fn a_call_into_a_context_that_is_gone_finds_no_document() {
    assert!(matches!(refused("Cannot find context with specified id"), DriverError::DocumentGone { .. }));
}

#[test]
fn a_context_that_ends_during_a_call_takes_its_document_with_it() {
    assert!(matches!(refused("Execution context was destroyed."), DriverError::DocumentGone { .. }));
}

#[test]
fn a_page_that_navigates_during_a_call_takes_its_document_with_it() {
    assert!(matches!(refused("Inspected target navigated or closed"), DriverError::DocumentGone { .. }));
}

#[test]
fn any_other_refusal_is_one_of_the_browser() {
    let refused = refused("Object reference chain is too long");
    assert!(matches!(refused, DriverError::Refused { .. }) && refused.is_refusal());
}

#[test]
fn an_error_reads_as_that_of_the_protocol() {
    let method = || "Page.navigate".to_owned();
    let errors = [
        CdpError::Disconnected,
        CdpError::Timeout { method: method(), after: Duration::from_secs(5) },
        CdpError::Refused { method: method(), code: -32000, message: "Not allowed".to_owned() },
        CdpError::Refused { method: method(), code: -32000, message: "no context".to_owned() },
        CdpError::SessionGone { method: method() },
        CdpError::Crashed { method: method() },
        CdpError::BadReply { method: method(), why: "cut off".to_owned() },
        CdpError::BadParams { method: method(), why: "not a number".to_owned() },
    ];
    for error in errors {
        assert_eq!(typed(error.clone()).to_string(), error.to_string());
    }
}
