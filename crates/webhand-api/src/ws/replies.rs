//! Replies of the protocol itself, as opposed to outcomes of actions.

use webhand_wire::agent::{AgentData, AgentReply, AgentSession, MessageId};

use super::resumable_session::ResumableSession;
use super::sessions::SessionListing;

/// A success with a text.
pub(super) fn text_reply(id: Option<MessageId>, text: &str) -> AgentReply {
    AgentReply::done(id, AgentData { text: text.to_owned(), ..AgentData::default() })
}

/// A success with a text that also tells how to resume the session.
pub(super) fn session_reply(id: Option<MessageId>, session: &ResumableSession, text: &str) -> AgentReply {
    let mut reply = text_reply(id, text);
    add_session(&mut reply, session);
    reply
}

/// Adds to a reply how to resume the session.
pub(super) fn add_session(reply: &mut AgentReply, session: &ResumableSession) {
    let session =
        AgentSession { name: session.name.clone(), resume: session.key.clone(), received: session.received() };
    reply.data.get_or_insert_default().session = Some(session);
}

pub(super) fn sessions_reply(id: Option<MessageId>, sessions: &[SessionListing]) -> AgentReply {
    let line = |listed: &SessionListing| {
        let state = if listed.connected { "connected" } else { "cut" };
        let requests = if listed.requests == 1 { "request" } else { "requests" };
        format!("- {} [{state}], {} {requests}", listed.name, listed.requests)
    };
    let mut reply = text_reply(id, &sessions.iter().map(line).collect::<Vec<_>>().join("\n"));
    if let Some(data) = &mut reply.data {
        data.value = serde_json::to_value(sessions).ok();
    }
    reply
}

/// Texts for people and models.
pub(super) mod messages {
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
    pub const TOO_MANY_FOLLOWED: &str = "this connection follows as many runs as it may; follow others on another one";
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
