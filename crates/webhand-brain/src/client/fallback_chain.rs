//! Several brains, of which each stands in for the one before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::time::Instant;
use webhand_model::BrainAnswer;
use webhand_port::{Asking, Brain, BrainError, Live, Saying};

/// Asks the first brain, and the next one when it has no answer. A brain that failed is passed over for a while, so
/// that a provider in trouble does not slow down every step.
///
/// What a model declines is not carried to another: the person decides about that.
pub struct FallbackChain {
    brains: Vec<Arc<dyn Brain>>,
    /// Until when each of them is passed over.
    resting: Mutex<Vec<Option<Instant>>>,
}

impl FallbackChain {
    #[must_use]
    pub fn new(brains: Vec<Arc<dyn Brain>>) -> Self {
        let resting = Mutex::new(vec![None; brains.len()]);
        Self { brains, resting }
    }

    async fn ask(&self, request: BrainRequest<'_>) -> Result<BrainAnswer, BrainError> {
        let told = AtomicBool::new(false);
        let mut last = BrainError::Unreachable("any brain: none is named".to_owned());
        let order = self.order(Instant::now()).into_iter();
        for at in order.filter(|at| request.suits(self.brains[*at].as_ref())) {
            // A person who has read the beginning of an answer is not told another beginning.
            let first = !told.load(Ordering::Relaxed);
            let once = |text: &str| {
                if first {
                    told.store(true, Ordering::Relaxed);
                    request.live()(text);
                }
            };
            match request.put_to(self.brains[at].as_ref(), &once).await {
                Ok(answer) => {
                    self.rest(at, None);
                    return Ok(answer);
                }
                Err(declined @ BrainError::Declined(_)) => return Err(declined),
                Err(error) => {
                    tracing::debug!(brain = at, %error, "asking the next brain");
                    self.rest(at, Some(Instant::now() + REST));
                    last = error;
                }
            }
        }
        Err(last)
    }

    /// Those who are not resting in their order, then the others: a tired brain is better than none.
    fn order(&self, now: Instant) -> Vec<usize> {
        let resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let rests = |at: &usize| resting[*at].is_some_and(|until| until > now);
        let (tired, fresh): (Vec<usize>, Vec<usize>) = (0..self.brains.len()).partition(rests);
        fresh.into_iter().chain(tired).collect()
    }

    fn rest(&self, at: usize, until: Option<Instant>) {
        self.resting.lock().unwrap_or_else(PoisonError::into_inner)[at] = until;
    }
}

/// What is wanted of one brain after the other.
#[derive(Clone, Copy)]
enum BrainRequest<'a> {
    Decision(Asking<'a>),
    Words(Saying<'a>),
}

impl<'a> BrainRequest<'a> {
    fn live(self) -> Live<'a> {
        match self {
            Self::Decision(asking) => asking.live,
            Self::Words(saying) => saying.live,
        }
    }

    fn suits(self, brain: &dyn Brain) -> bool {
        match self {
            Self::Decision(_) => true,
            Self::Words(_) => brain.talks(),
        }
    }

    /// The same with somebody else told the text.
    async fn put_to(self, brain: &dyn Brain, live: Live<'_>) -> Result<BrainAnswer, BrainError> {
        match self {
            Self::Decision(asking) => brain.answer(Asking { live, ..asking }).await,
            Self::Words(saying) => brain.reply(Saying { live, ..saying }).await,
        }
    }
}

impl Brain for FallbackChain {
    fn answer<'a>(&'a self, asking: Asking<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.ask(BrainRequest::Decision(asking)).boxed()
    }

    fn reply<'a>(&'a self, saying: Saying<'a>) -> BoxFuture<'a, Result<BrainAnswer, BrainError>> {
        self.ask(BrainRequest::Words(saying)).boxed()
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

const REST: Duration = Duration::from_mins(1);
