//! Addresses in running text.

/// Whether an address with its scheme stands in a text, or one that begins with `www.`.
pub(super) fn has_address(text: &str) -> bool {
    let lower = text.to_lowercase();
    ["http://", "https://", "www."].iter().any(|start| {
        let rest = lower.split_once(start).map(|(_, rest)| rest);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['))
    })
}

/// Whether the name of a host stands in a text: `example.com/path`, but neither a mail address nor a file name.
pub(super) fn has_host(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
        let labels: Vec<&str> = host.split('.').collect();
        let sound = |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
        let ending = labels.last().is_some_and(|last| ENDINGS.contains(last));
        labels.len() > 1 && labels.iter().all(sound) && ending
    })
}

/// Common ends of hosts that are no ends of file names.
const ENDINGS: [&str; 30] = [
    "com", "org", "net", "edu", "gov", "info", "biz", "io", "dev", "app", "eu", "es", "mx", "ar", "cl", "co", "uk",
    "de", "fr", "it", "pt", "br", "nl", "ch", "at", "us", "ca", "jp", "cn", "test",
];
