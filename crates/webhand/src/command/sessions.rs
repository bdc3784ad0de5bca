//! `webhand sessions` and `webhand close`.

use anyhow::Result;
use serde_json::json;

use crate::cli::Everywhere;
use crate::exit::Exit;
use crate::session::{About, Ended, Folder, Found, all, end};
use crate::terminal::{complain, print};
use crate::words;

pub fn list(everywhere: &Everywhere) -> Result<Exit> {
    let found = all(&Folder::find()?)?;
    if everywhere.json {
        for session in &found {
            print(&json!(session).to_string());
        }
        print(&json!({"result": {"sessions": found.len()}}).to_string());
    } else if found.is_empty() {
        print("no sessions; begin with: webhand open URL");
    } else {
        let widest = found.iter().map(|session| session.name.len()).max().unwrap_or(0);
        print(&found.iter().map(|session| in_words(session, widest)).collect::<Vec<_>>().join("\n"));
    }
    Ok(Exit::Done)
}

fn in_words(session: &Found, widest: usize) -> String {
    let Found { name, pid, .. } = session;
    let Some(about) = &session.about else {
        return format!("{name:<widest$}  pid {pid}  does not answer; end it with: webhand close --session {name}");
    };
    let head = format!("{name:<widest$}  pid {pid}  {}, {}", words::count(tabs(about), "tab"), idle(about));
    let page = about.url.as_ref().map(|url| {
        let title = about.title.as_deref().filter(|title| !title.is_empty());
        let title = title.map(|title| format!(" {}", words::quoted(title))).unwrap_or_default();
        format!("  {}{title}", words::shown(url, 200))
    });
    let waits =
        |waiting: &String| format!("  waits for a yes or no: {} (webhand approvals)", words::shown(waiting, 200));
    let lines = [Some(head), page, about.waiting.as_ref().map(waits)];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn tabs(about: &About) -> u64 {
    u64::try_from(about.tabs).unwrap_or(u64::MAX)
}

fn idle(about: &About) -> String {
    about.idle_ms.map_or_else(|| "at work".to_owned(), |millis| format!("idle for {}", words::duration(millis)))
}

pub fn close(everywhere: &Everywhere, name: &str, every: bool) -> Result<Exit> {
    let folder = Folder::find()?;
    let places = if every { folder.places() } else { vec![folder.place(name)?] };
    let mut exit = Exit::Done;
    let mut closed = 0_u64;
    for place in places {
        match end(&place) {
            Ok(Ended::NotThere) if every => {}
            Ok(ended) => {
                closed += u64::from(ended != Ended::NotThere);
                tell(everywhere, place.name(), ended);
            }
            Err(error) => {
                complain(&crate::exit::in_words(&error));
                exit = Exit::Failed;
            }
        }
    }
    if every && everywhere.json {
        print(&json!({"result": {"closed": closed}}).to_string());
    } else if every {
        print(&format!("closed {}", words::count(closed, "session")));
    }
    Ok(exit)
}

fn tell(everywhere: &Everywhere, name: &str, ended: Ended) {
    let (word, text) = match ended {
        Ended::NotThere => ("not_there", format!("there is no session {name}")),
        Ended::InOrder => ("closed", format!("closed session {name}")),
        Ended::Killed => ("killed", format!("session {name} did not react and was killed, with its browser")),
    };
    if everywhere.json {
        print(&json!({"session": name, "outcome": word}).to_string());
    } else if !everywhere.quiet {
        print(&text);
    }
}
