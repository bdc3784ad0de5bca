//! The command line of a browser that is driven: quiet, unthrottled, and with nothing sent home.

use std::ffi::OsString;
use std::path::Path;

/// Whether the browser shows a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Window {
    Headless,
    Visible,
}

/// Whether the browser confines its page processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sandbox {
    On,
    /// Chromium refuses to confine anything when it runs as root. Tell the user.
    OffForRoot,
}

/// The facts that decide the command line.
#[derive(Debug)]
pub(crate) struct FlagConditions<'a> {
    pub(crate) profile: &'a Path,
    pub(crate) window: Window,
    pub(crate) sandbox: Sandbox,
    pub(crate) language: Option<&'a str>,
    /// Containers often give `/dev/shm` too little room for the pages' shared memory.
    pub(crate) shared_memory_is_small: bool,
    /// The port of the gate, the browser's only way to the network. Only benchmarks leave it out.
    pub(crate) gate_port: Option<u16>,
    /// Further flags; they win over the usual ones, but not over those that lead through the gate.
    pub(crate) further: &'a [OsString],
}

pub(crate) fn flags(conditions: &FlagConditions<'_>) -> Vec<OsString> {
    let mut flags: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    flags.push(format!("--enable-features={}", WANTED_FEATURES.join(",")).into());
    flags.push(format!("--disable-features={}", UNWANTED_FEATURES.join(",")).into());
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(conditions.profile);
    flags.push(profile);
    match conditions.window {
        Window::Headless => flags.push("--headless=new".into()),
        Window::Visible => {}
    }
    match conditions.sandbox {
        Sandbox::On => {}
        Sandbox::OffForRoot => flags.push("--no-sandbox".into()),
    }
    if let Some(language) = conditions.language {
        flags.push(format!("--lang={language}").into());
        flags.push(format!("--accept-lang={language}").into());
    }
    if conditions.shared_memory_is_small {
        flags.push("--disable-dev-shm-usage".into());
    }
    flags.extend(conditions.further.iter().filter(|flag| !bypasses_gate(flag)).cloned());
    if let Some(port) = conditions.gate_port {
        flags.push(format!("--proxy-server=http://127.0.0.1:{port}").into());
        flags.extend(THROUGH_GATE.iter().map(OsString::from));
    }
    flags
}

/// Whether a flag would lead connections or lookups past the gate.
fn bypasses_gate(flag: &OsString) -> bool {
    let flag = flag.to_string_lossy();
    let name = flag.split('=').next().unwrap_or_default();
    name.starts_with("--proxy-") || matches!(name, "--no-proxy-server" | "--host-resolver-rules")
}

/// Every connection, those to this machine included, goes to the gate as a name; the browser itself resolves nothing and
/// sends nothing by UDP.
const THROUGH_GATE: &[&str] = &[
    "--proxy-bypass-list=<-loopback>",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

const ALWAYS: &[&str] = &[
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-startup-window",
    "--window-size=1280,800",
    // The browser fetches, reports and updates nothing by itself.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-component-extensions-with-background-pages",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--allow-browser-signin=false",
    // Pages log in at the sign-in host of the browser's maker, so the gate cannot refuse it.
    "--gaia-url=http://127.0.0.1:1",
    "--metrics-recording-only",
    "--no-pings",
    // Background tabs work at full speed.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // With little memory, tabs of one site would share a process, and a dialog or an endless script in the tab of one
    // owner would block the tab of another.
    "--renderer-process-limit=1000",
    // The page script runs only a few times in each document, too rarely for the tiered compiler to optimize it.
    "--js-flags=--always-sparkplug",
    // A page in the back/forward cache could act unseen, so a page that is left is destroyed.
    "--disable-back-forward-cache",
    // Neither the system nor the browser shows dialogs of its own.
    "--disable-hang-monitor",
    "--hide-crash-restore-bubble",
    "--noerrdialogs",
    "--password-store=basic",
    "--use-mock-keychain",
];

/// Pages may offer tools to agents.
const WANTED_FEATURES: &[&str] = &["WebMCP"];

const UNWANTED_FEATURES: &[&str] = &[
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DisableLoadExtensionCommandLineSwitch",
    // Reports of pages (CSP, network errors, deprecations) are sent by the network service, past all interception.
    "DocumentReporting",
    // Requests that a page leaves behind for later pass an interception that begins after the page was loaded.
    "FetchLaterAPI",
    "GlobalMediaControls",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "NetworkErrorLogging",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "Prerender2",
    "Reporting",
    "Translate",
    // Each window would hold two hidden pages of the browser itself, which cost more than most web pages.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
];

#[cfg(test)]
mod tests;
