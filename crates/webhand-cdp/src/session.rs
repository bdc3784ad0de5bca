//! Typed calls and events of one session: the browser's own, or that of a tab, a frame of another process, a worker.

use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::client::Client;
use crate::dispatcher::Scope;
use crate::error::CdpError;
use crate::event::{Events, Filter};
use crate::protocol::SessionId;
use crate::surrogates::parse_lossy;

/// A command of the protocol with its parameters.
pub trait Command: Serialize {
    const METHOD: &'static str;
    type Reply: DeserializeOwned;
}

/// An event of the protocol with its parameters.
pub trait TypedEvent: DeserializeOwned {
    const METHOD: &'static str;
}

/// A flat session of the protocol: its calls and events carry its id.
#[derive(Debug, Clone)]
pub struct Session {
    client: Client,
    id: Option<SessionId>,
}

impl Session {
    pub(super) fn new(client: Client, id: Option<SessionId>) -> Self {
        Self { client, id }
    }

    /// `None` for the browser's own session.
    #[must_use]
    pub fn id(&self) -> Option<&SessionId> {
        self.id.as_ref()
    }

    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Calls with the default deadline of ten seconds.
    ///
    /// # Errors
    /// See [`CdpError`].
    pub async fn call<C: Command>(&self, command: &C) -> Result<C::Reply, CdpError> {
        self.call_within(command, DEFAULT_DEADLINE).await
    }

    /// # Errors
    /// See [`CdpError`].
    pub async fn call_within<C: Command>(&self, command: &C, deadline: Duration) -> Result<C::Reply, CdpError> {
        let reply = self.call_raw(C::METHOD, command, deadline).await?;
        parse_lossy(&reply).map_err(|error| CdpError::BadReply { method: C::METHOD.to_owned(), why: error.to_string() })
    }

    /// Calls a method by its name; `params` must become a JSON object.
    ///
    /// # Errors
    /// See [`CdpError`].
    pub async fn call_raw(
        &self,
        method: &str,
        params: &impl Serialize,
        deadline: Duration,
    ) -> Result<Box<RawValue>, CdpError> {
        self.client.call(self.id.as_ref(), method, params, deadline).await
    }

    /// Subscribes to the events of this session, from now until the session ends.
    #[must_use]
    pub fn events(&self, filter: Filter) -> Events {
        let scope = self.id.clone().map_or(Scope::Browser, Scope::Session);
        self.client.subscribe(scope, filter)
    }
}

/// Long enough for a busy page, short enough for a waiting person.
const DEFAULT_DEADLINE: Duration = Duration::from_secs(10);
