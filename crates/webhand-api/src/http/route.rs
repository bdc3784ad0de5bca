//! The table of all routes: the router is built from it, and the tests go through it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{MethodFilter, on, on_service};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::rejection::Rejection;
use crate::mcp::HttpService;
use crate::ws::{AgentEndpoint, open_connection};

/// One method of one path.
#[derive(Debug, Clone)]
pub struct Route {
    pub method: Method,
    pub path: &'static str,
    pub token_place: TokenPlace,
    pub effect: RouteEffect,
    pub doc: &'static str,
    pub(super) handler: RouteHandler,
}

/// Where a client has to show the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPlace {
    /// With the request.
    Request,
    /// With the request, or with the first message of a WebSocket.
    FirstMessage,
}

/// What a request can do. A browser sends GET and HEAD for any page, so those never act.
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
    Mcp,
}

/// All routes.
#[must_use]
pub fn routes() -> &'static [Route] {
    ROUTES
}

/// Where a path expects the token; an unknown path expects it too, so that paths cannot be probed without it.
pub(super) fn token_place(method: &Method, path: &str) -> TokenPlace {
    let found = ROUTES.iter().find(|route| route.method == *method && route.path == path);
    found.map_or(TokenPlace::Request, |route| route.token_place)
}

static ROUTES: &[Route] = &[
    Route {
        method: Method::GET,
        path: "/healthz",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Reads,
        doc: "Whether the server is there, and its version.",
        handler: RouteHandler::Health,
    },
    Route {
        method: Method::GET,
        path: "/api/v1/sessions",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Reads,
        doc: "The sessions of agents that came over the WebSocket.",
        handler: RouteHandler::Sessions,
    },
    Route {
        method: Method::GET,
        path: "/schema/agent.json",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Reads,
        doc: "JSON Schema of the messages of `/ws/agent`.",
        handler: RouteHandler::Schema,
    },
    Route {
        method: Method::GET,
        path: "/ws/agent",
        token_place: TokenPlace::FirstMessage,
        effect: RouteEffect::Reads,
        doc: "WebSocket of an agent. Opening it does nothing; its messages act.",
        handler: RouteHandler::Agent,
    },
    Route {
        method: Method::POST,
        path: "/mcp",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Acts,
        doc: "A message of the Model Context Protocol.",
        handler: RouteHandler::Mcp,
    },
    Route {
        method: Method::GET,
        path: "/mcp",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Reads,
        doc: "What the server says of itself in a session of the Model Context Protocol, as a stream.",
        handler: RouteHandler::Mcp,
    },
    Route {
        method: Method::DELETE,
        path: "/mcp",
        token_place: TokenPlace::Request,
        effect: RouteEffect::Acts,
        doc: "Ends a session of the Model Context Protocol.",
        handler: RouteHandler::Mcp,
    },
];

/// The router for the table.
pub(super) fn router(endpoint: &Arc<AgentEndpoint>, mcp: &HttpService) -> Router {
    let mut router = Router::new();
    for route in ROUTES {
        let Ok(method) = MethodFilter::try_from(route.method.clone()) else { continue };
        let served = match route.handler {
            RouteHandler::Health => on(method, health),
            RouteHandler::Sessions => on(method, sessions),
            RouteHandler::Schema => on(method, schema),
            RouteHandler::Agent => on(method, open_connection),
            RouteHandler::Mcp if route.method == Method::DELETE => {
                on_service(method, mcp.clone()).layer(map_response(ended))
            }
            RouteHandler::Mcp => on_service(method, mcp.clone()),
        };
        router = router.route(route.path, served);
    }
    router
        .fallback(async || Rejection::NotFound.response())
        .method_not_allowed_fallback(async || Rejection::WrongMethod.response())
        .with_state(Arc::clone(endpoint))
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

async fn schema() -> Json<Value> {
    Json(webhand_wire::agent::schema())
}
