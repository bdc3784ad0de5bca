//! Clicks and hovers: aim, arm, press, disarm, settle.
//!
//! A covered, moving or disabled element refuses before anything is pressed: the aim fails (`mouse.rs`), and while that
//! is only transient (`is_transient`: covered or moving) the click is retried for [`RETRY_FOR`]. An element that
//! something covers after the aim refuses as well, because its documents are armed (`arming.rs`). A click never reaches
//! another element than its target.
//!
//! `press_on` chooses how the end of a press is awaited; how long a click waits for a fetch or a navigation is decided
//! in `crate::settling::settle`.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref};
use webhand_rt::{Instant, sleep, timeout};
use webhand_wire::Purpose;

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::driver::{MouseButton, MouseEvent, MouseStep};
use crate::pointing::Gestures;
use crate::pointing::mouse::{InputDelivery, Press, Spot};
use crate::pointing::pre_aim::PreAim;
use crate::settling::press_and_settle::PressEnd;
use crate::settling::settle::{SettleState, Watch};
use crate::settling::settled::{LookAfter, SettledPage};

impl Gestures {
    pub(crate) async fn click(&self, target: Ref, press: Press) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let Clicked { spot, note, page } = self.click_with_retries(&element, press, Some(&watch)).await?;
        let mut outcome =
            self.settler.report_press(&watch, page, &format!("{} {}{note}", press.past_tense(), element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    /// Clicks an element without waiting for what the click starts.
    pub(crate) async fn click_element(&self, element: &Element, press: Press) -> Result<Spot, ActionError> {
        self.click_with_retries(element, press, None).await.map(|clicked| clicked.spot)
    }

    /// Clicks, and retries while the refusal is transient: a picture is still loading, a list is sliding open. With
    /// `watch`, returns when the page has settled.
    async fn click_with_retries(
        &self,
        element: &Element,
        press: Press,
        watch: Option<&Watch>,
    ) -> Result<Clicked, ActionError> {
        let began = Instant::now();
        loop {
            match self.click_once(element, press, watch).await {
                Err(error) if is_transient(&error, element) && began.elapsed() < RETRY_FOR => {
                    sleep(BETWEEN_TRIES).await;
                }
                done => return done,
            }
        }
    }

    async fn click_once(&self, element: &Element, press: Press, watch: Option<&Watch>) -> Result<Clicked, ActionError> {
        if is_list_item(element) {
            let (tab, session) = self.access.current()?;
            self.mouse.nudge(tab, &session).await?;
        }
        let pre_aim = self.pre_aims.take_for(element);
        let (spot, armed, listeners_known) = if let Some(PreAim { spot, armed, listeners_known, .. }) = pre_aim {
            (spot, armed, listeners_known)
        } else {
            // Queried before the press, because the page may remove its listeners after it.
            let listeners = timeout(LISTENERS_KNOWN_WITHIN, self.hints.press_listeners_known(&element.place));
            let (ready, listeners_known) = tokio::join!(self.mouse.aim_and_arm(element), listeners);
            let (spot, armed) = ready?;
            (spot, armed, listeners_known.unwrap_or(false))
        };
        let watch = watch.map(|watch| watch.clone().with_listeners_known(listeners_known));
        let (note, page) = self.press_on(element, (spot.x, spot.y), armed, press, watch.as_ref()).await?;
        Ok(Clicked { spot, note, page })
    }

    /// Presses the mouse at a point of an armed element, then disarms it while the page settles. The note says which
    /// events were blocked, if any.
    ///
    /// There are three ways to the end of a press, the fastest first: the question to the page script is sent together
    /// with the press (`press_and_settle.rs`), directly after it (`settled.rs`), or every armed document is queried
    /// while `settle.rs` waits.
    async fn press_on(
        &self,
        element: &Element,
        at: (f64, f64),
        armed: Vec<FrameDocument>,
        press: Press,
        watch: Option<&Watch>,
    ) -> Result<(String, SettledPage), ActionError> {
        let (_, session) = self.access.current()?;
        let rests = self.mouse.rests_on(element, at);
        let pressing = self.mouse.press_mouse(element, &session, at, press);
        let may_ask_early = |watch: &&Watch| {
            press.count == 1 && watch.listeners_known() && self.settler.can_conclude(element, &armed, watch)
        };
        let delivery = match watch.filter(may_ask_early) {
            Some(watch) => match Box::pin(self.settler.press_and_settle(element, &armed, watch, rests, pressing)).await
            {
                PressEnd::Settled(settled) => return settled,
                PressEnd::Unanswered(delivery) => delivery,
            },
            None => pressing.await,
        };
        // The browser announces the requests that the press started before it confirms the press.
        self.settler.wait_for_received_events().await;
        if let (Some(watch), Ok(InputDelivery::Complete)) = (watch, &delivery)
            && self.settler.can_conclude(element, &armed, watch)
        {
            return self.settler.conclude_press(element, watch).await;
        }
        let landed = async {
            let landing = self.arming.landing(element, armed, &delivery).await;
            delivery?;
            landing.click_note(element)
        };
        let page = async {
            match watch {
                Some(watch) => Ok(self.settler.wait_until_settled(watch, LookAfter::Yes).await),
                None => Ok(SettleState::Settled.into()),
            }
        };
        // A click that was blocked starts nothing, so its error ends the waiting at once.
        tokio::try_join!(landed, page)
    }

    pub(crate) async fn hover(&self, target: Ref) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place.clone());
        let spot = self.mouse.aim_for(&element, Purpose::Point).await?;
        let armed = self.arming.arm(&element).await?;
        let delivery = self.mouse.mouse(tab, &session, moved_to((spot.x, spot.y))).await;
        let landing = self.arming.landing(&element, armed, &delivery).await;
        delivery?;
        landing.check_hover(&element)?;
        let mut outcome = self.settler.settled(&watch, format!("the mouse is over {}", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    pub(crate) async fn click_at(&self, at: (f64, f64), press: Press) -> Result<Outcome, ActionError> {
        let (element, point) = self.points.judged_element(Some(at)).await?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let armed = self.arming.arm(&element).await?;
        let (note, page) = self.press_on(&element, point, armed, press, Some(&watch)).await?;
        Ok(self
            .settler
            .report_press(&watch, page, &format!("{} at {:.0}, {:.0}{note}", press.past_tense(), at.0, at.1))
            .await)
    }

    pub(crate) async fn hover_at(&self, at: (f64, f64)) -> Result<Outcome, ActionError> {
        let (element, point) = self.points.judged_element(Some(at)).await?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place.clone());
        match self.pressed_input.held_press() {
            Some(held_press) => self.move_held(&held_press, tab, &session, point).await?,
            None => self.mouse.mouse(tab, &session, moved_to(point)).await?,
        };
        Ok(self.settler.settled(&watch, format!("the mouse is at {:.0}, {:.0}", at.0, at.1)).await)
    }
}

fn moved_to((x, y): (f64, f64)) -> MouseEvent {
    MouseEvent { kind: MouseStep::Moved, x, y, button: MouseButton::None, ..MouseEvent::default() }
}

/// The result of a click.
struct Clicked {
    spot: Spot,
    /// Says which events were blocked; empty when all reached the element.
    note: String,
    /// How the page settled; `Settled` without a watch.
    page: SettledPage,
}

/// Whether the element is an item of a list that may have opened under the resting mouse.
pub(crate) fn is_list_item(element: &Element) -> bool {
    let role = element.role.as_deref();
    role.is_some_and(|role| {
        matches!(role, "listitem" | "menuitem" | "menuitemcheckbox" | "menuitemradio" | "option" | "treeitem")
    })
}

/// Whether nothing was done and the same click may succeed a moment later.
fn is_transient(error: &ActionError, element: &Element) -> bool {
    let ActionError::Failed(code, _) = error else { return false };
    // A list that is longer than its box scrolls by itself when the mouse enters it.
    matches!(code, FailCode::Covered | FailCode::Moving) || *code == FailCode::TargetMoved && is_list_item(element)
}

/// How long a click is retried; the brain has to deal with an obstacle that stays longer.
const RETRY_FOR: Duration = Duration::from_millis(600);
/// How long a press waits for the answer whether all its event listeners are known.
pub(crate) const LISTENERS_KNOWN_WITHIN: Duration = Duration::from_millis(30);
const BETWEEN_TRIES: Duration = Duration::from_millis(60);
