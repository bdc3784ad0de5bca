//! Whether a request that only reads may go where it goes: a document goes to origins that the run may read, and no address
//! carries text of one site to another.

use url::Url;
use webhand_model::{Origin, Permission};

use crate::outgoing::is_shared_suffix;
use crate::{Policy, RequestGrants};

/// How far a request that only reads may go, by its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The run may read the origin, and the address carries nothing of another site there.
    Allowed,
    /// The run may not read the origin. Parts of a page load from there, documents do not.
    Unreadable,
    /// The address carries text that the run read or typed on another site.
    CarriesText,
    /// A document in which the brain has run a script sends it to a site that the person did not allow by name.
    OfScript,
}

impl RequestGrants {
    /// Whether a script of the brain may reach this address: the brain composed what it sends.
    #[must_use]
    pub fn reach_of_script(&self, url: &str) -> Reach {
        match self.reach(url) {
            Reach::Allowed if !self.policy().permits_expressly(&Origin::from_url(url), Permission::Read) => {
                Reach::OfScript
            }
            Reach::Unreadable => Reach::OfScript,
            reach @ (Reach::Allowed | Reach::CarriesText | Reach::OfScript) => reach,
        }
    }

    /// How far a request of a document may go.
    #[must_use]
    pub fn reach(&self, url: &str) -> Reach {
        self.policy().reach(url)
    }

    /// Whether parts of pages have to be paused too, because an address of theirs could carry something away.
    #[must_use]
    pub fn searches_addresses(&self) -> bool {
        !self.policy().private_texts().is_empty()
    }
}

impl Policy {
    pub(crate) fn reach(&self, url: &str) -> Reach {
        // An address without a server goes nowhere.
        let Some(to) = server_origin(url) else { return Reach::Allowed };
        if !self.permits_expressly(&to, Permission::Input) && !self.texts_carried_by(url).is_empty() {
            Reach::CarriesText
        } else if self.permits(&to, Permission::Read) || self.reads_relative_of(&to) {
            Reach::Allowed
        } else {
            Reach::Unreadable
        }
    }

    /// Whether the run may read another host of the same owner: `www.shop.test` and `login.shop.test` beside `shop.test`, in
    /// both directions, because servers send every visitor from one to the other.
    fn reads_relative_of(&self, to: &Origin) -> bool {
        self.readable_hosts().any(|known| is_relative(&known, to))
    }
}

/// The origin of a server; an address that cannot be read has the opaque one, which no grant covers.
fn server_origin(url: &str) -> Option<Origin> {
    let is_local = Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "about" | "blob" | "data"));
    (!is_local).then(|| Origin::from_url(url))
}

/// Whether one host is below the other and the scheme is no weaker.
fn is_relative(known: &Origin, to: &Origin) -> bool {
    let (Ok(known), Ok(to)) = (Url::parse(known.as_str()), Url::parse(to.as_str())) else { return false };
    let (Some(known_host), Some(to_host)) = (known.domain(), to.domain()) else { return false };
    let bare = |host: &str| host.trim_start_matches("www.").trim_end_matches('.').to_owned();
    let (known_host, to_host) = (bare(known_host), bare(to_host));
    let below = |low: &str, high: &str| low == high || (low.ends_with(&format!(".{high}")) && !is_shared_suffix(high));
    let is_weaker = known.scheme() == "https" && to.scheme() == "http";
    known_host.contains('.')
        && to_host.contains('.')
        && !is_weaker
        && (below(&to_host, &known_host) || below(&known_host, &to_host))
}
