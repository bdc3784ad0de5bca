//! The action `mouse`: one action presses the mouse button, others move the mouse, and a last one releases the button.

use webhand_model::{FailCode, MouseVerb, Outcome, TabId};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{DragData, DragStep, MouseStep, SessionId};
use crate::pointing::Gestures;
use crate::pointing::drag::{INTERCEPTED_WITHIN, Point, held_at, left_button_event, line_steps};
use crate::pointing::mouse::InputDelivery;
use crate::pointing::pressed_input::HeldPress;

impl Gestures {
    /// Presses or releases the mouse button at a point; without one, where the mouse is.
    pub(crate) async fn press_or_release(&self, verb: MouseVerb, at: Option<Point>) -> Result<Outcome, ActionError> {
        match verb {
            MouseVerb::Down => self.button_down(at).await,
            MouseVerb::Up => self.button_up(at).await,
        }
    }

    async fn button_down(&self, at: Option<Point>) -> Result<Outcome, ActionError> {
        if self.pressed_input.held_press().is_some() {
            let text = "the mouse button is down already; let it go first, with mouse and action up";
            return Err(ActionError::failed(FailCode::BadCall, text));
        }
        let (element, point) = self.points.judged_element(at).await?;
        let (tab, session) = self.access.current()?;
        let watch = self.settler.watch(tab);
        self.forget_drag(tab);
        self.pressed_input.intercept_drags(&element.place, &session, true).await;
        if let Err(error) = self.press_and_hold(&element, &session, point).await {
            self.pressed_input.intercept_drags(&element.place, &session, false).await;
            return Err(error);
        }
        self.pressed_input.note_held_press(HeldPress { place: element.place.clone(), is_fresh: true });
        let text = format!("the mouse button is down on {}, until mouse lets it go", element.called);
        Ok(self.settler.settled(&watch, text).await)
    }

    async fn button_up(&self, at: Option<Point>) -> Result<Outcome, ActionError> {
        let Some(held_press) = self.pressed_input.held_press() else {
            let text = "the mouse button is not down; click, or press it first with mouse and action down";
            return Err(ActionError::failed(FailCode::BadCall, text));
        };
        let (element, point) = self.points.judged_element(at).await?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place);
        if at.is_some() {
            self.move_held(&held_press, tab, &session, point).await?;
        }
        match self.access.read(|world| world.tabs.get(tab)?.drag.clone()) {
            Some(data) => {
                for kind in [DragStep::Over, DragStep::Drop] {
                    self.drag_event(tab, &session, kind, &data, point).await?;
                }
                self.pressed_input.note_release();
            }
            None => drop(self.mouse.mouse(tab, &session, left_button_event(MouseStep::Released, point, 0)).await?),
        }
        self.forget_drag(tab);
        self.pressed_input.intercept_drags(&held_press.place, &session, false).await;
        Ok(self.settler.settled(&watch, "the mouse button is up again".to_owned()).await)
    }

    /// Moves the mouse with its button down, in several steps: by mouse events, or by drag events once the page has
    /// begun a native drag.
    pub(crate) async fn move_held(
        &self,
        held_press: &HeldPress,
        tab: TabId,
        session: &SessionId,
        to: Point,
    ) -> Result<InputDelivery, ActionError> {
        let from = self.access.read(|world| world.tabs.get(tab)?.pointer).unwrap_or(to);
        let mut data = self.access.read(|world| world.tabs.get(tab)?.drag.clone());
        let mut is_new = false;
        for (step, at) in line_steps(from, to).enumerate() {
            let delivery = match &data {
                Some(data) => {
                    let kind = if std::mem::take(&mut is_new) { DragStep::Enter } else { DragStep::Over };
                    self.drag_event(tab, session, kind, data, at).await?
                }
                None => self.mouse.mouse(tab, session, held_at(at)).await?,
            };
            if delivery == InputDelivery::DialogOpened {
                return Ok(delivery);
            }
            // A native drag begins after some pixels, and then the page receives no mouse events any more.
            if held_press.is_fresh && data.is_none() && step > 0 {
                data = self.started_drag(held_press, tab).await;
                is_new = data.is_some();
            }
        }
        self.pressed_input.note_held_press(HeldPress { is_fresh: false, ..held_press.clone() });
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.pointer = Some(to)));
        Ok(InputDelivery::Complete)
    }

    /// The data of the native drag, if the page has begun one.
    async fn started_drag(&self, held_press: &HeldPress, tab: TabId) -> Option<DragData> {
        match self.pages.ask(&held_press.place, &PageCommand::Dragging {}, CALLED_WITHIN).await {
            Ok(PageReply::Has { has: true }) => {
                self.access.until(INTERCEPTED_WITHIN, |world| world.tabs.get(tab)?.drag.clone()).await
            }
            // Without an answer the mouse button must still be released, so this continues with mouse events.
            _ => None,
        }
    }

    fn forget_drag(&self, tab: TabId) {
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.drag = None));
    }
}
