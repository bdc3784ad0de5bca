//! Answers the requests of views: `/api/v1` as a server answers it, in messages.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use webhand_brain::chat_tab::chat_models;
use webhand_engine::{Ordered, RunPool};
use webhand_literal::intent::needs_browser;
use webhand_model::{RunId, Seq};
use webhand_port::Store as _;
use webhand_rt::AbortHandle;
use webhand_run_api::ApiProblem;
use webhand_run_api::calls::{self, AnsweredBy, ListQuery};
use webhand_wire::api::{
    Answer, Health, IntentInfo, ModelInfo, ModelList, ProblemCode, ServerInfo, SettingValue, StartedRun, TaskDraft,
};

use crate::chat_learning::ChatLearning;
use crate::chats::ChatCalls;
use crate::configuration::{SharedConfiguration, check_setting, is_setting};
use crate::fetch::Fetches;
use crate::message::{ModuleMessage, ViewRequest};
use crate::order::{PreparedOrder, prepare};
use crate::path::Path;
use crate::{HostStore, Outbox, brains, view_streams};

/// The state that the answers are made from. Clones share it.
#[derive(Clone)]
pub(crate) struct ViewApi {
    pub(crate) runs: RunPool,
    pub(crate) store: Arc<HostStore>,
    pub(crate) configuration: SharedConfiguration,
    pub(crate) outbox: Outbox,
    fetches: Fetches,
    learning: ChatLearning,
    /// The requests that are being answered, so that a stream can be stopped.
    open: Arc<Mutex<BTreeMap<u64, AbortHandle>>>,
}

/// The body of a test of a key.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedBrain {
    brain: String,
}

/// An answer that is not a stream.
pub(crate) struct ViewReply {
    status: u16,
    content: &'static str,
    body: Value,
}

impl ViewApi {
    pub(crate) fn new(
        runs: RunPool,
        store: Arc<HostStore>,
        configuration: SharedConfiguration,
        fetches: Fetches,
        calls: ChatCalls,
        outbox: Outbox,
    ) -> Self {
        let learning = ChatLearning {
            calls,
            store: Arc::clone(&store),
            configuration: configuration.clone(),
            outbox: outbox.clone(),
            status: Arc::default(),
        };
        Self { runs, store, configuration, outbox, fetches, learning, open: Arc::default() }
    }

    /// Answers a request. A new run gets the id `fresh`.
    pub(crate) fn handle(&self, request: ViewRequest, fresh: Result<RunId, String>) {
        let (api, id) = (self.clone(), request.id);
        let task = webhand_rt::spawn(async move {
            match api.perform(&request, fresh).await {
                Ok(Some(reply)) => api.reply(id, reply),
                Ok(None) => {}
                Err(problem) => api.reply(id, problem_reply(&problem)),
            }
            api.open().remove(&id);
        });
        self.open().insert(id, task.abort_handle());
    }

    /// Stops the stream with this id.
    pub(crate) fn stop(&self, id: u64) {
        if let Some(task) = self.open().remove(&id) {
            task.abort();
        }
    }

    pub(crate) fn reply(&self, id: u64, reply: ViewReply) {
        let ViewReply { status, content, body } = reply;
        self.outbox.push(ModuleMessage::Reply { id, status, content: content.to_owned(), body });
    }

    /// `None` where a stream has answered.
    async fn perform(
        &self,
        request: &ViewRequest,
        fresh: Result<RunId, String>,
    ) -> Result<Option<ViewReply>, ApiProblem> {
        let path = Path::parse(&request.path);
        let parts: Vec<&str> = path.parts.iter().map(String::as_str).collect();
        let body = request.body.as_deref().unwrap_or_default();
        let reply = match (request.method.as_str(), parts.as_slice()) {
            ("GET", ["api", "v1", "health"]) => json_reply(&self.health()),
            ("GET", ["api", "v1", "info"]) => json_reply(&self.info()),
            ("GET", ["api", "v1", "models"]) => json_reply(&self.models()),
            ("POST", ["api", "v1", "intent"]) => json_reply(&intent(&read_body(body)?)),
            ("GET", ["api", "v1", "settings"]) => json_reply(&self.configuration.list()),
            ("PUT", ["api", "v1", "settings", key]) => self.set(key, read_body(body)?)?,
            ("GET", ["api", "v1", "changes"]) => {
                view_streams::changes(self, request.id).await;
                return Ok(None);
            }
            ("POST", ["api", "v1", "runs"]) => self.start(body, fresh).await?,
            ("GET", ["api", "v1", "runs"]) => self.list(&path).await?,
            (method, ["api", "v1", "runs", run, rest @ ..]) => {
                let run = calls::known_run(&self.runs, run).await?;
                return self.perform_on(run, method, rest, &path, request).await;
            }
            ("GET", ["ext", "export", run]) => self.export(run).await?,
            ("GET", ["ext", "chats", "learn"]) => json_reply(&self.learning.status()),
            ("POST", ["ext", "chats", "learn"]) => {
                let NamedBrain { brain } = read_body(body)?;
                self.learning.begin(&brain).map_err(|why| ApiProblem::bad(&why))?;
                json_reply(&self.learning.status())
            }
            ("POST", ["ext", "keys", "test"]) => self.test_key(read_body(body)?).await,
            _ => return Err(ApiProblem::new(ProblemCode::NotFound, "the engine has no such address")),
        };
        Ok(Some(reply))
    }

    async fn perform_on(
        &self,
        run: RunId,
        method: &str,
        rest: &[&str],
        path: &Path,
        request: &ViewRequest,
    ) -> Result<Option<ViewReply>, ApiProblem> {
        let body = request.body.as_deref().unwrap_or_default();
        match (method, rest) {
            ("GET", []) => return Ok(Some(json_reply(&calls::read_run(&self.runs, &run).await?))),
            ("GET", ["events"]) => {
                let after = Seq(request.last_event.or(path.number("after")?).unwrap_or_default());
                if request.streams {
                    view_streams::events(self, request.id, run, after).await;
                    return Ok(None);
                }
                let page = calls::read_events(&self.runs, run, after, path.number("limit")?).await?;
                return Ok(Some(json_reply(&page)));
            }
            ("GET", ["pictures", name]) => return self.picture(&run, name).await.map(Some),
            ("GET", ["screen"]) => {
                view_streams::screen(self, request.id, run).await;
                return Ok(None);
            }
            ("POST", ["answer"]) => {
                let answer: Answer = read_body(body)?;
                calls::answer(&self.runs, &run, answer, AnsweredBy::Person).await?;
            }
            ("POST", ["tell"]) => calls::tell(&self.runs, &run, read_body(body)?).await?,
            ("POST", ["cancel"]) => self.runs.cancel(&run).await?,
            ("POST", ["pause"]) => self.runs.pause(&run).await?,
            ("POST", ["resume"]) => self.runs.resume(&run).await?,
            ("POST", ["take"]) => self.runs.take(&run).await?,
            ("POST", ["give-back"]) => self.runs.give_back(&run, calls::source()).await?,
            ("DELETE", []) => self.runs.forget(&run).await?,
            _ => return Err(ApiProblem::new(ProblemCode::NotFound, "a run has no such address")),
        }
        Ok(Some(ViewReply { status: 204, content: JSON, body: Value::Null }))
    }

    async fn start(&self, body: &str, fresh: Result<RunId, String>) -> Result<ViewReply, ApiProblem> {
        let fresh = fresh.map_err(|why| ApiProblem::new(ProblemCode::Internal, why))?;
        let PreparedOrder { order, setup } = prepare(body, fresh, &self.configuration)?;
        self.store.keep_setup(&order.run, &setup).await?;
        let (id, created) = match self.runs.order(order).await? {
            Ordered::New(id) => (id, true),
            Ordered::Known(id) => (id, false),
        };
        Ok(ViewReply { status: 201, ..json_reply(&StartedRun { id: id.to_string(), created }) })
    }

    async fn list(&self, path: &Path) -> Result<ViewReply, ApiProblem> {
        let query = ListQuery {
            text: path.parameter("text").unwrap_or_default(),
            stage: path.parameter("stage"),
            before: path.parameter("before"),
            by: None,
            most: path.number("limit")?,
        };
        Ok(json_reply(&calls::list_runs(&self.runs, query).await?))
    }

    async fn picture(&self, run: &RunId, name: &str) -> Result<ViewReply, ApiProblem> {
        let picture = self.store.picture(run, name).await?;
        let missing = || ApiProblem::new(ProblemCode::NotFound, "there is no such picture of this run");
        let jpeg = BASE64.encode(picture.ok_or_else(missing)?.jpeg);
        Ok(ViewReply { status: 200, content: "image/jpeg", body: jpeg.into() })
    }

    /// The lines of a journal as they were written, for `webhand runs import`.
    async fn export(&self, run: &str) -> Result<ViewReply, ApiProblem> {
        let run = calls::known_run(&self.runs, run).await?;
        let mut lines = self.store.raw_lines(&run).await?.join("\n");
        lines.push('\n');
        Ok(ViewReply { status: 200, content: "application/x-ndjson", body: lines.into() })
    }

    /// Whether the provider of a brain answers with the key that is set.
    async fn test_key(&self, NamedBrain { brain }: NamedBrain) -> ViewReply {
        let tested = brains::test(&brain, &self.configuration, &self.fetches).await;
        json_reply(&match tested {
            Ok(models) => json!({"ok": true, "text": format!("it answers, with {models} models")}),
            Err(why) => json!({"ok": false, "text": why}),
        })
    }

    fn set(&self, key: &str, value: SettingValue) -> Result<ViewReply, ApiProblem> {
        if !is_setting(key) {
            return Err(ApiProblem::new(ProblemCode::NotFound, format!("there is no setting {key}")));
        }
        if let Some(value) = &value.value {
            check_setting(key, value).map_err(|why| ApiProblem::bad(&why))?;
        }
        self.outbox.push(ModuleMessage::SettingChanged { key: key.to_owned(), value: value.value });
        Ok(ViewReply { status: 204, content: JSON, body: Value::Null })
    }

    fn health(&self) -> Health {
        let (load, limits) = (self.runs.load(), self.runs.limits());
        Health {
            status: "ok".to_owned(),
            version: VERSION.to_owned(),
            working: count(load.working),
            queued: count(load.queued),
            limit: count(limits.working),
        }
    }

    fn info(&self) -> ServerInfo {
        let brain = self.configuration.setting("brain").unwrap_or_else(|| "literal".to_owned());
        let limit = count(self.runs.limits().working);
        let sent_to = brains::sent_to(&brain);
        ServerInfo { version: VERSION.to_owned(), owner: true, brain, sent_to, limit }
    }

    fn models(&self) -> ModelList {
        let literal = ModelInfo { name: "literal".to_owned(), ready: true, about: String::new(), chat: None };
        let models = brains::providers().map(|(name, variable)| ModelInfo {
            name: format!("{name}/"),
            ready: self.configuration.key(variable).is_some(),
            about: variable.to_owned(),
            chat: None,
        });
        let (on, adapters) = (self.configuration.chat_tabs(), brains::adapters(&self.configuration));
        let chats = chat_models(&on, &adapters);
        ModelList { models: std::iter::once(literal).chain(models).chain(chats).collect() }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, AbortHandle>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

pub(crate) fn stream_reply() -> ViewReply {
    ViewReply { status: 200, content: "text/event-stream", body: Value::Null }
}

pub(crate) fn problem_reply(problem: &ApiProblem) -> ViewReply {
    ViewReply { status: problem.code.status(), content: "application/problem+json", body: json!(problem.problem) }
}

fn json_reply(value: &impl Serialize) -> ViewReply {
    ViewReply { status: 200, content: JSON, body: json!(value) }
}

fn read_body<T: DeserializeOwned>(body: &str) -> Result<T, ApiProblem> {
    serde_json::from_str(body).map_err(|error| ApiProblem::bad(&format!("the body cannot be understood: {error}")))
}

fn intent(TaskDraft { text }: &TaskDraft) -> IntentInfo {
    let need = needs_browser(text);
    IntentInfo { browser: need.browser, why: need.why.word().to_owned() }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

const JSON: &str = "application/json";
const VERSION: &str = env!("CARGO_PKG_VERSION");
