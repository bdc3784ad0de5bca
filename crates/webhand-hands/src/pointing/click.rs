//! Clicking and hovering.

use std::time::Duration;

use webhand_model::{FailCode, Outcome, Ref};
use webhand_rt::{Instant, sleep, timeout};
use webhand_wire::Purpose;

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::FrameDocument;
use crate::driver::{MouseButton, MouseEvent, MouseStep};
use crate::pointing::Gestures;
use crate::pointing::mouse::{Press, Spot, Taken};
use crate::pointing::pre_aim::Ahead;
use crate::settling::press_and_settle::Burst;
use crate::settling::settle::{Rested, Watch};
use crate::settling::settled::{Calm, Looks};

impl Gestures {
    pub(crate) async fn click(&self, target: Ref, press: Press) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let Clicked { spot, note, calm } = self.click_noticing(&element, press, Some(&watch)).await?;
        let mut outcome =
            self.settler.told_of_press(&watch, calm, &format!("{} {}{note}", press.done(), element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    /// Clicks an element and makes sure that it, and nothing else, got the click.
    pub(crate) async fn click_element(&self, element: &Element, press: Press) -> Result<Spot, ActionError> {
        self.click_noticing(element, press, None).await.map(|clicked| clicked.spot)
    }

    /// Tries again while something only passes: a picture that is still loading, a list that is sliding open. Comes back
    /// when what is watched has come to rest.
    async fn click_noticing(
        &self,
        element: &Element,
        press: Press,
        watch: Option<&Watch>,
    ) -> Result<Clicked, ActionError> {
        let began = Instant::now();
        loop {
            match self.click_once(element, press, watch).await {
                Err(error) if may_pass(&error, element) && began.elapsed() < PATIENCE => sleep(BETWEEN_TRIES).await,
                done => return done,
            }
        }
    }

    async fn click_once(&self, element: &Element, press: Press, watch: Option<&Watch>) -> Result<Clicked, ActionError> {
        if is_item(element) {
            let (tab, session) = self.access.current()?;
            self.mouse.stir(tab, &session).await?;
        }
        let (spot, armed, heard) = if let Some(Ahead { spot, armed, heard, .. }) = self.pre_aims.take_ahead(element) {
            (spot, armed, heard)
        } else {
            // Asked before the press, which a page may stop listening after.
            let hearing = timeout(HEARD_WITHIN, self.hints.press_listeners_known(&element.place));
            let (ready, heard) = tokio::join!(self.mouse.aim_and_arm(element), hearing);
            let (spot, armed) = ready?;
            (spot, armed, heard.unwrap_or(false))
        };
        let watch = watch.map(|watch| watch.clone().overheard(heard));
        let (note, calm) = self.press_on(element, (spot.x, spot.y), armed, press, watch.as_ref()).await?;
        Ok(Clicked { spot, note, calm })
    }

    /// Presses the mouse at a point of an element that is armed, and disarms it while all comes to rest; a note tells
    /// when not all of it got through.
    async fn press_on(
        &self,
        element: &Element,
        at: (f64, f64),
        armed: Vec<FrameDocument>,
        press: Press,
        watch: Option<&Watch>,
    ) -> Result<(String, Calm), ActionError> {
        let tab = element.place.tab;
        let (_, session) = self.access.current()?;
        self.access.touch(tab);
        let rests = self.mouse.rests_on(element, at);
        let pressing = self.mouse.press_mouse(element, &session, at, press);
        let asks = |watch: &&Watch| {
            press.count == 1 && watch.is_overheard() && self.settler.can_conclude(element, &armed, watch)
        };
        let taken = match watch.filter(asks) {
            Some(watch) => match Box::pin(self.settler.press_and_ask(element, &armed, watch, rests, pressing)).await {
                Burst::Over(over) => return over,
                Burst::Unanswered(taken) => taken,
            },
            None => pressing.await,
        };
        // Requests that the press started were told before its end was.
        self.settler.caught_up().await;
        if let (Some(watch), Ok(Taken::Yes)) = (watch, &taken)
            && self.settler.can_conclude(element, &armed, watch)
        {
            return self.settler.conclude(element, watch).await;
        }
        let landed = async {
            let landing = self.arming.landing(element, armed, &taken).await;
            taken?;
            landing.noted(element)
        };
        let calm = async {
            match watch {
                Some(watch) => Ok(self.settler.calm_down(watch, Looks::Yes).await),
                None => Ok(Rested::Yes.into()),
            }
        };
        // Nobody waits for what comes of a click that did not arrive.
        tokio::try_join!(landed, calm)
    }

    pub(crate) async fn hover(&self, target: Ref) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place.clone());
        let spot = self.mouse.aim_for(&element, Purpose::Point).await?;
        self.access.touch(tab);
        self.mouse.mouse(tab, &session, moved_to((spot.x, spot.y))).await?;
        let mut outcome = self.settler.settled(&watch, format!("the mouse is over {}", element.called)).await;
        outcome.bounds = Some(spot.bounds);
        Ok(outcome)
    }

    pub(crate) async fn click_at(&self, at: (f64, f64), press: Press) -> Result<Outcome, ActionError> {
        let (element, point) = self.points.judged_element(Some(at)).await?;
        let mut watch = self.settler.watch(element.place.tab);
        watch.inner = Some(element.place.clone());
        let armed = self.arming.arm(&element).await?;
        let (note, calm) = self.press_on(&element, point, armed, press, Some(&watch)).await?;
        Ok(self
            .settler
            .told_of_press(&watch, calm, &format!("{} at {:.0}, {:.0}{note}", press.done(), at.0, at.1))
            .await)
    }

    pub(crate) async fn hover_at(&self, at: (f64, f64)) -> Result<Outcome, ActionError> {
        let (element, point) = self.points.judged_element(Some(at)).await?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place.clone());
        self.access.touch(tab);
        match self.held_input.grip() {
            Some(grip) => self.carry(&grip, tab, &session, point).await?,
            None => self.mouse.mouse(tab, &session, moved_to(point)).await?,
        };
        Ok(self.settler.settled(&watch, format!("the mouse is at {:.0}, {:.0}", at.0, at.1)).await)
    }
}

fn moved_to((x, y): (f64, f64)) -> MouseEvent {
    MouseEvent { kind: MouseStep::Moved, x, y, button: MouseButton::None, ..MouseEvent::default() }
}

/// What is known of a click.
struct Clicked {
    spot: Spot,
    /// What is to be said when not all of it got through.
    note: String,
    /// How that ended which was watched, if it was.
    calm: Calm,
}

/// Part of a list that may have opened under the resting mouse.
pub(crate) fn is_item(element: &Element) -> bool {
    let role = element.role.as_deref();
    role.is_some_and(|role| {
        matches!(role, "listitem" | "menuitem" | "menuitemcheckbox" | "menuitemradio" | "option" | "treeitem")
    })
}

/// Nothing was done, and a moment later it may be possible.
fn may_pass(error: &ActionError, element: &Element) -> bool {
    let ActionError::Failed(code, _) = error else { return false };
    // A list that is longer than its box scrolls by itself when the mouse comes over it.
    matches!(code, FailCode::Covered | FailCode::Moving) || *code == FailCode::TargetMoved && is_item(element)
}

/// How long to try again; what is in the way after that has to be dealt with.
const PATIENCE: Duration = Duration::from_millis(600);
/// A press does not wait longer to know who hears it.
pub(crate) const HEARD_WITHIN: Duration = Duration::from_millis(30);
const BETWEEN_TRIES: Duration = Duration::from_millis(60);
