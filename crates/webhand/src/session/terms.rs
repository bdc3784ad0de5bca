//! How a session is begun: what it may do, and with which browser.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use webhand_model::{Grant, OriginPattern, Permission, Task};

use crate::cli::{BrowserArg, ModeArg, TermsArgs};
use crate::exit::Usage;
use crate::home::{Home, Setup};
use crate::settings::Settings;

/// Everything that decides how a session goes; it is the same for its whole life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    pub data: PathBuf,
    pub allow: Vec<String>,
    pub allow_read: Vec<String>,
    pub allow_code: Vec<String>,
    pub mode: ModeArg,
    pub browser: BrowserArg,
    pub browser_path: Option<PathBuf>,
    pub profile: Option<String>,
    /// When it ends by itself.
    pub idle: Duration,
}

impl Terms {
    /// What was written, completed by the settings, and checked before anything is begun.
    pub fn settle(args: &TermsArgs, data_dir: Option<&Path>, settings: &Settings) -> Result<Self> {
        let home = Home::find(data_dir)?;
        let all = |given: &[String], set: &[String]| given.iter().chain(set).cloned().collect();
        let terms = Self {
            data: home.root().to_owned(),
            allow: all(&args.leave.allow, &settings.allow),
            allow_read: all(&args.leave.allow_read, &settings.allow_read),
            allow_code: args.leave.allow_code.clone(),
            mode: args.leave.mode.or(settings.mode).unwrap_or(ModeArg::Autonomous),
            browser: args.browser.browser.or(settings.browser).unwrap_or(BrowserArg::Headless),
            browser_path: args.browser.browser_path.clone().or_else(|| settings.browser_path.clone()),
            profile: args.profile.clone().or_else(|| settings.profile.clone()),
            idle: args.idle_timeout.unwrap_or(USUAL_IDLE),
        };
        terms.task("")?;
        terms.profile.as_deref().map(|name| home.profile(name)).transpose()?;
        Ok(terms)
    }

    /// What of `args` a session with these terms does otherwise. What was left out fits everything.
    pub fn differ_from(&self, args: &TermsArgs, data_dir: Option<&Path>) -> Vec<&'static str> {
        let holds = |held: &[String], wanted: &[String]| wanted.iter().all(|one| held.contains(one));
        let differ = [
            ("--allow", !holds(&self.allow, &args.leave.allow)),
            ("--allow-read", !holds(&self.allow_read, &args.leave.allow_read)),
            ("--allow-code", !holds(&self.allow_code, &args.leave.allow_code)),
            ("--mode", args.leave.mode.is_some_and(|mode| mode != self.mode)),
            ("--browser", args.browser.browser.is_some_and(|browser| browser != self.browser)),
            ("--browser-path", args.browser.browser_path.is_some() && args.browser.browser_path != self.browser_path),
            ("--profile", args.profile.is_some() && args.profile != self.profile),
            ("--idle-timeout", args.idle_timeout.is_some_and(|idle| idle != self.idle)),
            ("--data-dir", data_dir.is_some_and(|data| std::path::absolute(data).is_ok_and(|data| data != self.data))),
        ];
        differ.into_iter().filter_map(|(option, differs)| differs.then_some(option)).collect()
    }

    /// The task that a session is journalled as.
    pub fn task(&self, owner: &str) -> Result<Task> {
        let mut grants = Vec::new();
        let given = [
            (&self.allow, Permission::Commit),
            (&self.allow_read, Permission::Read),
            (&self.allow_code, Permission::Code),
        ];
        for (origins, may) in given {
            for written in origins {
                let origins = OriginPattern::parse(written).map_err(|error| Usage(error.to_string()))?;
                grants.push(Grant { origins, permission: may });
            }
        }
        Ok(Task { mode: self.mode.into(), grants, ..Task::for_outside_agent(format!("session {owner}")) })
    }

    pub fn setup(&self) -> Setup {
        Setup { profile: self.profile.clone(), browser: Some(self.browser), browser_path: self.browser_path.clone() }
    }
}

const USUAL_IDLE: Duration = Duration::from_mins(30);

#[cfg(test)]
mod tests;
