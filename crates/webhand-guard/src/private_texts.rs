//! The texts that a run read or typed, as far as they must not leave for another site inside an address.
//!
//! Holds windows of the texts as hashes, so that an address is searched in one pass and a copy for the hands is cheap. Must
//! never hold the texts themselves. Absent on purpose: word lists. Start reading at [`PrivateTexts::sources_in`]; the
//! encodings that are searched stand in [`encodings`].

mod encodings;
mod pieces;

use std::collections::BTreeMap;

use webhand_model::Origin;

pub(crate) use pieces::ComposedAddresses;

use crate::outgoing::site_of;

/// How much of a text counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextScope {
    /// All of it: the person lets only this run read it.
    Whole,
    /// Codes and e-mail addresses in it: everybody can read the page, but an account may show there what only its owner
    /// knows. Ordinary words are no secret, and an outside agent looks for what it has read elsewhere all the time.
    Distinctive,
}

/// Texts by the origin that they were read or typed on; bounded.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PrivateTexts {
    origins: Vec<Origin>,
    /// Hashes of windows, sorted, each with the origins it comes from as bits.
    windows: Vec<(u64, u64)>,
    /// Whole texts that were typed and are shorter than a window, each with its origin.
    short: Vec<(String, usize)>,
    /// Hashes of windows of the task: the person wrote them, so they are no secret of a page.
    said: Vec<u64>,
    said_text: String,
}

impl PrivateTexts {
    /// Nothing is read yet; what the person wrote in the task may go anywhere.
    #[must_use]
    pub fn new(task: &str) -> Self {
        let mut said: Vec<u64> = encodings::forms(task).iter().flat_map(|form| windows(form)).collect();
        said.sort_unstable();
        Self { said, said_text: encodings::squash(task), ..Self::default() }
    }

    /// Whether an address is worth searching.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.windows.is_empty() && self.short.is_empty()
    }

    /// Records texts that a page showed.
    pub fn record_read<'a>(&mut self, origin: &Origin, texts: impl Iterator<Item = &'a str>, scope: TextScope) {
        let Some(bit) = self.bit_of(origin) else { return };
        let mut new = Vec::new();
        for text in texts {
            match scope {
                TextScope::Whole => new.extend(windows_of(&encodings::squash(text), PHRASE)),
                TextScope::Distinctive => {}
            }
            for token in distinctive(text) {
                new.extend(windows_of(&encodings::squash(token), TOKEN));
            }
            if new.len() >= MOST_WINDOWS {
                break;
            }
        }
        self.add(new, 1 << bit);
    }

    /// Records a text that the run typed on a page.
    pub fn record_typed(&mut self, origin: &Origin, text: &str, scope: TextScope) {
        self.record_read(origin, std::iter::once(text), scope);
        let short = encodings::squash(text);
        let is_short = (LEAST_TYPED..PHRASE).contains(&short.chars().count());
        if scope == TextScope::Whole && is_short && !self.said_text.contains(&short) && self.short.len() < MOST_SHORT {
            let Some(bit) = self.bit_of(origin) else { return };
            self.short.push((short, bit));
        }
    }

    /// The origins whose texts an address carries to another site, in any encoding that is searched. Text that the
    /// receiving site has shown itself is no secret to it.
    #[must_use]
    pub fn sources_in(&self, url: &str, to: &Origin) -> Vec<Origin> {
        if self.is_empty() {
            return Vec::new();
        }
        let found = self.find(&encodings::forms(url), to);
        self.origins_of(found.into_values().fold(0, |mask, origins| mask | origins))
    }

    /// The origins whose texts an address completes at its site, which has got the other pieces by earlier addresses.
    pub(crate) fn sources_in_pieces(&self, url: &str, to: &Origin, earlier: &ComposedAddresses) -> Vec<Origin> {
        let Some((before, with)) = earlier.joined(url).filter(|_| !self.is_empty()) else { return Vec::new() };
        let forms = |texts: Vec<String>| texts.iter().flat_map(|text| encodings::forms(text)).collect::<Vec<_>>();
        let found = self.find(&forms(with), to);
        if found.is_empty() {
            return Vec::new();
        }
        let known = self.find(&forms(before), to);
        let new = found.into_iter().filter(|(found, _)| !known.contains_key(found));
        self.origins_of(new.fold(0, |mask, (_, origins)| mask | origins))
    }

    /// The texts of other sites in these forms of an address, each with the bits of its origins.
    fn find(&self, forms: &[String], to: &Origin) -> BTreeMap<Found, u64> {
        let own = self.mask_of_site(to);
        let mut found = BTreeMap::new();
        for form in forms {
            for window in windows(form) {
                let Ok(at) = self.windows.binary_search_by_key(&window, |(hash, _)| *hash) else { continue };
                let (_, origins) = self.windows[at];
                if origins & own == 0 && self.said.binary_search(&window).is_err() {
                    found.insert(Found::Window(window), origins);
                }
            }
            for (at, (text, bit)) in self.short.iter().enumerate() {
                if own & (1 << bit) == 0 && form.contains(text.as_str()) {
                    found.insert(Found::Short(at), 1 << bit);
                }
            }
        }
        found
    }

    fn origins_of(&self, mask: u64) -> Vec<Origin> {
        let is_found = |(bit, _): &(usize, &Origin)| mask & (1 << bit) != 0;
        self.origins.iter().enumerate().filter(is_found).map(|(_, origin)| origin.clone()).collect()
    }

    /// Origins after the last bit share it, so more counts as another site's.
    fn bit_of(&mut self, origin: &Origin) -> Option<usize> {
        if *origin == Origin::opaque() {
            return None;
        }
        let known = self.origins.iter().position(|known| known == origin);
        known.or_else(|| {
            if self.origins.len() < MOST_ORIGINS {
                self.origins.push(origin.clone());
            }
            Some(self.origins.len() - 1)
        })
    }

    fn mask_of_site(&self, to: &Origin) -> u64 {
        let site = site_of(to.as_str());
        let is_own = |(_, origin): &(usize, &Origin)| site.is_some() && site_of(origin.as_str()) == site;
        self.origins.iter().enumerate().filter(is_own).fold(0, |mask, (bit, _)| mask | 1 << bit)
    }

    fn add(&mut self, mut new: Vec<u64>, mask: u64) {
        new.sort_unstable();
        new.dedup();
        let before = self.windows.len();
        for window in new {
            match self.windows[..before].binary_search_by_key(&window, |(hash, _)| *hash) {
                Ok(at) => self.windows[at].1 |= mask,
                Err(_) if self.windows.len() < MOST_WINDOWS => self.windows.push((window, mask)),
                Err(_) => {}
            }
        }
        self.windows.sort_unstable_by_key(|(hash, _)| *hash);
    }
}

/// A recorded text that stands in an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Window(u64),
    /// One of the short typed texts, by its number.
    Short(usize),
}

/// The words of a text that hardly occur twice by chance: e-mail addresses, and words of letters and digits in disorder.
fn distinctive(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "-_.@+".contains(c)));
    words.map(|word| word.trim_matches(['.', '-', '+'])).filter(|word| is_distinctive(word))
}

fn is_distinctive(word: &str) -> bool {
    let letters = encodings::squash(word).len();
    let is_mail = word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let kind = |byte: u8| (byte.is_ascii_uppercase(), byte.is_ascii_digit());
    let differ = |pair: &&[u8]| pair.iter().all(u8::is_ascii_alphanumeric) && kind(pair[0]) != kind(pair[1]);
    let changes = word.as_bytes().windows(2).filter(differ).count();
    letters >= TOKEN && (is_mail || (word.bytes().any(|byte| byte.is_ascii_digit()) && changes * 5 >= letters * 2))
}

/// The windows of both lengths.
fn windows(form: &str) -> impl Iterator<Item = u64> {
    windows_of(form, TOKEN).chain(windows_of(form, PHRASE))
}

fn windows_of(form: &str, length: usize) -> impl Iterator<Item = u64> {
    let ends = form.char_indices().map(|(at, _)| at).chain([form.len()]).skip(length);
    form.char_indices().map(|(at, _)| at).zip(ends).map(|(begin, end)| hash(&form[begin..end]))
}

/// FNV-1a, which is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Letters and digits of a distinctive word that have to stand in an address.
const TOKEN: usize = 12;
/// Letters and digits of ordinary text that have to stand in an address: two sites share shorter phrases by chance.
const PHRASE: usize = 16;
/// Shorter typed texts are parts of ordinary words.
const LEAST_TYPED: usize = 6;
const MOST_WINDOWS: usize = 200_000;
const MOST_SHORT: usize = 200;
const MOST_ORIGINS: usize = 64;
