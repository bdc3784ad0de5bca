//! What all provider formats share: a prompt becomes a request, bytes become an answer.
//!
//! Invariants: nothing here performs anything; errors are told apart by status, type and code and never by their
//! wording; there is an answer only when it came to its own end; whatever an answer holds, replaying it yields a
//! conversation that its provider accepts.

mod asked;
mod calls;
mod envelope;
mod failure;
mod history;
mod key;
mod mend;
mod narration;
pub(crate) mod native;
mod observation;
mod offer;
mod past;
mod source;
mod sse;
mod stream;
mod talk;
mod text_format;
mod tools;

use std::fmt;

use webhand_model::{Answer, Prompt};
use webhand_port::{Picture, Saying};

pub use asked::Asked;
pub(crate) use calls::{Written, answer, call_id, usable_name};
pub use failure::{Again, Failure};
pub(crate) use failure::{
    broken_off, inside, is_botched_call, malformed, of_status, told, too_short, unnamed, unreadable, web_page,
};
pub(crate) use history::{in_text, in_words};
pub use key::{Key, KeyError};
pub(crate) use observation::{base64, data_url, looked, observed, remarked};
pub use offer::Offered;
pub(crate) use offer::offered;
pub(crate) use past::{Part, Past, Telling};
pub use source::Source;
pub use stream::StreamParser;
pub(crate) use stream::{Ending, Partial};
pub(crate) use talk::{SYSTEM as TALKING, Speaker, spoken};
pub(crate) use text_format::{Said, instructions, read as read_text, schema as text_schema, written as in_json};
pub(crate) use tools::{Eyes, Tool, in_tools, tools, tools_beside};

/// One model of one provider, in the provider's own format.
pub trait Format: fmt::Debug + Send + Sync {
    /// Whose answers are given back as they came.
    fn source(&self) -> &Source;

    /// Whether the model can see.
    fn sees_pictures(&self) -> bool;

    /// Where requests go, below the provider's base address.
    fn place(&self) -> Place;

    /// Where the list of models is.
    fn list(&self) -> Place {
        Place::of("models")
    }

    /// How the provider wants its key.
    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    /// Headers that every request has.
    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The body of the request for the next decision, with nothing that the model cannot see.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, Failure> {
        self.body(prompt, picture.filter(|_| self.sees_pictures())).map_err(|error| unwritten(&error))
    }

    /// The same in the provider's own words.
    ///
    /// # Errors
    /// When it cannot be written.
    fn body(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String>;

    /// The body of the request for an answer in words.
    ///
    /// # Errors
    /// When it cannot be written as JSON.
    fn talk(&self, saying: Saying<'_>) -> Result<String, Failure> {
        self.words(saying).map_err(|error| unwritten(&error))
    }

    /// The same in the provider's own words.
    ///
    /// # Errors
    /// When it cannot be written.
    fn words(&self, saying: Saying<'_>) -> serde_json::Result<String>;

    /// What an answer to that question comes to, in the words of the catalogue.
    fn translate(&self, answer: Answer, _prompt: &Prompt, _picture: Option<&Picture>) -> Answer {
        answer
    }

    /// Reads a whole answer to what was asked.
    ///
    /// # Errors
    /// When it is an error under a good status, a refusal, or makes no sense.
    fn answer(&self, asked: Asked, body: &[u8]) -> Result<Answer, Failure>;

    /// A parser for the stream that answers what was asked.
    fn stream(&self, asked: Asked) -> StreamParser;

    /// Reads the body of a bad status. A provider that could not read its model's call may show what the model wrote;
    /// what can be read after all is an answer.
    ///
    /// # Errors
    /// In all other cases: what went wrong.
    fn error(&self, _asked: Asked, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        Err(of_status(status, &serde_json::from_slice(body).unwrap_or_default()))
    }
}

/// A path below a base address, with its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    pub query: Option<&'static str>,
}

impl Place {
    pub(crate) fn of(path: &str) -> Self {
        Self { path: path.to_owned(), query: None }
    }
}

/// The header a key travels in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyHeader {
    /// `authorization: Bearer KEY`
    Bearer,
    /// `authorization: Basic KEY`
    Basic,
    /// The key alone, under this name in lower case.
    Bare(&'static str),
}

/// A body that is JSON, or else something that is no answer of a model, or one that broke off.
pub(crate) fn parsed(body: &[u8]) -> Result<serde_json::Value, Failure> {
    let is_page = body.trim_ascii_start().starts_with(b"<");
    serde_json::from_slice(body).map_err(|_| if is_page { web_page() } else { broken_off() })
}

/// The same of a body that is no error under a good status.
pub(crate) fn sound(body: &[u8]) -> Result<serde_json::Value, Failure> {
    let body = parsed(body)?;
    inside(&body).map_or(Ok(body), Err)
}

/// A request that could not be written.
fn unwritten(error: &serde_json::Error) -> Failure {
    Failure::never(webhand_port::BrainError::Rejected(format!("the request cannot be written: {error}")))
}

#[cfg(test)]
pub(crate) mod tests;
