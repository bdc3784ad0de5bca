//! Whether it is known of a press who hears it.
//!
//! A page that hears nothing does nothing, so nobody has to wait for what it does. Invariant: what is not known counts as
//! heard.

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, replaced};
use crate::driver::ObjectHandle;
use crate::hints::Hints;
use crate::hints::event_masks::by_element;
use crate::hints::listeners::{HEARD_WITHIN, outermost};
use crate::world::{KnownListeners, WindowListeners, World};

impl Hints {
    /// Whether the page script of a document knows everything that hears a press in it. The frames of other processes
    /// are not asked, so a tab with such frames is never known well enough.
    pub(crate) async fn is_overheard(&self, place: &FrameDocument) -> bool {
        let is_alone = |world: &World| world.frames.in_tab(place.tab).all(|(_, frame)| frame.session == place.session);
        if self.access.driver().listeners().is_none() || !self.access.read(is_alone) {
            return false;
        }
        let window = self.hearing(place, |hearing| hearing.window.clone());
        if window.is_none_or(|window| window == WindowListeners::Hears) {
            return false;
        }
        let (documents, window) = tokio::join!(self.documents_are_known(place), self.window_hears(place));
        documents.unwrap_or(false) && window.is_ok_and(|hears| !hears)
    }

    /// Whether the last look told the page scripts of all that is listened on now, and nothing hears that it is left.
    async fn documents_are_known(&self, place: &FrameDocument) -> Result<bool, ActionError> {
        let Some(ear) = self.access.read(|world| outermost(world, place)) else { return Ok(false) };
        let document = self.hearing(&ear, |hearing| hearing.document.clone()).flatten();
        let Some(document) = document else { return Ok(false) };
        let listeners = self.listeners(&ear, &document).await.map_err(|stopped| self.pages.explain(&ear, stopped))?;
        if listeners.iter().any(|listener| is_leaving(&listener.kind)) {
            self.hearing(place, |hearing| hearing.window = WindowListeners::Hears);
            return Ok(false);
        }
        let all = by_element(&listeners);
        let knows = |hearing: &mut KnownListeners| {
            hearing.is_whole() && all.iter().all(|(at, events)| hearing.knows(*at, *events))
        };
        Ok(self.hearing(&ear, knows).unwrap_or(false))
    }

    /// Whether a document's window hears a press, which is told for no document.
    async fn window_hears(&self, place: &FrameDocument) -> Result<bool, ActionError> {
        let window = match self.hearing(place, |hearing| hearing.window.clone()).unwrap_or_default() {
            WindowListeners::Known(window) => window,
            WindowListeners::Unknown => self.window(place).await?,
            WindowListeners::Hears => return Ok(true),
        };
        let listeners = self.listeners(place, &window).await.map_err(|stopped| self.pages.explain(place, stopped))?;
        let hears = listeners.iter().any(|listener| !is_unrelated(&listener.kind));
        if hears {
            self.hearing(place, |hearing| hearing.window = WindowListeners::Hears);
        }
        Ok(hears)
    }

    /// The window as an object of the page's own world.
    async fn window(&self, place: &FrameDocument) -> Result<ObjectHandle, ActionError> {
        let page_world = self.access.read(|world| world.frames.get(&place.frame).and_then(|frame| frame.page_world));
        let (page_world, listeners) = page_world.zip(self.access.driver().listeners()).ok_or_else(replaced)?;
        let window = listeners.window(&place.session, page_world, HEARD_WITHIN);
        let window = self.pages.answer_of(place, window).await?.ok_or_else(replaced)?;
        self.hearing(place, |hearing| hearing.window = WindowListeners::Known(window.clone()));
        Ok(window)
    }
}

/// Whether an event cannot follow from a press. One that is not known here may.
pub(crate) fn is_unrelated(kind: &str) -> bool {
    UNRELATED.contains(&kind)
}

/// Whether an event tells something that the mouse or the focus has left it, wherever it is.
pub(crate) fn is_leaving(kind: &str) -> bool {
    LEAVING.contains(&kind)
}

const LEAVING: &[&str] =
    &["blur", "change", "focusout", "lostpointercapture", "mouseleave", "mouseout", "pointerleave", "pointerout"];
/// Those of forms follow only from what the page script knows to send, empty or check one.
const UNRELATED: &[&str] = &[
    "DOMContentLoaded",
    "afterprint",
    "beforeprint",
    "beforeunload",
    "error",
    "formdata",
    "hashchange",
    "invalid",
    "keydown",
    "keypress",
    "keyup",
    "languagechange",
    "load",
    "message",
    "messageerror",
    "offline",
    "online",
    "pagehide",
    "pageshow",
    "popstate",
    "readystatechange",
    "rejectionhandled",
    "reset",
    "resize",
    "securitypolicyviolation",
    "storage",
    "submit",
    "unhandledrejection",
    "unload",
    "visibilitychange",
];
