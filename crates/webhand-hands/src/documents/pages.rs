//! Documents, and questions to the page script in them.

use crate::access::Access;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use webhand_model::{DocumentId, FailCode, TabId};
use webhand_wire::{ObjectCommand, PageCommand, PageReply};

use crate::access::Stopped;
use crate::page_script::{PAGE_SCRIPT, WORLD};
use crate::trouble::{Trouble, fail_code};
use crate::world::{Frame, World};
use webhand_cdp::protocol::{
    Argument, CallFunctionOn, CreateWorld, DescribeNode, Evaluate, FrameId, FrameOwner, FrameTree, ReleaseObject,
    RemoteObject, ResolveNode, TerminateExecution,
};
use webhand_cdp::{CdpError, Session};

/// One document in one frame. Questions to it fail once the frame shows another.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) tab: TabId,
    pub(crate) frame: FrameId,
    pub(crate) session: Session,
    pub(crate) document: DocumentId,
}

impl Place {
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
    pub(crate) fn top(&self, tab: TabId) -> Result<Place, Trouble> {
        self.access
            .read(|world| {
                let tab = world.tabs.get(tab)?;
                Some(Place::of(&tab.top, world.frames.get(&tab.top)?))
            })
            .ok_or_else(|| Trouble::failed(FailCode::Gone, "the tab was closed; switch to another or open one"))
    }

    /// The top document of the current tab, if it is one that can be reached into.
    pub(crate) fn page(&self) -> Result<Place, Trouble> {
        let (tab, _) = self.access.current()?;
        if let Some(why) = self.access.read(|world| crate::looking::observe::closed(world, tab)) {
            return Err(Trouble::Failed(FailCode::ClosedPage, why));
        }
        self.top(tab)
    }

    /// Asks the page script of a document. An `error` reply is a reply.
    pub(crate) async fn ask(
        &self,
        place: &Place,
        command: &PageCommand,
        within: Duration,
    ) -> Result<PageReply, Trouble> {
        read_reply(&self.ask_raw(place, command, within).await?)
    }

    /// The reply as the page script wrote it.
    pub(crate) async fn ask_raw(
        &self,
        place: &Place,
        command: &PageCommand,
        within: Duration,
    ) -> Result<String, Trouble> {
        let text = serde_json::to_string(command)
            .map_err(|error| Trouble::failed(FailCode::Internal, format!("cannot write a page command: {error}")))?;
        let call = CallFunctionOn {
            function_declaration: HANDLE.to_owned(),
            execution_context_id: Some(self.context(place).await?),
            arguments: vec![Argument::Value(Value::String(text))],
            await_promise: true,
            return_by_value: true,
            ..CallFunctionOn::default()
        };
        let reply = self.call_script(place, &call, within).await?.value;
        if let Value::String(reply) = reply { Ok(reply) } else { Err(nonsense(&reply)) }
    }

    /// Asks with objects beside the command, by their ids. The answer is the script's own, text or object.
    pub(crate) async fn exchange(
        &self,
        place: &Place,
        command: &ObjectCommand,
        objects: Vec<String>,
        group: Option<String>,
        within: Duration,
    ) -> Result<RemoteObject, Trouble> {
        let text = serde_json::to_string(command)
            .map_err(|error| Trouble::failed(FailCode::Internal, format!("cannot write a page command: {error}")))?;
        let mut arguments = vec![Argument::Value(Value::String(text))];
        arguments.extend(objects.into_iter().map(Argument::ObjectId));
        let call = CallFunctionOn {
            function_declaration: HANDLE.to_owned(),
            execution_context_id: Some(self.context(place).await?),
            arguments,
            object_group: group,
            ..CallFunctionOn::default()
        };
        self.call_script(place, &call, within).await
    }

    /// As [`Self::exchange`], for commands that are answered with a reply.
    pub(crate) async fn hand_over(
        &self,
        place: &Place,
        command: &ObjectCommand,
        objects: Vec<String>,
        within: Duration,
    ) -> Result<PageReply, Trouble> {
        let answer = self.exchange(place, command, objects, None, within).await?.value;
        let Value::String(reply) = answer else { return Err(nonsense(&answer)) };
        let reply = read_reply(&reply)?;
        if matches!(reply, PageReply::Error { .. }) { Err(refused(reply)) } else { Ok(reply) }
    }

    /// Calls the page script; what it throws is trouble.
    pub(crate) async fn call_script(
        &self,
        place: &Place,
        call: &CallFunctionOn,
        within: Duration,
    ) -> Result<RemoteObject, Trouble> {
        let answer = self
            .access
            .call(place.tab, &place.session, call, within)
            .await
            .map_err(|stopped| self.explain(place, stopped))?;
        if let Some(details) = answer.exception_details {
            let what = details.exception.and_then(|exception| exception.description).unwrap_or(details.text);
            return Err(Trouble::failed(
                FailCode::Internal,
                format!("the page script failed: {what}; reload the page"),
            ));
        }
        Ok(answer.result)
    }

    /// The page script's world, made where the browser made none of its own.
    pub(crate) async fn context(&self, place: &Place) -> Result<i64, Trouble> {
        let known = |world: &World| match world.frames.get(&place.frame) {
            Some(frame) if frame.document == place.document => Ok(frame.context),
            _ => Err(replaced()),
        };
        if let Some(context) = self.access.read(known)? {
            return Ok(context);
        }
        let took_over = self.access.read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.took_over));
        if !took_over {
            // It is announced a moment after the document itself.
            let announced = self.access.until(ANNOUNCED_WITHIN, |world| known(world).transpose()).await;
            if let Some(context) = announced {
                return context;
            }
        }
        let world_name = if took_over { format!("{WORLD} {}", place.document) } else { WORLD.to_owned() };
        self.make_world(place, world_name).await
    }

    async fn make_world(&self, place: &Place, world_name: String) -> Result<i64, Trouble> {
        let create = CreateWorld { frame_id: place.frame.clone(), world_name };
        let made = self.access.call(place.tab, &place.session, &create, CALLED_WITHIN).await;
        let context = made.map_err(|stopped| self.explain(place, stopped))?.execution_context_id;
        let script = Evaluate { context_id: Some(context), ..Evaluate::value(PAGE_SCRIPT) };
        self.access
            .call(place.tab, &place.session, &script, CALLED_WITHIN)
            .await
            .map_err(|stopped| self.explain(place, stopped))?;
        self.access.change(|world| {
            if let Some(frame) = world.frames.get_mut(&place.frame).filter(|frame| frame.document == place.document) {
                frame.context.get_or_insert(context);
            }
        });
        Ok(context)
    }

    /// What a failed call means for whoever asked.
    pub(crate) fn explain(&self, place: &Place, stopped: Stopped) -> Trouble {
        let is_there = self
            .access
            .read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.document == place.document));
        match stopped {
            Stopped::Dialog => self.access.blocked(place.tab).unwrap_or_else(replaced),
            Stopped::Held => waits(),
            Stopped::Error(CdpError::Refused { .. }) if !is_there => replaced(),
            Stopped::Error(CdpError::Refused { message, .. }) if message.contains("context") => replaced(),
            Stopped::Error(error) => error.into(),
        }
    }

    /// The number of a frame's `<iframe>` in its parent's document, with the place of that document.
    pub(crate) async fn owner(&self, frame: &FrameId) -> Result<Option<(Place, u32)>, Trouble> {
        let found = self.access.read(|world| {
            let own = world.frames.get(frame)?;
            let parent = own.parent.as_ref()?;
            Some((Place::of(parent, world.frames.get(parent)?), own.owner))
        });
        let Some((parent, known)) = found else { return Ok(None) };
        if let Some(number) = known {
            return Ok(Some((parent, number)));
        }
        let owner =
            self.access.call(parent.tab, &parent.session, &FrameOwner { frame_id: frame.clone() }, CALLED_WITHIN).await;
        let owner = owner.map_err(|stopped| self.explain(&parent, stopped))?;
        let number = self.number_of(&parent, owner.backend_node_id).await?;
        self.access.change(|world| {
            if let Some(frame) = world.frames.get_mut(frame) {
                frame.owner = Some(number);
            }
        });
        Ok(Some((parent, number)))
    }

    /// The page script's number of a node that the browser knows by another.
    pub(crate) async fn number_of(&self, place: &Place, backend_node_id: i64) -> Result<u32, Trouble> {
        let context = self.context(place).await?;
        let resolve = ResolveNode { backend_node_id, execution_context_id: Some(context), object_group: None };
        let resolved = self.access.call(place.tab, &place.session, &resolve, CALLED_WITHIN).await;
        let object = resolved.map_err(|stopped| self.explain(place, stopped))?.object.object_id;
        let object = object.ok_or_else(replaced)?;
        let number = self.hand_over(place, &ObjectCommand::NumberOf {}, vec![object.clone()], CALLED_WITHIN).await;
        // Letting go of the object is a courtesy; the document's end does it too.
        let _ = self.access.call(place.tab, &place.session, &ReleaseObject { object_id: object }, CALLED_WITHIN).await;
        let PageReply::Number { node: Some(number) } = number? else { return Err(replaced()) };
        Ok(number)
    }

    /// While a frame is about to show another document, its page script is out of reach without being at fault.
    pub(crate) fn is_leaving(&self, place: &Place) -> bool {
        self.access.read(|world| world.frames.in_tab(place.tab).any(|(_, frame)| frame.going.is_some()))
    }

    /// Frees a page, unless it is loading and may only be slow: one that is stopped while it builds itself stays a ruin.
    pub(crate) async fn free_if_hung(&self, session: &Session) -> bool {
        let is_hung = !self.builds_itself(session);
        if is_hung {
            self.free(session).await;
        }
        is_hung
    }

    /// Whether a page does not answer because it is still building itself.
    pub(crate) async fn is_deep_in_building(&self, session: &Session) -> bool {
        self.builds_itself(session) && session.call_within(&FrameTree {}, ANSWERED_WITHIN).await.is_err()
    }

    fn builds_itself(&self, session: &Session) -> bool {
        self.access.read(|world| {
            let is_its_page = |frame: &&Frame| frame.parent.is_none() && frame.session.id() == session.id();
            let page = world.frames.all().find(is_its_page).filter(|page| page.interactive.is_none());
            page.and_then(|page| page.shown_at).is_some_and(|began| began.elapsed() < BUILT_WITHIN)
        })
    }

    /// Stops a script that does not end, so that the page can be used again.
    pub(crate) async fn free(&self, session: &Session) {
        if let Err(error) = session.call_within(&TerminateExecution {}, FREED_WITHIN).await {
            tracing::debug!(%error, "a page that hangs could not be freed");
        }
    }

    /// The document inside an `<iframe>`.
    pub(crate) async fn child_in(&self, place: &Place, node: u32) -> Option<Place> {
        for frame in self.access.read(|world| world.frames.children(&place.frame)) {
            if let Ok(Some((_, number))) = self.owner(&frame).await
                && number == node
            {
                return self.access.read(|world| world.frames.get(&frame).map(|child| Place::of(&frame, child)));
            }
        }
        None
    }

    /// The element as an object of the page's own world.
    pub(crate) async fn object_of(&self, place: &Place, node: u32) -> Result<Option<String>, Trouble> {
        let find = ObjectCommand::Element { node };
        let found = self.exchange(place, &find, Vec::new(), None, CALLED_WITHIN).await?;
        let Some(object) = found.object_id else { return Ok(None) };
        own_world(place, object).await.map(Some)
    }
}

/// A node of the page script's world as an object of the page's own.
pub(crate) async fn own_world(place: &Place, object_id: String) -> Result<String, Trouble> {
    let about = place.session.call_within(&DescribeNode { object_id }, CALLED_WITHIN).await?;
    let backend_node_id = about.node.backend_node_id;
    let resolve = ResolveNode { backend_node_id, execution_context_id: None, object_group: None };
    let resolved = place.session.call_within(&resolve, CALLED_WITHIN).await?;
    resolved.object.object_id.ok_or_else(replaced)
}

pub(crate) fn read_reply(text: &str) -> Result<PageReply, Trouble> {
    serde_json::from_str(text).map_err(|error| nonsense(&error))
}

pub(crate) fn nonsense(what: &dyn Display) -> Trouble {
    let shown: String = what.to_string().chars().take(100).collect();
    Trouble::failed(FailCode::Internal, format!("the page script answered nonsense: {shown}"))
}

/// A reply that is not the one asked for.
pub(crate) fn refused(reply: PageReply) -> Trouble {
    if let PageReply::Error { code, message, .. } = reply {
        return Trouble::Failed(fail_code(code), message);
    }
    unexpected(&reply)
}

pub(crate) fn unexpected(reply: &PageReply) -> Trouble {
    let shown: String = format!("{reply:?}").chars().take(100).collect();
    Trouble::failed(FailCode::Internal, format!("the page script answered something unexpected: {shown}"))
}

pub(crate) fn replaced() -> Trouble {
    Trouble::failed(FailCode::StaleRef, "the document was replaced meanwhile; look at the page again")
}

fn waits() -> Trouble {
    let text = "a request of the page waits for a yes or no; until then the page cannot be reached";
    Trouble::failed(FailCode::Gone, text)
}

/// The one function of the page script that is called.
const HANDLE: &str = "(command, ...objects) => webhand.handle(command, objects)";
const ANNOUNCED_WITHIN: Duration = Duration::from_millis(300);
const ANSWERED_WITHIN: Duration = Duration::from_millis(500);
const FREED_WITHIN: Duration = Duration::from_secs(1);
/// How long a script may build a page without a pause.
const BUILT_WITHIN: Duration = Duration::from_secs(30);
/// For calls that only ask the browser or a page that is at rest.
pub(crate) const CALLED_WITHIN: Duration = Duration::from_secs(5);
