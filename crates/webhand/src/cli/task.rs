//! The options of a task: start, brain, limits; shared by `run` and `chat`.

use std::path::PathBuf;

use clap::Args;
use webhand_model::Money;

use super::{BrowserArgs, HandsArg, PermissionArgs, RedactArg, SightArg};

#[derive(Debug, Default, Args)]
pub struct TaskArgs {
    /// Where to begin
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Who decides: literal, PROVIDER/MODEL or PROVIDER:URL#MODEL; several with commas stand in for each other
    #[arg(long)]
    pub brain: Option<String>,
    /// Who checks what the brain calls done [default: nobody but the evidence]
    #[arg(long, value_name = "BRAIN")]
    pub brain_verify: Option<String>,
    /// Who takes data out of pages that do not show it as data [default: the brain, if it is a model]
    #[arg(long, value_name = "BRAIN")]
    pub brain_extract: Option<String>,
    /// Accepted for commands that were written when the literal brain could use a sentence model; has no effect
    #[arg(long, value_name = "DIR", hide = true)]
    pub embeddings: Option<PathBuf>,
    /// What the model works with: webhand's own actions, or its provider's tools for a computer or a browser
    #[arg(long, value_enum)]
    pub hands: Option<HandsArg>,
    /// How the model sees pages: as text, or by pictures with marks and little text [default: text]
    #[arg(long, value_enum)]
    pub sight: Option<SightArg>,
    /// Whether models see placeholders in the place of e-mail addresses, numbers and keys [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub redact: Option<RedactArg>,
    /// The most times the brain is asked [default: 50]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub max_steps: Option<u32>,
    /// The most tokens the brain may use, read and written together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tokens: Option<u64>,
    /// The most minutes it may take
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub max_minutes: Option<u32>,
    /// The most dollars its answers may cost
    #[arg(long, value_name = "DOLLARS")]
    pub max_cost: Option<Money>,
    /// Write no report
    #[arg(long)]
    pub no_report: bool,
    #[command(flatten, next_help_heading = "What it may do")]
    pub permissions: PermissionArgs,
    /// Answer the guard's questions with yes
    #[arg(long, short)]
    pub yes: bool,
    #[command(flatten, next_help_heading = "Browser")]
    pub browser: BrowserArgs,
    /// Keep cookies and logins under this name [default: a profile that is gone afterwards]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
}
