//! Resolves a ref to its element, and sends commands about elements to their page scripts.

use crate::access::Access;
use crate::documents::Pages;
use crate::hints::Hints;
use crate::looking::RecentLooks;
use std::sync::Arc;
use webhand_model::{FailCode, Ref, quote};
use webhand_wire::{Described, ElementState, PageCommand, PageErrorCode, PageReply};

use crate::action_error::{ActionError, fail_code};
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, unexpected};

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) target: Ref,
    pub(crate) node: u32,
    pub(crate) place: FrameDocument,
    /// Its description in the newest snapshot: `button "Pay"`.
    pub(crate) called: String,
    /// Its role in the newest snapshot; `None` if it is not in there.
    pub(crate) role: Option<String>,
}

/// Finds the elements of refs and queries their state.
#[derive(Debug)]
pub(crate) struct Elements {
    access: Arc<Access>,
    hints: Arc<Hints>,
    pages: Arc<Pages>,
    recent: Arc<RecentLooks>,
}

impl Elements {
    pub(crate) fn new(access: &Arc<Access>, hints: &Arc<Hints>, pages: &Arc<Pages>, recent: &Arc<RecentLooks>) -> Self {
        Self {
            access: Arc::clone(access),
            hints: Arc::clone(hints),
            pages: Arc::clone(pages),
            recent: Arc::clone(recent),
        }
    }
}

impl Elements {
    pub(crate) fn element(&self, target: Ref) -> Result<Element, ActionError> {
        let (current, _) = self.access.current()?;
        if let Some(blocked) = self.access.blocked(current) {
            return Err(blocked);
        }
        let found = self.access.read(|world| {
            // Refs of other owners are in other ref books, so they are unknown here.
            let node = world.leases.get(self.access.lease)?.refs.node_of(target)?;
            let (id, frame) = world.frames.showing(target.document())?;
            Some((node, FrameDocument::of(id, frame)))
        });
        let (node, place) = found.ok_or_else(|| gone(target))?;
        if place.tab != current {
            let text = format!("{target} is on tab {}; switch to it first", place.tab);
            return Err(ActionError::failed(FailCode::StaleRef, text));
        }
        let (called, role) = self.described(target);
        Ok(Element { target, node, place, called, role })
    }

    /// Sends a command about an element; a refusal of the page script becomes an error that names the element.
    pub(crate) async fn ask_about(&self, element: &Element, command: &PageCommand) -> Result<PageReply, ActionError> {
        match self.pages.ask(&element.place, command, CALLED_WITHIN).await {
            Ok(PageReply::Error { code, message, by }) => Err(self.refusal(element, code, &message, by)),
            Err(error) if error.code() == Some(FailCode::StaleRef) => Err(gone(element.target)),
            other => other,
        }
    }

    pub(crate) async fn state(&self, element: &Element) -> Result<ElementState, ActionError> {
        let state = self.known_state(element).await?;
        if state.speaks && self.hints.apply_internals_of(element).await {
            return self.known_state(element).await;
        }
        Ok(state)
    }

    /// The state as far as the page script knows it.
    async fn known_state(&self, element: &Element) -> Result<ElementState, ActionError> {
        let reply = self.ask_about(element, &PageCommand::State { node: element.node }).await?;
        let PageReply::State(state) = reply else { return Err(unexpected(&reply)) };
        Ok(state)
    }

    fn refusal(&self, element: &Element, code: PageErrorCode, message: &str, by: Option<Described>) -> ActionError {
        let Element { target, called, role, .. } = element;
        let text = match (code, by) {
            (PageErrorCode::Stale | PageErrorCode::Unknown, _) => return gone(*target),
            (PageErrorCode::Covered, Some(by)) => self.covered(*target, &element.place, &by),
            // An element without a role is not in the newest snapshot.
            _ if role.is_none() => format!("{target} (not shown now): {message}"),
            _ => format!("{target} ({called}): {message}"),
        };
        ActionError::Failed(fail_code(code), text)
    }

    /// Says what covers an element, and with which button it can be closed.
    pub(crate) fn covered(&self, target: Ref, place: &FrameDocument, by: &Described) -> String {
        let cover = self.name_of(place, by);
        match &by.closer {
            Some(closer) => {
                format!("{target} is covered by {cover}: close it first with {}", self.name_of(place, closer))
            }
            None => format!("{target} is covered by {cover}: close it first"),
        }
    }

    /// Renders an element with its ref, if looks list it: `dialog "Cookies" (e40)`.
    pub(crate) fn name_of(&self, place: &FrameDocument, described: &Described) -> String {
        let mut name = described.role.clone();
        if !described.name.is_empty() {
            name.push(' ');
            name.push_str(&quote(&webhand_model::truncate(&webhand_model::clean(&described.name), 60)));
        }
        let target = described.node.and_then(|node| self.access.change(|world| world.name(place.document, node)));
        match target.filter(|target| LISTED_ROLES.contains(&described.role.as_str()) || self.is_shown(*target)) {
            Some(target) => format!("{name} ({target})"),
            None => name,
        }
    }

    /// Whether the newest snapshot lists the element.
    fn is_shown(&self, target: Ref) -> bool {
        let newest = self.recent.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        newest.as_ref().is_some_and(|snapshot| snapshot.node(target).is_some())
    }

    /// How the newest snapshot describes an element, and its role there.
    fn described(&self, target: Ref) -> (String, Option<String>) {
        let newest = self.recent.newest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let node = newest.as_ref().and_then(|snapshot| snapshot.node(target));
        node.map_or_else(|| (target.to_string(), None), |node| (node.describe(), Some(node.role.clone())))
    }
}

/// Roles of elements that any look of them lists with a ref.
const LISTED_ROLES: [&str; 9] =
    ["alertdialog", "button", "checkbox", "combobox", "dialog", "link", "menuitem", "option", "textbox"];

pub(crate) fn gone(target: Ref) -> ActionError {
    ActionError::failed(
        FailCode::StaleRef,
        format!("{target} is gone: the page has replaced it; look at the page again"),
    )
}
