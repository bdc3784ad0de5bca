//! The connection itself: one task that reads, one that writes, and the table between them and the callers.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use webhand_rt::JoinHandle;
use webhand_rt::timeout;

use crate::error::CdpError;
use crate::event::{Events, Filter};
use crate::message::encode;
use crate::protocol::SessionId;
use crate::session::Session;
use crate::table::{Ending, Scope, Table};
use crate::transport::{FrameSink, FrameSource, Transport};

/// A connection to one browser. Clones share it; when the last one (sessions included) goes, the connection closes.
#[derive(Debug, Clone)]
pub struct Client {
    connection: Arc<Connection>,
}

/// What was received but could not be used.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Frames that were no message of the protocol.
    pub malformed: u64,
    /// Replies to calls that had been given up.
    pub late: u64,
}

impl Client {
    /// Starts to read and write. Must be called inside a tokio runtime.
    #[must_use]
    pub fn new(transport: Transport) -> Self {
        let table = Arc::new(Table::default());
        let (outgoing, frames) = mpsc::channel(MOST_UNSENT);
        let tasks = [
            webhand_rt::spawn(read(transport.source, Arc::clone(&table))),
            webhand_rt::spawn(write(transport.sink, frames, Arc::clone(&table))),
        ];
        Self { connection: Arc::new(Connection { table, outgoing, tasks }) }
    }

    /// The session of the browser itself.
    #[must_use]
    pub fn browser(&self) -> Session {
        Session::new(self.clone(), None)
    }

    /// The session the browser has announced under this id.
    #[must_use]
    pub fn session(&self, id: SessionId) -> Session {
        Session::new(self.clone(), Some(id))
    }

    /// Listens to every session, in the order in which the browser spoke.
    #[must_use]
    pub fn events(&self, filter: Filter) -> Events {
        self.listen(Scope::Everywhere, filter)
    }

    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.connection.table.ended()
    }

    #[must_use]
    pub fn tally(&self) -> Tally {
        self.connection.table.tally()
    }

    pub(super) fn listen(&self, scope: Scope, filter: Filter) -> Events {
        self.connection.table.listen(scope, filter)
    }

    pub(super) async fn call(
        &self,
        session: Option<&SessionId>,
        method: &str,
        params: &impl Serialize,
        deadline: Duration,
    ) -> Result<Box<RawValue>, CdpError> {
        let connection = &*self.connection;
        let (id, answer) = connection.table.enter(session).ok_or(CdpError::Disconnected)?;
        // Also when the caller stops waiting in the middle, the table must not keep the call.
        let _entry = Entry { table: &connection.table, id };
        let frame = encode(id, session, method, params)
            .map_err(|error| CdpError::BadParams { method: method.to_owned(), why: error.to_string() })?;
        let exchange = async {
            if connection.outgoing.send(frame).await.is_err() {
                return Ending::Disconnected;
            }
            answer.await.unwrap_or(Ending::Disconnected)
        };
        let method = || method.to_owned();
        match timeout(deadline, exchange).await {
            Err(_elapsed) => Err(CdpError::Timeout { method: method(), after: deadline }),
            Ok(Ending::Result(result)) => Ok(result),
            Ok(Ending::Refused { code, message }) => Err(CdpError::Refused { method: method(), code, message }),
            Ok(Ending::Nothing) => {
                Err(CdpError::BadReply { method: method(), why: "neither a result nor an error".to_owned() })
            }
            Ok(Ending::Crashed) => Err(CdpError::Crashed { method: method() }),
            Ok(Ending::SessionGone) => Err(CdpError::SessionGone { method: method() }),
            Ok(Ending::Disconnected) => Err(CdpError::Disconnected),
        }
    }
}

#[derive(Debug)]
struct Connection {
    table: Arc<Table>,
    outgoing: mpsc::Sender<Vec<u8>>,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The tasks own the transport, so aborting them closes it.
        for task in &self.tasks {
            task.abort();
        }
        self.table.end();
    }
}

struct Entry<'a> {
    table: &'a Table,
    id: u64,
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        self.table.give_up(self.id);
    }
}

async fn read(mut source: Box<dyn FrameSource>, table: Arc<Table>) {
    loop {
        match source.next().await {
            Ok(Some(frame)) => table.handle(&frame),
            Ok(None) => break,
            Err(error) => {
                tracing::debug!(%error, "reading from the browser failed");
                break;
            }
        }
    }
    table.end();
}

/// A browser that does not read holds this task up; the callers' deadlines run meanwhile.
async fn write(mut sink: Box<dyn FrameSink>, mut frames: mpsc::Receiver<Vec<u8>>, table: Arc<Table>) {
    let mut waiting = Vec::new();
    while frames.recv_many(&mut waiting, MOST_UNSENT).await > 0 {
        if let Err(error) = sink.send(&mut waiting).await {
            tracing::debug!(%error, "writing to the browser failed");
            break;
        }
    }
    table.end();
}

/// Calls that wait to be written, and as many that are being written; further callers wait, within their deadline.
const MOST_UNSENT: usize = 64;

#[cfg(test)]
mod tests;
