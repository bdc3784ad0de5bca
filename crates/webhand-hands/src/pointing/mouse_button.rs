//! Half a click: the mouse button goes down in one action, is moved in others, and comes up in a last one.

use webhand_model::{FailCode, MouseVerb, Outcome, TabId};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::CALLED_WITHIN;
use crate::driver::{DragData, DragStep, MouseStep, SessionId};
use crate::pointing::Gestures;
use crate::pointing::drag::{INTERCEPTED_WITHIN, Point, event, held_at, way};
use crate::pointing::held_input::Grip;
use crate::pointing::mouse::Taken;

impl Gestures {
    pub(crate) async fn half_click(&self, half: MouseVerb, at: Option<Point>) -> Result<Outcome, ActionError> {
        match half {
            MouseVerb::Down => self.button_down(at).await,
            MouseVerb::Up => self.button_up(at).await,
        }
    }

    async fn button_down(&self, at: Option<Point>) -> Result<Outcome, ActionError> {
        if self.held_input.grip().is_some() {
            let text = "the mouse button is down already; let it go first, with mouse and action up";
            return Err(ActionError::failed(FailCode::BadCall, text));
        }
        let (element, point) = self.points.judged_element(at).await?;
        let (tab, session) = self.access.current()?;
        let watch = self.settler.watch(tab);
        self.forget_drag(tab);
        self.held_input.intercept_drags(&element.place, &session, true).await;
        if let Err(error) = self.take_hold(&element, &session, point).await {
            self.held_input.intercept_drags(&element.place, &session, false).await;
            return Err(error);
        }
        self.held_input.note_grip(Grip { place: element.place.clone(), is_fresh: true });
        let text = format!("the mouse button is down on {}, until mouse lets it go", element.called);
        Ok(self.settler.settled(&watch, text).await)
    }

    async fn button_up(&self, at: Option<Point>) -> Result<Outcome, ActionError> {
        let Some(grip) = self.held_input.grip() else {
            let text = "the mouse button is not down; click, or press it first with mouse and action down";
            return Err(ActionError::failed(FailCode::BadCall, text));
        };
        let (element, point) = self.points.judged_element(at).await?;
        let (tab, session) = self.access.current()?;
        let mut watch = self.settler.watch(tab);
        watch.inner = Some(element.place);
        if at.is_some() {
            self.carry(&grip, tab, &session, point).await?;
        }
        match self.access.read(|world| world.tabs.get(tab)?.drag.clone()) {
            Some(data) => {
                for kind in [DragStep::Over, DragStep::Drop] {
                    self.drag_event(tab, &session, kind, &data, point).await?;
                }
                self.held_input.release_noted();
            }
            None => drop(self.mouse.mouse(tab, &session, event(MouseStep::Released, point, 0)).await?),
        }
        self.forget_drag(tab);
        self.held_input.intercept_drags(&grip.place, &session, false).await;
        Ok(self.settler.settled(&watch, "the mouse button is up again".to_owned()).await)
    }

    /// Moves what the mouse holds, in several steps.
    pub(crate) async fn carry(
        &self,
        grip: &Grip,
        tab: TabId,
        session: &SessionId,
        to: Point,
    ) -> Result<Taken, ActionError> {
        let from = self.access.read(|world| world.tabs.get(tab)?.pointer).unwrap_or(to);
        let mut data = self.access.read(|world| world.tabs.get(tab)?.drag.clone());
        let mut is_new = false;
        for (step, at) in way(from, to).enumerate() {
            let taken = match &data {
                Some(data) => {
                    let kind = if std::mem::take(&mut is_new) { DragStep::Enter } else { DragStep::Over };
                    self.drag_event(tab, session, kind, data, at).await?
                }
                None => self.mouse.mouse(tab, session, held_at(at)).await?,
            };
            if taken == Taken::Dialog {
                return Ok(taken);
            }
            // A drag of the browser's own kind begins after some pixels, and then no mouse event arrives any more.
            if grip.is_fresh && data.is_none() && step > 0 {
                data = self.begun_drag(grip, tab).await;
                is_new = data.is_some();
            }
        }
        self.held_input.note_grip(Grip { is_fresh: false, ..grip.clone() });
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.pointer = Some(to)));
        Ok(Taken::Yes)
    }

    /// What is dragged, once the page has let the browser begin a drag.
    async fn begun_drag(&self, grip: &Grip, tab: TabId) -> Option<DragData> {
        match self.pages.ask(&grip.place, &PageCommand::Dragging {}, CALLED_WITHIN).await {
            Ok(PageReply::Has { has: true }) => {
                self.access.until(INTERCEPTED_WITHIN, |world| world.tabs.get(tab)?.drag.clone()).await
            }
            // Whatever keeps the page from telling, the mouse can still let go.
            _ => None,
        }
    }

    fn forget_drag(&self, tab: TabId) {
        self.access.change(|world| world.tabs.get_mut(tab).map(|tab| tab.drag = None));
    }
}
