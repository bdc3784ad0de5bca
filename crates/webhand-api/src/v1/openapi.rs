//! The description of the API in the form of `OpenAPI` 3.1, made from the table of routes and the types of the bodies.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};
use webhand_wire::api::{
    Answer, BrainChoice, EventDetails, EventPage, Health, InputBatch, IntentInfo, KeyList, ModelList, NewKey, NewRun,
    NewSchedule, PersonWords, Problem, ProfileList, ProfileName, RunAgain, RunInfo, RunPage, ScheduleInfo,
    ScheduleList, ScheduleSwitch, ServerInfo, SessionToken, SettingList, SettingValue, StartedRun, TaskDraft,
};
use webhand_wire::thin::{ThinReply, ThinStep};

use crate::http::{ApiCall, Route, RouteAccess, routes};

/// The whole description.
pub(super) fn description() -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for route in routes() {
        let Some(call) = route.api_call() else { continue };
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method.as_str().to_lowercase()] = operation(route, call, &mut schemas);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "webhand",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Runs of webhand: start them, watch them, answer them. Keys are sent as bearer tokens.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas.generator.take_definitions(true),
            "securitySchemes": {
                "agent": {"type": "http", "scheme": "bearer", "description": "Starts runs and acts; never approves."},
                "owner": {"type": "http", "scheme": "bearer", "description": "The person's own key."},
                "code": {"type": "http", "scheme": "bearer", "description": "Good once, for a session of a dashboard."},
            },
        },
    })
}

struct Schemas {
    generator: SchemaGenerator,
}

impl Schemas {
    fn new() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
        });
        Self { generator: settings.into_generator() }
    }

    fn of<T: JsonSchema>(&mut self) -> Schema {
        self.generator.subschema_for::<T>()
    }

    fn json<T: JsonSchema>(&mut self) -> Value {
        json!({"application/json": {"schema": self.of::<T>()}})
    }
}

fn operation(route: &Route, call: ApiCall, schemas: &mut Schemas) -> Value {
    let mut parameters: Vec<Value> = route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}))
        .collect();
    parameters.extend(
        route
            .query
            .iter()
            .map(|name| json!({"name": name, "in": "query", "required": false, "schema": parameter_schema(name)})),
    );
    let (status, about, content) = success(call, schemas);
    let mut ok = json!({"description": about});
    if let Some(content) = content {
        ok["content"] = content;
    }
    let problem = json!({
        "description": "Why it was not done",
        "content": {"application/problem+json": {"schema": schemas.of::<Problem>()}},
    });
    let mut responses = json!({"default": problem});
    responses[status] = ok;
    if call == ApiCall::StartRun {
        responses["200"] = responses["201"].clone();
    }
    let security = match route.access {
        RouteAccess::AnyKey => json!([{"agent": []}, {"owner": []}]),
        RouteAccess::OwnerKey => json!([{"owner": []}]),
        RouteAccess::Code => json!([{"code": []}]),
        // That of a pairing is no address of the API.
        RouteAccess::Open | RouteAccess::Pairing => json!([]),
    };
    let mut operation = json!({
        "operationId": operation_id(route, call),
        "summary": route.doc,
        "parameters": parameters,
        "responses": responses,
        "security": security,
    });
    if let Some(body) = body(call, schemas) {
        operation["requestBody"] = json!({"required": true, "content": body});
    }
    operation
}

/// Some calls have two addresses.
fn operation_id(route: &Route, call: ApiCall) -> String {
    let is_second = route.path.starts_with("/agent/") && !format!("{call:?}").starts_with("Thin");
    if is_second { format!("Thin{call:?}") } else { format!("{call:?}") }
}

fn parameter_schema(name: &str) -> Value {
    match name {
        "stage" => json!({"type": "string", "enum": ["open", "waiting", "over"]}),
        "after" => json!({"type": "integer", "minimum": 0}),
        "limit" => json!({"type": "integer", "minimum": 1}),
        "before" => json!({"type": "string", "pattern": "^[0-9]+-[A-Za-z0-9_-]+$"}),
        _ => json!({"type": "string"}),
    }
}

/// Makes the schema of a body.
type MakeBody = fn(&mut Schemas) -> Value;

fn body(call: ApiCall, schemas: &mut Schemas) -> Option<Value> {
    let bodies: [(ApiCall, MakeBody); 14] = [
        (ApiCall::StartRun, Schemas::json::<NewRun>),
        (ApiCall::Answer, Schemas::json::<Answer>),
        (ApiCall::Tell, Schemas::json::<PersonWords>),
        (ApiCall::Intent, Schemas::json::<TaskDraft>),
        (ApiCall::SetSetting, Schemas::json::<SettingValue>),
        (ApiCall::PersonInput, Schemas::json::<InputBatch>),
        (ApiCall::ChangeBrain, Schemas::json::<BrainChoice>),
        (ApiCall::SetKey, Schemas::json::<NewKey>),
        (ApiCall::SaveProfile, Schemas::json::<ProfileName>),
        (ApiCall::Again, Schemas::json::<RunAgain>),
        (ApiCall::AddSchedule, Schemas::json::<NewSchedule>),
        (ApiCall::SwitchSchedule, Schemas::json::<ScheduleSwitch>),
        (ApiCall::ThinStart, Schemas::json::<NewRun>),
        (ApiCall::ThinStep, Schemas::json::<ThinStep>),
    ];
    bodies.into_iter().find(|(of, _)| *of == call).map(|(_, body)| body(schemas))
}

/// The status, the meaning and the content of a success.
fn success(call: ApiCall, schemas: &mut Schemas) -> (&'static str, &'static str, Option<Value>) {
    let text = |kind: &str| Some(json!({kind: {"schema": {"type": "string"}}}));
    match call {
        ApiCall::Health => ("200", "How busy it is", Some(schemas.json::<Health>())),
        ApiCall::Info => ("200", "What the client may do", Some(schemas.json::<ServerInfo>())),
        ApiCall::OpenApi => {
            ("200", "This description", Some(json!({"application/json": {"schema": {"type": "object"}}})))
        }
        ApiCall::OpenSession | ApiCall::NewCode => ("200", "A token", Some(schemas.json::<SessionToken>())),
        ApiCall::Intent => ("200", "Whether it needs a browser", Some(schemas.json::<IntentInfo>())),
        ApiCall::ThinStep => ("200", "The next action", Some(schemas.json::<ThinReply>())),
        ApiCall::StartRun | ApiCall::Again | ApiCall::RunSchedule | ApiCall::ThinStart => {
            ("201", "The run", Some(schemas.json::<StartedRun>()))
        }
        ApiCall::ListRuns => ("200", "Runs", Some(schemas.json::<RunPage>())),
        ApiCall::ReadRun => ("200", "The run", Some(schemas.json::<RunInfo>())),
        ApiCall::Events => {
            let mut content = schemas.json::<EventPage>();
            content["text/event-stream"] = json!({"schema": {"type": "string"}});
            ("200", "Its events", Some(content))
        }
        ApiCall::Changes => ("200", "Hints", text("text/event-stream")),
        ApiCall::Picture => ("200", "The picture", text("image/jpeg")),
        ApiCall::Report => ("200", "The report", text("text/html")),
        ApiCall::Screen => (
            "200",
            "Pictures and dialogs, each behind its length in four bytes; the highest bit of the length marks a dialog",
            text("application/octet-stream"),
        ),
        ApiCall::Models => ("200", "Models", Some(schemas.json::<ModelList>())),
        ApiCall::Settings => ("200", "Settings", Some(schemas.json::<SettingList>())),
        ApiCall::EventDetails => ("200", "The event", Some(schemas.json::<EventDetails>())),
        ApiCall::Keys => ("200", "Providers", Some(schemas.json::<KeyList>())),
        ApiCall::Profiles => ("200", "Profiles", Some(schemas.json::<ProfileList>())),
        ApiCall::Schedules => ("200", "Schedules", Some(schemas.json::<ScheduleList>())),
        ApiCall::AddSchedule => ("201", "The schedule", Some(schemas.json::<ScheduleInfo>())),
        ApiCall::PersonInput
        | ApiCall::ChangeBrain
        | ApiCall::SetKey
        | ApiCall::RemoveKey
        | ApiCall::SaveProfile
        | ApiCall::RemoveProfile
        | ApiCall::SwitchSchedule
        | ApiCall::RemoveSchedule
        | ApiCall::Answer
        | ApiCall::Cancel
        | ApiCall::Pause
        | ApiCall::Resume
        | ApiCall::Take
        | ApiCall::GiveBack
        | ApiCall::Tell
        | ApiCall::Forget
        | ApiCall::SetSetting => ("204", "Done", None),
    }
}
