//! Serves one connection, message by message.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::UnixStream;
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::Notify;
use tokio::time::timeout;
use webhand_engine::{CallOptions, CallReply, EngineError, answer_question};
use webhand_model::{PersonReply, ReplyChannel, ReplySource, ToolCall};
use webhand_wire::agent::{AgentData, AgentReply, AgentRequest, MOST_BYTES, MessageId};

use super::activity::Activity;
use super::line_reader::{LineReader, ReceivedLine};
use crate::ancestry::{has_terminal, reply_source_of};
use crate::local_host::HostedSession;
use crate::session_process::Greeting;
use crate::session_process::protocol::{ABOUT, CALL, CLOSE, CallParams, DECIDE, DecideParams, STORAGE_STATE};
use crate::settings::SettingsFile;

pub async fn serve_connection(
    stream: UnixStream,
    name: &str,
    hosted: &HostedSession,
    activity: &Activity,
    close: &Notify,
) {
    // The system names the process at the other end; the client cannot claim to be another.
    let client = stream.peer_cred().ok().and_then(|peer| peer.pid()).and_then(|pid| u32::try_from(pid).ok());
    let (reader, mut writer) = stream.into_split();
    let mut lines = LineReader::new(reader, MOST_BYTES);
    let greeting = Greeting { webhand: env!("CARGO_PKG_VERSION").to_owned(), session: name.to_owned() };
    if send(&mut writer, &greeting).await.is_err() {
        return;
    }
    let handler = RequestHandler { hosted, activity, close, client };
    while let Ok(Some(line)) = lines.next().await {
        let reply = match line {
            ReceivedLine::TooLong => {
                AgentReply::failed(None, "too_large", format!("a message may have at most {MOST_BYTES} bytes"))
            }
            ReceivedLine::Whole(line) => tokio::select! {
                reply = handler.answer(&line) => reply,
                // The client is gone, so the call is withdrawn.
                () = lines.disconnected() => return,
            },
        };
        if send(&mut writer, &reply).await.is_err() {
            return;
        }
    }
}

async fn send(writer: &mut OwnedWriteHalf, message: &impl serde::Serialize) -> Result<(), ()> {
    let mut line = serde_json::to_vec(message).map_err(drop)?;
    line.push(b'\n');
    timeout(WRITTEN_WITHIN, writer.write_all(&line)).await.map_err(drop)?.map_err(drop)
}

struct RequestHandler<'a> {
    hosted: &'a HostedSession,
    activity: &'a Activity,
    close: &'a Notify,
    /// The process of the client, where the system tells.
    client: Option<u32>,
}

impl RequestHandler<'_> {
    async fn answer(&self, line: &[u8]) -> AgentReply {
        let request = match AgentRequest::read(line) {
            Ok(request) => request,
            Err(reply) => return *reply,
        };
        let id = request.id;
        match request.kind.as_str() {
            ABOUT => self.about(id),
            CLOSE => {
                self.close.notify_one();
                AgentReply::done(id, text("the session ends"))
            }
            DECIDE => match parse_params::<DecideParams>(request.params) {
                Ok(decision) => self.decide(id, decision).await,
                Err(why) => AgentReply::failed(id, "bad_message", why),
            },
            STORAGE_STATE => self.storage_state(id).await,
            CALL => match parse_params::<CallParams>(request.params) {
                Ok(call) => {
                    let within = Duration::from_millis(call.within_ms).min(LONGEST_CALL);
                    let mut reply = self.call(call.kind, call.params, within).await;
                    if call.then_look
                        && let Ok(CallReply::Outcome { outcome, .. }) = &mut reply
                    {
                        outcome.visible_changes = None;
                    }
                    webhand_api::reply(id, &reply)
                }
                Err(why) => AgentReply::failed(id, "bad_message", why),
            },
            _ => webhand_api::reply(id, &self.call(request.kind, request.params, CallOptions::DEFAULT_TIMEOUT).await),
        }
    }

    async fn call(&self, name: String, params: Map<String, Value>, within: Duration) -> Result<CallReply, EngineError> {
        let _active = self.activity.begin();
        let call = ToolCall { id: "verb".to_owned(), name, arguments: Value::Object(params) };
        self.hosted.session().call(call, CallOptions { timeout: within, person: None }).await
    }

    async fn decide(&self, id: Option<MessageId>, decision: DecideParams) -> AgentReply {
        let Ok(question) = decision.id.parse() else {
            return AgentReply::failed(id, "bad_message", format!("there is no question {:?}", decision.id));
        };
        let channel = self.channel();
        let is_yes = matches!(decision.reply, PersonReply::Yes | PersonReply::YesToKind);
        if is_yes && channel == ReplyChannel::WithoutTerminal && !approves_without_terminal() {
            return AgentReply::failed(id, "refused", "a yes is typed by a person at a terminal");
        }
        let processes = self.client.map(|pid| reply_source_of(pid, channel).processes).unwrap_or_default();
        let source = ReplySource { channel, processes };
        match answer_question(self.hosted.store(), &question, decision.reply, source).await {
            Ok((_, question)) => AgentReply::done(id, text(&question.text)),
            Err(error) => AgentReply::failed(id, "not_found", error.to_string()),
        }
    }

    /// Where the person of the client types.
    fn channel(&self) -> ReplyChannel {
        match self.client.and_then(has_terminal) {
            Some(false) => ReplyChannel::WithoutTerminal,
            Some(true) | None => ReplyChannel::Terminal,
        }
    }

    /// Gives out the log-ins of the browser, to nobody but the person: an agent's program has no terminal.
    async fn storage_state(&self, id: Option<MessageId>) -> AgentReply {
        if self.channel() == ReplyChannel::WithoutTerminal && !approves_without_terminal() {
            return AgentReply::failed(id, "refused", "log-ins are given to a person at a terminal");
        }
        let _active = self.activity.begin();
        match self.hosted.read_storage().await {
            Ok(state) => AgentReply::done(id, AgentData { value: Some(json!(state)), ..text("the log-ins") }),
            Err(why) => AgentReply::failed(id, "unsupported", why),
        }
    }

    fn about(&self, id: Option<MessageId>) -> AgentReply {
        let idle = self.activity.idle().map(|idle| u64::try_from(idle.as_millis()).unwrap_or(u64::MAX));
        let mut about = self.hosted.about();
        about.idle_ms = idle;
        AgentReply::done(id, AgentData { value: Some(json!(about)), ..text("about this session") })
    }
}

/// Whether the person switched on that a yes may come from a program.
fn approves_without_terminal() -> bool {
    let settings = SettingsFile::find().and_then(|file| file.settings());
    settings.is_ok_and(|settings| settings.approve_without_terminal == Some(true))
}

fn text(text: &str) -> AgentData {
    AgentData { text: text.to_owned(), ..AgentData::default() }
}

fn parse_params<T: DeserializeOwned>(params: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(params)).map_err(|error| error.to_string())
}

const WRITTEN_WITHIN: Duration = Duration::from_secs(10);
const LONGEST_CALL: Duration = Duration::from_secs(3_700);
