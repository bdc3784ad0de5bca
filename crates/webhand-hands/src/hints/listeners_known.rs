//! Whether every event listener that a press can reach is known.
//!
//! A press that reaches no listener has no effect, so the hands need not wait for one. Invariant: an unknown listener
//! counts as one that the press reaches.

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, replaced};
use crate::driver::ObjectHandle;
use crate::hints::Hints;
use crate::hints::event_masks::events_by_element;
use crate::hints::listeners::{LISTENERS_WITHIN, outermost_document};
use crate::world::{KnownListeners, WindowListeners, World};

impl Hints {
    /// Whether the page script of a document knows every listener that a press in it can reach. Frames of other processes
    /// are not queried, so the answer is `false` for a tab that has some.
    pub(crate) async fn press_listeners_known(&self, document: &FrameDocument) -> bool {
        let is_alone =
            |world: &World| world.frames.in_tab(document.tab).all(|(_, frame)| frame.session == document.session);
        if self.access.driver().listeners().is_none() || !self.access.read(is_alone) {
            return false;
        }
        let window = self.with_known_listeners(document, |known| known.window.clone());
        if window.is_none_or(|window| window == WindowListeners::Listening) {
            return false;
        }
        let (documents, window) = tokio::join!(self.documents_are_known(document), self.window_listens(document));
        documents.unwrap_or(false) && window.is_ok_and(|listens| !listens)
    }

    /// Whether the page scripts have all listeners that exist now, and none of them is for a leave event.
    async fn documents_are_known(&self, document: &FrameDocument) -> Result<bool, ActionError> {
        let Some(root) = self.access.read(|world| outermost_document(world, document)) else { return Ok(false) };
        let object = self.with_known_listeners(&root, |known| known.document.clone()).flatten();
        let Some(object) = object else { return Ok(false) };
        let listeners = self.listeners(&root, &object).await.map_err(|error| self.pages.explain(&root, error))?;
        if listeners.iter().any(|listener| is_leaving(&listener.kind)) {
            self.with_known_listeners(document, |known| known.window = WindowListeners::Listening);
            return Ok(false);
        }
        let all = events_by_element(&listeners);
        let knows =
            |known: &mut KnownListeners| known.is_whole() && all.iter().all(|(at, events)| known.knows(*at, *events));
        Ok(self.with_known_listeners(&root, knows).unwrap_or(false))
    }

    /// Whether the window of a document listens for a press. The listeners of a document do not include those of its window.
    async fn window_listens(&self, document: &FrameDocument) -> Result<bool, ActionError> {
        let window = match self.with_known_listeners(document, |known| known.window.clone()).unwrap_or_default() {
            WindowListeners::Known(window) => window,
            WindowListeners::Unknown => self.window(document).await?,
            WindowListeners::Listening => return Ok(true),
        };
        let listeners = self.listeners(document, &window).await.map_err(|error| self.pages.explain(document, error))?;
        let listens = listeners.iter().any(|listener| !is_unrelated(&listener.kind));
        if listens {
            self.with_known_listeners(document, |known| known.window = WindowListeners::Listening);
        }
        Ok(listens)
    }

    /// The window as an object of the page's own world.
    async fn window(&self, document: &FrameDocument) -> Result<ObjectHandle, ActionError> {
        let page_world = self.access.read(|world| world.frames.get(&document.frame).and_then(|frame| frame.page_world));
        let (page_world, listeners) = page_world.zip(self.access.driver().listeners()).ok_or_else(replaced)?;
        let window = listeners.window(&document.session, page_world, LISTENERS_WITHIN);
        let window = self.pages.answer_of(document, window).await?.ok_or_else(replaced)?;
        self.with_known_listeners(document, |known| known.window = WindowListeners::Known(window.clone()));
        Ok(window)
    }
}

/// Whether an event cannot follow from a press. An event that is not listed here may.
pub(crate) fn is_unrelated(kind: &str) -> bool {
    UNRELATED.contains(&kind)
}

/// Whether an event is sent to an element that the mouse or the focus leaves, which may be anywhere in the page.
pub(crate) fn is_leaving(kind: &str) -> bool {
    LEAVING.contains(&kind)
}

const LEAVING: &[&str] =
    &["blur", "change", "focusout", "lostpointercapture", "mouseleave", "mouseout", "pointerleave", "pointerout"];
/// The events of forms are listed because only elements that the page script knows to submit, reset or validate a form
/// cause them.
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
