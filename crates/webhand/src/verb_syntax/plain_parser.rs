//! A verb as it is nearly always written: its name and some values in a row, the session, `--json`, `--snapshot`.
//!
//! Describing one verb to the parser of the command line takes longer than everything else a verb does before it speaks to
//! its session. So what is written plainly is read here, and everything else, above all what is wrong, is left to the
//! parser, which explains it.
//!
//! Invariant: what is read here means the same to the parser; a test holds one against the other.

use std::ffi::OsString;

use serde_json::Map;
use webhand_model::{ActionSpec, ParameterSpec};

use super::clap_commands::find_verb;
use super::verb_call::send_address_to_its_own_parameter;
use super::{VerbCall, argument_layout, argument_value};

/// What was written plainly.
#[derive(Debug, PartialEq)]
pub struct PlainVerb {
    pub call: VerbCall,
    pub session: Option<String>,
    pub then_look: bool,
    pub json: bool,
}

/// Reads the words behind the program's name; `None` where the parser has to.
pub fn parse_plain_verb(words: &[OsString]) -> Option<PlainVerb> {
    let mut words = words.iter().map(|word| word.to_str());
    let (mut row, mut session, mut then_look, mut json) = (Vec::new(), None, false, false);
    let mut row_ends_at = usize::MAX;
    while let Some(word) = words.next() {
        match word? {
            word if is_value(word) && row.len() < row_ends_at => {
                row.push(word);
                continue;
            }
            "--json" if !json => json = true,
            "--snapshot" if !then_look => then_look = true,
            "--session" if session.is_none() => session = Some(words.next()?.filter(|name| is_value(name))?),
            _ => return None,
        }
        // Which value is whose is only plain where nothing stands between them.
        if row.len() > 1 {
            row_ends_at = row.len();
        }
    }
    let (verb, values) = row.split_first()?;
    let (spec, None) = find_verb(verb)? else { return None };
    let mut params = Map::new();
    for (parameter, written) in parameters_for(spec, values.len())?.into_iter().zip(values) {
        params.insert(parameter.name.to_owned(), argument_value::parse_value(spec, parameter.kind, written).ok()?);
    }
    send_address_to_its_own_parameter(spec, &mut params);
    let call = VerbCall { name: spec.name.to_owned(), params, class: spec.class, file: None };
    Some(PlainVerb { call, session: session.map(str::to_owned), then_look, json })
}

/// Nothing that could be an option.
fn is_value(word: &str) -> bool {
    !word.is_empty() && !word.starts_with('-')
}

/// Which parameters so many values are meant for: all that can stand in a row, those that must, or the first ones if
/// none of those is left out.
fn parameters_for(spec: &ActionSpec, values: usize) -> Option<Vec<&'static ParameterSpec>> {
    let row: Vec<_> = argument_layout::positional(spec).collect();
    if row.iter().any(|parameter| parameter.kind.is_list()) {
        return None;
    }
    let required = || row.iter().copied().filter(|parameter| parameter.required);
    if values == required().count() {
        return Some(required().collect());
    }
    let (first, left) = row.split_at_checked(values)?;
    left.iter().all(|parameter| !parameter.required).then(|| first.to_vec())
}
