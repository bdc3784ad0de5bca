//! The options of every verb: which session, and the terms of a new one.

use clap::{Args, ValueHint};

use super::{BrowserArgs, PermissionArgs, RedactArg};

/// Options of every verb.
#[derive(Debug, Clone, Args)]
pub struct SessionArgs {
    #[command(flatten)]
    pub name: SessionName,
    /// Give the action up after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = USUAL_SECONDS, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    /// Show the page afterwards
    #[arg(long = "snapshot", id = "then_look")]
    pub then_look: bool,
    #[command(flatten)]
    pub terms: SessionTermsArgs,
}

impl SessionArgs {
    /// The arguments of a verb that names only its session.
    pub fn for_session(session: String) -> Self {
        let (name, terms) = (SessionName { session }, SessionTermsArgs::default());
        Self { name, timeout: USUAL_SECONDS, then_look: false, terms }
    }
}

/// Which session is meant.
#[derive(Debug, Clone, Args)]
pub struct SessionName {
    /// Which session
    #[arg(
        long,
        value_name = "NAME",
        default_value = USUAL_SESSION,
        env = SESSION_VARIABLE,
        hide_env_values = true,
        value_hint = ValueHint::Other,
    )]
    pub session: String,
}

/// How a session is begun; given with its first verb.
#[derive(Debug, Clone, Default, PartialEq, Eq, Args)]
#[command(next_help_heading = "With a session's first verb")]
pub struct SessionTermsArgs {
    #[command(flatten)]
    pub permissions: PermissionArgs,
    #[command(flatten)]
    pub browser: BrowserArgs,
    /// Keep cookies and logins under this name [default: a profile that is gone afterwards]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Whether the agent sees placeholders in the place of e-mail addresses, numbers and keys, and no pictures: on or off
    #[arg(long, value_enum, value_name = "WHEN")]
    pub redact: Option<RedactArg>,
    /// End the session when nothing was asked of it for so many minutes [default: 30]
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    pub idle_timeout: Option<std::time::Duration>,
}

/// Minutes, also as a fraction of one.
fn minutes(text: &str) -> Result<std::time::Duration, String> {
    let minutes: f64 = text.parse().map_err(|_| format!("{text:?} is no number of minutes"))?;
    if !(0.001..=10_080.0).contains(&minutes) {
        return Err("a session ends after 0.001 to 10080 minutes (a week)".to_owned());
    }
    Ok(std::time::Duration::from_secs_f64(minutes * 60.0))
}

pub(super) const USUAL_SESSION: &str = "default";
pub(super) const SESSION_VARIABLE: &str = "WEBHAND_SESSION";
const USUAL_SECONDS: u64 = 60;
