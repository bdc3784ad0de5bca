//! The messages between the module and its host, as JSON.
//!
//! Journal lines and frames travel as texts and not as JSON values: a host written in JavaScript would write their
//! numbers anew, and a journal must stay as it was written, byte for byte.

use serde::{Deserialize, Deserializer, Serialize};
use webhand_model::{EffectNo, PersonReply, Question, RunId, RunOutcome, RunSummary, Secret, Seq, Task};

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
    /// Starts a run in a new tab. Answered with [`ModuleMessage::RunStarted`].
    Start { task: Box<Task> },
    /// Continues an interrupted run where its journal ends, in a new tab.
    Resume { run: RunId },
    /// A message of the browser: one JSON text without its delimiter.
    CdpFrame { frame: String },
    /// The connection to the browser is closed.
    CdpClosed,
    /// The time of [`ModuleMessage::TimerSet`] is reached. The time itself is that of the delivery.
    TimerFired,
    /// The reply to the [`ModuleMessage::Journal`] with the same id.
    Journal { id: u64, reply: JournalReply },
    /// The person's answer to a [`ModuleMessage::Question`].
    Answer { run: RunId, question: EffectNo, answer: PersonAnswer },
    /// The person controls a run.
    Control { run: RunId, command: RunCommand },
}

/// A message of the module, which the host acts on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ModuleMessage {
    /// A run was started or resumed; its other messages name it by this id.
    RunStarted { run: RunId },
    /// A message for the browser: one JSON text without its delimiter.
    CdpFrame { frame: String },
    /// The module no longer uses the connection to the browser.
    CdpClose,
    /// Wake the module with [`HostMessage::TimerFired`] at this time, in milliseconds since 1970. It replaces the time
    /// set before; without one there is nothing to wait for.
    TimerSet { at: Option<u64> },
    /// Work on the journal, to be answered with [`HostMessage::Journal`] and the same id.
    Journal { id: u64, request: JournalRequest },
    /// The run waits for the person, who answers with [`HostMessage::Answer`] and the number of the question.
    Question { run: RunId, number: EffectNo, question: Question },
    /// A piece of the brain's text while it comes in; the journal has all of it later.
    LiveText { run: RunId, text: String },
    /// The work on a run has ended.
    RunEnded { run: RunId, end: RunEnd },
    /// The host's message was not understood or is not possible now, and changed nothing.
    Refused { why: String },
}

/// What the module wants of the host's journal. The host promises what `webhand_port::Store` promises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalRequest {
    /// Append the lines if the journal still ends at `after`, all or none. The effects they announce are performed only
    /// after [`JournalReply::Appended`]; where `durable` is set, that reply also means safe from a power cut.
    Append { run: RunId, after: Seq, lines: Vec<String>, durable: bool },
    /// All lines after `after`, oldest first.
    Read { run: RunId, after: Seq },
    /// Where the journal ends.
    End { run: RunId },
    /// The newest runs first.
    ListRuns { most: u32 },
    /// Keep a JPEG, written in base64, under a name that is unique within its run.
    KeepPicture { run: RunId, name: String, jpeg: String },
    /// A picture that was kept.
    Picture { run: RunId, name: String },
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
    Runs {
        runs: Vec<RunSummary>,
    },
    PictureKept,
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

/// What the person answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PersonAnswer {
    Reply(PersonReply),
    /// The text for a question about a secret; it stays in the module's memory and never reaches the journal.
    #[serde(deserialize_with = "read_secret")]
    Secret(Secret),
}

/// How a person controls a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunCommand {
    Pause,
    Continue,
    Cancel,
    /// The person wants the browser for themselves.
    TakeOver,
}

/// How the work on a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunEnd {
    Finished(RunOutcome),
    /// The run waits for an answer.
    Parked(Question),
    /// Browser or journal failed; the run can be resumed.
    Stopped {
        why: String,
    },
}

fn read_secret<'de, D: Deserializer<'de>>(from: D) -> Result<Secret, D::Error> {
    Secret::new(&String::deserialize(from)?).map_err(serde::de::Error::custom)
}
