//! The site that an address belongs to.

use url::Url;

/// The part of a host that its subdomains share: its last two labels, which is good enough to tell a shop from its
/// statistics provider. Two sites under one public suffix such as `co.uk` count as one, so more is held. `None` for an
/// address without a host.
#[must_use]
pub fn site_of(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?.trim_end_matches('.').to_owned();
    if url.domain().is_none() {
        return Some(host);
    }
    let mut labels: Vec<&str> = host.rsplit('.').take(2).collect();
    labels.reverse();
    Some(labels.join("."))
}

/// Whether an address belongs to the site of an origin. An address without a host counts as the sender's own.
pub(super) fn is_same_site(url: &str, sender: &str) -> bool {
    site_of(url).is_none_or(|to| Some(to) == site_of(sender))
}
