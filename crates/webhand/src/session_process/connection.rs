//! The client side of a session's socket: one write, one read, no async runtime.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};
use webhand_wire::agent::{AgentData, Approval};

use super::{Greeting, SessionFiles};

/// An open connection to a session.
#[derive(Debug)]
pub struct SessionConnection {
    stream: BufReader<UnixStream>,
    session: String,
    greeted: bool,
}

/// The answer of a session.
#[derive(Debug, Deserialize)]
pub struct SessionReply {
    pub success: bool,
    #[serde(default)]
    pub data: AgentData,
    #[serde(default)]
    pub error: Option<String>,
    #[serde(default)]
    pub code: Option<String>,
    #[serde(default)]
    pub approval: Option<Approval>,
    /// The line as it was received, for programs.
    #[serde(skip)]
    pub line: String,
}

/// Why a call got no answer.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The session read nothing, so the call may be repeated with another session.
    #[error("session {0} ended just now; try again")]
    EndedBeforeCall(String),
    #[error("session {0} does not answer; end it with `webhand close --session {0}`")]
    Hangs(String),
    #[error("session {0} ended before it answered; look at what came of it before you repeat it")]
    EndedDuringCall(String),
    #[error("session {session} was begun by webhand {theirs}; end it with `webhand close --session {session}`")]
    OtherVersion { session: String, theirs: String },
    #[error("session {session} answered what nobody understands: {why}")]
    Garbled { session: String, why: String },
}

impl SessionConnection {
    /// Connects; `None` when no session listens.
    pub fn open(files: &SessionFiles) -> io::Result<Option<Self>> {
        match UnixStream::connect(files.socket()) {
            Ok(stream) => {
                let session = files.name().to_owned();
                Ok(Some(Self { stream: BufReader::with_capacity(READ_AT_ONCE, stream), session, greeted: false }))
            }
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused) => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Sends one message and waits for its answer.
    pub fn ask(&mut self, kind: &str, params: &Value, within: Duration) -> Result<SessionReply, ConnectionError> {
        let mut line = json!({"id": 1, "type": kind, "params": params}).to_string();
        line.push('\n');
        let stream = self.stream.get_ref();
        let sent = stream
            .set_write_timeout(Some(GREETED_WITHIN))
            .and_then(|()| self.stream.get_mut().write_all(line.as_bytes()));
        if !self.greeted {
            self.read_greeting(within.min(GREETED_WITHIN))?;
        }
        sent.map_err(|error| self.lost(&error))?;
        let line = self.read_line(Instant::now() + within).map_err(|error| self.lost(&error))?;
        let mut reply: SessionReply = serde_json::from_str(&line)
            .map_err(|error| ConnectionError::Garbled { session: self.session.clone(), why: error.to_string() })?;
        reply.line = line;
        Ok(reply)
    }

    fn read_greeting(&mut self, within: Duration) -> Result<(), ConnectionError> {
        let line = match self.read_line(Instant::now() + within) {
            Ok(line) => line,
            Err(error) if is_late(&error) => return Err(ConnectionError::Hangs(self.session.clone())),
            // A session greets before it reads, so this one has read nothing.
            Err(_) => return Err(ConnectionError::EndedBeforeCall(self.session.clone())),
        };
        let greeting: Greeting = serde_json::from_str(&line)
            .map_err(|error| ConnectionError::Garbled { session: self.session.clone(), why: error.to_string() })?;
        if greeting.webhand != env!("CARGO_PKG_VERSION") {
            return Err(ConnectionError::OtherVersion { session: self.session.clone(), theirs: greeting.webhand });
        }
        self.greeted = true;
        Ok(())
    }

    fn lost(&self, error: &io::Error) -> ConnectionError {
        let session = self.session.clone();
        // The session ended before it read the message.
        let unread = matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
        match (is_late(error), unread) {
            (true, _) => ConnectionError::Hangs(session),
            (false, true) => ConnectionError::EndedBeforeCall(session),
            (false, false) => ConnectionError::EndedDuringCall(session),
        }
    }

    fn read_line(&mut self, until: Instant) -> io::Result<String> {
        let mut line = Vec::new();
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stream.get_ref().set_read_timeout(Some(left))?;
            let room = LONGEST_ANSWER.saturating_sub(line.len());
            let read = self.stream.by_ref().take(room as u64).read_until(b'\n', &mut line);
            match read {
                Ok(_) if line.ends_with(b"\n") => break,
                Ok(_) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        line.pop();
        String::from_utf8(line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}

fn is_late(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// A live session greets within a millisecond, however busy it is.
const GREETED_WITHIN: Duration = Duration::from_secs(5);
/// Enough for the picture of a very long page in base64.
const LONGEST_ANSWER: usize = 64 * 1024 * 1024;
const READ_AT_ONCE: usize = 64 * 1024;
