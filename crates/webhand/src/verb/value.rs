//! How each kind of parameter is written on a command line.

use clap::builder::{PossibleValuesParser, TypedValueParser as _, ValueParser};
use serde_json::{Map, Value, json};
use webhand_model::{Class, Kind, Spec};

/// What the parser of the command line is told about a kind of value.
pub fn parser(spec: &'static Spec, kind: Kind) -> ValueParser {
    match kind {
        Kind::Word(words) | Kind::Words(words) => PossibleValuesParser::new(words).map(Value::from).into(),
        Kind::Flag => PossibleValuesParser::new([ACCEPT, DISMISS]).map(|word| Value::from(word == ACCEPT)).into(),
        Kind::Ref
        | Kind::Text
        | Kind::Url
        | Kind::Whole(..)
        | Kind::Number
        | Kind::Texts
        | Kind::Point
        | Kind::Points
        | Kind::Region
        | Kind::Object => ValueParser::new(move |written: &str| read(spec, kind, written)),
    }
}

/// Reads one value. What the page or the guard has to decide (a ref, an address) is only passed on.
pub fn read(spec: &Spec, kind: Kind, written: &str) -> Read {
    match kind {
        Kind::Word(words) | Kind::Words(words) if words.contains(&written) => Ok(written.into()),
        Kind::Flag if [ACCEPT, DISMISS].contains(&written) => Ok((written == ACCEPT).into()),
        Kind::Word(_) | Kind::Words(_) | Kind::Flag => Err(kind.in_words()),
        Kind::Number => number(written),
        Kind::Point | Kind::Points => point(written),
        Kind::Region => region(written),
        Kind::Object => object(written),
        Kind::Whole(..) => Ok(whole(written)),
        Kind::Texts if spec.class == Class::File => path(written),
        Kind::Texts | Kind::Text | Kind::Ref | Kind::Url => Ok(written.into()),
    }
}

const ACCEPT: &str = "accept";
const DISMISS: &str = "dismiss";

type Read = Result<Value, String>;

fn number(written: &str) -> Read {
    let number = written.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(Value::from).ok_or_else(|| Kind::Number.in_words())
}

/// Also a word that the action knows (`--budget none`).
fn whole(written: &str) -> Value {
    written.parse::<u64>().map_or_else(|_| written.into(), Value::from)
}

fn point(written: &str) -> Read {
    let (x, y) = written.split_once(',').ok_or("two numbers X,Y are wanted")?;
    Ok(json!([number(x)?, number(y)?]))
}

fn region(written: &str) -> Read {
    let sides = written.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
    if sides.len() == 4 { Ok(sides.into()) } else { Err("four numbers LEFT,TOP,RIGHT,BOTTOM are wanted".to_owned()) }
}

fn object(written: &str) -> Read {
    let object: serde_json::Result<Map<String, Value>> = serde_json::from_str(written);
    object.map(Value::from).map_err(|error| format!("a JSON object is wanted: {error}"))
}

/// The session works in a folder of its own, so a path must not depend on this one.
fn path(written: &str) -> Read {
    let path = std::path::absolute(written).map_err(|error| error.to_string())?;
    path.into_os_string().into_string().map(Value::from).map_err(|_| "the path is not UTF-8".to_owned())
}
