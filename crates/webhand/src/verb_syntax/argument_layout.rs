//! Which parameters of an action are positional on the command line, and which are options.

use webhand_model::{ActionSpec, ParameterKind, ParameterSpec};

/// Optional parameters that are positional, because a further value nearly always means them. Required parameters are
/// positional without an entry here.
const OPTIONAL_POSITIONALS: &[(&str, &str)] = &[
    ("pdf", "name"),
    ("read", "ref"),
    ("find", "text"),
    ("get", "ref"),
    ("type", "ref"),
    ("press", "ref"),
    ("select", "value"),
    ("wait", "ms"),
    ("scroll", "amount"),
    ("mouse", "x"),
    ("mouse", "y"),
    ("tab", "tab"),
    ("eval", "ref"),
    ("page_tool", "args"),
];

/// The positional parameters, in the order of the catalogue. An optional one may precede a required one
/// (`type [REF] TEXT`): a single value is then the required one.
pub fn positional(spec: &ActionSpec) -> impl Iterator<Item = &'static ParameterSpec> {
    let name = spec.name;
    spec.parameters.iter().filter(move |parameter| is_positional(name, parameter))
}

/// The parameters written as `--name`.
pub fn options(spec: &ActionSpec) -> impl Iterator<Item = &'static ParameterSpec> {
    let name = spec.name;
    spec.parameters.iter().filter(move |parameter| !is_positional(name, parameter))
}

fn is_positional(action: &str, parameter: &ParameterSpec) -> bool {
    parameter.required || OPTIONAL_POSITIONALS.contains(&(action, parameter.name))
}

/// The placeholder of a value in the usage line.
pub fn placeholder(parameter: &ParameterSpec) -> String {
    match parameter.kind {
        ParameterKind::Ref => match parameter.name {
            "ref" | "scope" => "REF".to_owned(),
            other => other.to_uppercase(),
        },
        ParameterKind::Text
        | ParameterKind::Texts
        | ParameterKind::Words(_)
        | ParameterKind::Word(_)
        | ParameterKind::Flag => parameter.name.to_uppercase(),
        ParameterKind::Url => "URL".to_owned(),
        ParameterKind::Whole(..) | ParameterKind::Number => match parameter.name {
            "ms" | "delay" | "hold" => "MS".to_owned(),
            other => other.to_uppercase(),
        },
        ParameterKind::Point | ParameterKind::Points => "X,Y".to_owned(),
        ParameterKind::Region => "LEFT,TOP,RIGHT,BOTTOM".to_owned(),
        ParameterKind::Object => "JSON".to_owned(),
    }
}
