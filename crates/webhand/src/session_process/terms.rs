//! The terms of a session: its permissions, its browser, its idle time.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use webhand_chrome::PageEnvironment;
use webhand_model::{Grant, OriginPattern, Permission, Redaction, Task};

use crate::cli::{BrowserArg, ModeArg, SessionTermsArgs};
use crate::data_dir::{DataDir, RunSetup};
use crate::exit::UsageError;
use crate::settings::Settings;

/// The options of a session, fixed for its whole life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionTerms {
    pub data: PathBuf,
    pub allow: Vec<String>,
    pub allow_read: Vec<String>,
    pub allow_code: Vec<String>,
    pub mode: ModeArg,
    pub browser: BrowserArg,
    pub browser_path: Option<PathBuf>,
    pub profile: Option<String>,
    #[serde(default)]
    pub pages: PageEnvironment,
    #[serde(default)]
    pub storage_state: Option<PathBuf>,
    /// Personal data is kept from an outside agent only if it is on.
    #[serde(default)]
    pub redact: Redaction,
    /// The idle time after which the session ends by itself.
    pub idle: Duration,
}

impl SessionTerms {
    /// Builds the terms from the arguments, completed by the settings, and checks them.
    pub fn from_args(args: &SessionTermsArgs, data_dir: Option<&Path>, settings: &Settings) -> Result<Self> {
        let data_dir = DataDir::find(data_dir)?;
        let all = |given: &[String], set: &[String]| given.iter().chain(set).cloned().collect();
        let terms = Self {
            data: data_dir.root().to_owned(),
            allow: all(&args.permissions.allow, &settings.allow),
            allow_read: all(&args.permissions.allow_read, &settings.allow_read),
            allow_code: args.permissions.allow_code.clone(),
            mode: args.permissions.mode.or(settings.mode).unwrap_or(ModeArg::Autonomous),
            browser: args.browser.or_setting(settings.browser.as_ref())?.unwrap_or(BrowserArg::Headless),
            browser_path: args.browser.browser_path.clone().or_else(|| settings.browser_path.clone()),
            profile: args.profile.clone().or_else(|| settings.profile.clone()),
            pages: args.browser.pages.environment(),
            storage_state: args.browser.storage_state(),
            redact: args.redact.or(settings.redact).map(Into::into).unwrap_or_default(),
            idle: args.idle_timeout.unwrap_or(USUAL_IDLE),
        };
        terms.task("")?;
        terms.profile.as_deref().map(|name| data_dir.named_profile(name)).transpose()?;
        Ok(terms)
    }

    /// The options in `args` that differ from these terms. Absent options never differ.
    pub fn differing_options(&self, args: &SessionTermsArgs, data_dir: Option<&Path>) -> Vec<&'static str> {
        let holds = |held: &[String], wanted: &[String]| wanted.iter().all(|one| held.contains(one));
        let differ = [
            ("--allow", !holds(&self.allow, &args.permissions.allow)),
            ("--allow-read", !holds(&self.allow_read, &args.permissions.allow_read)),
            ("--allow-code", !holds(&self.allow_code, &args.permissions.allow_code)),
            ("--mode", args.permissions.mode.is_some_and(|mode| mode != self.mode)),
            ("--browser", args.browser.browser.as_ref().is_some_and(|browser| *browser != self.browser)),
            ("--browser-path", args.browser.browser_path.is_some() && args.browser.browser_path != self.browser_path),
            ("how the browser presents itself", args.browser.pages.environment_or(self.pages.clone()) != self.pages),
            (
                "--storage-state",
                args.browser.storage_state.is_some() && args.browser.storage_state() != self.storage_state,
            ),
            ("--redact", args.redact.is_some_and(|redact| Redaction::from(redact) != self.redact)),
            ("--profile", args.profile.is_some() && args.profile != self.profile),
            ("--idle-timeout", args.idle_timeout.is_some_and(|idle| idle != self.idle)),
            ("--data-dir", data_dir.is_some_and(|data| std::path::absolute(data).is_ok_and(|data| data != self.data))),
        ];
        differ.into_iter().filter_map(|(option, differs)| differs.then_some(option)).collect()
    }

    /// The task under which the session is in the journal.
    pub fn task(&self, owner: &str) -> Result<Task> {
        let mut grants = Vec::new();
        let given = [
            (&self.allow, Permission::Commit),
            (&self.allow_read, Permission::Read),
            (&self.allow_code, Permission::Code),
        ];
        for (origins, may) in given {
            for written in origins {
                let origins = OriginPattern::parse(written).map_err(|error| UsageError(error.to_string()))?;
                grants.push(Grant { origins, permission: may });
            }
        }
        let browser_owner = self.browser.owner();
        Ok(Task {
            mode: self.mode.into(),
            grants,
            browser_owner,
            redaction: self.redact,
            ..Task::for_outside_agent(format!("session {owner}"))
        })
    }

    pub fn setup(&self) -> RunSetup {
        let (browser, browser_path) = (Some(self.browser.clone()), self.browser_path.clone());
        let (pages, storage_state) = (self.pages.clone(), self.storage_state.clone());
        RunSetup { profile: self.profile.clone(), browser, browser_path, thin_client: false, pages, storage_state }
    }
}

const USUAL_IDLE: Duration = Duration::from_mins(30);

#[cfg(test)]
mod tests;
