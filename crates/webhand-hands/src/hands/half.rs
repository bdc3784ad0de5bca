//! Half a click: the mouse button goes down in one action, is moved in others, and comes up in a last one.

use webhand_model::{FailCode, MouseVerb, Outcome, TabId};
use webhand_wire::{PageCommand, PageReply};

use super::Hands;
use super::drag::{INTERCEPTED_WITHIN, Point, event, held_at, way};
use super::hold::Grip;
use super::place::CALLED_WITHIN;
use super::pointer::Taken;
use crate::trouble::Trouble;
use webhand_cdp::Session;

impl Hands {
    pub(super) async fn half_click(&self, half: MouseVerb, at: Option<Point>) -> Result<Outcome, Trouble> {
        match half {
            MouseVerb::Down => self.button_down(at).await,
            MouseVerb::Up => self.button_up(at).await,
        }
    }

    async fn button_down(&self, at: Option<Point>) -> Result<Outcome, Trouble> {
        if self.grip().is_some() {
            let text = "the mouse button is down already; let it go first, with mouse and action up";
            return Err(Trouble::failed(FailCode::BadCall, text));
        }
        let (element, point) = self.judged_element(at).await?;
        let (tab, session) = self.current()?;
        let watch = self.watch(tab);
        self.forget_drag(tab);
        self.intercept_drags(&element.place, &session, true).await;
        if let Err(trouble) = self.take_hold(&element, &session, point).await {
            self.intercept_drags(&element.place, &session, false).await;
            return Err(trouble);
        }
        self.note_grip(Grip { place: element.place.clone(), is_fresh: true });
        let text = format!("the mouse button is down on {}, until mouse lets it go", element.called);
        Ok(self.settled(&watch, text).await)
    }

    async fn button_up(&self, at: Option<Point>) -> Result<Outcome, Trouble> {
        let Some(grip) = self.grip() else {
            let text = "the mouse button is not down; click, or press it first with mouse and action down";
            return Err(Trouble::failed(FailCode::BadCall, text));
        };
        let (element, point) = self.judged_element(at).await?;
        let (tab, session) = self.current()?;
        let mut watch = self.watch(tab);
        watch.inner = Some(element.place);
        if at.is_some() {
            self.carry(&grip, tab, &session, point).await?;
        }
        match self.read(|world| world.tabs.get(tab)?.drag.clone()) {
            Some(data) => {
                for kind in ["dragOver", "drop"] {
                    self.drag_event(tab, &session, kind, &data, point).await?;
                }
                self.release_noted();
            }
            None => drop(self.mouse(tab, &session, event("mouseReleased", point, 0)).await?),
        }
        self.forget_drag(tab);
        self.intercept_drags(&grip.place, &session, false).await;
        Ok(self.settled(&watch, "the mouse button is up again".to_owned()).await)
    }

    /// Moves what the mouse holds, in several steps.
    pub(super) async fn carry(&self, grip: &Grip, tab: TabId, session: &Session, to: Point) -> Result<Taken, Trouble> {
        let from = self.read(|world| world.tabs.get(tab)?.pointer).unwrap_or(to);
        let mut data = self.read(|world| world.tabs.get(tab)?.drag.clone());
        let mut is_new = false;
        for (step, at) in way(from, to).enumerate() {
            let taken = match &data {
                Some(data) => {
                    let kind = if std::mem::take(&mut is_new) { "dragEnter" } else { "dragOver" };
                    self.drag_event(tab, session, kind, data, at).await?
                }
                None => self.mouse(tab, session, held_at(at)).await?,
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
        self.note_grip(Grip { is_fresh: false, ..grip.clone() });
        self.change(|world| world.tabs.get_mut(tab).map(|tab| tab.pointer = Some(to)));
        Ok(Taken::Yes)
    }

    /// What is dragged, once the page has let the browser begin a drag.
    async fn begun_drag(&self, grip: &Grip, tab: TabId) -> Option<serde_json::Value> {
        match self.ask(&grip.place, &PageCommand::Dragging {}, CALLED_WITHIN).await {
            Ok(PageReply::Has { has: true }) => {
                self.until(INTERCEPTED_WITHIN, |world| world.tabs.get(tab)?.drag.clone()).await
            }
            // Whatever keeps the page from telling, the mouse can still let go.
            _ => None,
        }
    }

    fn forget_drag(&self, tab: TabId) {
        self.change(|world| world.tabs.get_mut(tab).map(|tab| tab.drag = None));
    }
}
