//! The published types and schema of agent messages match the types and the catalogue.

use std::fmt::Write as _;

use ts_rs::{Config, TS};
use webhand_model::{ActionSpec, ParameterKind, catalogue, find_spec};

use super::up_to_date;
use crate::agent::{self, AgentCommand, ArgumentKind, COMMANDS};

const TYPES: &str = "wire/agent.ts";
const SCHEMA: &str = "docs/agent.schema.json";

#[test]
fn the_types_of_agents_are_up_to_date() {
    up_to_date(TYPES, &typescript());
}

#[test]
fn the_schema_is_up_to_date() {
    let mut text = serde_json::to_string_pretty(&agent::schema()).unwrap();
    text.push('\n');
    up_to_date(SCHEMA, &text);
}

#[test]
fn no_command_of_the_surface_hides_an_action() {
    for command in COMMANDS {
        assert!(find_spec(command.name).is_none(), "{command:?}");
    }
}

#[test]
fn every_action_and_alias_has_its_place_in_the_schema() {
    let schema = agent::schema();
    let requests = schema.pointer("/$defs/request/oneOf").unwrap().as_array().unwrap();
    let described: Vec<_> = requests.iter().map(|one| one.pointer("/properties/type/const").unwrap()).collect();
    let names = catalogue().flat_map(|spec| [spec.name].into_iter().chain(spec.aliases.iter().map(|alias| alias.name)));
    for name in names.chain(COMMANDS.iter().map(|command| command.name)) {
        assert_eq!(described.iter().filter(|described| **described == name).count(), 1, "{name}");
    }
}

fn typescript() -> String {
    let mut text = String::from("// Generated from webhand-wire by `make generate`; do not edit.\n");
    text.push_str("\n/** What each request takes. */\nexport interface Commands {\n");
    for spec in catalogue() {
        let _ = write!(text, "  /** {} */\n  {}: {};\n", spec.doc, spec.name, parameters(spec));
    }
    for AgentCommand { name, doc, parameters } in COMMANDS {
        let one = |(name, takes, _): &(&str, ArgumentKind, &str)| match takes {
            ArgumentKind::Text => format!("{name}: string"),
            ArgumentKind::OptionalText => format!("{name}?: string"),
            ArgumentKind::Whole => format!("{name}: number"),
            ArgumentKind::OptionalWhole => format!("{name}?: number"),
            ArgumentKind::Id => format!("{name}?: MessageId"),
        };
        let parameters: Vec<_> = parameters.iter().map(one).collect();
        let _ = write!(text, "  /** {doc} */\n  {name}: {};\n", object(&parameters));
    }
    text.push_str(
        "}\n\nexport type CommandName = keyof Commands;\n\n/** One request, with exactly its own parameters. */\n",
    );
    text.push_str("export type Command = {\n  [Name in CommandName]: { id?: MessageId; type: Name } & ({} extends Commands[Name]\n    ? { params?: Commands[Name] }\n    : { params: Commands[Name] });\n}[CommandName];\n");
    text.push_str(
        "\nexport type JsonValue = number | string | boolean | null | JsonValue[] | { [key: string]: JsonValue };\n",
    );
    let config = Config::default();
    for declaration in [
        agent::MessageId::decl(&config),
        agent::AgentRequest::decl(&config),
        agent::AgentPicture::decl(&config),
        agent::AgentSession::decl(&config),
        agent::AgentData::decl(&config),
        agent::Approval::decl(&config),
        agent::AgentReply::decl(&config),
        agent::FollowEnd::decl(&config),
        agent::AgentEvent::decl(&config),
    ] {
        let _ = write!(text, "\nexport {declaration}\n");
    }
    text
}

fn parameters(spec: &ActionSpec) -> String {
    let one = |parameter: &webhand_model::ParameterSpec| {
        format!("{}{}: {}", parameter.name, if parameter.required { "" } else { "?" }, kind(parameter.kind))
    };
    object(&spec.parameters.iter().map(one).collect::<Vec<_>>())
}

fn object(members: &[String]) -> String {
    if members.is_empty() { "Record<string, never>".to_owned() } else { format!("{{ {} }}", members.join("; ")) }
}

fn kind(kind: ParameterKind) -> String {
    let one_of = |words: &[&str]| words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" | ");
    match kind {
        ParameterKind::Ref | ParameterKind::Text | ParameterKind::Url => "string".to_owned(),
        ParameterKind::Whole(..) | ParameterKind::Number => "number".to_owned(),
        ParameterKind::Flag => "boolean".to_owned(),
        ParameterKind::Word(words) => one_of(words),
        ParameterKind::Texts => "string[]".to_owned(),
        ParameterKind::Words(words) => format!("({})[]", one_of(words)),
        ParameterKind::Point => "[number, number]".to_owned(),
        ParameterKind::Points => "[number, number][]".to_owned(),
        ParameterKind::Region => "[number, number, number, number]".to_owned(),
        ParameterKind::Object => "Record<string, unknown>".to_owned(),
    }
}

/// The lines of a document that begin with this arrow.
fn examples(arrow: char) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wire.md");
    let text = std::fs::read_to_string(path).unwrap();
    let found: Vec<_> = text.lines().filter_map(|line| line.strip_prefix(arrow)).map(str::to_owned).collect();
    assert!(found.len() > 5, "{found:?}");
    found
}

#[test]
fn the_requests_of_the_document_are_understood() {
    let schema = agent::schema();
    for line in examples('→') {
        let request = agent::AgentRequest::read(line.as_bytes()).unwrap_or_else(|reply| panic!("{line}: {reply:?}"));
        let described = schema.pointer("/$defs/request/oneOf").unwrap().as_array().unwrap();
        let of_kind = described.iter().find(|one| one.pointer("/properties/type/const").unwrap() == &request.kind);
        let known = of_kind.unwrap_or_else(|| panic!("{line}")).pointer("/properties/params/properties").unwrap();
        for name in request.params.keys() {
            assert!(known.get(name).is_some(), "{line}: {name}");
        }
    }
}

#[test]
fn the_replies_of_the_document_have_the_shape_of_replies() {
    for line in examples('←') {
        if line.trim_start().starts_with("{\"run\"") {
            let event: agent::AgentEvent =
                serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(event.event.is_some(), event.end.is_none(), "{line}");
            continue;
        }
        let reply: agent::AgentReply = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(reply.success, reply.error.is_none() && reply.code.is_none(), "{line}");
        let written: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(serde_json::to_value(&reply).unwrap(), written, "nothing of it is unknown");
    }
}
