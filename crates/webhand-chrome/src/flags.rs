//! The command line of a browser that is driven: quiet, unthrottled, and with nothing sent home.

use std::ffi::OsString;
use std::path::Path;

/// Whether there is something to see.
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

/// What decides the command line.
#[derive(Debug)]
pub(crate) struct Circumstances<'a> {
    pub(crate) profile: &'a Path,
    pub(crate) window: Window,
    pub(crate) sandbox: Sandbox,
    pub(crate) language: Option<&'a str>,
    /// Containers often give `/dev/shm` too little room for the pages' shared memory.
    pub(crate) shared_memory_is_small: bool,
    /// Come last, so they win over ours.
    pub(crate) further: &'a [OsString],
}

pub(crate) fn flags(around: &Circumstances<'_>) -> Vec<OsString> {
    let mut flags: Vec<OsString> = ALWAYS.iter().map(OsString::from).collect();
    flags.push(format!("--enable-features={}", WANTED_FEATURES.join(",")).into());
    flags.push(format!("--disable-features={}", UNWANTED_FEATURES.join(",")).into());
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(around.profile);
    flags.push(profile);
    match around.window {
        Window::Headless => flags.push("--headless=new".into()),
        Window::Visible => {}
    }
    match around.sandbox {
        Sandbox::On => {}
        Sandbox::OffForRoot => flags.push("--no-sandbox".into()),
    }
    if let Some(language) = around.language {
        flags.push(format!("--lang={language}").into());
        flags.push(format!("--accept-lang={language}").into());
    }
    if around.shared_memory_is_small {
        flags.push("--disable-dev-shm-usage".into());
    }
    flags.extend(around.further.iter().cloned());
    flags
}

const ALWAYS: &[&str] = &[
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-startup-window",
    "--window-size=1280,800",
    // Nothing is fetched, reported or updated that no page asked for.
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-crash-reporter",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-pings",
    // Background tabs work at full speed.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // With little memory tabs of one site would share a process, and a dialog or an endless script of one owner's would
    // stop another's.
    "--renderer-process-limit=1000",
    // The page script runs only a few times in each document, too few for its code to be made quick by and by.
    "--js-flags=--always-sparkplug",
    // A page that is left is gone: kept or made in advance, it would act unseen.
    "--disable-back-forward-cache",
    // No questions from the system or the browser about itself.
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
    "GlobalMediaControls",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "OptimizationHints",
    "Prerender2",
    "Translate",
    // A window would hold two hidden pages of the browser's own, which cost more than most of ours.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
];

#[cfg(test)]
mod tests;
