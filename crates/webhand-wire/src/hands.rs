//! Messages of `/ws/hands`: a server and the browser extension whose tabs its runs drive.
//!
//! A connection begins with a proof in both directions: [`HandsHello`], [`HandsGreeting::Challenge`], [`HandsProof`],
//! [`HandsGreeting::Welcome`]. Each side proves that it knows the key of the pairing, over the nonces of both and the
//! address that the extension has dialled, so that nobody in between can pass the proof on. Then come [`HandsFrame`]s:
//! messages with numbers, which are sent again on the next connection until they are acknowledged.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The first message of the extension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct HandsHello {
    pub version: u32,
    /// 64 hexadecimal digits, never used before.
    pub nonce: String,
    /// The name that the pairing gave to this browser; absent while it is being paired by a code.
    pub device: Option<String>,
}

/// What the server says until the connection is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum HandsGreeting {
    Challenge {
        nonce: String,
        /// The server's proof.
        proof: String,
    },
    Welcome {
        device: String,
        /// Another one after each start of the server; messages of an earlier server are void.
        server: String,
        /// Whether the link of before goes on; otherwise both sides count anew and the runs of before are over.
        resumed: bool,
        /// The number of the last message that arrived over it.
        #[cfg_attr(test, ts(type = "number"))]
        received: u64,
    },
    /// The connection ends; the text is for people.
    Refused { why: String },
}

/// The extension's proof, and where its link stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct HandsProof {
    pub proof: String,
    /// Another one after each start of the extension.
    pub link: String,
    /// The server of the last welcome.
    pub server: Option<String>,
    /// The number of the last message that arrived from it.
    #[cfg_attr(test, ts(type = "number"))]
    pub received: u64,
}

/// A message with its number, or an acknowledgement alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct HandsFrame<Message> {
    /// Counts up from 1; 0 where there is no message.
    #[cfg_attr(test, ts(type = "number"))]
    pub no: u64,
    /// The number of the last message that arrived.
    #[cfg_attr(test, ts(type = "number"))]
    pub ack: u64,
    #[serde(default = "Option::default", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub message: Option<Message>,
    /// Wants an acknowledgement at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub ping: bool,
}

/// What a server wants of the browser.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum HandsOrder {
    /// A run begins to drive tabs of its own. `name` is for the person.
    Open { run: String, level: HandsLevel, name: String },
    /// A frame of the protocol of the level, as the hands send it.
    Frame { run: String, frame: String },
    /// The run drives no tabs any more; they stay with the person.
    Close { run: String },
}

/// What the browser tells the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum HandsNews {
    /// The run may drive tabs from now on.
    Opened { run: String },
    /// A reply or an event.
    Frame { run: String, frame: String },
    /// The run has no tabs here (any more); the text is for people.
    Closed { run: String, why: String },
}

/// How tabs are driven.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum HandsLevel {
    /// Content scripts and the browser's interfaces for extensions.
    #[default]
    Quiet,
    /// Chrome's debugger.
    Debugger,
}

/// The version of these messages.
pub const HANDS_VERSION: u32 = 1;
