//! `webhand mcp` as a person writes it.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use webhand_api::mcp::Profile;

use super::{BrowserArgs, PermissionArgs, RedactArg, SessionTermsArgs};
use crate::command::mcp::McpClient;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct McpArgs {
    #[command(subcommand)]
    pub verb: Option<McpVerb>,
    #[command(flatten)]
    pub serve: ServeArgs,
}

#[derive(Debug, Subcommand)]
pub enum McpVerb {
    /// Tell a client about webhand: shows the change to its settings, and asks
    #[command(after_help = EXAMPLES)]
    Install {
        client: McpClient,
        #[command(flatten)]
        consent: ConsentArgs,
        #[command(flatten)]
        serve: ServeArgs,
    },
    /// Make a client forget webhand
    #[command(after_help = FORGET)]
    Uninstall {
        client: McpClient,
        #[command(flatten)]
        consent: ConsentArgs,
    },
}

#[derive(Debug, Clone, Copy, Args)]
pub struct ConsentArgs {
    /// Write it without asking
    #[arg(long, short)]
    pub yes: bool,
    /// Only show it
    #[arg(long, conflicts_with = "yes")]
    pub print: bool,
}

/// What the server is started with.
#[derive(Debug, Clone, Args)]
pub struct ServeArgs {
    /// Which tools the agent is shown
    #[arg(long, value_enum, default_value_t)]
    pub profile: ToolsArg,
    #[command(flatten)]
    pub permissions: PermissionArgs,
    #[command(flatten)]
    pub browser: BrowserArgs,
    /// Keep cookies and logins under this name [default: a profile that is gone afterwards]
    #[arg(long, value_name = "NAME")]
    pub user_profile: Option<String>,
    /// Whether the agent sees placeholders in the place of e-mail addresses, numbers and keys, and no pictures: on or off
    #[arg(long, value_enum, value_name = "WHEN")]
    pub redact: Option<RedactArg>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum ToolsArg {
    /// What any task needs, in few tokens
    #[default]
    Core,
    /// Every action
    Full,
    /// Core, and clicks on pictures
    Vision,
}

impl From<ToolsArg> for Profile {
    fn from(written: ToolsArg) -> Self {
        match written {
            ToolsArg::Core => Self::Core,
            ToolsArg::Full => Self::Full,
            ToolsArg::Vision => Self::Vision,
        }
    }
}

impl ServeArgs {
    /// The terms of the agent's session.
    pub fn terms(&self) -> SessionTermsArgs {
        SessionTermsArgs {
            permissions: self.permissions.clone(),
            browser: self.browser.clone(),
            profile: self.user_profile.clone(),
            redact: self.redact,
            idle_timeout: None,
        }
    }

    /// The arguments as words of a command line; absent ones are left out.
    pub fn written(&self) -> Vec<String> {
        let word = |value: Option<clap::builder::PossibleValue>| value.map(|value| value.get_name().to_owned());
        let one = |flag: &str, value: Option<String>| value.map(|value| vec![format!("--{flag}"), value]);
        let whole = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone()).display().to_string();
        let PermissionArgs { allow, allow_read, allow_code, mode } = &self.permissions;
        let BrowserArgs { browser, browser_path, storage_state, pages } = &self.browser;
        let path = browser_path.as_ref().map(whole);
        let profile = Some(self.profile).filter(|profile| *profile != ToolsArg::default());
        let mut written: Vec<String> = [
            one("profile", word(profile.and_then(|profile| profile.to_possible_value()))),
            one("mode", word(mode.and_then(|mode| mode.to_possible_value()))),
            one("redact", word(self.redact.and_then(|redact| redact.to_possible_value()))),
            one("browser", browser.as_ref().map(ToString::to_string)),
            one("browser-path", path),
            one("user-profile", self.user_profile.clone()),
            one("storage-state", storage_state.as_ref().map(whole)),
        ]
        .into_iter()
        .flatten()
        .flatten()
        .collect();
        let given = [("--allow", allow), ("--allow-read", allow_read), ("--allow-code", allow_code)];
        for (flag, origins) in given {
            written.extend(origins.iter().flat_map(|origin| [flag.to_owned(), origin.clone()]));
        }
        written.extend(pages.written());
        written
    }
}

const FORGET: &str = "\
Example:
  webhand mcp uninstall cursor";

const EXAMPLES: &str = "\
Examples:
  webhand mcp install cursor
  webhand mcp install claude --allow localhost
  webhand mcp --profile full --browser visible";
