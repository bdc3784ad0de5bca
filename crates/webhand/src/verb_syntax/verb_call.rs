//! A verb with its arguments, as a call to the session.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use serde_json::{Map, Value};
use webhand_model::{ActionClass, ActionSpec, ParameterSpec};

use super::clap_commands::{FILE, spec_of};
use crate::display;
use crate::exit::UsageError;

/// One call.
#[derive(Debug, Clone, PartialEq)]
pub struct VerbCall {
    /// The name of the action, or an alias that implies some of its arguments.
    pub name: String,
    pub params: Map<String, Value>,
    pub class: ActionClass,
    /// The file for its picture.
    pub file: Option<PathBuf>,
}

impl VerbCall {
    /// The call of the verb `command` with these arguments; `None` if `command` is no verb.
    pub fn from_matches(command: &str, matches: &ArgMatches) -> Option<Self> {
        let spec = spec_of(command)?;
        let given = |parameter: &ParameterSpec| Some((parameter.name.to_owned(), value(parameter, matches)?));
        let mut params: Map<String, Value> = spec.parameters.iter().filter_map(given).collect();
        send_address_to_its_own_parameter(spec, &mut params);
        let file = (spec.name == "screenshot").then(|| matches.get_one::<PathBuf>(FILE).cloned()).flatten();
        Some(Self { name: command.replace('-', "_"), params, class: spec.class, file })
    }

    /// Checks that the files to upload exist, before the person is asked to approve the upload.
    pub fn check_files(&self) -> Result<(), UsageError> {
        let named = if self.class == ActionClass::File { self.params.get("files") } else { None };
        for file in named.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            let path = Path::new(file);
            let shown = display::one_line(file, 200);
            if path.is_dir() {
                return Err(UsageError(format!("{shown} is a folder; name the files in it one by one")));
            }
            // The session resolves a relative path in its own folder.
            if path.is_absolute() && !path.is_file() {
                return Err(UsageError(format!("there is no file {shown}; nothing was done")));
            }
        }
        Ok(())
    }
}

fn value(parameter: &ParameterSpec, matches: &ArgMatches) -> Option<Value> {
    // An alias that implies a parameter has no argument for it.
    let is_known = matches.try_contains_id(parameter.name).unwrap_or(false);
    if !is_known || matches.value_source(parameter.name) != Some(ValueSource::CommandLine) {
        return None;
    }
    let mut all = matches.get_many::<Value>(parameter.name)?.cloned();
    if parameter.kind.is_list() { Some(all.collect()) } else { all.next() }
}

/// In `tab new example.com` the positional value is the address, although it is usually a tab (`tab switch t2`).
pub(super) fn send_address_to_its_own_parameter(spec: &ActionSpec, params: &mut Map<String, Value>) {
    let is_new = params.get("action").is_some_and(|action| action == "new");
    let is_address = params.get("tab").and_then(Value::as_str).is_some_and(|text| is_new || text.contains("://"));
    if spec.name == "tab"
        && is_address
        && !params.contains_key("url")
        && let Some(address) = params.remove("tab")
    {
        params.insert("url".to_owned(), address);
    }
}
