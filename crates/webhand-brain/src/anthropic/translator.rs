//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Prompt};
use webhand_port::{Picture, Saying};

use super::draft::{Draft, FORMAT};
use super::options::Options;
use super::{browser, computer, request};
use crate::format::native::{Steps, View, translated};
use crate::format::{Asked, Ending, Failure, Format, KeyHeader, Partial as _, Place, Source, StreamParser, sound};
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
            Hands::Computer => "anthropic computer",
            Hands::Browser => "anthropic browser",
        }
    }

    /// What a call comes to, if it is one of the provider's own tools.
    pub(super) fn steps(&self, name: &str, input: &Value, view: View<'_>) -> Option<Steps> {
        match self.options.hands {
            Hands::Own => None,
            Hands::Computer => (name == "computer").then(|| computer::steps(input)),
            Hands::Browser => browser::steps(name, input, view),
        }
    }
}

const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");

impl Format for Translator {
    fn source(&self) -> &Source {
        &self.source
    }

    fn sees_pictures(&self) -> bool {
        self.options.pictures
    }

    fn place(&self) -> Place {
        Place::of("messages")
    }

    fn list(&self) -> Place {
        Place { path: "models".to_owned(), query: Some("limit=1000") }
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bare("x-api-key")
    }

    fn headers(&self) -> &'static [(&'static str, &'static str)] {
        match self.options.hands {
            Hands::Own | Hands::Browser => &[VERSION],
            Hands::Computer => &[VERSION, ("anthropic-beta", "computer-use-2025-11-24")],
        }
    }

    fn translate(&self, answer: Answer, prompt: &Prompt, picture: Option<&Picture>) -> Answer {
        let view = View::of(prompt, picture);
        match self.options.hands {
            Hands::Own => answer,
            Hands::Computer | Hands::Browser => {
                translated(answer, self.form(), |call| self.steps(&call.name, &call.arguments, view), |_| Vec::new())
            }
        }
    }

    fn body(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::body(self, prompt, picture)
    }

    fn words(&self, saying: Saying<'_>) -> serde_json::Result<String> {
        request::words(self, saying)
    }

    fn answer(&self, asked: Asked, body: &[u8]) -> Result<Answer, Failure> {
        let body = sound(body)?;
        let mut draft = Draft::new(self.source.clone(), asked);
        draft.add_whole(&body)?;
        Box::new(draft).settle(Ending::Marked)
    }

    fn stream(&self, asked: Asked) -> StreamParser {
        StreamParser::new(Draft::new(self.source.clone(), asked), asked)
    }
}
