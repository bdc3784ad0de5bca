//! Sends commands to the page scripts of documents.

use crate::access::Access;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use webhand_model::{DocumentId, FailCode, TabId};
use webhand_wire::{PageCommand, PageReply};

use crate::access::CallError;
use crate::action_error::{ActionError, fail_code};
use crate::driver::{DocumentAddress, DriverError, FrameId, ObjectHandle, ScriptWorld, SessionId, WorldName};
use crate::world::{Frame, World};

/// One document in one frame. Calls to it fail once the frame shows another document.
#[derive(Debug, Clone)]
pub(crate) struct FrameDocument {
    pub(crate) tab: TabId,
    pub(crate) frame: FrameId,
    pub(crate) session: SessionId,
    pub(crate) document: DocumentId,
}

impl FrameDocument {
    pub(crate) fn of(id: &FrameId, frame: &Frame) -> Self {
        Self { tab: frame.tab, frame: id.clone(), session: frame.session.clone(), document: frame.document }
    }
}

/// Calls into the page scripts of an owner's documents.
#[derive(Debug)]
pub(crate) struct Pages {
    access: Arc<Access>,
}

impl Pages {
    pub(crate) fn new(access: &Arc<Access>) -> Self {
        Self { access: Arc::clone(access) }
    }
}

impl Pages {
    /// The top document of a tab.
    pub(crate) fn top(&self, tab: TabId) -> Result<FrameDocument, ActionError> {
        self.access
            .read(|world| {
                let tab = world.tabs.get(tab)?;
                Some(FrameDocument::of(&tab.top, world.frames.get(&tab.top)?))
            })
            .ok_or_else(|| ActionError::failed(FailCode::Gone, "the tab was closed; switch to another or open one"))
    }

    /// The top document of the current tab, if webhand can read and touch it.
    pub(crate) fn page(&self) -> Result<FrameDocument, ActionError> {
        let (tab, _) = self.access.current()?;
        if let Some(why) = self.access.read(|world| crate::looking::observe::closed(world, tab)) {
            return Err(ActionError::Failed(FailCode::ClosedPage, why));
        }
        self.top(tab)
    }

    /// Sends a command to the page script of a document. An `error` reply is returned as a reply.
    pub(crate) async fn ask(
        &self,
        place: &FrameDocument,
        command: &PageCommand,
        within: Duration,
    ) -> Result<PageReply, ActionError> {
        read_reply(&self.ask_raw(place, command, within).await?)
    }

    /// As [`Self::ask`], with the reply as unparsed JSON.
    pub(crate) async fn ask_raw(
        &self,
        place: &FrameDocument,
        command: &PageCommand,
        within: Duration,
    ) -> Result<String, ActionError> {
        let address = self.address(place).await?;
        let answer = self.access.driver().page_scripts().ask(&address, command, within);
        self.answer_of(place, answer).await
    }

    /// Awaits a call to a document, and turns a failure into an error that says what to do.
    pub(crate) async fn answer_of<T>(
        &self,
        place: &FrameDocument,
        answer: impl Future<Output = Result<T, DriverError>>,
    ) -> Result<T, ActionError> {
        let answered = self.access.call(place.tab, &place.session, answer).await;
        answered.map_err(|error| self.explain(place, error))
    }

    /// The address of a document's page script. Its world is created if the browser did not create one.
    pub(crate) async fn address(&self, place: &FrameDocument) -> Result<DocumentAddress, ActionError> {
        let world = self.script_world(place).await?;
        Ok(DocumentAddress { session: place.session.clone(), world, document: place.document })
    }

    async fn script_world(&self, place: &FrameDocument) -> Result<ScriptWorld, ActionError> {
        let known = |world: &World| match world.frames.get(&place.frame) {
            Some(frame) if frame.document == place.document => Ok(frame.script_world),
            _ => Err(replaced()),
        };
        if let Some(world) = self.access.read(known)? {
            return Ok(world);
        }
        let took_over = self.access.read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.took_over));
        if !took_over {
            // The world is announced a moment after the document itself.
            let announced = self.access.until(ANNOUNCED_WITHIN, |world| known(world).transpose()).await;
            if let Some(world) = announced {
                return world;
            }
        }
        self.make_world(place, if took_over { WorldName::Of(place.document) } else { WorldName::Usual }).await
    }

    async fn make_world(&self, place: &FrameDocument, name: WorldName) -> Result<ScriptWorld, ActionError> {
        let scripts = self.access.driver().page_scripts();
        let made = scripts.create_world(&place.session, &place.frame, name, CALLED_WITHIN);
        let made = self.answer_of(place, made).await?;
        self.access.change(|world| {
            if let Some(frame) = world.frames.get_mut(&place.frame).filter(|frame| frame.document == place.document) {
                frame.script_world.get_or_insert(made);
            }
        });
        Ok(made)
    }

    /// Turns the failure of a call to a document into an error that says what to do.
    pub(crate) fn explain(&self, place: &FrameDocument, error: CallError) -> ActionError {
        let is_there = self
            .access
            .read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.document == place.document));
        match error {
            CallError::DialogOpen => self.access.blocked(place.tab).unwrap_or_else(replaced),
            CallError::NavigationHeld => request_waits(),
            CallError::Driver(error) if error.is_refusal() && !is_there => replaced(),
            CallError::Driver(DriverError::DocumentGone { .. }) => replaced(),
            CallError::Driver(error) => error.into(),
        }
    }

    /// The parent document of a frame, and the node number of the frame's `<iframe>` in it.
    pub(crate) async fn owner(&self, frame: &FrameId) -> Result<Option<(FrameDocument, u32)>, ActionError> {
        let found = self.access.read(|world| {
            let own = world.frames.get(frame)?;
            let parent = own.parent.as_ref()?;
            Some((FrameDocument::of(parent, world.frames.get(parent)?), own.owner))
        });
        let Some((parent, known)) = found else { return Ok(None) };
        if let Some(number) = known {
            return Ok(Some((parent, number)));
        }
        let address = self.address(&parent).await?;
        let owner = self.access.driver().page_scripts().frame_owner(&address, frame, CALLED_WITHIN);
        let number = self.answer_of(&parent, owner).await?.ok_or_else(replaced)?;
        self.access.change(|world| {
            if let Some(frame) = world.frames.get_mut(frame) {
                frame.owner = Some(number);
            }
        });
        Ok(Some((parent, number)))
    }

    /// Whether a frame of the tab is navigating: then a page script that does not answer is not an error.
    pub(crate) fn is_leaving(&self, place: &FrameDocument) -> bool {
        self.access.read(|world| world.frames.in_tab(place.tab).any(|(_, frame)| frame.pending_navigation.is_some()))
    }

    /// Stops the script of a page that hangs, and returns whether it did. A page that is still loading may only be slow and is
    /// spared, because it would stay incomplete.
    pub(crate) async fn stop_script_if_hung(&self, session: &SessionId) -> bool {
        let is_hung = !self.is_building(session);
        if is_hung {
            self.stop_script(session).await;
        }
        is_hung
    }

    /// Whether a page does not answer because its scripts are still building it.
    pub(crate) async fn is_still_building(&self, session: &SessionId) -> bool {
        self.is_building(session) && self.access.driver().targets().frames(session, ANSWERED_WITHIN).await.is_err()
    }

    fn is_building(&self, session: &SessionId) -> bool {
        self.access.read(|world| {
            let is_its_page = |frame: &&Frame| frame.parent.is_none() && frame.session == *session;
            let page = world.frames.all().find(is_its_page).filter(|page| page.interactive.is_none());
            page.and_then(|page| page.shown_at).is_some_and(|began| began.elapsed() < BUILT_WITHIN)
        })
    }

    /// Stops an endless script, so that the page can be used again.
    pub(crate) async fn stop_script(&self, session: &SessionId) {
        if let Err(error) = self.access.driver().page_scripts().stop_running_script(session, FREED_WITHIN).await {
            tracing::debug!(%error, "a page that hangs could not be freed");
        }
    }

    /// The document inside an `<iframe>`.
    pub(crate) async fn child_in(&self, place: &FrameDocument, node: u32) -> Option<FrameDocument> {
        for frame in self.access.read(|world| world.frames.children(&place.frame)) {
            if let Ok(Some((_, number))) = self.owner(&frame).await
                && number == node
            {
                return self
                    .access
                    .read(|world| world.frames.get(&frame).map(|child| FrameDocument::of(&frame, child)));
            }
        }
        None
    }

    /// The element as an object of the page's own world.
    pub(crate) async fn object_of(
        &self,
        place: &FrameDocument,
        node: u32,
    ) -> Result<Option<ObjectHandle>, ActionError> {
        let objects = self
            .access
            .driver()
            .objects()
            .ok_or_else(|| ActionError::lacking(self.access.driver(), "reach into elements"))?;
        let address = self.address(place).await?;
        self.answer_of(place, objects.element(&address, node, CALLED_WITHIN)).await
    }
}

pub(crate) fn read_reply(text: &str) -> Result<PageReply, ActionError> {
    serde_json::from_str(text).map_err(|error| nonsense(&error))
}

pub(crate) fn nonsense(what: &dyn Display) -> ActionError {
    let shown: String = what.to_string().chars().take(100).collect();
    ActionError::failed(FailCode::Internal, format!("the page script answered nonsense: {shown}"))
}

/// A reply that does not fit the command.
pub(crate) fn refused(reply: PageReply) -> ActionError {
    if let PageReply::Error { code, message, .. } = reply {
        return ActionError::Failed(fail_code(code), message);
    }
    unexpected(&reply)
}

pub(crate) fn unexpected(reply: &PageReply) -> ActionError {
    let shown: String = format!("{reply:?}").chars().take(100).collect();
    ActionError::failed(FailCode::Internal, format!("the page script answered something unexpected: {shown}"))
}

pub(crate) fn replaced() -> ActionError {
    ActionError::failed(FailCode::StaleRef, "the document was replaced meanwhile; look at the page again")
}

fn request_waits() -> ActionError {
    let text = "a request of the page waits for a yes or no; until then the page cannot be reached";
    ActionError::failed(FailCode::Gone, text)
}

const ANNOUNCED_WITHIN: Duration = Duration::from_millis(300);
const ANSWERED_WITHIN: Duration = Duration::from_millis(500);
const FREED_WITHIN: Duration = Duration::from_secs(1);
/// How long a script may build a page before the page counts as hung.
const BUILT_WITHIN: Duration = Duration::from_secs(30);
/// For calls that query the browser or a settled page.
pub(crate) const CALLED_WITHIN: Duration = Duration::from_secs(5);
