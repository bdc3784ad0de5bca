//! The command line, as a person writes it.

mod browser_arg;
mod chat_tab;
mod help_text;
mod help_texts;
mod mcp;
mod page_environment;
mod parse;
mod parse_error;
mod permissions;
mod runs;
mod schedules;
mod serve;
mod session;
mod task;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use webhand_model::{ApprovalMode, ObservationMode, Redaction};

pub use browser_arg::BrowserArg;
pub use chat_tab::{ChatTabArgs, ChatTabVerb};
pub use mcp::{McpArgs, McpVerb, ServeArgs};
pub use page_environment::PageEnvironmentArgs;
pub use parse::{CommandLine, VerbCommand, whole};
pub use parse_error::in_one_line;
pub use permissions::{BrowserArgs, PermissionArgs};
pub use runs::{ResumeArgs, RunsVerb};
pub use schedules::{NewScheduleArgs, SchedulesVerb};
pub use serve::{LogForm, ServerArgs};
pub use session::{SessionArgs, SessionName, SessionTermsArgs};
pub use task::TaskArgs;

/// An extra hand in your browser: say what you want done on the web, watch it being done, and be asked before
/// anything that cannot be undone.
#[derive(Debug, Parser)]
#[command(name = "webhand", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(flatten)]
    pub global: GlobalArgs,
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Everywhere")]
pub struct GlobalArgs {
    /// Where runs, reports and profiles are kept [default: webhand in your data folder]
    #[arg(long, value_name = "DIR", env = HOME_VARIABLE, hide_env_values = true, global = true)]
    pub data_dir: Option<PathBuf>,
    /// Print JSON lines for programs
    #[arg(long, global = true)]
    pub json: bool,
    /// Print only the answer
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Print what the program does inside; twice for more
    #[arg(long, short, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Carry out a task
    Run(Box<RunArgs>),
    /// Talk: in the browser where it is needed, in words otherwise
    #[command(after_help = CHAT_HELP)]
    Chat(Box<TaskArgs>),
    /// Use a chat page that you are signed in to as the brain
    #[command(after_help = help_texts::CHAT_TAB)]
    ChatTab {
        #[command(subcommand)]
        verb: ChatTabVerb,
    },
    /// See it work on a built-in site: no key, no network
    Demo(DemoArgs),
    /// List, show, answer, resume or cancel runs
    Runs {
        #[command(subcommand)]
        verb: RunsVerb,
    },
    /// Let an agent drive a browser: MCP over standard streams
    Mcp(Box<McpArgs>),
    /// Serve runs, a dashboard, and agents of this machine
    Serve(Box<ServerArgs>),
    /// Begin tasks at certain times, or when a page changes
    Schedules {
        #[command(subcommand)]
        verb: SchedulesVerb,
    },
    /// Copy everything into a new folder, while runs go on
    Backup {
        /// A folder that does not exist yet
        folder: PathBuf,
    },
    /// Put a backup into a data folder that holds no journal yet
    Restore {
        /// The folder that `webhand backup` wrote
        folder: PathBuf,
    },
    /// Print an address that opens the dashboard once
    #[command(after_help = help_texts::DASHBOARD)]
    Dashboard,
    /// Unpack the browser extension, or pair it
    Extension {
        #[command(subcommand)]
        verb: ExtensionVerb,
    },
    /// List the models that can be used, with their prices
    Models(ModelsArgs),
    /// Keep providers' keys in the system's keychain
    Keys {
        #[command(subcommand)]
        verb: KeysVerb,
    },
    /// Check that everything webhand needs is there
    Doctor {
        /// The browser to check
        #[arg(long, value_name = "PATH")]
        browser_path: Option<PathBuf>,
    },
    /// Show or change your settings
    Config {
        #[command(subcommand)]
        verb: ConfigVerb,
    },
    /// Sites saved under a name, which tasks can say
    Tools {
        #[command(subcommand)]
        verb: ToolsVerb,
    },
    /// Carry out verbs in one session, read from standard input
    #[command(after_help = help_texts::BATCH)]
    Batch(Box<BatchArgs>),
    /// Write a session's log-ins to a file
    #[command(after_help = help_texts::STORAGE_STATE)]
    StorageState {
        /// The file; it holds log-ins, so only you can read it
        #[arg(value_name = "FILE.json")]
        file: PathBuf,
        #[command(flatten)]
        name: SessionName,
    },
    /// List the sessions that verbs keep in the background
    #[command(after_help = help_texts::SESSIONS)]
    Sessions,
    /// End a session and its browser
    #[command(after_help = help_texts::CLOSE)]
    Close {
        #[command(flatten)]
        name: SessionName,
        /// End every session
        #[arg(long, conflicts_with = "session")]
        all: bool,
    },
    /// Say yes to something a session waits with
    #[command(after_help = help_texts::APPROVALS)]
    Approve {
        /// As it was told: 3f2a91c0-12
        id: String,
        /// Only show everything that would be sent, uncut
        #[arg(long)]
        show: bool,
    },
    /// Say no to something a session waits with
    #[command(after_help = help_texts::APPROVALS)]
    Deny {
        /// As it was told: 3f2a91c0-12
        id: String,
    },
    /// List what waits for a yes or no
    #[command(after_help = help_texts::APPROVALS)]
    Approvals,
    /// Print how an agent uses webhand well
    #[command(after_help = help_texts::SKILL)]
    Skill,
    /// Print completions for a shell
    #[command(after_help = help_texts::COMPLETIONS)]
    Completions { shell: clap_complete::Shell },
    /// Print the manual page
    #[command(after_help = help_texts::MAN)]
    Man {
        /// Write the pages of all commands into this folder instead
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
    /// Keep one session until it ends; verbs start it by themselves
    #[command(name = "session-host", hide = true)]
    SessionProcess {
        name: String,
        /// How it is begun, as JSON
        terms: String,
    },
    /// Serve the demo site until interrupted
    #[command(hide = true)]
    Site,
    /// Names the program that took this command over, whatever its arguments
    #[command(hide = true)]
    FakeLlm {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
}

#[derive(Debug, Args)]
pub struct RunArgs {
    /// What to do, in your own words; `-` reads it from standard input
    pub task: String,
    /// Where to write the report as well
    #[arg(long, value_name = "FILE.html", conflicts_with = "no_report")]
    pub report: Option<PathBuf>,
    /// Keep the cookies and local storage of the end in this file, for --storage-state
    #[arg(long, value_name = "FILE.json")]
    pub save_storage_state: Option<PathBuf>,
    #[command(flatten)]
    pub options: TaskArgs,
}

#[derive(Debug, Subcommand)]
pub enum KeysVerb {
    /// Which providers have a key, and where it comes from
    List,
    /// Keep a key: it is asked for, or read from standard input
    Set {
        /// As `webhand keys list` names it
        provider: String,
    },
    /// Forget the key that is kept
    Forget {
        /// As `webhand keys list` names it
        provider: String,
    },
}

#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// Whom to ask: PROVIDER or PROVIDER:URL [default: every provider whose key is set]
    #[arg(value_name = "PROVIDER")]
    pub providers: Vec<String>,
    /// Look for model servers on this machine without asking
    #[arg(long)]
    pub local: bool,
}

#[derive(Debug, Args)]
pub struct BatchArgs {
    #[command(flatten)]
    pub session: SessionArgs,
}

#[derive(Debug, Args)]
pub struct DemoArgs {
    /// Let the order be placed without asking
    #[arg(long, short)]
    pub yes: bool,
    /// Show the browser
    #[arg(long)]
    pub visible: bool,
    /// Only this chapter
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=5))]
    pub only: Option<u8>,
    /// The browser to start
    #[arg(long, value_name = "PATH")]
    pub browser_path: Option<PathBuf>,
    /// Only serve the site, for commands of yours, until Ctrl-C [default: 8000]
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "8000", conflicts_with_all = ["only", "yes", "visible"])]
    pub serve: Option<u16>,
}

#[derive(Debug, Subcommand)]
pub enum ExtensionVerb {
    /// Write the extension into a new or empty folder
    Unpack {
        /// The folder; what an earlier version wrote there is replaced
        #[arg(value_name = "DIR")]
        dir: PathBuf,
    },
    /// Pair a browser: print an address and a code for the extension's settings
    Pair {
        /// Where to listen while no `webhand serve` runs
        #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7878")]
        listen: std::net::SocketAddr,
    },
    /// List the browsers that are paired
    Devices,
    /// Let a browser connect no more
    Unpair {
        /// As `webhand extension devices` names it
        device: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum ToolsVerb {
    /// Show the saved sites
    List,
    /// Save a site under a name, so that a task can say it
    Set {
        /// Its name, such as mail
        name: String,
        /// Its address
        url: String,
    },
    /// Forget a saved site
    Remove {
        /// Its name
        name: String,
    },
}

#[derive(Debug, Subcommand)]
pub enum ConfigVerb {
    /// Where the settings are kept
    Path,
    /// All settings
    Show,
    /// Change one setting; lists are written with commas
    Set {
        /// As `webhand config show` names it
        key: String,
        value: String,
    },
    /// Forget one setting
    Unset {
        /// As `webhand config show` names it
        key: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModeArg {
    Careful,
    Autonomous,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RedactArg {
    /// For models on other machines
    Auto,
    /// For every model
    On,
    /// Never
    Off,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum HandsArg {
    Own,
    Computer,
    Browser,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SightArg {
    Text,
    Marks,
}

impl HandsArg {
    /// The specification of `brain` with these hands added.
    pub fn given_to(self, brain: &str) -> String {
        let hands = match self {
            Self::Own => "own",
            Self::Computer => "computer",
            Self::Browser => "browser",
        };
        let (first, others) = brain.split_once(',').unwrap_or((brain, ""));
        let mark = if first.contains('?') { '&' } else { '?' };
        let comma = if others.is_empty() { "" } else { "," };
        format!("{}{mark}hands={hands}{comma}{others}", first.trim_end())
    }
}

impl From<SightArg> for ObservationMode {
    fn from(written: SightArg) -> Self {
        match written {
            SightArg::Text => Self::Text,
            SightArg::Marks => Self::Marks,
        }
    }
}

impl From<RedactArg> for Redaction {
    fn from(written: RedactArg) -> Self {
        match written {
            RedactArg::Auto => Self::Auto,
            RedactArg::On => Self::On,
            RedactArg::Off => Self::Off,
        }
    }
}

impl From<ModeArg> for ApprovalMode {
    fn from(written: ModeArg) -> Self {
        match written {
            ModeArg::Careful => Self::Careful,
            ModeArg::Autonomous => Self::Autonomous,
        }
    }
}

const HOME_VARIABLE: &str = "WEBHAND_HOME";

const CHAT_HELP: &str = "\
Each message in the browser is a run of its own, with these limits and this leave; the browser stays open between them.
/help in the conversation tells what else there is to say. From a pipe, each line is a message.";

const AFTER_HELP: &str = "\
Examples:
  webhand demo
  webhand chat --brain openai/gpt-5-mini
  webhand run \"search for lighthouse and tell me the first result\" --url https://example.com
  webhand run \"…\" --url http://localhost:3000 --allow localhost --brain openai/gpt-5-mini
  webhand open https://example.com && webhand snapshot

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused, 4 needs a person, 5 in doubt, 6 parked, 130 cancelled";

#[cfg(test)]
mod tests;
