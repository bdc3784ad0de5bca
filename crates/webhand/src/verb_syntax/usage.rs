//! The usage line of a verb.

use webhand_model::{ActionSpec, ParameterKind, ParameterSpec};

use super::{argument_layout, dashed};

/// `click REF [--button left|right|middle] [--count COUNT]`.
pub fn usage(spec: &ActionSpec) -> String {
    let mut words = vec![dashed(spec.name)];
    for parameter in argument_layout::positional(spec) {
        let value = value(parameter);
        words.push(if parameter.required { value } else { format!("[{value}]") });
    }
    if spec.name == "screenshot" {
        words.push("[FILE]".to_owned());
    }
    for parameter in argument_layout::options(spec) {
        let name = dashed(parameter.name);
        let is_flag = parameter.kind == ParameterKind::Flag;
        words.push(if is_flag { format!("[--{name}]") } else { format!("[--{name} {}]", value(parameter)) });
    }
    words.join(" ")
}

fn value(parameter: &ParameterSpec) -> String {
    match parameter.kind {
        ParameterKind::Word(words) | ParameterKind::Words(words) => words.join("|"),
        ParameterKind::Flag => "accept|dismiss".to_owned(),
        ParameterKind::Texts => format!("{}…", argument_layout::placeholder(parameter)),
        ParameterKind::Ref
        | ParameterKind::Text
        | ParameterKind::Url
        | ParameterKind::Whole(..)
        | ParameterKind::Number
        | ParameterKind::Point
        | ParameterKind::Points
        | ParameterKind::Region
        | ParameterKind::Object => argument_layout::placeholder(parameter),
    }
}
