//! Lists the sessions.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use serde_json::json;

use super::server::ServerRecord;
use super::{SessionConnection, SessionFiles, SessionInfo, SessionsFolder, protocol};

/// A running session.
#[derive(Debug, Serialize)]
pub struct ListedSession {
    pub name: String,
    pub pid: u32,
    /// `None` when the session does not answer.
    #[serde(flatten)]
    pub about: Option<SessionInfo>,
}

/// All running sessions of this person. The files of dead sessions are removed.
pub fn list_sessions(folder: &SessionsFolder) -> Result<Vec<ListedSession>> {
    let mut found = Vec::new();
    for files in folder.all_files() {
        if !files.is_alive() {
            files.remove_if_dead()?;
            continue;
        }
        let Some(record) = ServerRecord::read(&files) else { continue };
        found.push(ListedSession { name: files.name().to_owned(), pid: record.pid, about: about(&files) });
    }
    Ok(found)
}

fn about(files: &SessionFiles) -> Option<SessionInfo> {
    let mut connection = SessionConnection::open(files).ok()??;
    let reply = connection.ask(protocol::ABOUT, &json!({}), ANSWERED_WITHIN).ok()?;
    serde_json::from_value(reply.data.value?).ok()
}

const ANSWERED_WITHIN: Duration = Duration::from_secs(2);
