//! One HTTP request and its response.

use std::time::Duration;

use webhand_model::BrainAnswer;
use webhand_port::BrainError;
use webhand_rt::timeout;

use super::remote::{RemoteBrain, now, redact_key};
use super::retry::RetryAdvice;
use super::transport::{HttpFailure, HttpRequest, HttpResponse};
use crate::format::{ApiKey, ExpectedAnswer, ProviderFailure, RetryKind};

/// A failed attempt, with the provider's advice about a retry.
pub(super) struct FailedAttempt {
    pub failure: ProviderFailure,
    pub advice: RetryAdvice,
}

impl From<ProviderFailure> for FailedAttempt {
    fn from(failure: ProviderFailure) -> Self {
        let advice = RetryAdvice { wait: failure.wait, should: None };
        Self { failure, advice }
    }
}

impl FailedAttempt {
    fn without_key(self, key: &ApiKey) -> Self {
        let Self { failure, advice } = self;
        Self { failure: ProviderFailure { error: redact_key(failure.error, key), ..failure }, advice }
    }
}

/// Sends `body` once. `live` gets the text while it comes in.
pub(super) async fn send_once(
    brain: &RemoteBrain,
    expected: ExpectedAnswer,
    body: String,
    live: &(dyn Fn(&str) + Send + Sync),
) -> Result<BrainAnswer, FailedAttempt> {
    let token = brain.token().await?;
    let answered = exchange(brain, expected, brain.post(body, token.as_ref()), live).await;
    answered.map_err(|failed| if let Some(token) = &token { failed.without_key(token) } else { failed })
}

async fn exchange(
    brain: &RemoteBrain,
    expected: ExpectedAnswer,
    request: HttpRequest,
    live: &(dyn Fn(&str) + Send + Sync),
) -> Result<BrainAnswer, FailedAttempt> {
    let mut response = brain.send(request).await?;
    let status = response.status;
    if !response.is_success() {
        let mut advice = RetryAdvice::from_headers(&response.headers, now());
        // The status counts even if the body cannot be read.
        let body = brain.read_body(response, Vec::new(), MOST_ERROR).await.unwrap_or_default();
        let read = brain.format.parse_error(expected, status, &body);
        return read.map_err(|mut failure| {
            // The account is out of credit, but the provider expects that to change soon.
            if status == PAYMENT_REQUIRED && advice.wait.is_some() {
                failure.again = RetryKind::Later;
            }
            advice.wait = advice.wait.or(failure.wait);
            FailedAttempt { failure, advice }
        });
    }
    let first = brain.read_piece(&mut response).await?.unwrap_or_default();
    // Some servers send a whole body although the request asks for a stream; errors under a success status come whole, too.
    if sniff_shape(&first).unwrap_or_else(|| declared_shape(&response)) == BodyShape::Stream {
        Ok(brain.read_stream(response, first, expected, live).await?)
    } else {
        let body = brain.read_body(response, first, MOST_ANSWER).await?;
        Ok(brain.format.parse_answer(expected, body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&body))?)
    }
}

impl RemoteBrain {
    async fn read_stream(
        &self,
        mut response: HttpResponse,
        first: Vec<u8>,
        expected: ExpectedAnswer,
        live: &(dyn Fn(&str) + Send + Sync),
    ) -> Result<BrainAnswer, ProviderFailure> {
        let mut parser = self.format.stream_parser(expected);
        let mut next = Some(first);
        while let Some(piece) = next {
            let text = parser.feed(&piece)?;
            if !text.is_empty() {
                live(text);
            }
            if parser.is_complete() {
                break;
            }
            next = self.read_piece(&mut response).await?;
        }
        parser.finish()
    }

    /// Sends a request that is no part of a conversation, and returns its status and at most `most` bytes of its body.
    pub(super) async fn fetch(&self, request: HttpRequest, most: usize) -> Result<(u16, Vec<u8>), ProviderFailure> {
        let response = self.send(request).await?;
        let status = response.status;
        Ok((status, self.read_body(response, Vec::new(), most).await?))
    }

    /// Sends a request and waits for the head of its response.
    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, ProviderFailure> {
        let first_byte = self.deadlines.first_byte;
        match timeout(first_byte, self.transport.send(request)).await {
            Ok(Ok(response)) => Ok(response),
            Ok(Err(failure)) => Err(self.connection_failure(failure)),
            Err(_) => Err(self.timeout_failure(first_byte)),
        }
    }

    /// Reads the rest of a body whose beginning is `body`, up to about `most` bytes.
    async fn read_body(
        &self,
        mut response: HttpResponse,
        mut body: Vec<u8>,
        most: usize,
    ) -> Result<Vec<u8>, ProviderFailure> {
        while body.len() < most
            && let Some(piece) = self.read_piece(&mut response).await?
        {
            body.extend_from_slice(&piece);
        }
        Ok(body)
    }

    async fn read_piece(&self, response: &mut HttpResponse) -> Result<Option<Vec<u8>>, ProviderFailure> {
        match timeout(self.deadlines.idle, response.body.piece()).await {
            Ok(Ok(piece)) => Ok(piece),
            Ok(Err(_)) => Err(ProviderFailure::later(BrainError::Unreachable(format!(
                "{} (the connection broke during the answer)",
                self.endpoint.host()
            )))),
            Err(_) => Err(self.timeout_failure(self.deadlines.idle)),
        }
    }

    pub(super) fn timeout_failure(&self, waited: Duration) -> ProviderFailure {
        // Rounded up, because "within 0 s" would mean nothing to a person.
        let seconds = waited.as_secs() + u64::from(waited.subsec_nanos() > 0);
        ProviderFailure::later(BrainError::TimedOut(self.endpoint.host(), seconds))
    }

    fn connection_failure(&self, failure: HttpFailure) -> ProviderFailure {
        let place = |said: &str| format!("{} ({said})", self.endpoint.host());
        match failure {
            HttpFailure::ConnectTimedOut => self.timeout_failure(self.deadlines.connect),
            HttpFailure::Untrusted(said) => {
                // A retry would meet the same certificate.
                let place = place(&said);
                let why =
                    format!("{place}: its certificate is not trusted here; name the file of its issuer with ?ca=FILE");
                ProviderFailure::never(BrainError::Rejected(why))
            }
            HttpFailure::Broken(said) => ProviderFailure::later(BrainError::Unreachable(place(&said))),
        }
    }
}

/// Whether a response is one body or a stream of events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BodyShape {
    Whole,
    Stream,
}

/// The shape by the first bytes, because gateways and small servers declare the wrong content type, or none.
fn sniff_shape(first: &[u8]) -> Option<BodyShape> {
    let first = first.strip_prefix(BYTE_ORDER_MARK).unwrap_or(first).trim_ascii_start();
    if first.starts_with(b"{") {
        return Some(BodyShape::Whole);
    }
    FIELDS.iter().any(|field| first.starts_with(field)).then_some(BodyShape::Stream)
}

fn declared_shape(response: &HttpResponse) -> BodyShape {
    let kind = response.header("content-type").unwrap_or_default();
    let (kind, _) = kind.split_once(';').unwrap_or((kind, ""));
    if kind.trim().eq_ignore_ascii_case("text/event-stream") { BodyShape::Stream } else { BodyShape::Whole }
}

/// The status of an account without credit.
const PAYMENT_REQUIRED: u16 = 402;
const MOST_ANSWER: usize = 16 << 20;
pub(super) const MOST_ERROR: usize = 64 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// The beginnings of a stream of events.
const FIELDS: [&[u8]; 4] = [b"data:", b"event:", b"id:", b":"];
