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

/// Whether anybody may have a host below this one, so that the hosts below it belong to different people: a suffix that a
/// registry or a hosting service hands out. Absent on purpose: the whole list of public suffixes, which changes every week.
pub(crate) fn is_shared_suffix(host: &str) -> bool {
    let of_registry = host.split_once('.').is_some_and(|(second, country)| {
        country.len() == 2
            && country.bytes().all(|byte| byte.is_ascii_alphabetic())
            && REGISTRY_LABELS.contains(&second)
    });
    of_registry || HOSTING_SUFFIXES.contains(&host)
}

/// Labels that registries of countries put before their ending.
const REGISTRY_LABELS: [&str; 18] = [
    "ac", "co", "com", "edu", "gen", "go", "gob", "gouv", "gov", "gv", "ltd", "mil", "ne", "net", "nom", "or", "org",
    "sch",
];

/// Hosting services that give each customer a host below theirs.
const HOSTING_SUFFIXES: [&str; 40] = [
    "amazonaws.com",
    "amplifyapp.com",
    "appspot.com",
    "azurestaticapps.net",
    "azurewebsites.net",
    "bitbucket.io",
    "blogspot.com",
    "cloudapp.net",
    "cloudfront.net",
    "codeberg.page",
    "deno.dev",
    "duckdns.org",
    "firebaseapp.com",
    "fly.dev",
    "github.io",
    "gitlab.io",
    "glitch.me",
    "herokuapp.com",
    "hf.space",
    "myshopify.com",
    "netlify.app",
    "ngrok-free.app",
    "ngrok.app",
    "ngrok.io",
    "notion.site",
    "onrender.com",
    "pages.dev",
    "pythonanywhere.com",
    "readthedocs.io",
    "repl.co",
    "replit.app",
    "replit.dev",
    "run.app",
    "streamlit.app",
    "surge.sh",
    "trycloudflare.com",
    "vercel.app",
    "web.app",
    "wordpress.com",
    "workers.dev",
];

/// Whether an address belongs to the site of an origin. An address without a host counts as the sender's own.
pub(super) fn is_same_site(url: &str, sender: &str) -> bool {
    site_of(url).is_none_or(|to| Some(to) == site_of(sender))
}
