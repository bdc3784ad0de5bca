//! Hints: facts about a document that only the browser knows. A look goes on without them.

use std::time::Duration;

use webhand_model::DocumentId;
use webhand_wire::ListenerGroup;

use super::{Answer, DocumentAddress, ElementNumber, ObjectHandle, ScriptWorld, SessionId};
use futures_util::future::BoxFuture;

/// Event listeners of all worlds, which the page script makes controls of.
pub(crate) trait EventListeners: Send + Sync {
    /// The document as an object of the page's own world; `None` when it has more elements than that.
    fn document<'a>(
        &'a self,
        document: &'a DocumentAddress,
        most_elements: u32,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>>;

    /// The window of a document as an object of the page's own world.
    fn window<'a>(
        &'a self,
        session: &'a SessionId,
        page_world: ScriptWorld,
        within: Duration,
    ) -> Answer<'a, Option<ObjectHandle>>;

    /// All listeners in a document, those in its shadow roots and in frames of its process too, or on a window.
    fn listeners<'a>(
        &'a self,
        session: &'a SessionId,
        of: &'a ObjectHandle,
        within: Duration,
    ) -> Answer<'a, Vec<EventListener>>;

    /// The elements as objects of a world, or each of its own page's world; `None` for one that is gone. The objects
    /// are released together, by `owner`.
    fn resolve<'a>(
        &'a self,
        session: &'a SessionId,
        elements: &'a [ElementNumber],
        world: Option<ScriptWorld>,
        owner: DocumentId,
        within: Duration,
    ) -> BoxFuture<'a, Vec<Option<ResolvedElement>>>;

    /// Hands elements and the events they listen for to the page script; each group takes as many of the elements as
    /// it counts.
    fn add<'a>(
        &'a self,
        document: &'a DocumentAddress,
        groups: Vec<ListenerGroup>,
        elements: Vec<ObjectHandle>,
        within: Duration,
    ) -> Answer<'a, ()>;

    /// Releases what [`resolve`](Self::resolve) found for a document.
    fn release<'a>(&'a self, session: &'a SessionId, owner: DocumentId, within: Duration) -> Answer<'a, ()>;
}

#[derive(Debug, Clone)]
pub(crate) struct EventListener {
    /// The event: `click`.
    pub(crate) kind: String,
    pub(crate) element: Option<ElementNumber>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ResolvedElement {
    pub(crate) object: ObjectHandle,
    /// The world that the object belongs to, where that is known.
    pub(crate) world: Option<ScriptWorld>,
}

/// Shadow roots that pages have closed.
pub(crate) trait ClosedRoots: Send + Sync {
    /// Opens those of the elements that the page script suspects since its last look, and says how many there were.
    fn open<'a>(&'a self, document: &'a DocumentAddress, within: Duration) -> Answer<'a, usize>;
}

/// Roles and states that custom elements set through `ElementInternals`, which only the browser can read.
pub(crate) trait ElementInternals: Send + Sync {
    /// Hands to the page script what the browser knows, and says whether any of it is new.
    fn apply<'a>(&'a self, document: &'a DocumentAddress, of: InternalsOf, within: Duration) -> Answer<'a, bool>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InternalsOf {
    /// The elements that the page script named in its last look.
    Candidates,
    Element(u32),
}
