//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Call, Prompt};
use webhand_port::{Picture, Saying};

use super::draft::{Draft, FORMAT};
use super::options::Options;
use super::{computer, request};
use crate::format::native::{Steps, translated};
use crate::format::{Asked, Ending, Failure, Format, Partial as _, Place, Source, StreamParser, sound};
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

    fn body(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::body(self, prompt, picture)
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
