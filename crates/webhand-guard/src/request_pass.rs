//! A yes to a request that was stopped, because its browser cannot hold it: the same request may go once when it comes again.

use webhand_model::HeldRequest;

use crate::RequestResolution;
use crate::request::{Comparison, compare};

/// Permission for one request that is sent again, bound to method, address, sender and content. Only a resolution that
/// releases makes one.
#[derive(Debug, PartialEq)]
pub struct RequestPass(HeldRequest);

impl RequestPass {
    /// `None` for a resolution that stops its request.
    #[must_use]
    pub fn of(resolution: &RequestResolution) -> Option<Self> {
        resolution.releases().then(|| Self(resolution.request().clone()))
    }

    /// Whether this is the request that the person said yes to. Nothing may differ, not even an anti-forgery token: the
    /// document is the same.
    #[must_use]
    pub fn covers(&self, request: &HeldRequest) -> bool {
        let HeldRequest { id: _, method, url, from, fields, content } = &self.0;
        let contents = (content.as_ref(), request.content.as_ref());
        *method == request.method
            && *url == request.url
            && *from == request.from
            && compare(contents, (fields, &request.fields)) == Comparison::Same
    }

    #[must_use]
    pub fn request(&self) -> &HeldRequest {
        &self.0
    }
}

#[cfg(test)]
mod tests;
