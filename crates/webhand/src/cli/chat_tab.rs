//! The arguments of `webhand chat-tab`.

use clap::{Args, Subcommand};

use super::BrowserArgs;

#[derive(Debug, Subcommand)]
pub enum ChatTabVerb {
    /// Say in one line what of a chat page is found
    Probe(ChatTabArgs),
    /// Learn where the parts of a chat page are: write one message yourself, webhand watches
    Learn(ChatTabArgs),
    /// The chats that are known, and which are switched on
    List,
}

#[derive(Debug, Args)]
pub struct ChatTabArgs {
    /// chatgpt, claude, gemini, aistudio, or the address of a chat
    pub site: String,
    /// The profile that is signed in there
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    #[command(flatten)]
    pub browser: BrowserArgs,
}
