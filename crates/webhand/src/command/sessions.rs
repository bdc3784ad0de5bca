//! `webhand sessions` and `webhand close`: lists and ends the sessions of verbs.

mod storage_state;

use anyhow::Result;
use serde_json::json;

use crate::cli::GlobalArgs;
use crate::display;
use crate::exit::Exit;
use crate::session_process::{CloseOutcome, ListedSession, SessionInfo, SessionsFolder, close_session, list_sessions};
use crate::terminal::{print_error, print_line};

pub use storage_state::save_storage_state;

pub fn print_sessions(global: &GlobalArgs) -> Result<Exit> {
    let found = list_sessions(&SessionsFolder::find()?)?;
    if global.json {
        for session in &found {
            print_line(&json!(session).to_string());
        }
        print_line(&json!({"result": {"sessions": found.len()}}).to_string());
    } else if found.is_empty() {
        print_line("no sessions; begin with: webhand open URL");
    } else {
        let widest = found.iter().map(|session| session.name.len()).max().unwrap_or(0);
        print_line(&found.iter().map(|session| describe_session(session, widest)).collect::<Vec<_>>().join("\n"));
    }
    Ok(Exit::Done)
}

fn describe_session(session: &ListedSession, widest: usize) -> String {
    let ListedSession { name, pid, .. } = session;
    let Some(about) = &session.about else {
        return format!("{name:<widest$}  pid {pid}  does not answer; end it with: webhand close --session {name}");
    };
    let head = format!("{name:<widest$}  pid {pid}  {}, {}", display::count(tabs(about), "tab"), idle(about));
    let page = about.url.as_ref().map(|url| {
        let title = about.title.as_deref().filter(|title| !title.is_empty());
        let title = title.map(|title| format!(" {}", display::quoted(title))).unwrap_or_default();
        format!("  {}{title}", display::one_line(url, 200))
    });
    let waits =
        |waiting: &String| format!("  waits for a yes or no: {} (webhand approvals)", display::one_line(waiting, 200));
    let lines = [Some(head), page, about.waiting.as_ref().map(waits)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn tabs(about: &SessionInfo) -> u64 {
    u64::try_from(about.tabs).unwrap_or(u64::MAX)
}

fn idle(about: &SessionInfo) -> String {
    about.idle_ms.map_or_else(|| "at work".to_owned(), |millis| format!("idle for {}", display::duration(millis)))
}

pub fn close_sessions(global: &GlobalArgs, name: &str, every: bool) -> Result<Exit> {
    let folder = SessionsFolder::find()?;
    let sessions = if every { folder.all_files() } else { vec![folder.files(name)?] };
    let mut exit = Exit::Done;
    let mut closed = 0_u64;
    for files in sessions {
        match close_session(&files) {
            Ok(CloseOutcome::NotRunning) if every => {}
            Ok(ended) => {
                closed += u64::from(ended != CloseOutcome::NotRunning);
                print_outcome(global, files.name(), ended);
            }
            Err(error) => {
                print_error(&crate::exit::error_in_one_line(&error));
                exit = Exit::Failed;
            }
        }
    }
    if every && global.json {
        print_line(&json!({"result": {"closed": closed}}).to_string());
    } else if every {
        print_line(&format!("closed {}", display::count(closed, "session")));
    }
    Ok(exit)
}

fn print_outcome(global: &GlobalArgs, name: &str, ended: CloseOutcome) {
    let (word, text) = match ended {
        CloseOutcome::NotRunning => ("not_there", format!("there is no session {name}")),
        CloseOutcome::Closed => ("closed", format!("closed session {name}")),
        CloseOutcome::Killed => ("killed", format!("session {name} did not react and was killed, with its browser")),
    };
    if global.json {
        print_line(&json!({"session": name, "outcome": word}).to_string());
    } else if !global.quiet {
        print_line(&text);
    }
}
