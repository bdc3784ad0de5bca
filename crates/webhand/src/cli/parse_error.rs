//! Errors of the command line for programs and logs.

use std::ffi::OsString;

use serde_json::json;
use webhand_wire::agent::AgentReply;

use crate::command::ONLY;
use crate::exit::Exit;
use crate::verb_syntax;

/// The error without the usage, on one line.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let call = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"));
    let call: Vec<_> = call.map(str::trim).filter(|line| !line.is_empty()).collect();
    // A request for help is no error.
    let call = if call.is_empty() { text.lines().next().unwrap_or_default().to_owned() } else { call.join(" ") };
    call.trim_start_matches("error: ").to_owned()
}

/// The same as the JSON answer of a verb, if `--json` is among the words.
pub(super) fn for_programs(error: &clap::Error, words: &[OsString], command: Option<&str>) -> Option<String> {
    let asked = error.use_stderr() && words.iter().any(|word| word == "--json");
    let is_verb = command.is_some_and(|name| verb_syntax::named_command(name, []).is_some());
    asked.then(|| {
        let (exit, reason) = (Exit::Usage, in_one_line(error));
        if is_verb {
            return AgentReply::failed(Some(ONLY), "bad_call", reason).to_text();
        }
        json!({"result": {"exit": exit.number(), "outcome": exit.word(), "reason": reason}}).to_string()
    })
}
