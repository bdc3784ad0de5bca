//! Event listeners of a page. Only the browser can list them; the page script shows elements with listeners as controls.
//!
//! For a document the browser also lists the listeners in the frames of the same process inside of it, so one query for
//! the outermost document serves all of them.
//!
//! Invariant: a look never waits long for listeners. A document with too many of them, or whose answers were too late
//! several times in a row, is not queried again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, join_all};
use webhand_model::DocumentId;
use webhand_wire::ListenerGroup;

use crate::access::CallError;
use crate::action_error::ActionError;
use crate::documents::pages::FrameDocument;
use crate::driver::{DriverError, ElementNumber, EventListener, ObjectHandle, ResolvedElement, ScriptWorld};
use crate::hints::Hints;
use crate::hints::event_masks::{ListeningElement, OTHER_EVENTS, event_names, new_listeners};
use crate::world::{Frame, KnownListeners, World};

/// A query for listeners that several documents share. It runs once, when the first of them waits for it.
#[derive(Debug, Clone)]
pub(crate) struct ListenerQuery<'a> {
    pub(crate) place: FrameDocument,
    /// The documents whose page scripts got new listeners, so that another snapshot shows more.
    pub(crate) updated: Shared<BoxFuture<'a, Arc<HashSet<DocumentId>>>>,
    /// Whether a look stopped waiting for the answer.
    late: Arc<AtomicBool>,
}

impl Hints {
    /// The query that collects the listeners of each document. No query runs before its result is awaited.
    pub(crate) fn listener_queries<'a>(
        &'a self,
        places: impl Iterator<Item = &'a FrameDocument>,
    ) -> HashMap<DocumentId, ListenerQuery<'a>> {
        let mut shared: HashMap<DocumentId, ListenerQuery<'a>> = HashMap::new();
        let mut queries = HashMap::new();
        if self.access.driver().listeners().is_none() {
            return queries;
        }
        for place in places {
            let Some(outermost) = self.access.read(|world| outermost_document(world, place)) else { continue };
            if shared.len() >= MOST_QUERIES && !shared.contains_key(&outermost.document) {
                continue;
            }
            let query = shared.entry(outermost.document).or_insert_with(|| ListenerQuery {
                place: outermost.clone(),
                updated: self.collect_listeners(outermost).boxed().shared(),
                late: Arc::default(),
            });
            queries.insert(place.document, query.clone());
        }
        queries
    }

    /// Collects the listeners and sends new ones to the page scripts; a failure sends none.
    async fn collect_listeners(&self, place: FrameDocument) -> Arc<HashSet<DocumentId>> {
        let updated = self.try_collect_listeners(&place).await.unwrap_or_else(|error| {
            tracing::debug!(?error, "nothing is known of what a page listens on");
            HashSet::new()
        });
        self.with_known_listeners(&place, KnownListeners::note_answer_in_time);
        Arc::new(updated)
    }

    /// Excludes a document from further queries.
    fn stop_collecting(&self, place: &FrameDocument) {
        self.with_known_listeners(place, |known| known.given_up = true);
    }

    /// Counts an answer that came too late for a look. One late answer excludes no document, because the machine may only
    /// have been busy.
    pub(crate) fn note_late_answer(&self, query: &ListenerQuery<'_>) {
        if !query.late.swap(true, Ordering::Relaxed) {
            self.with_known_listeners(&query.place, KnownListeners::note_late_answer);
        }
    }

    async fn try_collect_listeners(&self, place: &FrameDocument) -> Result<HashSet<DocumentId>, ActionError> {
        let known = self.with_known_listeners(place, |known| known.document.clone()).flatten();
        let is_first = known.is_none();
        let known = if is_first { self.document(place).await? } else { known };
        let Some(document) = known else { return Ok(HashSet::new()) };
        let listeners = match self.listeners(place, &document).await {
            Ok(listeners) => listeners,
            Err(CallError::Driver(DriverError::TimedOut { .. })) => {
                self.stop_collecting(place);
                return Ok(HashSet::new());
            }
            Err(error) => {
                self.with_known_listeners(place, |known| known.document = None);
                return Err(self.pages.explain(place, error));
            }
        };
        if listeners.len() > MOST_LISTENERS {
            self.stop_collecting(place);
        }
        let new = self.with_known_listeners(place, |known| new_listeners(&listeners, known)).unwrap_or_default();
        if new.is_empty() && !is_first {
            return Ok(HashSet::new());
        }
        let updated = self.send_to_page_scripts(place, new).await;
        if let Some(listeners) = self.access.driver().listeners() {
            // An error is ignored, because the end of the document releases the objects too.
            let _ = listeners.release(&place.session, place.document, LISTENERS_WITHIN).await;
        }
        Ok(updated)
    }

    /// All listeners in a document, or on a window.
    pub(crate) async fn listeners(
        &self,
        place: &FrameDocument,
        of: &ObjectHandle,
    ) -> Result<Vec<EventListener>, CallError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(Vec::new()) };
        self.access.call(place.tab, &place.session, listeners.listeners(&place.session, of, LISTENERS_WITHIN)).await
    }

    /// The document as an object of the page's own world, unless it is too large.
    async fn document(&self, place: &FrameDocument) -> Result<Option<ObjectHandle>, ActionError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(None) };
        let address = self.pages.address(place).await?;
        let found = listeners.document(&address, MOST_ELEMENTS, LISTENERS_WITHIN);
        let found = self.pages.answer_of(place, found).await?;
        self.with_known_listeners(place, |known| {
            known.too_large = found.is_none();
            known.document.clone_from(&found);
        });
        Ok(found)
    }

    /// Sends each element to the page script of its own document. An element that was given to the page script of another
    /// document could not be used by its own any more.
    async fn send_to_page_scripts(&self, root: &FrameDocument, new: Vec<ListeningElement>) -> HashSet<DocumentId> {
        let documents: Vec<(FrameDocument, Vec<ListeningElement>)> =
            match self.access.read(|world| documents_by_world(world, root)) {
                by_world if by_world.is_empty() => vec![(root.clone(), new)],
                by_world => self.group_by_document(root, new, &by_world).await,
            };
        let send = |(place, new): (FrameDocument, Vec<ListeningElement>)| async move {
            let updated = self.send_to_page_script(root, &place, new).await;
            if updated.is_err() {
                self.with_known_listeners(root, |known| known.set_left_out(true));
            }
            updated.unwrap_or(false).then_some(place.document)
        };
        join_all(documents.into_iter().map(send)).await.into_iter().flatten().collect()
    }

    /// Groups the elements by their document. Those whose document is unknown are left for the next query.
    async fn group_by_document(
        &self,
        root: &FrameDocument,
        new: Vec<ListeningElement>,
        by_world: &HashMap<ScriptWorld, FrameDocument>,
    ) -> Vec<(FrameDocument, Vec<ListeningElement>)> {
        let numbers: Vec<ElementNumber> = new.iter().map(|listening| listening.element).collect();
        let objects = self.resolve(root, root, &numbers, None).await;
        let mut grouped: BTreeMap<ScriptWorld, Vec<ListeningElement>> = BTreeMap::new();
        for (listening, object) in new.into_iter().zip(objects) {
            let world = object.and_then(|object| object.world).filter(|world| by_world.contains_key(world));
            match world {
                Some(world) => grouped.entry(world).or_default().push(listening),
                None => {
                    self.with_known_listeners(root, |known| known.set_left_out(true));
                }
            }
        }
        grouped.into_iter().filter_map(|(world, new)| Some((by_world.get(&world)?.clone(), new))).collect()
    }

    /// Sends the elements to a page script, grouped by their events. Returns whether another snapshot shows more.
    async fn send_to_page_script(
        &self,
        root: &FrameDocument,
        place: &FrameDocument,
        new: Vec<ListeningElement>,
    ) -> Result<bool, ActionError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(false) };
        let address = self.pages.address(place).await?;
        let shows_more = new.iter().any(|listening| listening.events != OTHER_EVENTS);
        let mut by_events: BTreeMap<u32, Vec<ElementNumber>> = BTreeMap::new();
        for ListeningElement { element, events } in new {
            by_events.entry(events).or_default().push(element);
        }
        let mut groups = Vec::new();
        let mut elements = Vec::new();
        let mut handed_over = Vec::new();
        for (events, numbers) in by_events {
            let resolved = self.resolve(root, place, &numbers, Some(address.world)).await;
            let known = numbers.iter().zip(&resolved).filter(|(_, object)| object.is_some());
            handed_over.extend(known.map(|(element, _)| (*element, events)));
            if resolved.contains(&None) {
                self.with_known_listeners(root, |known| known.set_left_out(true));
            }
            let found: Vec<ObjectHandle> = resolved.into_iter().flatten().map(|found| found.object).collect();
            let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
            groups.push(ListenerGroup { events: event_names(events), elements: count });
            elements.extend(found);
        }
        if elements.is_empty() {
            return Ok(false);
        }
        self.pages.answer_of(place, listeners.add(&address, groups, elements, LISTENERS_WITHIN)).await?;
        // The elements count as known only after the page script got them: if this future is dropped before, the next
        // query must send them again.
        self.with_known_listeners(root, |known| {
            for (element, events) in handed_over {
                known.add(element, events);
            }
        });
        Ok(shows_more)
    }

    /// The elements as objects of `world`, or each as an object of its own page's world.
    async fn resolve(
        &self,
        root: &FrameDocument,
        place: &FrameDocument,
        numbers: &[ElementNumber],
        world: Option<ScriptWorld>,
    ) -> Vec<Option<ResolvedElement>> {
        match self.access.driver().listeners() {
            Some(listeners) => listeners.resolve(&place.session, numbers, world, root.document, LISTENERS_WITHIN).await,
            None => Vec::new(),
        }
    }

    /// Reads or changes the known listeners of a document; `None` when its frame shows another document by now.
    pub(crate) fn with_known_listeners<T>(
        &self,
        place: &FrameDocument,
        with: impl FnOnce(&mut KnownListeners) -> T,
    ) -> Option<T> {
        self.access.change(|world| {
            let frame =
                world.frames.get_mut(&place.frame).filter(|frame: &&mut Frame| frame.document == place.document);
            frame.map(|frame| with(&mut frame.known_listeners))
        })
    }
}

/// The outermost document of the same process around this one that can be queried for both; `None` if there is none.
pub(crate) fn outermost_document(world: &World, place: &FrameDocument) -> Option<FrameDocument> {
    let mut found = None;
    let mut at = Some(&place.frame);
    for _ in 0..MOST_NESTING {
        let Some((id, frame)) = at.and_then(|id| Some((id, world.frames.get(id)?))) else { break };
        if frame.session != place.session {
            break;
        }
        if !frame.known_listeners.given_up && (!frame.known_listeners.too_large || *id == place.frame) {
            found = Some(FrameDocument::of(id, frame));
        }
        at = frame.parent.as_ref();
    }
    found
}

/// The documents whose elements an answer may contain, by the page's own world; empty when there is only `root`.
fn documents_by_world(world: &World, root: &FrameDocument) -> HashMap<ScriptWorld, FrameDocument> {
    let frames = || world.frames.in_tab(root.tab).filter(|(_, frame)| frame.session == root.session);
    if frames().count() == 1 {
        return HashMap::new();
    }
    frames().filter_map(|(id, frame)| Some((frame.page_world?, FrameDocument::of(id, frame)))).collect()
}

/// A document with more elements is not queried.
const MOST_ELEMENTS: u32 = 30_000;
/// The most queries in one look.
const MOST_QUERIES: usize = 40;
const MOST_NESTING: usize = 40;
/// A document with more listeners is queried only once.
const MOST_LISTENERS: usize = 4_000;
/// Long enough to wait behind a snapshot in the page's queue; a look itself waits less.
pub(crate) const LISTENERS_WITHIN: Duration = Duration::from_secs(5);
