//! The texts and links read on each origin: they show when text goes from one origin to another, and when a brain made
//! up an address.

use std::collections::{BTreeMap, BTreeSet};

use webhand_guard::names_address;
use webhand_model::{Origin, Snapshot, Task, WebUrl};

/// Texts seen so far, by the page's origin, and the links among them; bounded.
#[derive(Debug, Default)]
pub(crate) struct ReadTexts {
    by_origin: BTreeMap<Origin, BTreeSet<String>>,
    links: BTreeSet<String>,
    /// Paths and names of parameters of links, forms and documents that the run has seen, and of those in hints.
    addresses: BTreeSet<String>,
    /// The texts that the run typed anywhere: an address that contains one was composed, whoever shows it as a link.
    typed: BTreeSet<String>,
}

/// Shorter texts coincide by chance.
const LEAST_TEXT: usize = 8;
const MOST_TEXTS: usize = 3_000;
const MOST_ORIGINS: usize = 50;
const MOST_LINKS: usize = 10_000;
/// Shorter typed texts are parts of ordinary words.
const LEAST_TYPED: usize = 6;
const MOST_TYPED: usize = 1_000;

impl ReadTexts {
    /// Records the answers of earlier chat exchanges as read on the origins they came from, and the addresses in hints.
    pub(crate) fn from_task(task: &Task) -> Self {
        let mut texts = Self::default();
        let words = task.hints.iter().flat_map(|hint| hint.text().split_whitespace());
        for url in words.filter_map(|word| WebUrl::parse(word.trim_matches(['(', ')', ',', '.', '"'])).ok()) {
            texts.record_address(&url, &[]);
        }
        for exchange in &task.before {
            for origin in &exchange.read_on {
                texts.record_text(origin.clone(), &exchange.answer);
            }
        }
        texts
    }

    /// Records the texts of a page, and the links on it that count as the page's own.
    pub(crate) fn record_page(&mut self, page: &Snapshot, links: &[String]) {
        let seen = page.nodes.iter().flat_map(|node| [Some(&node.name), node.value.as_ref()]).flatten();
        self.add_texts(page.origin(), seen.map(String::as_str));
        self.add_links(links.iter().map(String::as_str));
    }

    /// Records text that an action read on a page: it may be more than a look shows.
    pub(crate) fn record_text(&mut self, origin: Origin, text: &str) {
        self.add_texts(origin, text.lines().map(str::trim));
        let begins = |word: &str| ["http://", "https://"].iter().filter_map(|scheme| word.find(scheme)).min();
        let addresses = text.split(|c: char| c.is_whitespace() || "\"<>()[]".contains(c));
        self.add_links(addresses.filter_map(|word| word.get(begins(word)?..)));
    }

    fn add_texts<'a>(&mut self, origin: Origin, seen: impl Iterator<Item = &'a str>) {
        if self.by_origin.len() >= MOST_ORIGINS && !self.by_origin.contains_key(&origin) {
            self.by_origin.pop_first();
        }
        let texts = self.by_origin.entry(origin).or_default();
        let long = seen.filter(|text| text.chars().nth(LEAST_TEXT - 1).is_some());
        texts.extend(long.map(str::to_lowercase));
        while texts.len() > MOST_TEXTS {
            texts.pop_first();
        }
    }

    fn add_links<'a>(&mut self, links: impl Iterator<Item = &'a str>) {
        for link in links.filter_map(|link| WebUrl::parse(link).ok()) {
            self.record_address(&link, &[]);
            self.links.insert(String::from(link));
        }
        while self.links.len() > MOST_LINKS {
            self.links.pop_first();
        }
    }

    pub(crate) fn record_typed(&mut self, text: &str) {
        let text = comparable(text);
        if text.chars().count() >= LEAST_TYPED && self.typed.len() < MOST_TYPED {
            self.typed.insert(text);
        }
    }

    /// Whether an address contains what the run typed before.
    pub(crate) fn is_typed_in(&self, link: &str) -> bool {
        let link = comparable(link);
        self.typed.iter().any(|text| link.contains(text))
    }

    /// Records that an address was seen, with the fields that a form adds to it.
    pub(crate) fn record_address(&mut self, url: &WebUrl, fields: &[[String; 2]]) {
        if self.addresses.len() < MOST_LINKS {
            self.addresses.insert(address_shape(url, fields));
        }
    }

    /// Whether an address differs from one that was seen in values alone, or is only the start page of its site.
    pub(crate) fn has_seen_address(&self, url: &WebUrl) -> bool {
        let is_start = !url.has_query_or_fragment() && url.without_query() == format!("{}/", url.origin().as_str());
        is_start || self.addresses.contains(&address_shape(url, &[]))
    }

    /// Whether this very address stood in a link, or the person named it.
    pub(crate) fn knows_link(&self, url: &WebUrl, task: &str) -> bool {
        self.links.contains(url.as_str()) || names_address(task, url)
    }

    /// Other origins on which this text was read, unless the person wrote it in the task.
    pub(crate) fn find_elsewhere(&self, text: &str, here: &Origin, task: &str) -> Vec<Origin> {
        let text = text.trim().to_lowercase();
        if text.chars().count() < LEAST_TEXT || task.to_lowercase().contains(&text) {
            return Vec::new();
        }
        let read_there =
            |texts: &BTreeSet<String>| texts.iter().any(|seen| seen.contains(&text) || text.contains(seen));
        let others = self.by_origin.iter().filter(|(origin, _)| *origin != here);
        let here_too = self.by_origin.get(here).is_some_and(&read_there);
        if here_too {
            return Vec::new();
        }
        others.filter(|(_, texts)| read_there(texts)).map(|(origin, _)| origin.clone()).collect()
    }
}

/// A text without signs and capital letters, because addresses write blanks and signs in several ways.
fn comparable(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Origin, path and names of parameters; numbers in a path are values.
fn address_shape(url: &WebUrl, fields: &[[String; 2]]) -> String {
    let path: String = url.without_query().chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    let query = url.as_str().split('#').next().unwrap_or_default().split_once('?').map_or("", |(_, query)| query);
    let names = query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty());
    let names: BTreeSet<&str> = names.chain(fields.iter().map(|[name, _]| name.as_str())).collect();
    let fragment = url.as_str().split_once('#').map_or("", |(_, fragment)| fragment);
    format!("{path} {names:?} #{fragment}")
}
