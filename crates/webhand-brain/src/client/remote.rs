//! A brain behind a provider's HTTP server.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_model::{BrainAnswer, Prompt};
use webhand_port::{Brain, BrainError, BrainRequest, ChatRequest, Live};
use webhand_rt::{Instant, sleep, timeout_at, unix_time};

use super::attempt::{FailedAttempt, MOST_ERROR, send_once};
use super::deadlines::Deadlines;
use super::endpoint::{Endpoint, EndpointError};
use super::retry::{AttemptCount, RetryDecision, decide_retry};
use super::token_cache::TokenCache;
use super::transport::{HttpRequest, HttpTransport, HttpTransports, PemFile, usual_transports};
use crate::format::{self, AnswerOrigin, ApiKey, ExpectedAnswer, Format, ProviderFailure, RetryKind};
use crate::gigachat;
use crate::prices::Price;

/// One model of one provider, over one HTTP client.
#[derive(Debug, Clone)]
pub struct RemoteBrain {
    pub(super) endpoint: Endpoint,
    pub(super) format: Arc<dyn Format>,
    pub(super) deadlines: Deadlines,
    retries: u32,
    pub(super) transport: Arc<dyn HttpTransport>,
    /// The maker of another transport, for when something of it changes.
    transports: Arc<dyn HttpTransports>,
    certificates: Option<PemFile>,
    /// For providers that expect a token instead of the key.
    pub(super) tokens: Option<Arc<TokenCache>>,
    /// The price of the model, if it is known.
    price: Option<Price>,
}

impl RemoteBrain {
    /// A brain in the format that `format` makes.
    pub(super) fn new<F: Format + 'static>(
        base_url: &str,
        model: &str,
        key: Option<ApiKey>,
        format: impl FnOnce(AnswerOrigin) -> F,
    ) -> Result<Self, EndpointError> {
        let endpoint = Endpoint::new(base_url, key)?;
        let local = endpoint.is_loopback();
        let deadlines = if local { Deadlines::local() } else { Deadlines::hosted() };
        let source = AnswerOrigin { provider: endpoint.provider(), model: model.to_owned() };
        let transports = usual_transports();
        Ok(Self {
            transport: transports.open(&endpoint, deadlines.connect, None)?,
            transports,
            certificates: None,
            endpoint,
            format: Arc::new(format(source)),
            deadlines,
            retries: RETRIES,
            tokens: None,
            price: None,
        })
    }

    /// The brain with other deadlines.
    ///
    /// # Errors
    /// When no HTTP client can be made.
    pub fn with_deadlines(mut self, deadlines: Deadlines) -> Result<Self, EndpointError> {
        self.deadlines = deadlines;
        self.reopen()
    }

    /// The brain with the certificates of the PEM text `pem` trusted beside the usual ones; `file` is the name for errors.
    ///
    /// # Errors
    /// When the text has no certificates, or no HTTP client can be made.
    pub fn with_certificates(mut self, pem: &[u8], file: &str) -> Result<Self, EndpointError> {
        self.certificates = Some(PemFile { text: pem.to_vec(), name: file.to_owned() });
        self.reopen()
    }

    /// The brain over other transports.
    ///
    /// # Errors
    /// When they have none for its provider.
    pub fn with_transports(mut self, transports: Arc<dyn HttpTransports>) -> Result<Self, EndpointError> {
        self.transports = transports;
        self.reopen()
    }

    fn reopen(mut self) -> Result<Self, EndpointError> {
        let connect = self.deadlines.connect;
        self.transport = self.transports.open(&self.endpoint, connect, self.certificates.as_ref())?;
        Ok(self)
    }

    /// The brain with another number of attempts after the first.
    #[must_use]
    pub fn with_retries(mut self, retries: u32) -> Self {
        self.retries = retries;
        self
    }

    /// The brain with the price of its model.
    #[must_use]
    pub fn with_price(mut self, price: Option<Price>) -> Self {
        self.price = price;
        self
    }

    /// The address of the provider.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    #[must_use]
    pub fn model(&self) -> &str {
        &self.format.source().model
    }

    /// The request with that body, with the key or the token that the key was exchanged for.
    pub(super) fn post(&self, body: String, token: Option<&ApiKey>) -> HttpRequest {
        let url = self.endpoint.join(&self.format.request_path()).to_string();
        let headers = vec![("content-type".to_owned(), JSON.to_owned())];
        self.with_headers(HttpRequest { method: "POST", url, headers, body: Some(body) }, token)
    }

    /// The request for the list of models.
    pub(super) fn get_list(&self, token: Option<&ApiKey>) -> HttpRequest {
        let url = self.endpoint.join(&self.format.models_path()).to_string();
        self.with_headers(HttpRequest { method: "GET", url, headers: Vec::new(), body: None }, token)
    }

    /// Adds the headers that the provider expects in every request.
    fn with_headers(&self, mut request: HttpRequest, token: Option<&ApiKey>) -> HttpRequest {
        for (name, value) in self.format.headers() {
            request = request.header(name, *value);
        }
        match token.or(self.endpoint.key()).map(|key| key.header(self.format.key_header())) {
            None => request,
            Some((name, value)) => request.header(name, value),
        }
    }

    /// The token for the next request, if the provider expects one.
    pub(super) async fn token(&self) -> Result<Option<ApiKey>, ProviderFailure> {
        let Some(tokens) = &self.tokens else { return Ok(None) };
        if let Some(held) = tokens.current(now()).await {
            return Ok(Some(held));
        }
        let (status, body) = self.fetch(tokens.request(), MOST_ERROR).await?;
        if !(200..300).contains(&status) {
            let body = serde_json::from_slice(&body).unwrap_or_default();
            return Err(format::failure_from_status(status, &body));
        }
        let token = gigachat::parse_token(&body)?;
        let key = token.key.clone();
        tokens.replace(Some(token)).await;
        Ok(Some(key))
    }

    /// Requests a decision.
    async fn decide(&self, asking: BrainRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let BrainRequest { prompt, picture, live, .. } = asking;
        let body = |wrong: Option<&BrainError>| match wrong {
            None => self.format.decision_request(prompt, picture),
            Some(error) => self.format.decision_request(&with_correction(prompt, error), picture),
        };
        let answer = self.ask(ExpectedAnswer::Calls(prompt.turns.len()), &body, live).await?;
        let saw_picture = picture.is_some() && self.format.sees_pictures();
        Ok(BrainAnswer { saw_picture, ..self.format.translate_calls(answer, prompt, picture) })
    }

    /// Requests an answer in words.
    async fn talk(&self, saying: ChatRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let answer = self.ask(ExpectedAnswer::Words, &|_| self.format.reply_request(saying), saying.live).await?;
        if answer.text.is_empty() {
            return Err(BrainError::Malformed("it said nothing".to_owned()));
        }
        Ok(answer)
    }

    /// Sends requests until there is an answer, or a retry cannot help. `body` writes the request, and writes it again with a
    /// correction after a wrong answer.
    async fn ask(
        &self,
        expected: ExpectedAnswer,
        body: RequestWriter<'_>,
        live: Live<'_>,
    ) -> Result<BrainAnswer, BrainError> {
        let deadline = Instant::now() + self.deadlines.total;
        let answered = self.ask_with_retries(deadline, expected, body, live);
        let answer = match timeout_at(deadline, answered).await {
            Ok(answer) => answer,
            Err(_) => Err(self.timeout_failure(self.deadlines.total).error),
        };
        match answer {
            Ok(answer) => Ok(self.with_cost(answer)),
            Err(error) => Err(self.without_key(error)),
        }
    }

    /// Adds the cost by the price list, unless the provider itself reported the cost.
    fn with_cost(&self, mut answer: BrainAnswer) -> BrainAnswer {
        if let Some(price) = self.price.filter(|_| answer.usage.priced == 0) {
            answer.usage = price.charge(answer.usage);
        }
        answer
    }

    async fn ask_with_retries(
        &self,
        deadline: Instant,
        expected: ExpectedAnswer,
        write: RequestWriter<'_>,
        live: Live<'_>,
    ) -> Result<BrainAnswer, BrainError> {
        let mut body = write(None).map_err(|failure| failure.error)?;
        // A person who has read the beginning of one answer is not shown the beginning of another.
        let shown = AtomicBool::new(false);
        let mut before = AttemptCount::default();
        let mut renewed = false;
        loop {
            let first = !shown.load(Ordering::Relaxed);
            let once = |text: &str| {
                if first {
                    shown.store(true, Ordering::Relaxed);
                    live(text);
                }
            };
            let failed = match send_once(self, expected, body.clone(), &once).await {
                Ok(answer) => return Ok(answer),
                Err(failed) => failed,
            };
            // A token may expire early, so a new one is fetched once; a refused key is not retried.
            if let (Some(tokens), BrainError::KeyRefused(_), false) = (&self.tokens, &failed.failure.error, renewed)
                && tokens.current(now()).await.is_some()
            {
                tokens.replace(None).await;
                renewed = true;
                continue;
            }
            if failed.failure.again == RetryKind::WithCorrection {
                body = write(Some(&failed.failure.error)).map_err(|failure| failure.error)?;
            }
            let again = failed.failure.again;
            self.wait(failed, before, deadline).await?;
            before.count(again);
        }
    }

    /// Waits before the next attempt, or returns the error if there is none.
    async fn wait(&self, failed: FailedAttempt, before: AttemptCount, deadline: Instant) -> Result<(), BrainError> {
        let FailedAttempt { failure, advice } = failed;
        let wait = match decide_retry(failure.again, advice, before, self.retries, random_number()) {
            RetryDecision::GiveUp => {
                // The run can wait for as long as the provider asks, however often.
                let told = advice.wait.filter(|_| failure.again == RetryKind::Later);
                return Err(told.map_or(failure.error.clone(), |wait| busy_error(failure.error, wait)));
            }
            RetryDecision::TooLong(wait) => return Err(busy_error(failure.error, wait)),
            RetryDecision::Wait(wait) => wait,
        };
        if Instant::now() + wait >= deadline {
            return Err(failure.error);
        }
        tracing::debug!(failed = before.failed, ?wait, "asking the model again");
        sleep(wait).await;
        Ok(())
    }

    pub(super) fn without_key(&self, error: BrainError) -> BrainError {
        let exchanged = || self.tokens.as_ref()?.endpoint().key();
        match self.endpoint.key().or_else(exchanged) {
            Some(key) => redact_key(error, key),
            None => error,
        }
    }
}

/// The error without the key in its text.
pub(super) fn redact_key(error: BrainError, key: &ApiKey) -> BrainError {
    match error {
        BrainError::Unreachable(text) => BrainError::Unreachable(key.redact(&text)),
        BrainError::TimedOut(text, seconds) => BrainError::TimedOut(key.redact(&text), seconds),
        BrainError::KeyRefused(text) => BrainError::KeyRefused(key.redact(&text)),
        BrainError::Rejected(text) => BrainError::Rejected(key.redact(&text)),
        BrainError::Overloaded(text) => BrainError::Overloaded(key.redact(&text)),
        BrainError::Busy(text, seconds) => BrainError::Busy(key.redact(&text), seconds),
        BrainError::Malformed(text) => BrainError::Malformed(key.redact(&text)),
        BrainError::Declined(text) => BrainError::Declined(key.redact(&text)),
        BrainError::TooLong(text) => BrainError::TooLong(key.redact(&text)),
        BrainError::NeedsPerson(text) => BrainError::NeedsPerson(key.redact(&text)),
        other => BrainError::Rejected(key.redact(&other.to_string())),
    }
}

impl Brain for RemoteBrain {
    fn answer<'a>(&'a self, asking: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.decide(asking).boxed()
    }

    fn reply<'a>(&'a self, saying: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.talk(saying).boxed()
    }

    fn talks(&self) -> bool {
        true
    }

    fn sees_pictures(&self) -> bool {
        self.format.sees_pictures()
    }

    fn needs_whole_pages(&self) -> bool {
        false
    }
}

/// Writes a request; with an error, for a model whose last answer had that error.
type RequestWriter<'a> = &'a (dyn Fn(Option<&BrainError>) -> Result<String, ProviderFailure> + Sync);

/// The prompt with a note that the last answer could not be read.
fn with_correction(prompt: &Prompt, error: &BrainError) -> Prompt {
    let mut prompt = prompt.clone();
    prompt.observation.notes.push(format!("{error}. Nothing of that answer was carried out; answer again, correctly."));
    prompt
}

fn busy_error(error: BrainError, wait: Duration) -> BrainError {
    let why = if let BrainError::Overloaded(why) = error { why } else { error.to_string() };
    BrainError::Busy(why, wait.as_secs())
}

/// The time of day; the standard library's clock cannot be read everywhere.
pub(super) fn now() -> SystemTime {
    UNIX_EPOCH + unix_time()
}

fn random_number() -> u64 {
    RandomState::new().build_hasher().finish()
}

const JSON: &str = "application/json";
const RETRIES: u32 = 2;
