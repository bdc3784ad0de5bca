//! From a request to a reply: route, key, check, turn, fault. It does no IO; its only state is how far the script has been
//! played.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::protocol::chat_completions::ChatProtocol;
use crate::protocol::{ApiError, CheckedRequest, Delivery, Protocol, StreamedUsage, model};
#[cfg(feature = "all-formats")]
use crate::protocol::{
    anthropic::AnthropicProtocol,
    gemini::GeminiProtocol,
    gigachat::{self, GigaChatProtocol},
    responses::ResponsesProtocol,
};
use crate::request_log::RecordedRequest;
use crate::response::completion::Completion;
use crate::response::http_reply::{BodyEnd, HttpReply, HttpResponse};
use crate::script::Script;
use crate::script::fault::FaultKind;
use crate::script::player::{PickedTurn, ScriptPlayer};
use crate::script::stream_shape::StreamShape;

#[derive(Debug)]
pub(crate) struct ScriptedProvider {
    script: Script,
    player: ScriptPlayer,
}

/// The resource that a request path names.
enum RequestRoute<'a> {
    Completion(&'static dyn Protocol),
    Models(&'static dyn Protocol),
    Model(&'a str),
}

impl ScriptedProvider {
    pub fn new(script: Script) -> Self {
        Self { player: ScriptPlayer::new(script.plan.clone()), script }
    }

    pub fn handle_request(&mut self, request: &RecordedRequest, now: SystemTime) -> HttpReply {
        #[cfg(feature = "all-formats")]
        if request.path == gigachat::TOKEN_PATH {
            let reply = gigachat::token(request, &self.script, now);
            return reply.unwrap_or_else(|problem| refuse(&GigaChatProtocol, &problem));
        }
        let Some((method, route)) = route(request) else {
            return refuse(
                &ChatProtocol,
                &ApiError::new(404, format!("there is no {}", request.path)).with_code("unknown_url"),
            );
        };
        let protocol = match route {
            RequestRoute::Completion(protocol) | RequestRoute::Models(protocol) => protocol,
            RequestRoute::Model(_) => &ChatProtocol,
        };
        if let Err(problem) = protocol.authorize(request, &self.script) {
            return refuse(protocol, &problem);
        }
        if request.method != method {
            return refuse(protocol, &ApiError::new(405, format!("{} takes {method} only", request.path)));
        }
        match route {
            RequestRoute::Completion(protocol) => {
                self.turn(protocol, request, now).unwrap_or_else(|problem| refuse(protocol, &problem))
            }
            RequestRoute::Models(protocol) => HttpReply::json(200, &protocol.render_models(&self.models())),
            RequestRoute::Model(name) if self.models().iter().any(|known| known == name) => {
                HttpReply::json(200, &model(name))
            }
            RequestRoute::Model(name) => refuse(protocol, &unknown_model(name)),
        }
    }

    fn models(&self) -> Vec<String> {
        if self.script.models.is_empty() { vec!["fake".to_owned()] } else { self.script.models.clone() }
    }

    fn turn(
        &mut self,
        protocol: &dyn Protocol,
        request: &RecordedRequest,
        now: SystemTime,
    ) -> Result<HttpReply, ApiError> {
        if !request.header("content-type").is_some_and(|content| content.starts_with("application/json")) {
            return Err(ApiError::new(400, "send the body as application/json"));
        }
        let body: Value = serde_json::from_str(&request.body)
            .map_err(|error| ApiError::new(400, format!("the body is not JSON: {error}")))?;
        let checked = protocol.check_request(request, &body, &self.script)?;
        if !self.script.models.is_empty() && !self.script.models.contains(&checked.model) {
            return Err(unknown_model(&checked.model));
        }
        let pick = self
            .player
            .pick_turn(&checked.conversation)
            .map_err(|why| ApiError::new(400, why).with_code("fake_script"))?;
        let shape = pick.turn.stream.clone().unwrap_or_else(|| self.script.stream.clone());
        Ok(render_turn(protocol, checked, pick, &shape, now))
    }
}

fn route(request: &RecordedRequest) -> Option<(&'static str, RequestRoute<'_>)> {
    let path = request.path.as_str();
    #[cfg(feature = "all-formats")]
    if let Some(route) = route_of_other_formats(request) {
        return Some(route);
    }
    match path {
        "/v1/chat/completions" => Some(("POST", RequestRoute::Completion(&ChatProtocol))),
        "/v1/models" => Some(("GET", RequestRoute::Models(&ChatProtocol))),
        _ => path.strip_prefix("/v1/models/").map(|name| ("GET", RequestRoute::Model(name))),
    }
}

#[cfg(feature = "all-formats")]
fn route_of_other_formats(request: &RecordedRequest) -> Option<(&'static str, RequestRoute<'_>)> {
    let path = request.path.as_str();
    match path {
        "/api/v1/chat/completions" => Some(("POST", RequestRoute::Completion(&GigaChatProtocol))),
        "/v1/messages" => Some(("POST", RequestRoute::Completion(&AnthropicProtocol))),
        "/v1/responses" => Some(("POST", RequestRoute::Completion(&ResponsesProtocol))),
        // OpenAI and Anthropic share this path; only Anthropic's clients send a version.
        "/v1/models" if request.header("anthropic-version").is_some() => {
            Some(("GET", RequestRoute::Models(&AnthropicProtocol)))
        }
        "/v1beta/models" => Some(("GET", RequestRoute::Models(&GeminiProtocol))),
        "/api/v1/models" => Some(("GET", RequestRoute::Models(&GigaChatProtocol))),
        // Newer clients of Gemini use the stable version, older ones the beta.
        _ if path.starts_with("/v1/models/") && path.ends_with("enerateContent") => {
            Some(("POST", RequestRoute::Completion(&GeminiProtocol)))
        }
        _ if path.starts_with("/v1beta/models/") => Some(("POST", RequestRoute::Completion(&GeminiProtocol))),
        _ => None,
    }
}

fn render_turn(
    protocol: &dyn Protocol,
    checked: CheckedRequest,
    pick: PickedTurn,
    shape: &StreamShape,
    now: SystemTime,
) -> HttpReply {
    let PickedTurn { number, turn, fault } = pick;
    let mut completion = Completion::new(turn, number, checked.model);
    match &fault {
        Some(FaultKind::Status { status, code, retry, headers }) => {
            let mut problem = ApiError::new(*status, "this error stands in the script");
            problem.code.clone_from(code);
            let mut sending = HttpResponse::json(*status, protocol.render_error(&problem).to_string().into_bytes());
            sending.headers.extend(retry.iter().map(|retry| retry.header(now)));
            sending.headers.extend(headers.iter().map(|(name, value)| (name.to_lowercase(), value.clone())));
            return HttpReply::Send(sending);
        }
        Some(FaultKind::Hang { after: None }) => return HttpReply::Silence,
        Some(FaultKind::ErrorInside { code }) => {
            return HttpReply::json(200, &protocol.render_error_in_200(*code));
        }
        Some(fault) => completion.apply_fault(fault),
        None => {}
    }
    match checked.delivery {
        Delivery::Whole => render_whole(protocol, &completion, fault.as_ref()),
        Delivery::Stream(usage) => render_streamed(protocol, &completion, usage, shape, fault.as_ref()),
    }
}

fn render_whole(protocol: &dyn Protocol, completion: &Completion, fault: Option<&FaultKind>) -> HttpReply {
    if let Some(FaultKind::ErrorEvent { code, .. }) = fault {
        return HttpReply::json(200, &protocol.render_error_in_200(*code));
    }
    let end = body_end(fault);
    let mut body = protocol.render_response(completion).to_string().into_bytes();
    if end != BodyEnd::Complete || matches!(fault, Some(FaultKind::TruncatedJson)) {
        body.truncate(body.len() / 2);
    }
    HttpReply::Send(HttpResponse { end, ..HttpResponse::json(200, body) })
}

fn render_streamed(
    protocol: &dyn Protocol,
    completion: &Completion,
    usage: StreamedUsage,
    shape: &StreamShape,
    fault: Option<&FaultKind>,
) -> HttpReply {
    let mut events = protocol.render_stream(completion, usage, shape);
    match fault {
        Some(FaultKind::Hang { after: Some(after) }) => events.truncate(before_the_last(&events, *after)),
        Some(FaultKind::Reset { after }) => cut_inside_event(&mut events, *after),
        Some(FaultKind::TruncatedJson) => {
            let middle = events.len() / 2;
            cut_inside_event(&mut events, middle);
        }
        Some(FaultKind::ErrorEvent { code, after }) => {
            events.truncate(before_the_last(&events, *after));
            events.push(protocol.render_error_event(*code));
        }
        Some(
            FaultKind::Status { .. }
            | FaultKind::Hang { after: None }
            | FaultKind::ErrorInside { .. }
            | FaultKind::Empty
            | FaultKind::DuplicateIds
            | FaultKind::LengthStop,
        )
        | None => {}
    }
    let pause = Duration::from_millis(shape.pause_ms);
    HttpReply::Send(HttpResponse {
        pause,
        end: body_end(fault),
        ..HttpResponse::stream(shape.split_into_network_chunks(events))
    })
}

/// `after` events at most, but never the last one: a fault behind it would leave the answer complete.
fn before_the_last(events: &[String], after: usize) -> usize {
    after.min(events.len().saturating_sub(1))
}

/// Keeps `after` events and the first half of the next, so that the stream ends inside a line.
fn cut_inside_event(events: &mut Vec<String>, after: usize) {
    let after = before_the_last(events, after);
    events.truncate(after + 1);
    if let Some(last) = events.last_mut() {
        let half = last.chars().count() / 2;
        *last = last.chars().take(half).collect();
    }
}

fn body_end(fault: Option<&FaultKind>) -> BodyEnd {
    match fault {
        Some(FaultKind::Reset { .. }) => BodyEnd::Broken,
        Some(FaultKind::Hang { .. }) => BodyEnd::Silent,
        Some(
            FaultKind::Status { .. }
            | FaultKind::ErrorInside { .. }
            | FaultKind::ErrorEvent { .. }
            | FaultKind::TruncatedJson
            | FaultKind::Empty
            | FaultKind::DuplicateIds
            | FaultKind::LengthStop,
        )
        | None => BodyEnd::Complete,
    }
}

fn refuse(protocol: &dyn Protocol, problem: &ApiError) -> HttpReply {
    HttpReply::json(problem.status, &protocol.render_error(problem))
}

fn unknown_model(name: &str) -> ApiError {
    ApiError { param: Some("model".to_owned()), ..ApiError::new(404, format!("the model {name:?} does not exist")) }
        .with_code("model_not_found")
}
