//! Thin clients: programs that can look at a page and act on it, while the server decides. A step sends a look with the
//! result of the last action, and receives the next action.
//!
//! Start at [`ThinStep`] and [`ThinReply`].

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::api::{OutcomeInfo, QuestionInfo};

/// A look of the client, and what came of the action before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThinStep {
    pub page: ThinPage,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ThinResult>,
}

/// What a page shows, in reading order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThinPage {
    pub url: String,
    #[serde(default)]
    pub title: String,
    /// Another number for each load of a document, such as `performance.timeOrigin`.
    pub document: u64,
    pub nodes: Vec<ThinNode>,
}

/// A text, or an element that can be acted on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThinNode {
    /// The client's number of an element that can be acted on; absent for a text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// As in ARIA: link, button, textbox, checkbox, combobox, heading; text for a text.
    pub role: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub href: Option<String>,
    /// The type of an input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    /// The form that a click, or Enter in a field, would send.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<ThinForm>,
}

/// A form as it would be sent now.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThinForm {
    pub action: String,
    pub method: String,
    /// Names and values; those of secret fields as `…`.
    #[serde(default)]
    pub fields: Vec<[String; 2]>,
}

/// What came of an action.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ThinResult {
    /// The number of the action.
    pub no: u64,
    pub ok: bool,
    #[serde(default)]
    pub text: String,
}

/// The answer to a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum ThinReply {
    /// Do this, then send the next step with its result. The same number again is the same action.
    Act {
        no: u64,
        action: String,
        /// The number of the element.
        element: Option<u32>,
        arguments: Map<String, Value>,
    },
    /// A question waits for an answer; send the next step afterwards.
    Ask {
        question: QuestionInfo,
    },
    /// Nothing is to be done yet; send the step again.
    Wait,
    /// The person paused the run, or it waits for its turn after a restart.
    Rests,
    Over {
        outcome: OutcomeInfo,
    },
}
