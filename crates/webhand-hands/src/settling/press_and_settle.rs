//! Sends a press together with the call that asks the page script how it ended, which saves a rendered frame.
//!
//! Chromium answers a call that is sent after a press only after the next frame. So the call is sent before the press:
//! the page script answers while the press is still being delivered if no listener receives the click, and otherwise
//! after the command `Pressed` says that the press is over.
//!
//! Invariant: the page script answers the call once. The sender awaits that answer or schedules the document to be
//! disarmed later.

use std::pin::pin;

use futures_util::future::{Either, select};
use webhand_model::FailCode;
use webhand_rt::timeout;
use webhand_wire::{PageCommand, SettleReason, Settled, Settling};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument};
use crate::looking::frames::looking;
use crate::pointing::mouse::{INPUT_WITHIN, InputDelivery};
use crate::settling::Settler;
use crate::settling::settle::{ANSWERED_WITHIN, MUTATING_AT_MOST, Watch};
use crate::settling::settled::{LookAfter, PressBaseline, SettledPage};

/// How a press and the call about it ended.
pub(crate) enum PressEnd {
    Settled(Result<(String, SettledPage), ActionError>),
    /// The page script could not answer, so the caller continues as after any press.
    Unanswered(Result<InputDelivery, ActionError>),
}

impl Settler {
    /// Performs `pressing` and returns how the page settled, or that the page script could not answer.
    pub(crate) async fn press_and_settle(
        &self,
        element: &Element,
        armed: &[FrameDocument],
        watch: &Watch,
        rests: bool,
        pressing: impl Future<Output = Result<InputDelivery, ActionError>>,
    ) -> PressEnd {
        let place = &element.place;
        let extent = self.look_extent(watch, place);
        let before = PressBaseline { extent, moment: self.moment() };
        let plain = self.settling_command(watch, place.tab, MUTATING_AT_MOST);
        let settling = Settling { disarm: true, rests, asked: SettleReason::Ahead, look: extent.map(looking), ..plain };
        let mut answer = pin!(self.ask_settling(place, &settling, INPUT_WITHIN + MUTATING_AT_MOST));
        // The call is polled first, so it is sent before the press.
        let (delivery, early) = match select(answer.as_mut(), pin!(pressing)).await {
            Either::Left((early, pressing)) => (pressing.await, Some(early)),
            Either::Right((delivery, _)) => (delivery, None),
        };
        if !matches!(delivery, Ok(InputDelivery::Complete)) {
            return PressEnd::Unanswered(delivery);
        }
        // The browser announces the requests that the press started before it confirms the press.
        self.wait_for_received_events().await;
        if let Some(early) = early {
            return PressEnd::Settled(self.apply_conclusion(element, watch, before, early).await);
        }
        let moment = self.moment();
        let wait = self.can_conclude(element, armed, watch);
        let answered_ms = self.settling_command(watch, place.tab, MUTATING_AT_MOST).answered_ms;
        let pressed = PageCommand::Pressed { answered_ms, wait };
        let answered = async {
            // A document that is gone fails both calls; the answer below carries the error.
            let (_, answer) = tokio::join!(self.pages.ask(place, &pressed, CALLED_WITHIN), answer_in_time(answer));
            answer
        };
        let settled = if wait {
            self.apply_conclusion(element, watch, PressBaseline { moment, ..before }, answered.await).await
        } else {
            self.check_landing_and_settle(element, watch, answered).await
        };
        PressEnd::Settled(settled)
    }

    /// Checks where the events went while the page settles, as after any press.
    async fn check_landing_and_settle(
        &self,
        element: &Element,
        watch: &Watch,
        answered: impl Future<Output = Result<Settled, ActionError>>,
    ) -> Result<(String, SettledPage), ActionError> {
        let landed = async {
            match answered.await {
                Ok(mut settled) => self.check_landing(element, &mut settled),
                // A document that is gone has nothing to report; one that does not answer is disarmed later.
                Err(error) => {
                    self.arming.handle_disarm_failure(&element.place, &error).await;
                    Ok(String::new())
                }
            }
        };
        // A click that was blocked starts nothing, so its error ends the waiting at once.
        tokio::try_join!(landed, async { Ok(self.wait_until_settled(watch, LookAfter::Yes).await) })
    }
}

/// Awaits the answer, whose time limit begins now that the press is over.
async fn answer_in_time(answer: impl Future<Output = Result<Settled, ActionError>>) -> Result<Settled, ActionError> {
    let late = || ActionError::failed(FailCode::TimedOut, "the page does not answer");
    timeout(MUTATING_AT_MOST + ANSWERED_WITHIN, answer).await.unwrap_or_else(|_elapsed| Err(late()))
}
