//! What the surface itself says, beside what came of an action.

use webhand_wire::agent::{AgentData, AgentReply, AgentSession, MessageId};

use super::kept::Kept;
use super::sessions::Listed;

/// Something was done, or is so.
pub(super) fn said(id: Option<MessageId>, text: &str) -> AgentReply {
    AgentReply::done(id, AgentData { text: text.to_owned(), ..AgentData::default() })
}

/// The reply that tells how to take the session up again.
pub(super) fn greeting(id: Option<MessageId>, kept: &Kept, text: &str) -> AgentReply {
    let mut reply = said(id, text);
    greet(&mut reply, kept);
    reply
}

/// Adds to a reply how to take the session up again.
pub(super) fn greet(reply: &mut AgentReply, kept: &Kept) {
    let session = AgentSession { name: kept.name.clone(), resume: kept.key.clone(), received: kept.received() };
    reply.data.get_or_insert_default().session = Some(session);
}

pub(super) fn listing(id: Option<MessageId>, sessions: &[Listed]) -> AgentReply {
    let line = |listed: &Listed| {
        let state = if listed.connected { "connected" } else { "cut" };
        let requests = if listed.requests == 1 { "request" } else { "requests" };
        format!("- {} [{state}], {} {requests}", listed.name, listed.requests)
    };
    let mut reply = said(id, &sessions.iter().map(line).collect::<Vec<_>>().join("\n"));
    if let Some(data) = &mut reply.data {
        data.value = serde_json::to_value(sessions).ok();
    }
    reply
}

/// Sentences for people and models.
pub(super) mod words {
    pub const PROVE_FIRST: &str = "show the token first: offer the subprotocols \"webhand\" and \"bearer.TOKEN\", or send \
        {\"id\": 1, \"type\": \"auth\", \"params\": {\"token\": \"…\"}} as the first message within 5 seconds";
    pub const WRONG_TOKEN: &str = "the token is wrong: send the text of the token file that the server named";
    pub const WELCOME: &str = "You are in. Requests are answered in the order they come.";
    pub const RESUMED: &str = "The session goes on where it was cut. Replies that did not get through follow.";
    pub const NOTHING_TO_RESUME: &str =
        "there is no session with this key any more; any other request begins a new one";
    pub const RESUME_FIRST: &str = "this connection has a session already; take up another one on a new connection";
    pub const TOO_MANY_SESSIONS: &str =
        "as many sessions are in use as the server can carry; close one or try again later";
    pub const ONLY_TEXT: &str = "messages are JSON in text frames; this one was binary";
    pub const CLOSED: &str = "The session is closed.";
    pub const REPLY_FORGOTTEN: &str = "this request was carried out long ago and its reply is not kept any more; look before \
        repeating it under a new id";
    pub const ID_REUSED: &str = "this id was given to another request before; give each request an id of its own";
    pub const NOT_UTF8: &str =
        "a text frame was not UTF-8, so this connection ends; connect again and resume the session";
    pub const FAR_TOO_LARGE: &str = "the message is so large that it is not read, so this connection ends; connect again and \
        resume the session";
    pub const NOT_A_WEB_SOCKET: &str = "a frame broke the rules of WebSocket, so this connection ends; connect again and \
        resume the session";
}
