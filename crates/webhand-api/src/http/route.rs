//! Every address the server answers under. The router is made from this table, and the tests go through it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{MethodFilter, on, on_service};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::refusal::Refusal;
use crate::mcp::HttpService;
use crate::ws::{Reception, receive};

/// One method of one address.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    pub proof: Proof,
    pub effect: Effect,
    pub doc: &'static str,
    pub(super) serves: Serves,
}

/// When a caller has to show the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// With the request.
    Request,
    /// With the request, or with the first message of a WebSocket.
    FirstMessage,
}

/// What a request can do. A browser sends GET and HEAD for any page that likes it to, so those only ever read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    Reads,
    Acts,
}

/// Who answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Serves {
    Health,
    Sessions,
    Schema,
    Agent,
    Mcp,
}

/// All routes.
#[must_use]
pub fn routes() -> &'static [Route] {
    ROUTES
}

/// What an address asks for; one that does not exist asks for the token too, so that nobody can try which do.
pub(super) fn proof(method: &Method, path: &str) -> Proof {
    let found = ROUTES.iter().find(|route| route.method == *method && route.path == path);
    found.map_or(Proof::Request, |route| route.proof)
}

static ROUTES: &[Route] = &[
    Route {
        method: Method::GET,
        path: "/healthz",
        proof: Proof::Request,
        effect: Effect::Reads,
        doc: "Whether the server is there, and its version.",
        serves: Serves::Health,
    },
    Route {
        method: Method::GET,
        path: "/api/v1/sessions",
        proof: Proof::Request,
        effect: Effect::Reads,
        doc: "The sessions of agents that came over the WebSocket.",
        serves: Serves::Sessions,
    },
    Route {
        method: Method::GET,
        path: "/schema/agent.json",
        proof: Proof::Request,
        effect: Effect::Reads,
        doc: "JSON Schema of the messages of `/ws/agent`.",
        serves: Serves::Schema,
    },
    Route {
        method: Method::GET,
        path: "/ws/agent",
        proof: Proof::FirstMessage,
        effect: Effect::Reads,
        doc: "WebSocket of an agent. Opening it does nothing; its messages act.",
        serves: Serves::Agent,
    },
    Route {
        method: Method::POST,
        path: "/mcp",
        proof: Proof::Request,
        effect: Effect::Acts,
        doc: "A message of the Model Context Protocol.",
        serves: Serves::Mcp,
    },
    Route {
        method: Method::GET,
        path: "/mcp",
        proof: Proof::Request,
        effect: Effect::Reads,
        doc: "What the server says of itself in a session of the Model Context Protocol, as a stream.",
        serves: Serves::Mcp,
    },
    Route {
        method: Method::DELETE,
        path: "/mcp",
        proof: Proof::Request,
        effect: Effect::Acts,
        doc: "Ends a session of the Model Context Protocol.",
        serves: Serves::Mcp,
    },
];

/// The router of the table.
pub(super) fn router(reception: &Arc<Reception>, mcp: &HttpService) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let Ok(method) = MethodFilter::try_from(route.method.clone()) else { continue };
        let served = match route.serves {
            Serves::Health => on(method, health),
            Serves::Sessions => on(method, sessions),
            Serves::Schema => on(method, schema),
            Serves::Agent => on(method, receive),
            Serves::Mcp if route.method == Method::DELETE => on_service(method, mcp.clone()).layer(map_response(ended)),
            Serves::Mcp => on_service(method, mcp.clone()),
        };
        router = router.route(route.path, served);
    }
    router
        .fallback(async || Refusal::NotFound.response())
        .method_not_allowed_fallback(async || Refusal::WrongMethod.response())
        .with_state(Arc::clone(reception))
}

/// A session that was ended is over; clients take "accepted" for a failure.
async fn ended(mut response: Response) -> Response {
    if response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// The addresses, for whoever asked for another.
pub(super) fn paths() -> String {
    let mut paths: Vec<_> = ROUTES.iter().map(|route| route.path).collect();
    paths.dedup();
    paths.join(", ")
}

async fn health() -> Json<Value> {
    Json(json!({"status": "ok", "version": env!("CARGO_PKG_VERSION")}))
}

async fn sessions(State(reception): State<Arc<Reception>>) -> Json<Value> {
    Json(json!({"sessions": reception.sessions.list()}))
}

async fn schema() -> Json<Value> {
    Json(webhand_wire::agent::schema())
}
