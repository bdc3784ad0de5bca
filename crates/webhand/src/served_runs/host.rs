//! The answers of this program to the API: tasks made of orders, reports, settings and models.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, ready};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use toml::Value;
use webhand_api::http::Role;
use webhand_api::{RunHost, RunHostError};
use webhand_brain::chat_tab::{chat_models, switch_of};
use webhand_brain::client::{OpenContext, RemoteBrain, find_key};
use webhand_brain::prices::Prices;
use webhand_brain::spec::{ApiFormat, BrainChoice, BrainSpec, ModelSpec, providers};
use webhand_engine::PoolOrder;
use webhand_literal::intent::needs_browser;
use webhand_model::{BrowserOwner, DecisionSource, EventKind, Input, RunId, Seq, Task};
use webhand_port::{OrderKey, OrderedBy, ServerStore as _, Store as _};
use webhand_store::SqliteStore;
use webhand_wire::api::{
    IntentInfo, KeyList, ModelInfo, ModelList, NewRun, ProfileList, RunLimits, RunMode, ServerInfo, SettingInfo,
    SettingList,
};

use crate::chat_pages::load_adapters;
use crate::cli::{ModeArg, PermissionArgs, TaskArgs};
use crate::command::PreparedTask;
use crate::data_dir::{DataDir, RunSetup, new_run_id};
use crate::exit::{UsageError, error_in_one_line};
use crate::run_job::Unanswered;
use crate::session_process::SessionTerms;
use crate::settings::{KEYS, SettingsFile};
use crate::wiring::HelperBrains;
use crate::{keychain, report, wiring};

use super::profiles::Profiles;
use super::provider_keys::{keep_key, list_keys};
use super::shared_browsers::BETWEEN_COOKIES;

/// The host behind the API of `webhand serve`.
pub struct LocalRunHost {
    terms: SessionTerms,
    store: Arc<SqliteStore>,
    profiles: Arc<Profiles>,
}

impl LocalRunHost {
    pub fn new(terms: SessionTerms, store: Arc<SqliteStore>, profiles: Arc<Profiles>) -> Self {
        Self { terms, store, profiles }
    }

    fn prepare_order(&self, order: &NewRun, by: Role) -> Result<PoolOrder, RunHostError> {
        let (prepared, data_dir) = self.check_order(order, by)?;
        keep_order(order.priority, prepared.task, &prepared.setup, &data_dir)
    }

    /// As [`Self::prepare_order`], for a run whose client has a browser of its own.
    pub fn prepare_thin(&self, order: &NewRun, by: Role) -> Result<PoolOrder, RunHostError> {
        let (mut prepared, data_dir) = self.check_order(order, by)?;
        prepared.setup = RunSetup { thin_client: true, ..RunSetup::default() };
        prepared.task.browser_owner = BrowserOwner::Person;
        keep_order(order.priority, prepared.task, &prepared.setup, &data_dir)
    }

    /// Makes a task of an order, without keeping anything.
    fn check_order(&self, order: &NewRun, by: Role) -> Result<(PreparedTask, DataDir), RunHostError> {
        if by != Role::Owner {
            refuse_to_agents(order)?;
        }
        check_sizes(order)?;
        let settings = SettingsFile::find().and_then(|file| file.settings()).map_err(failed)?;
        let args = self.task_args(order, by)?;
        let mut prepared =
            PreparedTask::from_args(&order.task, &args, &settings, Unanswered::AskAtTerminal).map_err(refused)?;
        // How its browsers present themselves is an option of the server.
        prepared.setup.pages = self.terms.pages.clone();
        let data_dir = DataDir::find(Some(&self.terms.data)).map_err(failed)?;
        if let Some(name) = &prepared.setup.profile {
            data_dir.named_profile(name).map_err(refused)?;
        }
        Ok((prepared, data_dir))
    }

    /// The order of one time of a schedule. The same key never begins a second run.
    pub fn prepare_scheduled(&self, order: &NewRun, key: &str) -> Result<PoolOrder, RunHostError> {
        let prepared = self.prepare_order(order, Role::Owner)?;
        let key = OrderKey { key: key.to_owned(), digest: String::new() };
        Ok(PoolOrder { key: Some(key), ..prepared })
    }

    /// Checks the task of a schedule, without beginning it.
    pub fn check_scheduled(&self, order: &NewRun) -> Result<(), RunHostError> {
        self.check_order(order, Role::Owner).map(drop)
    }

    async fn check_new_brain(&self, run: &RunId, brain: &str, by: Role) -> Result<(), RunHostError> {
        if by != Role::Owner && brain.contains("://") {
            return Err(RunHostError::OwnerOnly("a brain at an address is for the person; name another".to_owned()));
        }
        let task = self.task_of(run).await?;
        let helpers = HelperBrains::for_task(&task);
        wiring::open_brain_with_helpers(brain, &helpers).map_err(refused)?;
        if task.limits.cost.is_some() {
            wiring::check_priced(brain, &helpers).map_err(refused)?;
        }
        Ok(())
    }

    /// The task of a run with its setup, for a new run.
    async fn repeat_order(&self, run: &RunId, brain: Option<&str>, by: Role) -> Result<PoolOrder, RunHostError> {
        if let Some(brain) = brain {
            self.check_new_brain(run, brain, by).await?;
        }
        let task = self.task_of(run).await?;
        let data_dir = DataDir::find(Some(&self.terms.data)).map_err(failed)?;
        let setup = data_dir.run_folder(run).load_setup();
        if task.decided_by == DecisionSource::Outside || setup.thin_client {
            return Err(wrong("only its client can do this again"));
        }
        let priority = self.store.order(run).await.map_err(|error| failed(error.into()))?;
        let priority = priority.map_or(0, |order| order.priority);
        let brain = brain.map_or_else(|| task.brain.clone(), str::to_owned);
        keep_order(priority, Task { brain, ..task }, &setup, &data_dir)
    }

    async fn task_of(&self, run: &RunId) -> Result<Task, RunHostError> {
        let events = self.store.read_page(run, Seq(0), 1).await.map_err(|error| failed(error.into()))?;
        match events.into_iter().next().map(|event| event.kind) {
            Some(EventKind::Input { input: Input::Started(task), .. }) => Ok(task),
            Some(EventKind::Input { .. } | EventKind::Intent { .. }) | None => {
                Err(RunHostError::NotFound(format!("there is no run {run}")))
            }
        }
    }

    /// The order as the options of `webhand run`, with what the person has given to the server.
    fn task_args(&self, order: &NewRun, by: Role) -> Result<TaskArgs, RunHostError> {
        let terms = &self.terms;
        let with = |ours: &[String], asked: &[String]| ours.iter().chain(asked).cloned().collect();
        let mode = match (order.mode, by) {
            (Some(RunMode::Careful), _) => Some(ModeArg::Careful),
            (Some(RunMode::Autonomous), Role::Owner) => Some(ModeArg::Autonomous),
            // An agent may ask for more questions, never for fewer.
            (Some(RunMode::Autonomous) | None, _) => Some(terms.mode),
        };
        let permissions = PermissionArgs {
            allow: with(&terms.allow, &order.allow),
            allow_read: with(&terms.allow_read, &order.allow_read),
            allow_code: terms.allow_code.clone(),
            mode,
        };
        let RunLimits { steps, minutes, tokens, cost } = order.limits.clone().unwrap_or_default();
        let cost = cost.map(|cost| cost.parse().map_err(|_| wrong("cost is in dollars, such as 0.50"))).transpose()?;
        Ok(TaskArgs {
            url: order.url.clone(),
            brain: order.brain.clone(),
            max_steps: steps,
            max_minutes: minutes,
            max_tokens: tokens,
            max_cost: cost,
            permissions,
            profile: order.profile.clone().or_else(|| terms.profile.clone()),
            browser: crate::cli::BrowserArgs {
                browser: Some(terms.browser.clone()),
                browser_path: terms.browser_path.clone(),
                ..crate::cli::BrowserArgs::default()
            },
            ..TaskArgs::default()
        })
    }
}

impl RunHost for LocalRunHost {
    fn prepare(&self, order: NewRun, by: Role) -> BoxFuture<'_, Result<PoolOrder, RunHostError>> {
        ready(self.prepare_order(&order, by)).boxed()
    }

    fn prepare_again<'a>(
        &'a self,
        run: &'a RunId,
        brain: Option<&'a str>,
        by: Role,
    ) -> BoxFuture<'a, Result<PoolOrder, RunHostError>> {
        self.repeat_order(run, brain, by).boxed()
    }

    fn report<'a>(&'a self, run: &'a RunId) -> BoxFuture<'a, Result<String, RunHostError>> {
        async move {
            let events = self.store.read(run, Seq(0)).await.map_err(|error| failed(error.into()))?;
            report::render_shared(self.store.as_ref(), run, &events).await.map_err(failed)
        }
        .boxed()
    }

    fn settings(&self) -> Result<SettingList, RunHostError> {
        let table = SettingsFile::find().and_then(|file| file.read()).map_err(failed)?;
        let settings = KEYS.iter().map(|(key, doc)| SettingInfo {
            key: (*key).to_owned(),
            doc: (*doc).to_owned(),
            value: table.get(*key).map(written),
        });
        Ok(SettingList { settings: settings.collect() })
    }

    fn set(&self, key: &str, value: Option<&str>) -> Result<(), RunHostError> {
        let file = SettingsFile::find().map_err(failed)?;
        if key.replace('-', "_") == "approve_without_terminal" && value.is_some_and(|value| value.trim() != "false") {
            return Err(RunHostError::Refused(
                "this is switched on at a terminal, with `webhand config set`".to_owned(),
            ));
        }
        match value {
            Some(value) => file.set(key, value).map_err(refused),
            None => file.unset(key).map(drop).map_err(refused),
        }
    }

    fn models(&self) -> Result<ModelList, RunHostError> {
        let prices = wiring::load_prices().map_err(failed)?;
        let means = OpenContext { keychain: &keychain::find, ..OpenContext::new(&wiring::env, &prices) };
        let literal = ModelInfo { name: "literal".to_owned(), ready: true, about: String::new(), chat: None };
        let listed = providers().filter(|provider| !matches!(provider.family, ApiFormat::Responses));
        let models = listed.filter_map(|provider| {
            let variable = provider.key.variable()?;
            let ready = !matches!(find_key(variable, means), Ok(None));
            Some(ModelInfo { name: format!("{}/", provider.name), ready, about: variable.to_owned(), chat: None })
        });
        let on = SettingsFile::find().and_then(|file| file.settings()).map_err(failed)?.chat_tabs;
        let adapters = load_adapters().map_err(refused)?;
        let chats = chat_models(&on, &adapters);
        Ok(ModelList { models: std::iter::once(literal).chain(models).chain(chats).collect() })
    }

    fn keys(&self) -> BoxFuture<'_, Result<KeyList, RunHostError>> {
        // The keychain's program may take seconds.
        async { spawn_blocking(list_keys).await.map_err(|error| failed(error.into()))? }.boxed()
    }

    fn set_key<'a>(&'a self, provider: &'a str, key: Option<&'a str>) -> BoxFuture<'a, Result<(), RunHostError>> {
        let (provider, key) = (provider.to_owned(), key.map(str::to_owned));
        async {
            spawn_blocking(move || keep_key(&provider, key.as_deref())).await.map_err(|error| failed(error.into()))?
        }
        .boxed()
    }

    fn profiles(&self) -> Result<ProfileList, RunHostError> {
        self.profiles.list()
    }

    fn remove_profile(&self, name: &str) -> Result<(), RunHostError> {
        self.profiles.remove(name)
    }

    fn save_profile<'a>(&'a self, run: &'a RunId, name: &'a str) -> BoxFuture<'a, Result<(), RunHostError>> {
        async move {
            // The cookies that the page has set a moment ago are written down by then.
            sleep(BETWEEN_COOKIES + WRITTEN_WITHIN).await;
            self.profiles.save(run, name)
        }
        .boxed()
    }

    fn intent(&self, text: &str) -> IntentInfo {
        let need = needs_browser(text);
        IntentInfo { browser: need.browser, why: need.why.word().to_owned() }
    }

    fn check_brain<'a>(&'a self, run: &'a RunId, brain: &'a str, by: Role) -> BoxFuture<'a, Result<(), RunHostError>> {
        self.check_new_brain(run, brain, by).boxed()
    }

    fn info(&self) -> Result<ServerInfo, RunHostError> {
        let settings = SettingsFile::find().and_then(|file| file.settings()).map_err(failed)?;
        let brain = settings.brain.unwrap_or_else(|| "literal".to_owned());
        let sent_to = sent_to(&brain);
        Ok(ServerInfo { version: String::new(), owner: false, brain, sent_to, limit: 0 })
    }
}

/// Writes down what the run needs beside its task.
fn keep_order(priority: i32, task: Task, setup: &RunSetup, data_dir: &DataDir) -> Result<PoolOrder, RunHostError> {
    let run = new_run_id().map_err(failed)?;
    let folder = data_dir.run_folder(&run);
    // Makes the folder; the run takes the lock again when it starts.
    drop(folder.lock().map_err(failed)?);
    folder.save_setup(setup).map_err(failed)?;
    Ok(PoolOrder { run, task, priority, key: None, by: OrderedBy::Person })
}

/// Refuses an order of an agent that names what only the person may name.
fn refuse_to_agents(order: &NewRun) -> Result<(), RunHostError> {
    let only = |what: &str| Err(RunHostError::OwnerOnly(format!("{what} is for the person; leave it out")));
    if !order.allow.is_empty() || !order.allow_read.is_empty() {
        return only("a grant");
    }
    if order.profile.is_some() {
        return only("a profile");
    }
    if order.brain.as_ref().is_some_and(|brain| brain.contains("://")) {
        return only("a brain at an address");
    }
    Ok(())
}

fn check_sizes(order: &NewRun) -> Result<(), RunHostError> {
    if order.task.trim().is_empty() {
        return Err(wrong("the task is empty; say what is to be done"));
    }
    if order.task.len() > LONGEST_TASK {
        return Err(wrong("the task is too long; say it in fewer words"));
    }
    if !(-100..=100).contains(&order.priority) {
        return Err(wrong("priority is from -100 to 100"));
    }
    if order.limits.as_ref().is_some_and(|limits| limits.steps == Some(0) || limits.steps > Some(10_000)) {
        return Err(wrong("steps are from 1 to 10000"));
    }
    Ok(())
}

/// The provider or the site of the first brain that is not on this machine. One that cannot be opened now is taken for one that is not.
fn sent_to(brain: &str) -> Option<String> {
    let prices = Prices::known();
    let means = OpenContext { keychain: &keychain::find, ..OpenContext::new(&wiring::env, &prices) };
    let is_here = |model: &ModelSpec| RemoteBrain::open(model, means).is_ok_and(|model| model.endpoint().is_loopback());
    BrainSpec::parse(brain).ok()?.choices.into_iter().find_map(|choice| match choice {
        BrainChoice::Model(model) if !is_here(&model) => Some(model.provider.name.to_owned()),
        BrainChoice::ChatTab(chat) if !chat.is_local() => Some(switch_of(&chat, &load_adapters().unwrap_or_default())),
        BrainChoice::Model(_) | BrainChoice::Literal | BrainChoice::ChatTab(_) => None,
    })
}

/// A setting as it is written on a command line.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(written).collect::<Vec<_>>().join(","),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) | Value::Datetime(_) | Value::Table(_) => {
            value.to_string()
        }
    }
}

fn wrong(detail: &str) -> RunHostError {
    RunHostError::Refused(detail.to_owned())
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn refused(error: anyhow::Error) -> RunHostError {
    let text = error_in_one_line(&error);
    if error.is::<UsageError>() { RunHostError::Refused(text) } else { RunHostError::Failed(text) }
}

#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
fn failed(error: anyhow::Error) -> RunHostError {
    RunHostError::Failed(error_in_one_line(&error))
}

/// How long the cookies of a run take to be written.
const WRITTEN_WITHIN: Duration = Duration::from_millis(700);
const LONGEST_TASK: usize = 20_000;
