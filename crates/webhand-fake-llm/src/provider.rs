//! From a request to a reply: route, key, check, turn, fault. Pure but for its memory of the script's progress.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::protocol::chat_completions::Chat;
use crate::protocol::{Ask, Delivery, Problem, Protocol, StreamedUsage, model};
#[cfg(feature = "all-formats")]
use crate::protocol::{
    anthropic::Messages,
    gemini::Gemini,
    gigachat::{self, GigaChat},
    responses::Responses,
};
use crate::record::Recorded;
use crate::response::answer::Answer;
use crate::response::reply::{End, Reply, Sending};
use crate::script::Script;
use crate::script::fault::FaultKind;
use crate::script::plan::{Pick, Plan};
use crate::script::stream_shape::StreamShape;

#[derive(Debug)]
pub(crate) struct Exchange {
    script: Script,
    plan: Plan,
}

/// What a path leads to.
enum Route<'a> {
    Turn(&'static dyn Protocol),
    Models(&'static dyn Protocol),
    Model(&'a str),
}

impl Exchange {
    pub fn new(script: Script) -> Self {
        Self { plan: Plan::new(script.plan.clone()), script }
    }

    pub fn answer(&mut self, request: &Recorded, now: SystemTime) -> Reply {
        #[cfg(feature = "all-formats")]
        if request.path == gigachat::TOKEN_PATH {
            let reply = gigachat::token(request, &self.script, now);
            return reply.unwrap_or_else(|problem| refuse(&GigaChat, &problem));
        }
        let Some((method, route)) = route(request) else {
            return refuse(&Chat, &Problem::of(404, format!("there is no {}", request.path)).with_code("unknown_url"));
        };
        let protocol = match route {
            Route::Turn(protocol) | Route::Models(protocol) => protocol,
            Route::Model(_) => &Chat,
        };
        if let Err(problem) = protocol.admit(request, &self.script) {
            return refuse(protocol, &problem);
        }
        if request.method != method {
            return refuse(protocol, &Problem::of(405, format!("{} takes {method} only", request.path)));
        }
        match route {
            Route::Turn(protocol) => {
                self.turn(protocol, request, now).unwrap_or_else(|problem| refuse(protocol, &problem))
            }
            Route::Models(protocol) => Reply::json(200, &protocol.list(&self.models())),
            Route::Model(name) if self.models().iter().any(|known| known == name) => Reply::json(200, &model(name)),
            Route::Model(name) => refuse(protocol, &unknown_model(name)),
        }
    }

    fn models(&self) -> Vec<String> {
        if self.script.models.is_empty() { vec!["fake".to_owned()] } else { self.script.models.clone() }
    }

    fn turn(&mut self, protocol: &dyn Protocol, request: &Recorded, now: SystemTime) -> Result<Reply, Problem> {
        if !request.header("content-type").is_some_and(|content| content.starts_with("application/json")) {
            return Err(Problem::of(400, "send the body as application/json"));
        }
        let body: Value = serde_json::from_str(&request.body)
            .map_err(|error| Problem::of(400, format!("the body is not JSON: {error}")))?;
        let ask = protocol.check(request, &body, &self.script)?;
        if !self.script.models.is_empty() && !self.script.models.contains(&ask.model) {
            return Err(unknown_model(&ask.model));
        }
        let pick = self.plan.pick(ask.seen()).map_err(|why| Problem::of(400, why).with_code("fake_script"))?;
        let shape = pick.turn.stream.clone().unwrap_or_else(|| self.script.stream.clone());
        Ok(play(protocol, ask, pick, &shape, now))
    }
}

fn route(request: &Recorded) -> Option<(&'static str, Route<'_>)> {
    let path = request.path.as_str();
    #[cfg(feature = "all-formats")]
    if let Some(route) = route_of_other_formats(request) {
        return Some(route);
    }
    match path {
        "/v1/chat/completions" => Some(("POST", Route::Turn(&Chat))),
        "/v1/models" => Some(("GET", Route::Models(&Chat))),
        _ => path.strip_prefix("/v1/models/").map(|name| ("GET", Route::Model(name))),
    }
}

#[cfg(feature = "all-formats")]
fn route_of_other_formats(request: &Recorded) -> Option<(&'static str, Route<'_>)> {
    let path = request.path.as_str();
    match path {
        "/api/v1/chat/completions" => Some(("POST", Route::Turn(&GigaChat))),
        "/v1/messages" => Some(("POST", Route::Turn(&Messages))),
        "/v1/responses" => Some(("POST", Route::Turn(&Responses))),
        // OpenAI and Anthropic share this path; only Anthropic's clients send a version.
        "/v1/models" if request.header("anthropic-version").is_some() => Some(("GET", Route::Models(&Messages))),
        "/v1beta/models" => Some(("GET", Route::Models(&Gemini))),
        "/api/v1/models" => Some(("GET", Route::Models(&GigaChat))),
        // Newer clients of Gemini use the stable version, older ones the beta.
        _ if path.starts_with("/v1/models/") && path.ends_with("enerateContent") => {
            Some(("POST", Route::Turn(&Gemini)))
        }
        _ if path.starts_with("/v1beta/models/") => Some(("POST", Route::Turn(&Gemini))),
        _ => None,
    }
}

fn play(protocol: &dyn Protocol, ask: Ask, pick: Pick, shape: &StreamShape, now: SystemTime) -> Reply {
    let Pick { number, turn, fault } = pick;
    let mut answer = Answer::new(turn, number, ask.model);
    match &fault {
        Some(FaultKind::Status { status, code, retry, headers }) => {
            let mut problem = Problem::of(*status, "this error stands in the script");
            problem.code.clone_from(code);
            let mut sending = Sending::json(*status, protocol.error(&problem).to_string().into_bytes());
            sending.headers.extend(retry.iter().map(|retry| retry.header(now)));
            sending.headers.extend(headers.iter().map(|(name, value)| (name.to_lowercase(), value.clone())));
            return Reply::Send(sending);
        }
        Some(FaultKind::Hang { after: None }) => return Reply::Silence,
        Some(FaultKind::ErrorInside { code }) => {
            return Reply::json(200, &protocol.error_inside(*code));
        }
        Some(spoiling) => answer.spoil(spoiling),
        None => {}
    }
    match ask.delivery {
        Delivery::Whole => whole(protocol, &answer, fault.as_ref()),
        Delivery::Stream(usage) => stream(protocol, &answer, usage, shape, fault.as_ref()),
    }
}

fn whole(protocol: &dyn Protocol, answer: &Answer, fault: Option<&FaultKind>) -> Reply {
    if let Some(FaultKind::ErrorEvent { code, .. }) = fault {
        return Reply::json(200, &protocol.error_inside(*code));
    }
    let end = ending(fault);
    let mut body = protocol.whole(answer).to_string().into_bytes();
    if end != End::Complete || matches!(fault, Some(FaultKind::TruncatedJson)) {
        body.truncate(body.len() / 2);
    }
    Reply::Send(Sending { end, ..Sending::json(200, body) })
}

fn stream(
    protocol: &dyn Protocol,
    answer: &Answer,
    usage: StreamedUsage,
    shape: &StreamShape,
    fault: Option<&FaultKind>,
) -> Reply {
    let mut events = protocol.events(answer, usage, shape);
    match fault {
        Some(FaultKind::Hang { after: Some(after) }) => events.truncate(before_the_last(&events, *after)),
        Some(FaultKind::Reset { after }) => cut(&mut events, *after),
        Some(FaultKind::TruncatedJson) => {
            let middle = events.len() / 2;
            cut(&mut events, middle);
        }
        Some(FaultKind::ErrorEvent { code, after }) => {
            events.truncate(before_the_last(&events, *after));
            events.push(protocol.error_event(*code));
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
    Reply::Send(Sending { pause, end: ending(fault), ..Sending::stream(shape.travel(events)) })
}

/// So many events, but never the last: what fails after that has failed nobody, for the answer is there whole.
fn before_the_last(events: &[String], after: usize) -> usize {
    after.min(events.len().saturating_sub(1))
}

/// Keeps `after` events and the first half of the next, so that the stream ends inside a line.
fn cut(events: &mut Vec<String>, after: usize) {
    let after = before_the_last(events, after);
    events.truncate(after + 1);
    if let Some(last) = events.last_mut() {
        let half = last.chars().count() / 2;
        *last = last.chars().take(half).collect();
    }
}

fn ending(fault: Option<&FaultKind>) -> End {
    match fault {
        Some(FaultKind::Reset { .. }) => End::Broken,
        Some(FaultKind::Hang { .. }) => End::Silent,
        Some(
            FaultKind::Status { .. }
            | FaultKind::ErrorInside { .. }
            | FaultKind::ErrorEvent { .. }
            | FaultKind::TruncatedJson
            | FaultKind::Empty
            | FaultKind::DuplicateIds
            | FaultKind::LengthStop,
        )
        | None => End::Complete,
    }
}

fn refuse(protocol: &dyn Protocol, problem: &Problem) -> Reply {
    Reply::json(problem.status, &protocol.error(problem))
}

fn unknown_model(name: &str) -> Problem {
    Problem { param: Some("model".to_owned()), ..Problem::of(404, format!("the model {name:?} does not exist")) }
        .with_code("model_not_found")
}
