//! `webhand storage-state`: keeps the log-ins of a session in a file.
//!
//! Invariant: they are given to a person who says so at a terminal. An agent works with the log-ins of its session and never
//! reads them.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::cli::GlobalArgs;
use crate::command::approvals::confirm_without_question;
use crate::data_dir::write_private;
use crate::display;
use crate::exit::Exit;
use crate::session_process::{STORAGE_STATE, SessionConnection, SessionsFolder};
use crate::terminal::print_line;

pub fn save_storage_state(global: &GlobalArgs, session: &str, file: &Path) -> Result<Exit> {
    let files = SessionsFolder::find()?.files(session)?;
    let Some(mut connection) = SessionConnection::open(&files)? else {
        bail!("there is no session {session}; begin with: webhand open URL");
    };
    let shown = display::one_line(&file.display().to_string(), 1_000);
    if !confirm_without_question(&format!("write the log-ins of session {session} to {shown}?"))? {
        bail!("nothing was written");
    }
    let reply = connection.ask(STORAGE_STATE, &json!({}), READ_WITHIN)?;
    if !reply.success {
        bail!("{}", reply.error.unwrap_or_else(|| "no reason was given".to_owned()));
    }
    let state = reply.data.value.context("the session sent no log-ins")?;
    write_private(file, serde_json::to_string_pretty(&state)?.as_bytes())?;
    let count = |name: &str| state.get(name).and_then(Value::as_array).map_or(0, |list| list.len() as u64);
    let (cookies, sites) = (count("cookies"), count("origins"));
    if global.json {
        print_line(&json!({"result": {"file": file, "cookies": cookies, "origins": sites}}).to_string());
    } else if !global.quiet {
        let what =
            format!("{} and the storage of {}", display::count(cookies, "cookie"), display::count(sites, "site"));
        print_line(&format!("{shown}: {what}; whoever has it is logged in as you"));
    }
    Ok(Exit::Done)
}

const READ_WITHIN: Duration = Duration::from_mins(2);
