//! What pages listen on. Only the browser can tell, and the page script makes controls of it.
//!
//! Asked about a document, the browser also lists what is in the frames of the same process inside of it; so all of
//! them listen through the outermost.
//!
//! Invariant: a look never waits long for this, and a document that listens on too much, or answers too late several
//! times in a row, is not asked again.

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
use crate::hints::event_masks::{Heard, OTHERS, unheard, words};
use crate::world::{Frame, KnownListeners, World};

/// An answer that several documents wait for: those of them that were told something new, so that one more look shows
/// more.
#[derive(Debug, Clone)]
pub(crate) struct Ear<'a> {
    pub(crate) place: FrameDocument,
    pub(crate) told: Shared<BoxFuture<'a, Arc<HashSet<DocumentId>>>>,
    /// Whether somebody has given up waiting for it.
    late: Arc<AtomicBool>,
}

impl Hints {
    /// What each of these documents listens through, by document. Nothing is asked before somebody waits for it.
    pub(crate) fn ears<'a>(&'a self, places: impl Iterator<Item = &'a FrameDocument>) -> HashMap<DocumentId, Ear<'a>> {
        let mut shared: HashMap<DocumentId, Ear<'a>> = HashMap::new();
        let mut ears = HashMap::new();
        if self.access.driver().listeners().is_none() {
            return ears;
        }
        for place in places {
            let Some(outermost) = self.access.read(|world| outermost(world, place)) else { continue };
            if shared.len() >= MOST_ASKED && !shared.contains_key(&outermost.document) {
                continue;
            }
            let ear = shared.entry(outermost.document).or_insert_with(|| Ear {
                place: outermost.clone(),
                told: self.hear(outermost).boxed().shared(),
                late: Arc::default(),
            });
            ears.insert(place.document, ear.clone());
        }
        ears
    }

    /// Tells the page scripts what their documents listen on; a failure tells nothing.
    async fn hear(&self, place: FrameDocument) -> Arc<HashSet<DocumentId>> {
        let told = self.heard(&place).await.unwrap_or_else(|error| {
            tracing::debug!(?error, "nothing is known of what a page listens on");
            HashSet::new()
        });
        self.hearing(&place, KnownListeners::is_in_time);
        Arc::new(told)
    }

    /// The document is not asked again.
    fn stop_hearing(&self, place: &FrameDocument) {
        self.hearing(place, |hearing| hearing.given_up = true);
    }

    /// An answer came too late for a look; a machine that was busy once may not be the next time.
    pub(crate) fn hears_too_late(&self, ear: &Ear<'_>) {
        if !ear.late.swap(true, Ordering::Relaxed) {
            self.hearing(&ear.place, KnownListeners::is_late);
        }
    }

    async fn heard(&self, place: &FrameDocument) -> Result<HashSet<DocumentId>, ActionError> {
        let known = self.hearing(place, |hearing| hearing.document.clone()).flatten();
        let is_first = known.is_none();
        let known = if is_first { self.document(place).await? } else { known };
        let Some(document) = known else { return Ok(HashSet::new()) };
        let listeners = match self.listeners(place, &document).await {
            Ok(listeners) => listeners,
            Err(CallError::Driver(DriverError::TimedOut { .. })) => {
                self.stop_hearing(place);
                return Ok(HashSet::new());
            }
            Err(error) => {
                self.hearing(place, |hearing| hearing.document = None);
                return Err(self.pages.explain(place, error));
            }
        };
        if listeners.len() > MOST_LISTENERS {
            self.stop_hearing(place);
        }
        let new = self.hearing(place, |hearing| unheard(&listeners, hearing)).unwrap_or_default();
        if new.is_empty() && !is_first {
            return Ok(HashSet::new());
        }
        let told = self.tell_all(place, new).await;
        if let Some(listeners) = self.access.driver().listeners() {
            // Letting go of the objects is a courtesy; the document's end does it too.
            let _ = listeners.release(&place.session, place.document, HEARD_WITHIN).await;
        }
        Ok(told)
    }

    /// All listeners in a document, or on a window.
    pub(crate) async fn listeners(
        &self,
        place: &FrameDocument,
        of: &ObjectHandle,
    ) -> Result<Vec<EventListener>, CallError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(Vec::new()) };
        self.access.call(place.tab, &place.session, listeners.listeners(&place.session, of, HEARD_WITHIN)).await
    }

    /// The document as an object of the page's own world, unless it is too large.
    async fn document(&self, place: &FrameDocument) -> Result<Option<ObjectHandle>, ActionError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(None) };
        let address = self.pages.address(place).await?;
        let found = listeners.document(&address, MOST_ELEMENTS, HEARD_WITHIN);
        let found = self.pages.answer_of(place, found).await?;
        self.hearing(place, |hearing| {
            hearing.too_large = found.is_none();
            hearing.document.clone_from(&found);
        });
        Ok(found)
    }

    /// Tells each document of its own elements. An element that is handed to another's page script would be of no use
    /// to its own any more.
    async fn tell_all(&self, ear: &FrameDocument, new: Vec<Heard>) -> HashSet<DocumentId> {
        let documents: Vec<(FrameDocument, Vec<Heard>)> = match self.access.read(|world| sharers(world, ear)) {
            sharers if sharers.is_empty() => vec![(ear.clone(), new)],
            sharers => self.sorted(ear, new, &sharers).await,
        };
        let tell = |(place, new): (FrameDocument, Vec<Heard>)| async move {
            let told = self.tell(ear, &place, new).await;
            if told.is_err() {
                self.hearing(ear, |hearing| hearing.leaves_out(true));
            }
            told.unwrap_or(false).then_some(place.document)
        };
        join_all(documents.into_iter().map(tell)).await.into_iter().flatten().collect()
    }

    /// The elements by the document they lie in; those of which that cannot be told are left for the next time.
    async fn sorted(
        &self,
        ear: &FrameDocument,
        new: Vec<Heard>,
        sharers: &HashMap<ScriptWorld, FrameDocument>,
    ) -> Vec<(FrameDocument, Vec<Heard>)> {
        let numbers: Vec<ElementNumber> = new.iter().map(|heard| heard.element).collect();
        let objects = self.resolve(ear, ear, &numbers, None).await;
        let mut sorted: BTreeMap<ScriptWorld, Vec<Heard>> = BTreeMap::new();
        for (heard, object) in new.into_iter().zip(objects) {
            let world = object.and_then(|object| object.world).filter(|world| sharers.contains_key(world));
            match world {
                Some(world) => sorted.entry(world).or_default().push(heard),
                None => {
                    self.hearing(ear, |hearing| hearing.leaves_out(true));
                }
            }
        }
        sorted.into_iter().filter_map(|(world, new)| Some((sharers.get(&world)?.clone(), new))).collect()
    }

    /// Hands the elements over to the page script, those with the same events together, and says whether a look shows
    /// more for it.
    async fn tell(&self, ear: &FrameDocument, place: &FrameDocument, new: Vec<Heard>) -> Result<bool, ActionError> {
        let Some(listeners) = self.access.driver().listeners() else { return Ok(false) };
        let address = self.pages.address(place).await?;
        let shows_more = new.iter().any(|heard| heard.events != OTHERS);
        let mut by_events: BTreeMap<u32, Vec<ElementNumber>> = BTreeMap::new();
        for Heard { element, events } in new {
            by_events.entry(events).or_default().push(element);
        }
        let mut groups = Vec::new();
        let mut elements = Vec::new();
        let mut handed_over = Vec::new();
        for (events, numbers) in by_events {
            let resolved = self.resolve(ear, place, &numbers, Some(address.world)).await;
            let known = numbers.iter().zip(&resolved).filter(|(_, object)| object.is_some());
            handed_over.extend(known.map(|(element, _)| (*element, events)));
            if resolved.contains(&None) {
                self.hearing(ear, |hearing| hearing.leaves_out(true));
            }
            let found: Vec<ObjectHandle> = resolved.into_iter().flatten().map(|found| found.object).collect();
            let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
            groups.push(ListenerGroup { events: words(events), elements: count });
            elements.extend(found);
        }
        if elements.is_empty() {
            return Ok(false);
        }
        self.pages.answer_of(place, listeners.add(&address, groups, elements, HEARD_WITHIN)).await?;
        // Only now: whoever waits may give up before, and then it must be told the next time.
        self.hearing(ear, |hearing| {
            for (element, events) in handed_over {
                hearing.add(element, events);
            }
        });
        Ok(shows_more)
    }

    /// The elements as objects of a world, or of that which each belongs to.
    async fn resolve(
        &self,
        ear: &FrameDocument,
        place: &FrameDocument,
        numbers: &[ElementNumber],
        world: Option<ScriptWorld>,
    ) -> Vec<Option<ResolvedElement>> {
        match self.access.driver().listeners() {
            Some(listeners) => listeners.resolve(&place.session, numbers, world, ear.document, HEARD_WITHIN).await,
            None => Vec::new(),
        }
    }

    /// What is known of a document's listeners; `None` when its frame shows another by now.
    pub(crate) fn hearing<T>(&self, place: &FrameDocument, with: impl FnOnce(&mut KnownListeners) -> T) -> Option<T> {
        self.access.change(|world| {
            let frame =
                world.frames.get_mut(&place.frame).filter(|frame: &&mut Frame| frame.document == place.document);
            frame.map(|frame| with(&mut frame.hearing))
        })
    }
}

/// The document around this one, of the same process, that is asked for both; none when it would not answer.
pub(crate) fn outermost(world: &World, place: &FrameDocument) -> Option<FrameDocument> {
    let mut found = None;
    let mut at = Some(&place.frame);
    for _ in 0..MOST_NESTING {
        let Some((id, frame)) = at.and_then(|id| Some((id, world.frames.get(id)?))) else { break };
        if frame.session != place.session {
            break;
        }
        if !frame.hearing.given_up && (!frame.hearing.too_large || *id == place.frame) {
            found = Some(FrameDocument::of(id, frame));
        }
        at = frame.parent.as_ref();
    }
    found
}

/// The documents that an answer may speak of, by the number of the page's own world; none when there is only the one.
fn sharers(world: &World, ear: &FrameDocument) -> HashMap<ScriptWorld, FrameDocument> {
    let frames = || world.frames.in_tab(ear.tab).filter(|(_, frame)| frame.session == ear.session);
    if frames().count() == 1 {
        return HashMap::new();
    }
    frames().filter_map(|(id, frame)| Some((frame.page_world?, FrameDocument::of(id, frame)))).collect()
}

/// A document with more elements is not asked at all.
const MOST_ELEMENTS: u32 = 30_000;
/// The most documents asked in one look, each for all that it holds.
const MOST_ASKED: usize = 40;
const MOST_NESTING: usize = 40;
/// One that listens on more is asked only once.
const MOST_LISTENERS: usize = 4_000;
/// Long enough to stand in line behind a look; whoever looks waits less.
pub(crate) const HEARD_WITHIN: Duration = Duration::from_secs(5);
