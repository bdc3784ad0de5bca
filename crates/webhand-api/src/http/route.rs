//! The table of all routes: the router is built from it, and the tests go through it.

use std::sync::{Arc, LazyLock};

use axum::extract::{FromRef, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{MethodFilter, on, on_service};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::access::Role;
use super::metrics::RequestCounts;
use super::rejection::Rejection;
use crate::dashboard::{Asset, asset};
use crate::hands::{HandsEndpoint, open_hands, open_relay};
use crate::mcp::HttpService;
use crate::v1::{self, Api};
use crate::ws::{AgentEndpoint, open_connection};

/// One method of one path. A part of the path in braces stands for any text without a slash.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    pub token_place: TokenPlace,
    pub access: RouteAccess,
    /// The parameters that its query may have.
    pub query: &'static [&'static str],
    pub effect: RouteEffect,
    pub doc: &'static str,
    pub(super) handler: RouteHandler,
}

/// Whose key opens a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteAccess {
    /// An agent's or the owner's.
    AnyKey,
    OwnerKey,
    /// A code that is good once.
    Code,
    /// That of a paired extension, which it proves without showing it.
    Pairing,
    /// No key: it holds no data.
    Open,
}

impl RouteAccess {
    pub(super) fn admit(self, role: Role) -> Result<Role, Rejection> {
        match (self, role) {
            (Self::AnyKey, Role::Agent | Role::Owner)
            | (Self::OwnerKey, Role::Owner)
            | (Self::Code, Role::CodeHolder)
            | (Self::Open, _) => Ok(role),
            (Self::OwnerKey, Role::Agent) => Err(Rejection::OwnerOnly),
            (Self::AnyKey | Self::OwnerKey, Role::CodeHolder)
            | (Self::Code, Role::Agent | Role::Owner)
            | (Self::Pairing, _) => Err(Rejection::WrongToken),
        }
    }
}

/// Where a client has to show the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPlace {
    /// With the request.
    Request,
    /// With the request, or with the first message of a WebSocket.
    FirstMessage,
}

/// The effect of a request. A browser sends GET and HEAD for any page, so those never act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteEffect {
    Reads,
    Acts,
}

/// The handler of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RouteHandler {
    Health,
    Sessions,
    Schema,
    Agent,
    Hands,
    HandsTabs,
    Mcp,
    Metrics,
    Asset(Asset),
    Api(ApiCall),
}

/// The calls of `/api/v1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ApiCall {
    Health,
    Info,
    OpenApi,
    OpenSession,
    NewCode,
    StartRun,
    ListRuns,
    ReadRun,
    Events,
    Changes,
    Picture,
    Report,
    Screen,
    Answer,
    Cancel,
    Pause,
    Resume,
    Take,
    GiveBack,
    Tell,
    Intent,
    Forget,
    Again,
    Models,
    Settings,
    SetSetting,
    EventDetails,
    PersonInput,
    ChangeBrain,
    Keys,
    SetKey,
    RemoveKey,
    Profiles,
    SaveProfile,
    RemoveProfile,
    Schedules,
    AddSchedule,
    SwitchSchedule,
    RunSchedule,
    RemoveSchedule,
    ThinStart,
    ThinStep,
}

/// Where the API begins.
pub(crate) const API: &str = "/api/v1/";
/// Where extensions connect.
pub(super) const HANDS: &str = "/ws/hands";
/// Where the addresses of thin clients begin.
pub(super) const THIN: &str = "/agent/run/";

/// All routes.
#[must_use]
pub fn routes() -> &'static [Route] {
    &ROUTES
}

/// The route of a request, if there is one.
pub(super) fn find_route(method: &Method, path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.method == *method && is_at(route.path, path))
}

/// Whether a path is one of those that a pattern describes.
fn is_at(pattern: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    let all = pattern.split('/').all(|part| match parts.next() {
        Some(text) if part.starts_with('{') => !text.is_empty(),
        Some(text) => text == part,
        None => false,
    });
    all && parts.next().is_none()
}

impl Route {
    fn new(method: Method, path: &'static str, doc: &'static str, handler: RouteHandler) -> Self {
        let effect = if method.is_safe() { RouteEffect::Reads } else { RouteEffect::Acts };
        let (token_place, access) = (TokenPlace::Request, RouteAccess::AnyKey);
        Self { method, path, token_place, access, query: &[], effect, doc, handler }
    }

    /// The call of the API that it is.
    pub(crate) fn api_call(&self) -> Option<ApiCall> {
        if let RouteHandler::Api(call) = self.handler { Some(call) } else { None }
    }

    fn first_message(self) -> Self {
        Self { token_place: TokenPlace::FirstMessage, ..self }
    }

    fn with_access(self, access: RouteAccess) -> Self {
        Self { access, ..self }
    }

    fn with_query(self, query: &'static [&'static str]) -> Self {
        Self { query, ..self }
    }
}

static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
    [
        agent_routes(),
        hands_routes(),
        dashboard_routes(),
        run_routes(),
        person_routes(),
        thin_routes(),
        server_routes(),
        schedule_routes(),
    ]
    .concat()
});

fn agent_routes() -> Vec<Route> {
    use RouteHandler::{Agent, Health, Mcp, Metrics, Schema, Sessions};
    vec![
        Route::new(Method::GET, "/healthz", "Whether the server is there, and its version.", Health),
        Route::new(Method::GET, "/metrics", "What the server counts, in the text form of Prometheus.", Metrics),
        Route::new(Method::GET, "/api/v1/sessions", "The sessions of agents that came over the WebSocket.", Sessions),
        Route::new(Method::GET, "/schema/agent.json", "JSON Schema of the messages of `/ws/agent`.", Schema),
        Route::new(
            Method::GET,
            "/ws/agent",
            "WebSocket of an agent. Opening it does nothing; its messages act.",
            Agent,
        )
        .first_message(),
        Route::new(Method::POST, "/mcp", "A message of the Model Context Protocol.", Mcp),
        Route::new(
            Method::GET,
            "/mcp",
            "What the server says of itself in a session of the Model Context Protocol, as a stream.",
            Mcp,
        ),
        Route::new(Method::DELETE, "/mcp", "Ends a session of the Model Context Protocol.", Mcp),
    ]
}

fn hands_routes() -> Vec<Route> {
    vec![
        Route::new(
            Method::GET,
            HANDS,
            "WebSocket of a paired browser extension, which lets runs drive its tabs. Both sides prove the key of the pairing.",
            RouteHandler::Hands,
        )
        .first_message()
        .with_access(RouteAccess::Pairing),
        Route::new(
            Method::GET,
            "/ws/hands/tabs",
            "WebSocket over which another program of this machine drives tabs of a paired browser.",
            RouteHandler::HandsTabs,
        )
        .with_access(RouteAccess::OwnerKey),
    ]
}

/// The files of the dashboard need no key and hold no data.
fn dashboard_routes() -> Vec<Route> {
    let files = [
        ("/", "The dashboard.", Asset::Page),
        ("/assets/app.js", "Its script.", Asset::Script),
        ("/assets/app.css", "Its style.", Asset::Style),
        ("/assets/icon.svg", "Its icon.", Asset::Icon),
    ];
    let routes = files.into_iter().map(|(path, doc, file)| {
        Route::new(Method::GET, path, doc, RouteHandler::Asset(file)).with_access(RouteAccess::Open)
    });
    let api = |method, path, doc, call| Route::new(method, path, doc, RouteHandler::Api(call));
    let sessions = [
        api(Method::POST, "/api/v1/session", "Exchanges a code for the token of a dashboard.", ApiCall::OpenSession)
            .with_access(RouteAccess::Code),
        api(Method::POST, "/api/v1/session/codes", "Makes a code for another dashboard.", ApiCall::NewCode)
            .with_access(RouteAccess::OwnerKey),
    ];
    routes.chain(sessions).collect()
}

fn run_routes() -> Vec<Route> {
    let get = |path, doc, call| Route::new(Method::GET, path, doc, RouteHandler::Api(call));
    let post = |path, doc, call| Route::new(Method::POST, path, doc, RouteHandler::Api(call));
    vec![
        post("/api/v1/runs", "Takes a task on; returns the id of its run.", ApiCall::StartRun),
        get("/api/v1/runs", "Lists runs, newest first.", ApiCall::ListRuns)
            .with_query(&["text", "stage", "before", "limit"]),
        get("/api/v1/changes", "Tells when any run has changed, as a stream of events.", ApiCall::Changes),
        get("/api/v1/runs/{id}", "One run.", ApiCall::ReadRun),
        Route::new(Method::DELETE, "/api/v1/runs/{id}", "Forgets a run.", RouteHandler::Api(ApiCall::Forget))
            .with_access(RouteAccess::OwnerKey),
        get("/api/v1/runs/{id}/events", "Its events: a page of JSON, or a stream of events.", ApiCall::Events)
            .with_query(&["after", "limit"]),
        get(
            "/api/v1/runs/{id}/events/{seq}",
            "One event with its look, prompt, requests and console.",
            ApiCall::EventDetails,
        ),
        get("/api/v1/runs/{id}/pictures/{name}", "A picture of a page.", ApiCall::Picture),
        get("/api/v1/runs/{id}/report", "The run as one HTML file.", ApiCall::Report),
        get("/api/v1/runs/{id}/screen", "What its browser shows, as a stream of pictures.", ApiCall::Screen),
        post("/api/v1/runs/{id}/answer", "Answers the question that the run waits for.", ApiCall::Answer),
        post("/api/v1/runs/{id}/cancel", "Ends the run for good.", ApiCall::Cancel),
        post("/api/v1/runs/{id}/pause", "Stops the work until it is resumed.", ApiCall::Pause),
        post("/api/v1/runs/{id}/resume", "Goes on with a run that is paused or parked.", ApiCall::Resume),
        post("/api/v1/runs/{id}/again", "Carries the same task out once more, in a new run.", ApiCall::Again),
        post("/api/v1/runs/{id}/brain", "Lets another brain decide from now on.", ApiCall::ChangeBrain),
    ]
}

/// The routes by which a person works with a run's browser.
fn person_routes() -> Vec<Route> {
    let post = |path, doc, call| {
        Route::new(Method::POST, path, doc, RouteHandler::Api(call)).with_access(RouteAccess::OwnerKey)
    };
    vec![
        post("/api/v1/runs/{id}/take", "Hands the browser of the run to the person.", ApiCall::Take),
        post("/api/v1/runs/{id}/give-back", "Gives the browser back to the run.", ApiCall::GiveBack),
        post("/api/v1/runs/{id}/profile", "Keeps the log-ins of the run under a name.", ApiCall::SaveProfile),
        post("/api/v1/runs/{id}/tell", "Says something to the brain of the run.", ApiCall::Tell),
        post(
            "/api/v1/runs/{id}/input",
            "Passes the person's mouse and keys on to the page, while the browser is theirs.",
            ApiCall::PersonInput,
        ),
    ]
}

fn server_routes() -> Vec<Route> {
    let get = |path, doc, call| Route::new(Method::GET, path, doc, RouteHandler::Api(call));
    vec![
        get("/api/v1/health", "How busy the server is.", ApiCall::Health),
        get("/api/v1/info", "What the client may do here.", ApiCall::Info),
        get("/api/v1/openapi.json", "The description of this API in the form of OpenAPI 3.1.", ApiCall::OpenApi),
        get("/api/v1/models", "The models that a run can name.", ApiCall::Models),
        Route::new(
            Method::POST,
            "/api/v1/intent",
            "Tells whether a text asks for something that needs a browser.",
            RouteHandler::Api(ApiCall::Intent),
        ),
        get("/api/v1/settings", "The person's settings.", ApiCall::Settings).with_access(RouteAccess::OwnerKey),
        Route::new(Method::PUT, "/api/v1/settings/{key}", "Changes a setting.", RouteHandler::Api(ApiCall::SetSetting))
            .with_access(RouteAccess::OwnerKey),
    ]
}

/// For clients that look and act while the server decides.
fn thin_routes() -> Vec<Route> {
    let post = |path, doc, call| Route::new(Method::POST, path, doc, RouteHandler::Api(call));
    vec![
        post("/agent/run/start", "Takes a task on whose hands are a thin client.", ApiCall::ThinStart),
        post("/agent/run/{id}/step", "Sends a look and a result; returns the next action.", ApiCall::ThinStep),
        post("/agent/run/{id}/answer", "Answers the question that the run waits for.", ApiCall::Answer),
        post("/agent/run/{id}/cancel", "Ends the run for good.", ApiCall::Cancel),
        Route::new(Method::GET, "/agent/run/{id}", "One run.", RouteHandler::Api(ApiCall::ReadRun)),
    ]
}

fn schedule_routes() -> Vec<Route> {
    let api = |method, path, doc, call| {
        Route::new(method, path, doc, RouteHandler::Api(call)).with_access(RouteAccess::OwnerKey)
    };
    vec![
        api(Method::GET, "/api/v1/keys", "Which providers have a key; no key is ever shown.", ApiCall::Keys),
        api(Method::PUT, "/api/v1/keys/{provider}", "Keeps the key of a provider.", ApiCall::SetKey),
        api(Method::DELETE, "/api/v1/keys/{provider}", "Forgets the key of a provider.", ApiCall::RemoveKey),
        api(Method::GET, "/api/v1/profiles", "The named profiles, which keep log-ins.", ApiCall::Profiles),
        api(Method::DELETE, "/api/v1/profiles/{name}", "Forgets a profile.", ApiCall::RemoveProfile),
        api(Method::GET, "/api/v1/schedules", "Tasks that are begun at certain times.", ApiCall::Schedules),
        api(Method::POST, "/api/v1/schedules", "Adds one.", ApiCall::AddSchedule),
        api(Method::PUT, "/api/v1/schedules/{id}", "Switches one on or off.", ApiCall::SwitchSchedule),
        api(Method::POST, "/api/v1/schedules/{id}/run", "Begins its task now.", ApiCall::RunSchedule),
        api(Method::DELETE, "/api/v1/schedules/{id}", "Removes one.", ApiCall::RemoveSchedule),
    ]
}

/// The router for the table.
pub(super) fn router(
    endpoint: &Arc<AgentEndpoint>,
    hands: &Arc<HandsEndpoint>,
    mcp: &HttpService,
    api: &Arc<Api>,
    counts: &Arc<RequestCounts>,
) -> Router {
    let mut router = Router::new();
    for route in ROUTES.iter() {
        let Ok(method) = MethodFilter::try_from(route.method.clone()) else { continue };
        let served = match route.handler {
            RouteHandler::Health => on(method, health),
            RouteHandler::Sessions => on(method, sessions),
            RouteHandler::Schema => on(method, schema),
            RouteHandler::Agent => on(method, open_connection),
            RouteHandler::Hands => on(method, open_hands),
            RouteHandler::HandsTabs => on(method, open_relay),
            RouteHandler::Mcp if route.method == Method::DELETE => {
                on_service(method, mcp.clone()).layer(map_response(ended))
            }
            RouteHandler::Mcp => on_service(method, mcp.clone()),
            RouteHandler::Metrics => on(method, metrics),
            RouteHandler::Asset(file) => on(method, async move || asset(file)),
            RouteHandler::Api(call) => on(method, move |State(api): State<Arc<Api>>, request: Request| async move {
                v1::handle(call, route.path, api, request).await
            }),
        };
        router = router.route(route.path, served);
    }
    router
        .fallback(async |request: Request| Rejection::NotFound.response_at(request.uri().path()))
        .method_not_allowed_fallback(async |request: Request| Rejection::WrongMethod.response_at(request.uri().path()))
        .with_state(ServerState {
            endpoint: Arc::clone(endpoint),
            hands: Arc::clone(hands),
            api: Arc::clone(api),
            counts: Arc::clone(counts),
        })
}

/// The router of a program that serves extensions alone.
pub(super) fn hands_router(hands: &Arc<HandsEndpoint>) -> Router {
    Router::new()
        .route(HANDS, on(MethodFilter::GET, open_hands))
        .fallback(async || Rejection::NotFound.response())
        .with_state(Arc::clone(hands))
}

/// The state that the handlers share.
#[derive(Clone)]
struct ServerState {
    endpoint: Arc<AgentEndpoint>,
    hands: Arc<HandsEndpoint>,
    api: Arc<Api>,
    counts: Arc<RequestCounts>,
}

impl FromRef<ServerState> for Arc<AgentEndpoint> {
    fn from_ref(state: &ServerState) -> Self {
        Self::clone(&state.endpoint)
    }
}

impl FromRef<ServerState> for Arc<HandsEndpoint> {
    fn from_ref(state: &ServerState) -> Self {
        Self::clone(&state.hands)
    }
}

impl FromRef<ServerState> for Arc<Api> {
    fn from_ref(state: &ServerState) -> Self {
        Self::clone(&state.api)
    }
}

/// The DELETE of an MCP session returns 204: some clients treat 202 as a failure.
async fn ended(mut response: Response) -> Response {
    if response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// All paths, for the message of [`Rejection::NotFound`].
pub(super) fn paths() -> String {
    let mut paths: Vec<_> = ROUTES.iter().map(|route| route.path).collect();
    paths.dedup();
    paths.join(", ")
}

async fn health() -> Json<Value> {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

async fn sessions(State(endpoint): State<Arc<AgentEndpoint>>) -> Json<Value> {
    Json(json!({"sessions": endpoint.sessions.list()}))
}

async fn metrics(State(state): State<ServerState>) -> Response {
    let text = super::metrics::metrics(&state.api.runs, &state.counts, state.endpoint.sessions.list().len()).await;
    let mut response = Response::new(text.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"));
    response
}

async fn schema() -> Json<Value> {
    Json(webhand_wire::agent::schema())
}
