//! Recognizes a captcha by the address of its frame, because only a person may answer one.

use url::Url;

/// The provider of the captcha that a frame shows; `None` for other frames and for invisible captchas, which ask nothing.
pub(crate) fn provider(address: &str) -> Option<&'static str> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?;
    if address.contains("invisible") {
        return None;
    }
    KNOWN.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut words = line.split_whitespace();
        let (site, path, name) = (words.next()?, words.next()?, words.next()?);
        let is_there = host.strip_suffix(site).is_some_and(|before| before.is_empty() || before.ends_with('.'));
        (is_there && url.path().starts_with(path)).then_some(name)
    })
}

const KNOWN: &str = include_str!("captchas.txt");

#[cfg(test)]
mod tests;
