//! Whether an address belongs to the site of an origin.

use url::Url;
use webhand_model::Origin;

/// Two hosts of one site share their last two labels, which is good enough to tell a shop from its statistics provider. An
/// address without a host counts as the sender's own.
pub(super) fn is_same_site(url: &str, sender: &Origin) -> bool {
    site(url).is_none_or(|to| Some(to) == site(sender.as_str()))
}

fn site(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?.to_owned();
    if url.domain().is_none() {
        return Some(host);
    }
    let labels: Vec<&str> = host.rsplit('.').take(2).collect();
    Some(labels.join("."))
}
