//! Several brains, each of which replaces the one before when that fails.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_model::BrainAnswer;
use webhand_port::{Brain, BrainError, BrainRequest, ChatRequest, Live};
use webhand_rt::Instant;

/// Asks the first brain, and the next one when it fails. A brain that failed is skipped for a while, so that a provider in
/// trouble does not slow down every step.
///
/// A request that a model declines is not sent to another model: the person decides about that.
pub struct FallbackChain {
    brains: Vec<Arc<dyn Brain>>,
    /// Until when each brain is skipped.
    paused: Mutex<Vec<Option<Instant>>>,
}

impl FallbackChain {
    #[must_use]
    pub fn new(brains: Vec<Arc<dyn Brain>>) -> Self {
        let paused = Mutex::new(vec![None; brains.len()]);
        Self { brains, paused }
    }

    async fn ask(&self, request: ChainRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let shown = AtomicBool::new(false);
        let mut last = BrainError::Unreachable("any brain: none is named".to_owned());
        let order = self.order(Instant::now()).into_iter();
        for at in order.filter(|at| request.suits(self.brains[*at].as_ref())) {
            // A person who has read the beginning of one answer is not shown the beginning of another.
            let first = !shown.load(Ordering::Relaxed);
            let once = |text: &str| {
                if first {
                    shown.store(true, Ordering::Relaxed);
                    request.live()(text);
                }
            };
            match request.send_to(self.brains[at].as_ref(), &once).await {
                Ok(answer) => {
                    self.set_pause(at, None);
                    return Ok(answer);
                }
                Err(declined @ BrainError::Declined(_)) => return Err(declined),
                Err(error) => {
                    tracing::debug!(brain = at, %error, "asking the next brain");
                    self.set_pause(at, Some(Instant::now() + PAUSE));
                    last = error;
                }
            }
        }
        Err(last)
    }

    /// The brains that are not paused in their order, then the paused ones: a brain that failed before is better than none.
    fn order(&self, now: Instant) -> Vec<usize> {
        let paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        let is_paused = |at: &usize| paused[*at].is_some_and(|until| until > now);
        let (paused_brains, ready_brains): (Vec<usize>, Vec<usize>) = (0..self.brains.len()).partition(is_paused);
        ready_brains.into_iter().chain(paused_brains).collect()
    }

    fn set_pause(&self, at: usize, until: Option<Instant>) {
        self.paused.lock().unwrap_or_else(PoisonError::into_inner)[at] = until;
    }
}

/// A request that goes to one brain after the other.
#[derive(Clone, Copy)]
enum ChainRequest<'a> {
    Decision(BrainRequest<'a>),
    Words(ChatRequest<'a>),
}

impl<'a> ChainRequest<'a> {
    fn live(self) -> Live<'a> {
        match self {
            Self::Decision(request) => request.live,
            Self::Words(request) => request.live,
        }
    }

    fn suits(self, brain: &dyn Brain) -> bool {
        match self {
            Self::Decision(_) => true,
            Self::Words(_) => brain.talks(),
        }
    }

    /// Sends the request to a brain, with another receiver of the live text.
    async fn send_to(self, brain: &dyn Brain, live: Live<'_>) -> Result<BrainAnswer, BrainError> {
        match self {
            Self::Decision(request) => brain.answer(BrainRequest { live, ..request }).await,
            Self::Words(request) => brain.reply(ChatRequest { live, ..request }).await,
        }
    }
}

impl Brain for FallbackChain {
    fn answer<'a>(&'a self, request: BrainRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.ask(ChainRequest::Decision(request)).boxed()
    }

    fn reply<'a>(&'a self, request: ChatRequest<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.ask(ChainRequest::Words(request)).boxed()
    }

    fn talks(&self) -> bool {
        self.brains.iter().any(|brain| brain.talks())
    }

    fn sees_pictures(&self) -> bool {
        self.brains.iter().any(|brain| brain.sees_pictures())
    }

    fn needs_whole_pages(&self) -> bool {
        self.brains.iter().any(|brain| brain.needs_whole_pages())
    }
}

const PAUSE: Duration = Duration::from_mins(1);
