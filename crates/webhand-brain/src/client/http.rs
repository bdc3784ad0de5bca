//! Builds the HTTP client of a provider.

use std::time::Duration;

use reqwest::{Certificate, Client, redirect};

use super::endpoint::{Endpoint, EndpointError};

/// A client for one provider, which trusts `certificates` beside the usual ones. Redirects are not followed: a key goes
/// to the configured host only.
pub(super) fn client(
    connect: Duration,
    endpoint: &Endpoint,
    certificates: &[Certificate],
) -> Result<Client, EndpointError> {
    // Another part of the process may have installed a crypto provider already, which serves as well.
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = Client::builder()
        .user_agent(concat!("webhand/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(connect);
    // Requests to this machine must not go through a proxy.
    let client = if endpoint.is_loopback() { client.no_proxy() } else { client };
    let client = if certificates.is_empty() { client } else { client.tls_certs_merge(certificates.iter().cloned()) };
    let built = client.build();
    built.map_err(|error| EndpointError::NoClient(error.without_url().to_string()))
}

/// The certificates of a PEM file's text.
pub(super) fn certificates(pem: &[u8], file: &str) -> Result<Vec<Certificate>, EndpointError> {
    let found = Certificate::from_pem_bundle(pem).ok().filter(|found| !found.is_empty());
    found.ok_or_else(|| EndpointError::NoCertificates(file.to_owned()))
}
