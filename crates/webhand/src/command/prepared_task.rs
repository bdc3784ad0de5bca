//! A task with its brain and browser setup: the command line and the settings, checked before anything is started.

use std::sync::Arc;

use anyhow::{Result, bail};
use webhand_brain::spec::BrainSpec;
use webhand_model::{
    AddressError, Grant, Limits, Millis, ObservationMode, OnBudgetSpent, OriginPattern, Permission, Task, WebUrl,
};
use webhand_port::Brain;

use crate::cli::{BrowserArg, TaskArgs};
use crate::data_dir::RunSetup;
use crate::exit::UsageError;
use crate::hints;
use crate::run_job::Unanswered;
use crate::settings::Settings;
use crate::wiring::{self, HelperBrains};

/// A task and everything needed to start it.
pub struct PreparedTask {
    pub task: Task,
    pub brain: Arc<dyn Brain>,
    pub helpers: HelperBrains,
    pub setup: RunSetup,
    pub wants_report: bool,
}

impl PreparedTask {
    /// Builds the task from the arguments, completed by the settings. `rest` decides what happens to questions.
    pub fn from_args(text: &str, args: &TaskArgs, settings: &Settings, rest: Unanswered) -> Result<Self> {
        let mut task = build_task(text, args, settings)?;
        if rest == Unanswered::AskAtTerminal {
            task.limits.when_spent = OnBudgetSpent::Ask;
        }
        let helpers = HelperBrains::for_task(&task);
        let brain = wiring::open_brain_with_helpers(&task.brain, &helpers)?;
        if task.limits.cost.is_some() {
            wiring::check_priced(&task.brain, &helpers)?;
        }
        if task.observation_mode != ObservationMode::Text && !brain.sees_pictures() {
            bail!(UsageError(format!("{} sees no pictures; leave out --sight", task.brain)));
        }
        let setup = RunSetup {
            profile: args.profile.clone().or_else(|| settings.profile.clone()),
            browser: args.browser.or_setting(settings.browser.as_ref())?,
            browser_path: args.browser.browser_path.clone().or_else(|| settings.browser_path.clone()),
            thin_client: false,
            pages: args.browser.pages.environment(),
            storage_state: args.browser.storage_state(),
        };
        task.browser_owner = setup.browser.as_ref().map(BrowserArg::owner).unwrap_or_default();
        Ok(Self { task, brain, helpers, setup, wants_report: !args.no_report && settings.report.unwrap_or(true) })
    }
}

fn build_task(text: &str, args: &TaskArgs, settings: &Settings) -> Result<Task> {
    let start = args.url.as_deref().map(WebUrl::parse).transpose().map_err(|error| wrong(&error))?;
    let limits = Limits::default();
    let steps = args.max_steps.or(settings.max_steps).unwrap_or(limits.steps);
    let brain = args.brain.clone().or_else(|| settings.brain.clone()).unwrap_or_else(|| "literal".to_owned());
    let brain = match args.hands {
        None => brain,
        Some(hands) => hands.given_to(&brain),
    };
    let spec = BrainSpec::parse(&brain).map_err(|error| UsageError(error.to_string()))?;
    if args.sight.is_some() && spec.sight() == Some(ObservationMode::Points) {
        bail!(UsageError(
            "a provider's own tool points at places of pictures: leave out --sight, or --hands".to_owned()
        ));
    }
    let reads = args.brain_extract.clone().or_else(|| settings.brain_extract.clone());
    let extractor = wiring::choose_extractor(reads, &spec, &brain);
    let sight = args.sight.map(Into::into).or(spec.sight()).unwrap_or_default();
    Ok(Task {
        start,
        mode: args.permissions.mode.or(settings.mode).map(Into::into).unwrap_or_default(),
        limits: Limits {
            steps,
            errors: settings.max_idle_turns.unwrap_or(limits.errors),
            tokens: args.max_tokens,
            time: args.max_minutes.map(minutes),
            cost: args.max_cost.or_else(|| settings.cost()),
            ..limits
        },
        grants: grants(args, settings)?,
        brain,
        observation_mode: sight,
        redaction: args.redact.or(settings.redact).map(Into::into).unwrap_or_default(),
        extractor,
        verifier: args.brain_verify.clone().or_else(|| settings.brain_verify.clone()),
        hints: hints::load()?,
        tools: settings.saved_tools()?,
        look_tokens: settings.look_tokens,
        ..Task::new(text.trim())
    })
}

fn grants(args: &TaskArgs, settings: &Settings) -> Result<Vec<Grant>> {
    let mut grants = Vec::new();
    let given = [(&args.permissions.allow, Permission::Commit), (&settings.allow, Permission::Commit)];
    let read = [(&args.permissions.allow_read, Permission::Read), (&settings.allow_read, Permission::Read)];
    let code = [(&args.permissions.allow_code, Permission::Code)];
    for (origins, may) in given.into_iter().chain(read).chain(code) {
        for written in origins {
            grants.push(Grant {
                origins: OriginPattern::parse(written).map_err(|error| wrong(&error))?,
                permission: may,
            });
        }
    }
    Ok(grants)
}

fn wrong(error: &AddressError) -> UsageError {
    UsageError(error.to_string())
}

fn minutes(minutes: u32) -> Millis {
    Millis(u64::from(minutes) * 60_000)
}
