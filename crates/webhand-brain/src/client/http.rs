//! The HTTP clients that requests go through.

use std::time::Duration;

use reqwest::{Client, redirect};

use super::endpoint::{Endpoint, EndpointError};

/// A client for one provider. Redirects are not followed: a key goes to the configured host only.
pub(super) fn client(connect: Duration, endpoint: &Endpoint) -> Result<Client, EndpointError> {
    // Someone else in the process may have installed one already, which serves as well.
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = Client::builder()
        .user_agent(concat!("webhand/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(connect);
    // What stays on this machine has no business with a proxy.
    let client = if endpoint.is_loopback() { client.no_proxy() } else { client };
    let built = client.build();
    built.map_err(|error| EndpointError::NoClient(error.without_url().to_string()))
}
