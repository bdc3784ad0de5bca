//! The parts of the addresses that a brain composed for one site, joined as the site itself could join them.
//!
//! A text in pieces that are shorter than a window would leave unseen, one address at a time. Absent on purpose: other
//! orders than the one in which the pieces leave and its reverse.

use std::collections::{BTreeMap, VecDeque};

use url::Url;

use super::encodings;
use crate::outgoing::site_of;

/// The newest composed addresses by the site that receives them; bounded.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ComposedAddresses {
    by_site: VecDeque<(String, VecDeque<Parts>)>,
}

/// The parts of one address that a server can read: the name of each place in it, and the text that stands there.
type Parts = Vec<(String, String)>;

impl ComposedAddresses {
    /// Remembers an address that leaves; the sites that got none for the longest time are forgotten.
    pub(crate) fn record(&mut self, url: &str) {
        let Some((site, parts)) = read(url) else { return };
        let known = self.by_site.iter().position(|(known, _)| *known == site).and_then(|at| self.by_site.remove(at));
        let (site, mut addresses) = known.unwrap_or_else(|| (site, VecDeque::new()));
        addresses.push_back(parts);
        if addresses.len() > MOST_ADDRESSES {
            addresses.pop_front();
        }
        self.by_site.push_back((site, addresses));
        if self.by_site.len() > MOST_SITES {
            self.by_site.pop_front();
        }
    }

    /// The texts that the site of an address can put together from the ones it got, without this address and with it.
    pub(super) fn joined(&self, url: &str) -> Option<(Vec<String>, Vec<String>)> {
        let (site, parts) = read(url)?;
        let (_, earlier) = self.by_site.iter().find(|(known, _)| *known == site)?;
        let before: Vec<&Parts> = earlier.iter().collect();
        let with: Vec<&Parts> = earlier.iter().chain([&parts]).collect();
        Some((texts(&before), texts(&with)))
    }
}

/// The site of an address and its parts. The port and the scheme hold no text.
fn read(url: &str) -> Option<(String, Parts)> {
    let site = site_of(url)?;
    let url = Url::parse(url).ok()?;
    let mut parts = Parts::new();
    let mut add = |place: String, text: &str| {
        let text: String = encodings::percent_decode(text).chars().take(LONGEST_PART).collect();
        if !text.is_empty() && parts.len() < MOST_PARTS {
            parts.push((place, text));
        }
    };
    add("host".to_owned(), url.host_str()?.trim_end_matches(site.as_str()).trim_end_matches('.'));
    add("user".to_owned(), url.username());
    add("password".to_owned(), url.password().unwrap_or_default());
    for (at, segment) in url.path_segments().into_iter().flatten().enumerate() {
        add(format!("/{at}"), segment);
    }
    for (at, (name, value)) in url.query_pairs().enumerate() {
        add(format!("?{at}"), &name);
        add(format!("={name}"), &value);
    }
    add("#".to_owned(), url.fragment().unwrap_or_default());
    Some((site, parts))
}

/// The pieces of each place one after the other, those of all queries, the last of each address, and all of them; each also
/// in reverse order, and decoded piece by piece.
fn texts(addresses: &[&Parts]) -> Vec<String> {
    let mut rows: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (place, text) in addresses.iter().flat_map(|parts| parts.iter()) {
        rows.entry(place).or_default().push(text);
        rows.entry("all").or_default().push(text);
        if place.starts_with('=') {
            rows.entry("queries").or_default().push(text);
        }
    }
    rows.insert("last", addresses.iter().filter_map(|parts| Some(parts.last()?.1.as_str())).collect());
    let mut texts = Vec::new();
    for row in rows.values().filter(|row| row.len() > 1) {
        texts.push(row.concat());
        texts.push(row.iter().rev().copied().collect());
        for base in [16, 64] {
            let decoded: String = row.iter().map(|text| encodings::decoded(text, base)).collect();
            texts.push(decoded);
        }
    }
    texts
}

/// Enough for a text of one letter an address.
const MOST_ADDRESSES: usize = 16;
const MOST_SITES: usize = 32;
const MOST_PARTS: usize = 24;
/// A piece that holds more than this of a text is found by itself.
const LONGEST_PART: usize = 64;
