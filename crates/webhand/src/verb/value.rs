//! How each kind of parameter is written on a command line.

use clap::builder::{PossibleValuesParser, TypedValueParser as _, ValueParser};
use serde_json::{Map, Value, json};
use webhand_model::{Class, Kind, Spec};

/// Reads one value. What the page or the guard has to decide (a ref, an address) is only passed on.
pub fn parser(spec: &Spec, kind: Kind) -> ValueParser {
    match kind {
        Kind::Word(words) | Kind::Words(words) => PossibleValuesParser::new(words).map(Value::from).into(),
        Kind::Flag => PossibleValuesParser::new(["accept", "dismiss"]).map(|word| Value::from(word == "accept")).into(),
        Kind::Number => ValueParser::from(number),
        Kind::Point | Kind::Points => ValueParser::from(point),
        Kind::Region => ValueParser::from(region),
        Kind::Object => ValueParser::from(object),
        Kind::Whole(..) => ValueParser::from(whole),
        Kind::Texts if spec.class == Class::File => ValueParser::from(path),
        Kind::Texts | Kind::Text | Kind::Ref | Kind::Url => ValueParser::from(text),
    }
}

type Read = Result<Value, String>;

#[expect(clippy::unnecessary_wraps, reason = "the parser of the command line wants a result")]
fn text(written: &str) -> Read {
    Ok(written.into())
}

fn number(written: &str) -> Read {
    let number = written.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.map(Value::from).ok_or_else(|| Kind::Number.in_words())
}

/// Also a word that the action knows (`--budget none`).
#[expect(clippy::unnecessary_wraps, reason = "the parser of the command line wants a result")]
fn whole(written: &str) -> Read {
    Ok(written.parse::<u64>().map_or_else(|_| written.into(), Value::from))
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
    let object: Map<String, Value> = serde_json::from_str(written).map_err(|error| error.to_string())?;
    Ok(object.into())
}

/// The session works in a folder of its own, so a path must not depend on this one.
fn path(written: &str) -> Read {
    let path = std::path::absolute(written).map_err(|error| error.to_string())?;
    path.into_os_string().into_string().map(Value::from).map_err(|_| "the path is not UTF-8".to_owned())
}
