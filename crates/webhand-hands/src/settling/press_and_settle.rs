//! A press and the question how it ended, sent in one go.
//!
//! Chromium answers a question behind a press only after the frame that follows it, so the page script is asked ahead: a
//! click that nobody hears is answered while it is still being delivered, and any other once the press is told to be over.
//!
//! Invariant: the question is answered once. Whoever sent it waits for that answer or lets the document be disarmed later.

use std::pin::pin;

use futures_util::future::{Either, select};
use webhand_model::FailCode;
use webhand_rt::timeout;
use webhand_wire::{PageCommand, SettleReason, Settled, Settling};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument};
use crate::looking::frames::looking;
use crate::pointing::mouse::{INPUT_WITHIN, Taken};
use crate::settling::Settler;
use crate::settling::settle::{ANSWERED_WITHIN, MUTATING_AT_MOST, Watch};
use crate::settling::settled::{Calm, Concluding, Looks};

/// How a press and the question about it ended.
pub(crate) enum Burst {
    Over(Result<(String, Calm), ActionError>),
    /// The page did not get to answer; the rest is as after any press.
    Unanswered(Result<Taken, ActionError>),
}

impl Settler {
    /// Presses, and asks how that ended in the same breath.
    pub(crate) async fn press_and_ask(
        &self,
        element: &Element,
        armed: &[FrameDocument],
        watch: &Watch,
        rests: bool,
        pressing: impl Future<Output = Result<Taken, ActionError>>,
    ) -> Burst {
        let place = &element.place;
        let extent = self.glimpsed(watch, place);
        let before = Concluding { extent, moment: self.moment() };
        let plain = self.settle(watch, place.tab, MUTATING_AT_MOST);
        let settling = Settling { disarm: true, rests, asked: SettleReason::Ahead, look: extent.map(looking), ..plain };
        let mut answer = pin!(self.ask_settling(place, &settling, INPUT_WITHIN + MUTATING_AT_MOST));
        // The question is polled first, so it is sent first.
        let (taken, early) = match select(answer.as_mut(), pin!(pressing)).await {
            Either::Left((early, pressing)) => (pressing.await, Some(early)),
            Either::Right((taken, _)) => (taken, None),
        };
        if !matches!(taken, Ok(Taken::Yes)) {
            return Burst::Unanswered(taken);
        }
        // Requests that the press started were told before its end was.
        self.caught_up().await;
        if let Some(early) = early {
            return Burst::Over(self.concluded(element, watch, before, early).await);
        }
        let moment = self.moment();
        let wait = self.can_conclude(element, armed, watch);
        let answered_ms = self.settle(watch, place.tab, MUTATING_AT_MOST).answered_ms;
        let told = PageCommand::Pressed { answered_ms, wait };
        let answered = async {
            // A document that is gone hears nothing, and says so below.
            let (_, answer) = tokio::join!(self.pages.ask(place, &told, CALLED_WITHIN), soon(answer));
            answer
        };
        let over = if wait {
            self.concluded(element, watch, Concluding { moment, ..before }, answered.await).await
        } else {
            self.calm_down_after(element, watch, answered).await
        };
        Burst::Over(over)
    }

    /// As after any press: where its events went is told while what it started comes to rest.
    async fn calm_down_after(
        &self,
        element: &Element,
        watch: &Watch,
        answered: impl Future<Output = Result<Settled, ActionError>>,
    ) -> Result<(String, Calm), ActionError> {
        let landed = async {
            match answered.await {
                Ok(mut settled) => self.landed(element, &mut settled),
                // A document that is gone took the event with it; one that does not answer is disarmed later.
                Err(error) => {
                    self.arming.not_disarmed(&element.place, &error).await;
                    Ok(String::new())
                }
            }
        };
        // Nobody waits for what comes of a click that did not arrive.
        tokio::try_join!(landed, async { Ok(self.calm_down(watch, Looks::Yes).await) })
    }
}

/// The answer, which is due from now on.
async fn soon(answer: impl Future<Output = Result<Settled, ActionError>>) -> Result<Settled, ActionError> {
    let late = || ActionError::failed(FailCode::TimedOut, "the page does not answer");
    timeout(MUTATING_AT_MOST + ANSWERED_WITHIN, answer).await.unwrap_or_else(|_elapsed| Err(late()))
}
