//! Event listeners, as the protocol's debugger of documents lists them.

use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, join_all};
use webhand_cdp::protocol::{self, Evaluate, ResolveNode};
use webhand_model::DocumentId;
use webhand_wire::{ListenerGroup, ObjectCommand};

use super::CdpDriver;
use crate::driver::{
    Answer, DocumentAddress, ElementNumber, EventListener, EventListeners, ObjectHandle, ResolvedElement, ScriptWorld,
    SessionId,
};

impl EventListeners for CdpDriver {
    fn document<'a>(
        &'a self,
        document: &'a DocumentAddress,
        most_elements: u32,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>> {
        async move {
            let (find, group) = (ObjectCommand::Document { most_elements }, group(document.document));
            let found = self.exchange(document, &find, Vec::new(), Some(group), within).await?;
            let Some(object) = found.object_id else { return Ok(None) };
            self.in_page_world(&document.session, object, RESOLVED_WITHIN).await
        }
        .boxed()
    }

    fn window<'a>(
        &'a self,
        session: &'a SessionId,
        page_world: ScriptWorld,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>> {
        async move {
            let this = Evaluate { context_id: Some(page_world.0), return_by_value: false, ..Evaluate::value("this") };
            Ok(self.call(session, &this, within).await?.result.object_id.map(ObjectHandle::new))
        }
        .boxed()
    }

    fn listeners<'a>(
        &'a self,
        session: &'a SessionId,
        of: &'a ObjectHandle,
        within: Duration,
    ) -> Answer<'a, Vec<EventListener>> {
        async move {
            let object_id = of.as_str().to_owned();
            let list = protocol::EventListeners { object_id, depth: DEEPEST, pierce: true };
            let listeners = self.call(session, &list, within).await?.listeners.into_iter();
            let own = |protocol::Listener { kind, backend_node_id }| EventListener {
                kind,
                element: backend_node_id.map(ElementNumber),
            };
            Ok(listeners.map(own).collect())
        }
        .boxed()
    }

    fn resolve<'a>(
        &'a self,
        session: &'a SessionId,
        elements: &'a [ElementNumber],
        world: Option<ScriptWorld>,
        owner: DocumentId,
        within: Duration,
    ) -> BoxFuture<'a, Vec<Option<ResolvedElement>>> {
        let one = move |element: ElementNumber| async move {
            let resolve = ResolveNode {
                backend_node_id: element.0,
                execution_context_id: world.map(|world| world.0),
                object_group: Some(group(owner)),
            };
            let object = self.call(session, &resolve, within).await.ok()?.object.object_id?;
            Some(ResolvedElement { world: world_of(&object), object: ObjectHandle::new(object) })
        };
        join_all(elements.iter().copied().map(one)).boxed()
    }

    fn add<'a>(
        &'a self,
        document: &'a DocumentAddress,
        groups: Vec<ListenerGroup>,
        elements: Vec<ObjectHandle>,
        within: Duration,
    ) -> Answer<'a, ()> {
        async move {
            self.hand_over(document, &ObjectCommand::AddListeners { groups }, elements, within).await.map(drop)
        }
        .boxed()
    }

    fn release<'a>(&'a self, session: &'a SessionId, owner: DocumentId, within: Duration) -> Answer<'a, ()> {
        self.release_group(session, group(owner), within).boxed()
    }
}

/// An object's name is made of the numbers of its process, its world and itself.
fn world_of(object: &str) -> Option<ScriptWorld> {
    object.split('.').nth(1)?.parse().ok().map(ScriptWorld)
}

/// Documents of one session share the names of groups.
fn group(owner: DocumentId) -> String {
    format!("webhand listeners {owner}")
}

/// The browser follows a document down by recursion, so not without an end.
const DEEPEST: u32 = 500;
const RESOLVED_WITHIN: Duration = Duration::from_secs(5);
