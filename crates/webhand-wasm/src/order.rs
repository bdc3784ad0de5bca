//! Makes a task of what a view orders, completed by the person's settings.

use serde_json::{Map, Value};
use webhand_engine::PoolOrder;
use webhand_model::{
    ApprovalMode, BrowserOwner, Grant, Limits, Millis, OnBudgetSpent, OriginPattern, Permission, Redaction, RunId,
    StartLevel, Task, WebUrl,
};
use webhand_port::OrderedBy;
use webhand_run_api::ApiProblem;
use webhand_wire::api::{NewRun, RunLimits, RunMode};

use crate::brains;
use crate::configuration::SharedConfiguration;
use crate::host_store::RunSetup;
use crate::message::DriverLevel;

/// An order with the way in which its run drives tabs.
#[derive(Debug)]
pub(crate) struct PreparedOrder {
    pub(crate) order: PoolOrder,
    pub(crate) setup: RunSetup,
}

/// Reads the body of an order. It has two fields more than that of a server: `level` and `tab`.
pub(crate) fn prepare(
    body: &str,
    run: RunId,
    configuration: &SharedConfiguration,
) -> Result<PreparedOrder, ApiProblem> {
    let mut written: Map<String, Value> = serde_json::from_str(body).map_err(|error| unreadable(&error))?;
    let mut setup = Map::new();
    for name in ["level", "tab"] {
        if let Some(value) = written.remove(name).filter(|value| !value.is_null()) {
            setup.insert(name.to_owned(), value);
        }
    }
    setup.entry("level").or_insert_with(|| configuration.setting("level").unwrap_or_else(usual_level).into());
    let setup: RunSetup = serde_json::from_value(setup.into()).map_err(|error| unreadable(&error))?;
    let order: NewRun = serde_json::from_value(written.into()).map_err(|error| unreadable(&error))?;
    if order.task.trim().is_empty() {
        return Err(ApiProblem::bad("the task is empty; say what is to be done"));
    }
    if order.task.len() > LONGEST_TASK {
        return Err(ApiProblem::bad("the task is too long; say it in fewer words"));
    }
    let (priority, mut task) = (order.priority.clamp(-100, 100), task_of(order, configuration)?);
    if setup.level == DriverLevel::Quiet {
        task.start_level = StartLevel::Quiet;
    }
    Ok(PreparedOrder { order: PoolOrder { run, task, priority, key: None, by: OrderedBy::Person }, setup })
}

fn task_of(order: NewRun, configuration: &SharedConfiguration) -> Result<Task, ApiProblem> {
    let setting = |name: &str| configuration.setting(name);
    let start = order.url.as_deref().map(WebUrl::parse).transpose();
    let start = start.map_err(|error| ApiProblem::bad(&error.to_string()))?;
    let brain = order.brain.or_else(|| setting("brain")).unwrap_or_else(|| "literal".to_owned());
    let mode = match (order.mode, setting("mode").as_deref()) {
        (Some(RunMode::Careful), _) | (None, Some("careful")) => ApprovalMode::Careful,
        (Some(RunMode::Autonomous) | None, _) => ApprovalMode::Autonomous,
    };
    let redaction = match setting("redact").as_deref() {
        Some("on") => Redaction::On,
        Some("off") => Redaction::Off,
        _ => Redaction::Auto,
    };
    let is_model = brains::names_a_model(&brain).map_err(|error| ApiProblem::bad(&error))?;
    let (verifier, extractor) = (setting("brain_verify"), setting("brain_extract"));
    let adapters = brains::adapters(configuration);
    for named in std::iter::once(&brain).chain(&verifier).chain(&extractor) {
        let checked = brains::check_switched_on(named, configuration, &adapters);
        checked.map_err(|why| ApiProblem::bad(&why))?;
    }
    let extractor = extractor.or_else(|| is_model.then(|| brain.clone()));
    Ok(Task {
        start,
        mode,
        limits: limits(order.limits.unwrap_or_default(), configuration)?,
        grants: grants(&order.allow, &order.allow_read, configuration)?,
        brain,
        redaction,
        extractor,
        verifier,
        look_tokens: setting("look_tokens").and_then(|tokens| tokens.parse().ok()),
        tools: configuration.tools(),
        browser_owner: BrowserOwner::Person,
        ..Task::new(order.task.trim())
    })
}

fn limits(asked: RunLimits, configuration: &SharedConfiguration) -> Result<Limits, ApiProblem> {
    let usual = Limits::default();
    let number = |name: &str| configuration.setting(name).and_then(|text| text.parse::<u64>().ok());
    let steps = asked.steps.or_else(|| u32::try_from(number("max_steps")?).ok()).unwrap_or(usual.steps);
    if !(1..=10_000).contains(&steps) {
        return Err(ApiProblem::bad("steps are from 1 to 10000"));
    }
    let errors = number("max_idle_turns").and_then(|turns| u32::try_from(turns).ok()).unwrap_or(usual.errors);
    let minutes = asked.minutes.map(u64::from).or_else(|| number("max_minutes"));
    let cost = asked.cost.or_else(|| configuration.setting("max_cost")).map(|cost| cost.parse()).transpose();
    let cost = cost.map_err(|_| ApiProblem::bad("cost is in dollars, such as 0.50"))?;
    let time = minutes.map(|minutes| Millis(minutes.saturating_mul(60_000)));
    let tokens = asked.tokens.or_else(|| number("max_tokens"));
    Ok(Limits { steps, errors, tokens, time, cost, when_spent: OnBudgetSpent::Ask, ..usual })
}

fn grants(
    allow: &[String],
    allow_read: &[String],
    configuration: &SharedConfiguration,
) -> Result<Vec<Grant>, ApiProblem> {
    let kept = |name: &str| {
        let text = configuration.setting(name).unwrap_or_default();
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let given = [
        (allow.to_vec(), Permission::Commit),
        (kept("allow"), Permission::Commit),
        (allow_read.to_vec(), Permission::Read),
        (kept("allow_read"), Permission::Read),
    ];
    let mut grants = Vec::new();
    for (origins, permission) in given {
        for written in origins {
            let origins = OriginPattern::parse(&written).map_err(|error| ApiProblem::bad(&error.to_string()))?;
            grants.push(Grant { origins, permission });
        }
    }
    Ok(grants)
}

fn usual_level() -> String {
    "debugger".to_owned()
}

fn unreadable(error: &serde_json::Error) -> ApiProblem {
    ApiProblem::bad(&format!("the body cannot be understood: {error}"))
}

const LONGEST_TASK: usize = 20_000;
