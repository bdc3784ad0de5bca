//! Documents, and questions to the page script in them.

use std::fmt::Display;
use std::time::Duration;

use serde_json::Value;
use webhand_model::{DocumentId, FailCode, TabId};
use webhand_wire::{ObjectCommand, PageCommand, PageReply};

use super::{Hands, Stopped};
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
pub(super) struct Place {
    pub(super) tab: TabId,
    pub(super) frame: FrameId,
    pub(super) session: Session,
    pub(super) document: DocumentId,
}

impl Place {
    pub(super) fn of(id: &FrameId, frame: &Frame) -> Self {
        Self { tab: frame.tab, frame: id.clone(), session: frame.session.clone(), document: frame.document }
    }
}

impl Hands {
    /// The top document of a tab.
    pub(super) fn top(&self, tab: TabId) -> Result<Place, Trouble> {
        self.read(|world| {
            let tab = world.tabs.get(tab)?;
            Some(Place::of(&tab.top, world.frames.get(&tab.top)?))
        })
        .ok_or_else(|| Trouble::failed(FailCode::Gone, "the tab was closed; switch to another or open one"))
    }

    /// The top document of the current tab, if it is one that can be reached into.
    pub(super) fn page(&self) -> Result<Place, Trouble> {
        let (tab, _) = self.current()?;
        if let Some(why) = self.read(|world| super::observe::closed(world, tab)) {
            return Err(Trouble::Failed(FailCode::ClosedPage, why));
        }
        self.top(tab)
    }

    /// Asks the page script of a document. An `error` reply is a reply.
    pub(super) async fn ask(
        &self,
        place: &Place,
        command: &PageCommand,
        within: Duration,
    ) -> Result<PageReply, Trouble> {
        read_reply(&self.ask_raw(place, command, within).await?)
    }

    /// The reply as the page script wrote it.
    pub(super) async fn ask_raw(
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
    pub(super) async fn exchange(
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
    pub(super) async fn hand_over(
        &self,
        place: &Place,
        command: &ObjectCommand,
        objects: Vec<String>,
        within: Duration,
    ) -> Result<PageReply, Trouble> {
        let answer = self.exchange(place, command, objects, None, within).await?.value;
        let Value::String(reply) = answer else { return Err(nonsense(&answer)) };
        match read_reply(&reply)? {
            error @ PageReply::Error { .. } => Err(refused(error)),
            reply => Ok(reply),
        }
    }

    /// Calls the page script; what it throws is trouble.
    pub(super) async fn call_script(
        &self,
        place: &Place,
        call: &CallFunctionOn,
        within: Duration,
    ) -> Result<RemoteObject, Trouble> {
        let answer =
            self.call(place.tab, &place.session, call, within).await.map_err(|stopped| self.explain(place, stopped))?;
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
    pub(super) async fn context(&self, place: &Place) -> Result<i64, Trouble> {
        let known = |world: &World| match world.frames.get(&place.frame) {
            Some(frame) if frame.document == place.document => Ok(frame.context),
            _ => Err(replaced()),
        };
        if let Some(context) = self.read(known)? {
            return Ok(context);
        }
        let took_over = self.read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.took_over));
        if !took_over {
            // It is announced a moment after the document itself.
            let announced = self.until(ANNOUNCED_WITHIN, |world| known(world).transpose()).await;
            if let Some(context) = announced {
                return context;
            }
        }
        let world_name = if took_over { format!("{WORLD} {}", place.document) } else { WORLD.to_owned() };
        self.make_world(place, world_name).await
    }

    async fn make_world(&self, place: &Place, world_name: String) -> Result<i64, Trouble> {
        let create = CreateWorld { frame_id: place.frame.clone(), world_name };
        let made = self.call(place.tab, &place.session, &create, CALLED_WITHIN).await;
        let context = made.map_err(|stopped| self.explain(place, stopped))?.execution_context_id;
        let script = Evaluate { context_id: Some(context), ..Evaluate::value(PAGE_SCRIPT) };
        self.call(place.tab, &place.session, &script, CALLED_WITHIN)
            .await
            .map_err(|stopped| self.explain(place, stopped))?;
        self.change(|world| {
            if let Some(frame) = world.frames.get_mut(&place.frame).filter(|frame| frame.document == place.document) {
                frame.context.get_or_insert(context);
            }
        });
        Ok(context)
    }

    /// What a failed call means for whoever asked.
    pub(super) fn explain(&self, place: &Place, stopped: Stopped) -> Trouble {
        let is_there =
            self.read(|world| world.frames.get(&place.frame).is_some_and(|frame| frame.document == place.document));
        match stopped {
            Stopped::Dialog => self.blocked(place.tab).unwrap_or_else(replaced),
            Stopped::Held => waits(),
            Stopped::Error(CdpError::Refused { .. }) if !is_there => replaced(),
            Stopped::Error(CdpError::Refused { message, .. }) if message.contains("context") => replaced(),
            Stopped::Error(error) => error.into(),
        }
    }

    /// The number of a frame's `<iframe>` in its parent's document, with the place of that document.
    pub(super) async fn owner(&self, frame: &FrameId) -> Result<Option<(Place, u32)>, Trouble> {
        let found = self.read(|world| {
            let own = world.frames.get(frame)?;
            let parent = own.parent.as_ref()?;
            Some((Place::of(parent, world.frames.get(parent)?), own.owner))
        });
        let Some((parent, known)) = found else { return Ok(None) };
        if let Some(number) = known {
            return Ok(Some((parent, number)));
        }
        let owner =
            self.call(parent.tab, &parent.session, &FrameOwner { frame_id: frame.clone() }, CALLED_WITHIN).await;
        let owner = owner.map_err(|stopped| self.explain(&parent, stopped))?;
        let number = self.number_of(&parent, owner.backend_node_id).await?;
        self.change(|world| {
            if let Some(frame) = world.frames.get_mut(frame) {
                frame.owner = Some(number);
            }
        });
        Ok(Some((parent, number)))
    }

    /// The page script's number of a node that the browser knows by another.
    pub(super) async fn number_of(&self, place: &Place, backend_node_id: i64) -> Result<u32, Trouble> {
        let context = self.context(place).await?;
        let resolve = ResolveNode { backend_node_id, execution_context_id: Some(context), object_group: None };
        let resolved = self.call(place.tab, &place.session, &resolve, CALLED_WITHIN).await;
        let object = resolved.map_err(|stopped| self.explain(place, stopped))?.object.object_id;
        let object = object.ok_or_else(replaced)?;
        let number = self.hand_over(place, &ObjectCommand::NumberOf {}, vec![object.clone()], CALLED_WITHIN).await;
        // Letting go of the object is a courtesy; the document's end does it too.
        let _ = self.call(place.tab, &place.session, &ReleaseObject { object_id: object }, CALLED_WITHIN).await;
        let PageReply::Number { node: Some(number) } = number? else { return Err(replaced()) };
        Ok(number)
    }

    /// While a frame is about to show another document, its page script is out of reach without being at fault.
    pub(super) fn is_leaving(&self, place: &Place) -> bool {
        self.read(|world| world.frames.in_tab(place.tab).any(|(_, frame)| frame.going.is_some()))
    }

    /// Frees a page, unless it is loading and may only be slow: one that is stopped while it builds itself stays a ruin.
    pub(super) async fn free_if_hung(&self, session: &Session) -> bool {
        let is_hung = !self.builds_itself(session);
        if is_hung {
            self.free(session).await;
        }
        is_hung
    }

    /// Whether a page does not answer because it is still building itself.
    pub(super) async fn is_deep_in_building(&self, session: &Session) -> bool {
        self.builds_itself(session) && session.call_within(&FrameTree {}, ANSWERED_WITHIN).await.is_err()
    }

    fn builds_itself(&self, session: &Session) -> bool {
        self.read(|world| {
            let is_its_page = |frame: &&Frame| frame.parent.is_none() && frame.session.id() == session.id();
            let page = world.frames.all().find(is_its_page).filter(|page| page.interactive.is_none());
            page.and_then(|page| page.shown_at).is_some_and(|began| began.elapsed() < BUILT_WITHIN)
        })
    }

    /// Stops a script that does not end, so that the page can be used again.
    pub(super) async fn free(&self, session: &Session) {
        if let Err(error) = session.call_within(&TerminateExecution {}, FREED_WITHIN).await {
            tracing::debug!(%error, "a page that hangs could not be freed");
        }
    }
}

/// A node of the page script's world as an object of the page's own.
pub(super) async fn own_world(place: &Place, object_id: String) -> Result<String, Trouble> {
    let about = place.session.call_within(&DescribeNode { object_id }, CALLED_WITHIN).await?;
    let backend_node_id = about.node.backend_node_id;
    let resolve = ResolveNode { backend_node_id, execution_context_id: None, object_group: None };
    let resolved = place.session.call_within(&resolve, CALLED_WITHIN).await?;
    resolved.object.object_id.ok_or_else(replaced)
}

pub(super) fn read_reply(text: &str) -> Result<PageReply, Trouble> {
    serde_json::from_str(text).map_err(|error| nonsense(&error))
}

pub(super) fn nonsense(what: &dyn Display) -> Trouble {
    let shown: String = what.to_string().chars().take(100).collect();
    Trouble::failed(FailCode::Internal, format!("the page script answered nonsense: {shown}"))
}

/// A reply that is not the one asked for.
pub(super) fn refused(reply: PageReply) -> Trouble {
    if let PageReply::Error { code, message, .. } = reply {
        return Trouble::Failed(fail_code(code), message);
    }
    unexpected(&reply)
}

pub(super) fn unexpected(reply: &PageReply) -> Trouble {
    let shown: String = format!("{reply:?}").chars().take(100).collect();
    Trouble::failed(FailCode::Internal, format!("the page script answered something unexpected: {shown}"))
}

pub(super) fn replaced() -> Trouble {
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
pub(super) const CALLED_WITHIN: Duration = Duration::from_secs(5);
