//! The connection: one task that reads frames, one that writes them, and the [`Dispatcher`] between them and the callers.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use webhand_rt::JoinHandle;
use webhand_rt::timeout;

use crate::dispatcher::{CallOutcome, Dispatcher, Scope};
use crate::error::CdpError;
use crate::event::{Events, Filter};
use crate::message::encode;
use crate::protocol::SessionId;
use crate::session::Session;
use crate::transport::{FrameSink, FrameSource, Transport};

/// A connection to one browser. Clones share it; when the last one (sessions included) goes, the connection closes.
#[derive(Debug, Clone)]
pub struct Client {
    connection: Arc<Connection>,
}

/// How many received frames were dropped, by reason.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DiscardedFrames {
    /// Frames that are not a message of the protocol.
    pub malformed: u64,
    /// Replies to calls whose callers had stopped waiting.
    pub late: u64,
}

impl Client {
    /// Starts the reading and the writing task. Must be called inside a tokio runtime.
    #[must_use]
    pub fn new(transport: Transport) -> Self {
        let dispatcher = Arc::new(Dispatcher::default());
        let (outgoing, frames) = mpsc::channel(MOST_UNSENT);
        let tasks = [
            webhand_rt::spawn(read(transport.source, Arc::clone(&dispatcher))),
            webhand_rt::spawn(write(transport.sink, frames, Arc::clone(&dispatcher))),
        ];
        Self { connection: Arc::new(Connection { dispatcher, outgoing, tasks }) }
    }

    /// The session of the browser itself.
    #[must_use]
    pub fn browser(&self) -> Session {
        Session::new(self.clone(), None)
    }

    /// The session that the browser announced under this id.
    #[must_use]
    pub fn session(&self, id: SessionId) -> Session {
        Session::new(self.clone(), Some(id))
    }

    /// Subscribes to the events of all sessions, in the order in which the browser sent them.
    #[must_use]
    pub fn events(&self, filter: Filter) -> Events {
        self.subscribe(Scope::Everywhere, filter)
    }

    #[must_use]
    pub fn is_disconnected(&self) -> bool {
        self.connection.dispatcher.is_closed()
    }

    #[must_use]
    pub fn discarded_frames(&self) -> DiscardedFrames {
        self.connection.dispatcher.discarded_frames()
    }

    pub(super) fn subscribe(&self, scope: Scope, filter: Filter) -> Events {
        self.connection.dispatcher.subscribe(scope, filter)
    }

    pub(super) async fn call(
        &self,
        session: Option<&SessionId>,
        method: &str,
        params: &impl Serialize,
        deadline: Duration,
    ) -> Result<Box<RawValue>, CdpError> {
        let connection = &*self.connection;
        let (id, reply) = connection.dispatcher.register_call(session).ok_or(CdpError::Disconnected)?;
        // The guard removes the call from the dispatcher also when the caller drops this future before the reply.
        let _registered = RegisteredCall { dispatcher: &connection.dispatcher, id };
        let frame = encode(id, session, method, params)
            .map_err(|error| CdpError::BadParams { method: method.to_owned(), why: error.to_string() })?;
        let exchange = async {
            if connection.outgoing.send(frame).await.is_err() {
                return CallOutcome::Disconnected;
            }
            reply.await.unwrap_or(CallOutcome::Disconnected)
        };
        let method = || method.to_owned();
        match timeout(deadline, exchange).await {
            Err(_elapsed) => Err(CdpError::Timeout { method: method(), after: deadline }),
            Ok(CallOutcome::Result(result)) => Ok(result),
            Ok(CallOutcome::Refused { code, message }) => Err(CdpError::Refused { method: method(), code, message }),
            Ok(CallOutcome::EmptyReply) => {
                Err(CdpError::BadReply { method: method(), why: "neither a result nor an error".to_owned() })
            }
            Ok(CallOutcome::Crashed) => Err(CdpError::Crashed { method: method() }),
            Ok(CallOutcome::SessionGone) => Err(CdpError::SessionGone { method: method() }),
            Ok(CallOutcome::Disconnected) => Err(CdpError::Disconnected),
        }
    }
}

#[derive(Debug)]
struct Connection {
    dispatcher: Arc<Dispatcher>,
    outgoing: mpsc::Sender<Vec<u8>>,
    tasks: [JoinHandle<()>; 2],
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The tasks own the transport, so aborting them closes it.
        for task in &self.tasks {
            task.abort();
        }
        self.dispatcher.close();
    }
}

/// Removes a call from the dispatcher when it is dropped.
struct RegisteredCall<'a> {
    dispatcher: &'a Dispatcher,
    id: u64,
}

impl Drop for RegisteredCall<'_> {
    fn drop(&mut self) {
        self.dispatcher.forget_call(self.id);
    }
}

async fn read(mut source: Box<dyn FrameSource>, dispatcher: Arc<Dispatcher>) {
    loop {
        match source.next().await {
            Ok(Some(frame)) => dispatcher.dispatch_frame(&frame),
            Ok(None) => break,
            Err(error) => {
                tracing::debug!(%error, "reading from the browser failed");
                break;
            }
        }
    }
    dispatcher.close();
}

/// A browser that does not read blocks this task; the deadlines of the callers go on meanwhile.
async fn write(mut sink: Box<dyn FrameSink>, mut frames: mpsc::Receiver<Vec<u8>>, dispatcher: Arc<Dispatcher>) {
    let mut waiting = Vec::new();
    while frames.recv_many(&mut waiting, MOST_UNSENT).await > 0 {
        if let Err(error) = sink.send(&mut waiting).await {
            tracing::debug!(%error, "writing to the browser failed");
            break;
        }
    }
    dispatcher.close();
}

/// The most frames in the outgoing queue, and in one batch of the writing task.
/// Further callers wait for room until their deadline.
const MOST_UNSENT: usize = 64;

#[cfg(test)]
mod tests;
