//! The messages between the module and its host, as JSON.
//!
//! Journal lines and frames travel as texts and not as JSON values: a host written in JavaScript would write their
//! numbers anew, and a journal must stay as it was written, byte for byte.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use webhand_model::{RunId, Seq};

/// One call of the host: a message, with the time and random numbers of the moment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Delivery {
    /// Milliseconds since 1970.
    pub now: u64,
    /// From a source that nobody can predict; the ids of new runs are made of them.
    pub random: [u32; 4],
    pub message: HostMessage,
}

/// A message of the host.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum HostMessage {
    /// Keys and settings. It comes before the first request, and again whenever one of them changes.
    Configure(Configuration),
    /// A request of a view, in the terms of `/api/v1`. Answered with [`ModuleMessage::Reply`] and the same id.
    Request(ViewRequest),
    /// The view no longer wants the stream that it requested.
    StopRequest { id: u64 },
    /// A message of the browser of a run: one JSON text without its delimiter.
    CdpFrame { run: RunId, frame: String },
    /// The connection to the browser of a run is closed.
    CdpClosed { run: RunId },
    /// The person stopped the browser's part of a run by the browser's own means: the run ends.
    CdpCancelled { run: RunId },
    /// The time of [`ModuleMessage::TimerSet`] is reached. The time itself is that of the delivery.
    TimerFired,
    /// The reply to the [`ModuleMessage::Journal`] with the same id.
    Journal { id: u64, reply: JournalReply },
    /// A part of the answer to the [`ModuleMessage::Fetch`] with the same id.
    Fetched { id: u64, part: FetchPart },
    /// The reply to the [`ModuleMessage::Chat`] with the same id.
    Chat { id: u64, reply: ChatPageReply },
}

/// The keys, settings and sites of the person. Printing it shows no key.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Configuration {
    /// The keys of providers by the names of their variables, as in `OPENAI_API_KEY`.
    pub keys: BTreeMap<String, String>,
    /// The values of settings by their names.
    pub settings: BTreeMap<String, String>,
    /// The sites that the person saved under a name.
    pub tools: Vec<NamedAddress>,
    /// Goes into the digests that approvals are bound to; 64 hexadecimal digits.
    pub digest_key: String,
}

/// A saved tool as the host keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedAddress {
    pub name: String,
    pub url: String,
}

impl fmt::Debug for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Configuration");
        shown.field("keys", &self.keys.keys()).field("settings", &self.settings).finish_non_exhaustive()
    }
}

/// A request of a view. Printing it does not show its body, which may hold a secret.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ViewRequest {
    pub id: u64,
    pub method: String,
    /// With its query.
    pub path: String,
    /// JSON, as text.
    #[serde(default)]
    pub body: Option<String>,
    /// Wants a stream of events.
    #[serde(default)]
    pub streams: bool,
    /// The number of the last event that the view knows.
    #[serde(default)]
    pub last_event: Option<u64>,
}

impl fmt::Debug for ViewRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewRequest").field("method", &self.method).field("path", &self.path).finish_non_exhaustive()
    }
}

/// A part of the answer to a [`ModuleMessage::Fetch`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum FetchPart {
    Head {
        status: u16,
        headers: Vec<(String, String)>,
    },
    /// A piece of the body, in base64.
    Piece {
        bytes: String,
    },
    End,
    /// The connection failed or broke; the text is for people.
    Failed {
        why: String,
    },
}

/// Which of the two ways a run drives its tabs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DriverLevel {
    /// Content scripts and extension interfaces: no bar in the browser, and input that pages can tell from a person's.
    Quiet,
    /// The browser's debugger.
    #[default]
    Debugger,
}

/// A message of the module, which the host acts on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ModuleMessage {
    /// The answer to a request. `content` is the media type; pictures are in base64.
    Reply { id: u64, status: u16, content: String, body: Value },
    /// One event of a stream, after its reply.
    Event {
        id: u64,
        event: String,
        data: Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        seq: Option<u64>,
    },
    /// The stream is over.
    StreamEnded { id: u64 },
    /// A setting was changed by a view; `None` goes back to the default. The host keeps it and configures the module again.
    SettingChanged { key: String, value: Option<String> },
    /// How many runs are under way or wait for their turn, and how many of them wait for the person.
    Activity { live: u64, waiting: Vec<RunId> },
    /// A run begins to drive tabs. `name` is for the person.
    BrowserOpen { run: RunId, level: DriverLevel, name: String, tab: Option<i64>, tabs: u32 },
    /// A message for the browser of a run: one JSON text without its delimiter.
    CdpFrame { run: RunId, frame: String },
    /// The run drives no tabs any more; they stay with the person.
    BrowserClose { run: RunId },
    /// The run goes on with the debugger and holds what its tabs send, so the rules of the quiet level may end.
    QuietLeave { run: RunId },
    /// Wake the module with [`HostMessage::TimerFired`] at this time, in milliseconds since 1970. It replaces the time
    /// set before; without one there is nothing to wait for.
    TimerSet { at: Option<u64> },
    /// Work on the journal, to be answered with [`HostMessage::Journal`] and the same id.
    Journal { id: u64, request: JournalRequest },
    /// Send this to a provider, without cookies and without following redirects.
    Fetch(FetchRequest),
    /// The answer is not wanted any more.
    FetchAbort { id: u64 },
    /// Work in the chat page that is a brain of a run, to be answered with [`HostMessage::Chat`] and the same id. Chats of
    /// different runs never share a tab.
    Chat { id: u64, run: RunId, chat: String, request: ChatPageRequest },
    /// The run needs its chats no more; their tabs stay with the person.
    ChatsReleased { run: RunId },
    /// The host's message was not understood or is not possible now, and changed nothing.
    Refused { why: String },
}

/// A request to a chat page; see `webhand_port::ChatPage`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ChatPageRequest {
    /// Show the address in the chat's tab, and open one if there is none. No tab is closed or loaded again.
    Open { address: String },
    /// Send the script in the page one call.
    Call { call: String, within_ms: u64 },
}

/// The reply to a [`ChatPageRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ChatPageReply {
    /// The reply of the script.
    Reply(String),
    Done(bool),
    Failed {
        kind: ChatPageFailure,
        /// For people.
        why: String,
    },
}

/// Why a chat page did not do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatPageFailure {
    /// The tab is closed.
    Gone,
    /// The call may or may not have been carried out, because the page or the worker ended in the middle: look again.
    Reloaded,
    NoAnswer,
    NotOpened,
}

/// A request to a provider. Printing it shows neither headers nor body.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct FetchRequest {
    pub id: u64,
    pub method: String,
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl fmt::Debug for FetchRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FetchRequest").field("id", &self.id).field("url", &self.url).finish_non_exhaustive()
    }
}

/// A request of the module to the host's journal. The host promises what `webhand_port::ServerStore` promises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalRequest {
    /// Append the lines if the journal still ends at `after`, all or none, and keep `summary` as the run's. The effects they
    /// announce are performed only after [`JournalReply::Appended`]; where `durable` is set, that reply also means safe from
    /// a power cut.
    Append { run: RunId, after: Seq, lines: Vec<String>, durable: bool, summary: String },
    /// The lines after `after`, oldest first, at most so many.
    Read { run: RunId, after: Seq, most: Option<u32> },
    /// Where the journal ends.
    End { run: RunId },
    /// The records of one run, or of all.
    Records { run: Option<RunId> },
    /// Keep this text with a run, in the place of what was kept there, or remove it. The run need not have a journal.
    PutNote { run: RunId, note: Note, text: Option<String> },
    /// Erase a run with everything that is kept of it.
    Forget { run: RunId },
    /// Keep a JPEG, written in base64, under a name that is unique within its run.
    KeepPicture { run: RunId, name: String, jpeg: String },
    /// A picture that was kept.
    Picture { run: RunId, name: String },
}

/// Texts that are kept with a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    Order,
    Setup,
    /// Where the run's chats are, and which message is on its way in each.
    Chat,
}

/// The record of a run, which is kept beside its journal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunRecord {
    pub run: RunId,
    #[serde(default)]
    pub summary: Option<String>,
    #[serde(default)]
    pub order: Option<String>,
    #[serde(default)]
    pub setup: Option<String>,
    /// Only where the records of one run are asked for.
    #[serde(default)]
    pub chat: Option<String>,
}

/// The host's reply to a [`JournalRequest`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JournalReply {
    Appended {
        end: Seq,
    },
    Lines {
        lines: Vec<String>,
    },
    /// 0 for an unknown run.
    End {
        end: Seq,
    },
    Records {
        records: Vec<RunRecord>,
    },
    /// A note or a picture is kept, or a run is forgotten.
    Kept,
    /// In base64; absent when there is none of that name.
    Picture {
        jpeg: Option<String>,
    },
    Failed(JournalFailure),
}

/// Why the host could not do its work on the journal; nothing was written.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum JournalFailure {
    /// Somebody else wrote first: the journal ends at `end`.
    Conflict {
        end: Seq,
    },
    /// There is no space left.
    Full,
    /// Another program uses it.
    Busy,
    Unusable {
        why: String,
    },
}
