//! Parses the values of parameters from the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser as _, ValueParser};
use serde_json::{Map, Value, json};
use webhand_model::{ActionClass, ActionSpec, ParameterKind};

/// The clap parser for a kind of value.
pub fn parser(spec: &'static ActionSpec, kind: ParameterKind) -> ValueParser {
    match kind {
        ParameterKind::Word(words) | ParameterKind::Words(words) => {
            PossibleValuesParser::new(words).map(Value::from).into()
        }
        ParameterKind::Flag => {
            PossibleValuesParser::new([ACCEPT, DISMISS]).map(|word| Value::from(word == ACCEPT)).into()
        }
        ParameterKind::Ref
        | ParameterKind::Text
        | ParameterKind::Url
        | ParameterKind::Whole(..)
        | ParameterKind::Number
        | ParameterKind::Texts
        | ParameterKind::Point
        | ParameterKind::Points
        | ParameterKind::Region
        | ParameterKind::Object => ValueParser::new(move |written: &str| parse_value(spec, kind, written)),
    }
}

/// Parses one value. A ref or an address is only passed on, because the page or the guard has to check it.
pub fn parse_value(spec: &ActionSpec, kind: ParameterKind, written: &str) -> Result<Value, String> {
    match kind {
        ParameterKind::Word(words) | ParameterKind::Words(words) if words.contains(&written) => Ok(written.into()),
        ParameterKind::Flag if [ACCEPT, DISMISS].contains(&written) => Ok((written == ACCEPT).into()),
        ParameterKind::Word(_) | ParameterKind::Words(_) | ParameterKind::Flag => Err(kind.in_words()),
        ParameterKind::Number => number(written),
        ParameterKind::Point | ParameterKind::Points => point(written),
        ParameterKind::Region => region(written),
        ParameterKind::Object => object(written),
        ParameterKind::Whole(..) => Ok(whole(written)),
        ParameterKind::Texts if spec.class == ActionClass::File => path(written),
        ParameterKind::Texts | ParameterKind::Text | ParameterKind::Ref | ParameterKind::Url => Ok(written.into()),
    }
}

const ACCEPT: &str = "accept";
const DISMISS: &str = "dismiss";

fn number(written: &str) -> Result<Value, String> {
    let number = written.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(Value::from).ok_or_else(|| ParameterKind::Number.in_words())
}

/// A whole number, or a word that the action knows (`--budget none`).
fn whole(written: &str) -> Value {
    written.parse::<u64>().map_or_else(|_| written.into(), Value::from)
}

fn point(written: &str) -> Result<Value, String> {
    let (x, y) = written.split_once(',').ok_or("two numbers X,Y are wanted")?;
    Ok(json!([number(x)?, number(y)?]))
}

fn region(written: &str) -> Result<Value, String> {
    let sides = written.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if sides.len() == 4 { Ok(sides.into()) } else { Err("four numbers LEFT,TOP,RIGHT,BOTTOM are wanted".to_owned()) }
}

fn object(written: &str) -> Result<Value, String> {
    let object: serde_json::Result<Map<String, Value>> = serde_json::from_str(written);
    object.map(Value::from).map_err(|error| format!("a JSON object is wanted: {error}"))
}

/// An absolute path, because the session process has another current folder.
fn path(written: &str) -> Result<Value, String> {
    let path = std::path::absolute(written).map_err(|error| error.to_string())?;
    path.into_os_string().into_string().map(Value::from).map_err(|_| "the path is not UTF-8".to_owned())
}
