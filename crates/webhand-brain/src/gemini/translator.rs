//! The whole format in one place: what to send, and what the bytes that came back mean.

use serde_json::Value;
use webhand_model::{Answer, Call, Prompt};
use webhand_port::{Picture, Saying};

use super::draft::{Draft, FORMAT};
use super::options::Options;
use super::{computer, failure, history, request};
use crate::format::native::{Steps, View, translated};
use crate::format::{Asked, Ending, Failure, Format, KeyHeader, Partial as _, Place, Source, StreamParser, parsed};
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
            Hands::Computer | Hands::Browser => "gemini computer",
        }
    }

    /// What a call comes to, if it is one of the predefined functions.
    pub(super) fn steps(&self, name: &str, args: &Value, view: View<'_>) -> Option<Steps> {
        match self.options.hands {
            Hands::Own => None,
            Hands::Computer | Hands::Browser => computer::steps(name, args, view),
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
        let model = self.source.model.trim_start_matches("models/");
        let (verb, query) =
            if self.options.streams { ("streamGenerateContent", Some("alt=sse")) } else { ("generateContent", None) };
        Place { path: format!("models/{model}:{verb}"), query }
    }

    fn list(&self) -> Place {
        Place { path: "models".to_owned(), query: Some("pageSize=1000") }
    }

    fn key_header(&self) -> KeyHeader {
        KeyHeader::Bare("x-goog-api-key")
    }

    fn body(&self, prompt: &Prompt, picture: Option<&Picture>) -> serde_json::Result<String> {
        request::body(self, prompt, picture)
    }

    fn translate(&self, answer: Answer, prompt: &Prompt, picture: Option<&Picture>) -> Answer {
        let view = View::of(prompt, picture);
        match self.options.hands {
            Hands::Own => answer,
            Hands::Computer | Hands::Browser => {
                let cautions = |call: &Call| computer::cautions(&call.arguments);
                let steps = |call: &Call| self.steps(&call.name, &call.arguments, view);
                let mut answer = translated(answer, self.form(), steps, cautions);
                // Whatever is answered later has to say on which page.
                if let Some(opaque) = &mut answer.opaque {
                    opaque[history::SEEN_AT] = prompt.observation.snapshot.url.as_str().into();
                }
                answer
            }
        }
    }

    fn words(&self, saying: Saying<'_>) -> serde_json::Result<String> {
        request::words(self, saying)
    }

    fn answer(&self, asked: Asked, body: &[u8]) -> Result<Answer, Failure> {
        let mut draft = Draft::new(self.source.clone(), asked);
        draft.add(&parsed(body)?)?;
        Box::new(draft).settle(Ending::Marked)
    }

    fn stream(&self, asked: Asked) -> StreamParser {
        StreamParser::new(Draft::new(self.source.clone(), asked), asked)
    }

    fn error(&self, _: Asked, status: u16, body: &[u8]) -> Result<Answer, Failure> {
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        // Streams that never began are answered with a list of one error.
        Err(failure::of_status(status, body.get(0).unwrap_or(&body)))
    }
}
