//! The options for permissions and the browser, shared by all commands that start one.

use std::path::PathBuf;

use clap::Args;

use super::{BrowserArg, ModeArg};

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
    /// Whether to show the browser
    #[arg(long, value_enum)]
    pub browser: Option<BrowserArg>,
    /// The browser to start [default: the first Chrome, Chromium or Edge found]
    #[arg(long, value_name = "PATH")]
    pub browser_path: Option<PathBuf>,
}
