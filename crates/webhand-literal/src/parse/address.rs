//! Addresses as people write them in a task.

use webhand_model::WebUrl;

/// The address that a phrase is, with or without its scheme.
pub(crate) fn address(text: &str) -> Option<String> {
    let written = text.trim().trim_end_matches(['.', ',']);
    let (scheme, rest) = written.split_once("://").map_or((None, written), |(scheme, rest)| (Some(scheme), rest));
    let host = rest.split(['/', ':', '?', '#']).next().unwrap_or_default();
    let top = host.rsplit('.').next().unwrap_or_default();
    let named = host.contains('.') && top.len() >= 2 && top.chars().all(char::is_alphabetic);
    let numbered = host.split('.').count() == 4 && host.split('.').all(|part| part.parse::<u8>().is_ok());
    let plausible = scheme.is_some() || named || numbered || host == "localhost";
    WebUrl::parse(written).ok().filter(|_| plausible).map(|url| url.to_string())
}
