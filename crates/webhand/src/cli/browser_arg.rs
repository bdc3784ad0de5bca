//! The browser that a person chooses: one that webhand starts, or one that runs already.

use std::fmt;
use std::str::FromStr;

use webhand_chrome::{Endpoint, Window};
use webhand_model::BrowserOwner;
use webhand_wire::HandsLevel;

#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BrowserArg {
    Headless,
    Visible,
    /// The address of the debugging port of a browser that runs already.
    Attach(String),
    /// A browser whose extension is paired.
    Extension(HandsLevel),
}

impl BrowserArg {
    /// The window that the browser has.
    pub fn window(&self) -> Window {
        match self {
            Self::Headless => Window::Headless,
            Self::Visible | Self::Attach(_) | Self::Extension(_) => Window::Visible,
        }
    }

    /// The owner of the browser: the one who started it.
    pub fn owner(&self) -> BrowserOwner {
        match self {
            Self::Headless | Self::Visible => BrowserOwner::Webhand,
            Self::Attach(_) | Self::Extension(_) => BrowserOwner::Person,
        }
    }

    /// Where the browser listens, if it runs already.
    pub fn endpoint(&self) -> Option<Endpoint> {
        match self {
            Self::Headless | Self::Visible | Self::Extension(_) => None,
            Self::Attach(written) => Endpoint::parse(written).ok(),
        }
    }

    /// How the tabs are driven, if it is a paired browser.
    pub fn extension_level(&self) -> Option<HandsLevel> {
        match self {
            Self::Headless | Self::Visible | Self::Attach(_) => None,
            Self::Extension(level) => Some(*level),
        }
    }

    /// Whether settings may name it: a browser on another machine is named at each start.
    pub fn is_for_settings(&self) -> bool {
        match self {
            Self::Headless | Self::Visible | Self::Extension(_) => true,
            Self::Attach(_) => self.endpoint().is_some_and(|endpoint| endpoint.is_loopback()),
        }
    }
}

impl FromStr for BrowserArg {
    type Err = String;

    fn from_str(written: &str) -> Result<Self, String> {
        match (written, written.strip_prefix("attach=")) {
            ("headless", _) => Ok(Self::Headless),
            ("visible", _) => Ok(Self::Visible),
            ("extension" | "extension:quiet", _) => Ok(Self::Extension(HandsLevel::Quiet)),
            ("extension:debugger", _) => Ok(Self::Extension(HandsLevel::Debugger)),
            (_, Some(address)) => {
                let endpoint = Endpoint::parse(address).map_err(|error| error.to_string())?;
                Ok(Self::Attach(endpoint.to_string()))
            }
            (_, None) => {
                Err("possible values: headless, visible, attach=http://127.0.0.1:9222, extension, extension:debugger"
                    .to_owned())
            }
        }
    }
}

impl fmt::Display for BrowserArg {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Headless => to.write_str("headless"),
            Self::Visible => to.write_str("visible"),
            Self::Attach(address) => write!(to, "attach={address}"),
            Self::Extension(HandsLevel::Quiet) => to.write_str("extension"),
            Self::Extension(HandsLevel::Debugger) => to.write_str("extension:debugger"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BrowserArg;

    #[test]
    fn a_browser_is_written_as_it_is_read() {
        for written in ["headless", "visible", "attach=http://127.0.0.1:9222", "extension", "extension:debugger"] {
            assert_eq!(written.parse::<BrowserArg>().map(|read| read.to_string()).as_deref(), Ok(written));
        }
        for written in ["", "attach", "attach=", "attach=9222", "attach=file:///tmp", "window", "extension:"] {
            assert!(written.parse::<BrowserArg>().is_err(), "{written}");
        }
    }

    #[test]
    fn settings_name_browsers_of_this_machine_only() {
        let is_for_settings = |written: &str| written.parse::<BrowserArg>().unwrap().is_for_settings();
        assert!(is_for_settings("attach=http://localhost:9222"));
        assert!(!is_for_settings("attach=http://192.168.1.7:9222"));
    }
}
