//! The options for permissions and the browser, shared by all commands that start one.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use super::{BrowserArg, ModeArg, PageEnvironmentArgs};
use crate::exit::UsageError;

#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct PermissionArgs {
    /// Let it read, type and send there without asking: host, host:port, *.host, localhost or all
    #[arg(long, value_name = "ORIGIN")]
    pub allow: Vec<String>,
    /// Let it go there and read without asking
    #[arg(long, value_name = "ORIGIN")]
    pub allow_read: Vec<String>,
    /// Let it also run scripts there, which can do all of that at once
    #[arg(long, value_name = "ORIGIN")]
    pub allow_code: Vec<String>,
    /// How much to ask: careful asks before every commit, granted or not
    #[arg(long, value_enum)]
    pub mode: Option<ModeArg>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
pub struct BrowserArgs {
    /// headless, visible, attach=URL: tabs of its own in a browser that listens there; or extension, extension:debugger:
    /// tabs in your own browser, whose extension is paired
    #[arg(long, value_name = "BROWSER")]
    pub browser: Option<BrowserArg>,
    /// The browser to start [default: the first Chrome, Chromium or Edge found]
    #[arg(long, value_name = "PATH")]
    pub browser_path: Option<PathBuf>,
    /// Begin with the cookies and local storage of this file, which Playwright or `webhand storage-state` wrote
    #[arg(long, value_name = "FILE.json")]
    pub storage_state: Option<PathBuf>,
    #[command(flatten)]
    pub pages: Box<PageEnvironmentArgs>,
}

impl BrowserArgs {
    /// The file of log-ins, wherever the browser is started from.
    pub fn storage_state(&self) -> Option<PathBuf> {
        self.storage_state.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()))
    }

    /// The browser that is named here, or else the one of the settings.
    ///
    /// # Errors
    /// When the settings name a browser on another machine.
    pub fn or_setting(&self, setting: Option<&BrowserArg>) -> Result<Option<BrowserArg>> {
        if let Some(named) = &self.browser {
            return Ok(Some(named.clone()));
        }
        if let Some(setting) = setting.filter(|setting| !setting.is_for_settings()) {
            bail!(UsageError(format!("the browser of the settings is not on this machine; write --browser {setting}")));
        }
        Ok(setting.cloned())
    }
}
