//! A fast parser for the usual form of a verb: its name, positional values, the session, `--json`, `--snapshot`.
//!
//! Building the clap command of one verb takes longer than everything else that a verb does before it connects to its
//! session. So the usual form is parsed here, and every other line, above all a wrong one, is left to clap, which explains
//! the mistake.
//!
//! Invariant: a line that is accepted here means the same to clap; a test compares the two.

use std::ffi::OsString;

use serde_json::Map;
use webhand_model::{ActionSpec, ParameterSpec};

use super::clap_commands::find_verb;
use super::verb_call::send_address_to_its_own_parameter;
use super::{VerbCall, argument_layout, argument_value};

/// A verb in its usual form.
#[derive(Debug, PartialEq)]
pub struct PlainVerb {
    pub call: VerbCall,
    pub session: Option<String>,
    pub then_look: bool,
    pub json: bool,
}

/// Parses the words after the program's name; `None` where clap has to.
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
        // Values belong to parameters unambiguously only if no option stands between them.
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

/// Whether the word cannot be an option.
fn is_value(word: &str) -> bool {
    !word.is_empty() && !word.starts_with('-')
}

/// The parameters for this number of values: all positional ones, the required ones, or the first ones if these include
/// all required ones.
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
