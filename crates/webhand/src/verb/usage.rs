//! How a verb is written, on one line.

use webhand_model::{Kind, ParameterSpec, Spec};

use super::{dashed, slots};

/// `click REF [--button left|right|middle] [--count COUNT]`.
pub fn usage(spec: &Spec) -> String {
    let mut words = vec![dashed(spec.name)];
    for parameter in slots::row(spec) {
        let value = value(parameter);
        words.push(if parameter.required { value } else { format!("[{value}]") });
    }
    if spec.name == "screenshot" {
        words.push("[FILE]".to_owned());
    }
    for parameter in slots::named(spec) {
        let name = dashed(parameter.name);
        let is_flag = parameter.kind == Kind::Flag;
        words.push(if is_flag { format!("[--{name}]") } else { format!("[--{name} {}]", value(parameter)) });
    }
    words.join(" ")
}

fn value(parameter: &ParameterSpec) -> String {
    match parameter.kind {
        Kind::Word(words) | Kind::Words(words) => words.join("|"),
        Kind::Flag => "accept|dismiss".to_owned(),
        Kind::Texts => format!("{}…", slots::placeholder(parameter)),
        Kind::Ref
        | Kind::Text
        | Kind::Url
        | Kind::Whole(..)
        | Kind::Number
        | Kind::Point
        | Kind::Points
        | Kind::Region
        | Kind::Object => slots::placeholder(parameter),
    }
}
