//! A brain behind a Chat Completions server.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, RequestBuilder, redirect};
use tokio::time::{Instant, sleep, timeout_at};
use webhand_model::Answer;
use webhand_port::{Asking, Brain, BrainError};

use super::attempt::{Missed, attempt};
use super::deadlines::Deadlines;
use super::endpoint::{Endpoint, EndpointError};
use super::retry::{Next, next};
use crate::chat_completions::{Key, Options, Source, Translator};

/// One model of one provider, asked over one HTTP client.
#[derive(Debug, Clone)]
pub struct ChatCompletions {
    pub(super) endpoint: Endpoint,
    pub(super) translator: Translator,
    pub(super) deadlines: Deadlines,
    retries: u32,
    client: Client,
}

impl ChatCompletions {
    /// A brain at `base_url`, such as `https://api.openai.com/v1`.
    ///
    /// # Errors
    /// When the address is none, or the key would be sent in the open.
    pub fn new(base_url: &str, model: &str, key: Option<Key>, options: Options) -> Result<Self, EndpointError> {
        let endpoint = Endpoint::new(base_url, key)?;
        let local = endpoint.is_loopback();
        let deadlines = if local { Deadlines::local() } else { Deadlines::hosted() };
        let source = Source { provider: endpoint.provider(), model: model.to_owned() };
        Ok(Self {
            client: client(deadlines.connect, local)?,
            endpoint,
            translator: Translator { source, options },
            deadlines,
            retries: RETRIES,
        })
    }

    /// The same with requests written in another way.
    #[must_use]
    pub fn with_options(mut self, options: Options) -> Self {
        self.translator.options = options;
        self
    }

    /// The same with other deadlines.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn with_deadlines(mut self, deadlines: Deadlines) -> Result<Self, EndpointError> {
        self.client = client(deadlines.connect, self.endpoint.is_loopback())?;
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
        &self.translator.source.model
    }

    #[must_use]
    pub fn options(&self) -> &Options {
        &self.translator.options
    }

    pub(super) fn post(&self, body: String) -> RequestBuilder {
        let url = self.endpoint.join("chat/completions");
        let request = self.client.post(url).header(CONTENT_TYPE, JSON).body(body);
        match self.authorization() {
            Some(bearer) => request.header(AUTHORIZATION, bearer),
            None => request,
        }
    }

    fn authorization(&self) -> Option<HeaderValue> {
        let mut bearer = HeaderValue::try_from(self.endpoint.key()?.bearer()).ok()?;
        bearer.set_sensitive(true);
        Some(bearer)
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
        let request = self.translator.request(asking.prompt, asking.picture);
        let body = request.map_err(|failure| failure.error)?;
        // A person who has read the beginning of an answer is not told another beginning.
        let told = AtomicBool::new(false);
        let mut number = 0;
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
            self.wait(missed, number, deadline).await?;
            number += 1;
        }
    }

    /// Waits before the next attempt, or says why there is none.
    async fn wait(&self, missed: Missed, number: u32, deadline: Instant) -> Result<(), BrainError> {
        let Missed { failure, advice } = missed;
        let wait = match next(failure.again, advice, number, self.retries, chance()) {
            Next::GiveUp => return Err(failure.error),
            Next::TooLong(wait) => return Err(busy(&failure.error, wait)),
            Next::Wait(wait) => wait,
        };
        if Instant::now() + wait >= deadline {
            return Err(failure.error);
        }
        tracing::debug!(attempt = number, ?wait, "asking the model again");
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

impl Brain for ChatCompletions {
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<Answer, BrainError>> {
        self.ask(asking).boxed()
    }

    fn sees_pictures(&self) -> bool {
        self.translator.options.pictures
    }
}

fn client(connect: Duration, local: bool) -> Result<Client, EndpointError> {
    // Someone else in the process may have installed one already, which serves as well.
    rustls::crypto::ring::default_provider().install_default().ok();
    let client = Client::builder()
        .user_agent(concat!("webhand/", env!("CARGO_PKG_VERSION")))
        .redirect(redirect::Policy::none())
        .connect_timeout(connect);
    // What stays on this machine has no business with a proxy.
    let client = if local { client.no_proxy() } else { client };
    let built = client.build();
    built.map_err(|error| EndpointError::NoClient(error.without_url().to_string()))
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
