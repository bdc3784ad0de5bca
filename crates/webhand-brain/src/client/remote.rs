//! A brain behind a provider's HTTP server.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::{CONTENT_TYPE, HeaderValue};
use reqwest::{Client, RequestBuilder};
use tokio::time::{Instant, sleep, timeout_at};
use webhand_model::{Answer, Prompt};
use webhand_port::{Asking, Brain, BrainError};

use super::attempt::{Missed, attempt};
use super::deadlines::Deadlines;
use super::endpoint::{Endpoint, EndpointError};
use super::http;
use super::retry::{Next, Tries, next};
use crate::format::{Again, Format, Key, Source};
use crate::{anthropic, chat_completions, gemini, responses};

/// One model of one provider, asked over one HTTP client.
#[derive(Debug, Clone)]
pub struct RemoteBrain {
    pub(super) endpoint: Endpoint,
    pub(super) format: Arc<dyn Format>,
    pub(super) deadlines: Deadlines,
    retries: u32,
    client: Client,
}

impl RemoteBrain {
    /// A Chat Completions brain at `base_url`, such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// When the address is none, or the key would be sent in the open.
    pub fn chat_completions(
        base_url: &str,
        model: &str,
        key: Option<Key>,
        options: chat_completions::Options,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| chat_completions::Translator { source, options })
    }

    /// A Messages brain at `base_url`, such as `https://api.anthropic.com/v1`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn anthropic(
        base_url: &str,
        model: &str,
        key: Option<Key>,
        options: anthropic::Options,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| anthropic::Translator { source, options })
    }

    /// A Responses brain at `base_url`, such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn responses(
        base_url: &str,
        model: &str,
        key: Option<Key>,
        options: responses::Options,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| responses::Translator { source, options })
    }

    /// A Gemini brain at `base_url`, such as `https://generativelanguage.googleapis.com/v1beta`.
    ///
    /// # Errors
    /// As [`RemoteBrain::chat_completions`].
    pub fn gemini(
        base_url: &str,
        model: &str,
        key: Option<Key>,
        options: gemini::Options,
    ) -> Result<Self, EndpointError> {
        Self::new(base_url, model, key, |source| gemini::Translator { source, options })
    }

    /// A brain whose provider speaks the format that `format` makes.
    fn new<F: Format + 'static>(
        base_url: &str,
        model: &str,
        key: Option<Key>,
        format: impl FnOnce(Source) -> F,
    ) -> Result<Self, EndpointError> {
        let endpoint = Endpoint::new(base_url, key)?;
        let local = endpoint.is_loopback();
        let deadlines = if local { Deadlines::local() } else { Deadlines::hosted() };
        let source = Source { provider: endpoint.provider(), model: model.to_owned() };
        let client = http::client(deadlines.connect, &endpoint)?;
        Ok(Self { client, endpoint, format: Arc::new(format(source)), deadlines, retries: RETRIES })
    }

    /// The same with other deadlines.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn with_deadlines(mut self, deadlines: Deadlines) -> Result<Self, EndpointError> {
        self.client = http::client(deadlines.connect, &self.endpoint)?;
        self.deadlines = deadlines;
        Ok(self)
    }

    /// The same with another number of attempts after the first.
    #[must_use]
    pub fn with_retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// Where it is asked.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    #[must_use]
    pub fn model(&self) -> &str {
        &self.format.source().model
    }

    pub(super) fn post(&self, body: String) -> RequestBuilder {
        let url = self.endpoint.join(&self.format.place());
        let mut request = self.client.post(url).header(CONTENT_TYPE, JSON).body(body);
        for (name, value) in self.format.headers() {
            request = request.header(*name, *value);
        }
        match self.key_header() {
            Some((name, value)) => request.header(name, value),
            None => request,
        }
    }

    fn key_header(&self) -> Option<(&'static str, HeaderValue)> {
        let (name, value) = self.endpoint.key()?.header(self.format.key_header());
        let mut value = HeaderValue::try_from(value).ok()?;
        value.set_sensitive(true);
        Some((name, value))
    }

    /// Asks until there is an answer, or no sense in asking again.
    async fn ask(&self, asking: Asking<'_>) -> Result<Answer, BrainError> {
        let deadline = Instant::now() + self.deadlines.total;
        let asked = self.ask_before(deadline, asking);
        let answer = match timeout_at(deadline, asked).await {
            Ok(answer) => answer,
            Err(_) => Err(self.silent(self.deadlines.total).error),
        };
        answer.map_err(|error| self.hide_key(error))
    }

    async fn ask_before(&self, deadline: Instant, asking: Asking<'_>) -> Result<Answer, BrainError> {
        let turns = asking.prompt.turns.len();
        let mut body = self.request(asking.prompt, asking)?;
        // A person who has read the beginning of an answer is not told another beginning.
        let told = AtomicBool::new(false);
        let mut before = Tries::default();
        loop {
            let first = !told.load(Ordering::Relaxed);
            let live = |text: &str| {
                if first {
                    told.store(true, Ordering::Relaxed);
                    (asking.live)(text);
                }
            };
            let missed = match attempt(self, turns, body.clone(), &live).await {
                Ok(answer) => return Ok(answer),
                Err(missed) => missed,
            };
            if missed.failure.again == Again::Told {
                body = self.request(&corrected(asking.prompt, &missed.failure.error), asking)?;
            }
            let again = missed.failure.again;
            self.wait(missed, before, deadline).await?;
            before.count(again);
        }
    }

    fn request(&self, prompt: &Prompt, asking: Asking<'_>) -> Result<String, BrainError> {
        self.format.request(prompt, asking.picture).map_err(|failure| failure.error)
    }

    /// Waits before the next attempt, or says why there is none.
    async fn wait(&self, missed: Missed, before: Tries, deadline: Instant) -> Result<(), BrainError> {
        let Missed { failure, advice } = missed;
        let wait = match next(failure.again, advice, before, self.retries, chance()) {
            Next::GiveUp => return Err(failure.error),
            Next::TooLong(wait) => return Err(busy(&failure.error, wait)),
            Next::Wait(wait) => wait,
        };
        if Instant::now() + wait >= deadline {
            return Err(failure.error);
        }
        tracing::debug!(failed = before.failed, ?wait, "asking the model again");
        sleep(wait).await;
        Ok(())
    }

    fn hide_key(&self, error: BrainError) -> BrainError {
        let Some(key) = self.endpoint.key() else {
            return error;
        };
        match error {
            BrainError::Unreachable(text) => BrainError::Unreachable(key.hide(&text)),
            BrainError::TimedOut(text, seconds) => BrainError::TimedOut(key.hide(&text), seconds),
            BrainError::KeyRefused(text) => BrainError::KeyRefused(key.hide(&text)),
            BrainError::Rejected(text) => BrainError::Rejected(key.hide(&text)),
            BrainError::Overloaded(text) => BrainError::Overloaded(key.hide(&text)),
            BrainError::Malformed(text) => BrainError::Malformed(key.hide(&text)),
            BrainError::Declined(text) => BrainError::Declined(key.hide(&text)),
            BrainError::TooLong(text) => BrainError::TooLong(key.hide(&text)),
            other => BrainError::Rejected(key.hide(&other.to_string())),
        }
    }
}

impl Brain for RemoteBrain {
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<Answer, BrainError>> {
        self.ask(asking).boxed()
    }

    fn sees_pictures(&self) -> bool {
        self.format.sees_pictures()
    }
}

/// The same question to a model that answered it with something nobody can read.
fn corrected(prompt: &Prompt, error: &BrainError) -> Prompt {
    let mut prompt = prompt.clone();
    prompt.observation.notes.push(format!("{error}. Nothing of that answer was carried out; answer again, correctly."));
    prompt
}

fn busy(error: &BrainError, wait: Duration) -> BrainError {
    let seconds = wait.as_secs();
    BrainError::Overloaded(format!("it asks to come back in {seconds} s: {error}"))
}

fn chance() -> u64 {
    RandomState::new().build_hasher().finish()
}

const JSON: &str = "application/json";
const RETRIES: u32 = 2;
