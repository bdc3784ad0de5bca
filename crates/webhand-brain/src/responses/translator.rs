//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Call, Prompt};
use webhand_port::Picture;

use super::draft::{Draft, FORMAT};
use super::options::Options;
use super::{computer, request};
use crate::format::native::{Steps, translated};
use crate::format::{
    Ending, Failure, Format, KeyHeader, Partial as _, Place, Source, StreamParser, inside, of_status, parsed, unwritten,
};
use crate::spec::Hands;

/// Translates for one model of one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translator {
    pub source: Source,
    pub options: Options,
}

impl Translator {
    /// The name under which answers are kept.
    pub(super) fn form(&self) -> &'static str {
        match self.options.hands {
            Hands::Own => FORMAT,
            Hands::Computer | Hands::Browser => "responses computer",
        }
    }

    /// What a call comes to, if it is one of the provider's own tool.
    pub(super) fn steps(&self, name: &str, call: &Value) -> Option<Steps> {
        match self.options.hands {
            Hands::Own => None,
            Hands::Computer | Hands::Browser => (name == computer::NAME).then(|| computer::steps(call)),
        }
    }
}

impl Format for Translator {
    fn source(&self) -> &Source {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn place(&self) -> Place {
        Place::of("responses")
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bearer
    }

    fn request(&self, prompt: &Prompt, picture: Option<&Picture>) -> Result<String, Failure> {
        let picture = picture.filter(|_| self.options.pictures);
        request::body(self, prompt, picture).map_err(|error| unwritten(&error))
    }

    fn translate(&self, answer: Answer, _: &Prompt, _: Option<&Picture>) -> Answer {
        match self.options.hands {
            Hands::Own => answer,
            Hands::Computer | Hands::Browser => {
                let cautions = |call: &Call| match self.steps(&call.name, &call.arguments) {
                    Some(_) => computer::cautions(&call.arguments),
                    None => Vec::new(),
                };
                translated(answer, self.form(), |call| self.steps(&call.name, &call.arguments), cautions)
            }
        }
    }

    fn answer(&self, turns: usize, body: &[u8]) -> Result<Answer, Failure> {
        let body = parsed(body)?;
        if let Some(error) = inside(&body) {
            return Err(error);
        }
        let mut draft = Draft::new(self.source.clone(), turns);
        draft.add_whole(&body)?;
        Box::new(draft).settle(Ending::Marked)
    }

    fn stream(&self, turns: usize) -> StreamParser {
        StreamParser::new(Draft::new(self.source.clone(), turns))
    }

    fn error(&self, _: usize, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        Err(of_status(status, &serde_json::from_slice(body).unwrap_or_default()))
    }
}
