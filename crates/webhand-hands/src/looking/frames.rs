//! The documents of a tab, looked into at the same time: one deadline for all of them together.
//!
//! A frame that nobody sees is not asked again before its `<iframe>` shows up in the document around it.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{DocumentId, Origin, Snapshot, TabId};
use webhand_rt::{Instant, timeout, timeout_at};
use webhand_wire::{Looking, PageCommand, PageSnapshot};

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, nonsense, read_reply, refused};
use crate::driver::FrameId;
use crate::hints::listeners::Ear;
use crate::looking::Looker;
use crate::looking::captcha;
use crate::looking::merge::{Children, Part};
use crate::settling::settled::Seen;
use crate::world::Frame;

impl Looker {
    /// The top document and, below it, all that can be seen in its frames.
    pub(crate) async fn see_all(
        &self,
        tab: TabId,
        top: &FrameDocument,
        extent: Extent,
        within: Duration,
    ) -> Result<(PageSnapshot, Children), ActionError> {
        let begun = self.access.read(|world| {
            let children = world.frames.in_tab(tab).filter(|(id, frame)| **id != top.frame && !frame.out_of_sight);
            children.take(MOST_FRAMES).map(|(id, frame)| Child::of(id, frame)).collect::<Vec<_>>()
        });
        let mut asked: HashSet<DocumentId> = begun.iter().map(|child| child.place.document).collect();
        let ears = self.hints.ears(std::iter::once(top).chain(begun.iter().map(|child| &child.place)));
        let (seen, mut children) = tokio::join!(
            self.see_whole(top, Most(MOST_TOP, extent), within, ears.get(&top.document)),
            self.look_into(&begun, &ears, extent)
        );
        let seen = seen?;
        // Frames that were out of sight the last time, and are not any more.
        loop {
            let shown = iframes(top.document, &seen, &children);
            let appeared: Vec<Child> = self.access.read(|world| {
                let is_shown = |frame: &Frame| {
                    let parent = frame.parent.as_ref().and_then(|parent| world.frames.get(parent));
                    parent.zip(frame.owner).is_some_and(|(parent, owner)| shown.contains(&(parent.document, owner)))
                };
                let new = world.frames.in_tab(tab).filter(|(_, frame)| !asked.contains(&frame.document));
                let new = new.filter(|(id, frame)| **id != top.frame && is_shown(frame));
                new.take(MOST_FRAMES).map(|(id, frame)| Child::of(id, frame)).collect()
            });
            if appeared.is_empty() {
                self.note_sight(tab, &shown);
                return Ok((seen, children));
            }
            asked.extend(appeared.iter().map(|child| child.place.document));
            let ears = self.hints.ears(appeared.iter().map(|child| &child.place));
            children.extend(self.look_into(&appeared, &ears, extent).await);
        }
    }

    /// What was seen of the only document of a tab, if nothing more can come to light by looking once more.
    pub(crate) async fn still_seen(&self, top: &FrameDocument, extent: Extent, seen: Seen) -> Option<PageSnapshot> {
        let is_alone = self.access.read(|world| world.frames.in_tab(top.tab).count() == 1);
        if !is_alone || seen.document != top.document || seen.extent != extent {
            return None;
        }
        if !seen.idle
            && let Some(ear) = self.hints.ears(std::iter::once(top)).remove(&top.document)
        {
            match timeout(HEARD_AFTER, ear.told.clone()).await {
                Ok(told) if told.is_empty() => {}
                Ok(_) => return None,
                Err(_elapsed) => self.hints.hears_too_late(&ear),
            }
        }
        Some(seen.snapshot)
    }

    /// Which frames need not be asked the next time.
    fn note_sight(&self, tab: TabId, shown: &HashSet<(DocumentId, u32)>) {
        self.access.change(|world| {
            for id in world.frames.of_tab(tab) {
                let Some(frame) = world.frames.get(&id) else { continue };
                let parent = frame.parent.as_ref().and_then(|parent| world.frames.get(parent));
                let Some((parent, owner)) = parent.zip(frame.owner) else { continue };
                let out_of_sight = !shown.contains(&(parent.document, owner));
                if let Some(frame) = world.frames.get_mut(&id) {
                    frame.out_of_sight = out_of_sight;
                }
            }
        });
    }

    /// Child frames, at the same time; one that does not answer in time is only marked.
    async fn look_into(&self, children: &[Child], ears: &Ears<'_>, extent: Extent) -> Children {
        let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let within = (CHILDREN_WITHIN + CHILD_COSTS * count).min(ALL_WITHIN);
        let deadline = Instant::now() + within;
        let one = async |child: &Child| {
            let owner = timeout_at(deadline, self.pages.owner(&child.place.frame)).await;
            let (parent, number) = owner.ok()?.ok()??;
            let most = Most(MOST_CHILD, extent);
            let ear = ears.get(&child.place.document);
            let seen = timeout_at(deadline, self.see_whole(&child.place, most, within, ear)).await;
            let seen = seen.ok().and_then(Result::ok);
            let Child { place, origin, from, captcha, is_coming } = child;
            let (document, is_coming) = (place.document, *is_coming);
            let (origin, from, captcha) = (origin.clone(), from.clone(), *captcha);
            let part = Part { document, origin, from, captcha, is_coming, seen };
            Some(((parent.document, number), part))
        };
        join_all(children.iter().map(one)).await.into_iter().flatten().collect()
    }

    /// Looks into a document until nothing more comes to light.
    pub(crate) async fn see_whole(
        &self,
        place: &FrameDocument,
        most: Most,
        within: Duration,
        ear: Option<&Ear<'_>>,
    ) -> Result<PageSnapshot, ActionError> {
        let (mut seen, mut has_more) = match ear {
            Some(ear) => self.see_and_hear(place, most, within, ear).await?,
            None => (self.see(place, most, within).await?, false),
        };
        // A closed shadow root may hold elements with closed shadow roots.
        for _ in 0..MOST_ROUNDS {
            if seen.suspects.is_some() {
                has_more |= self.hints.open_roots(place).await;
            }
            if seen.speakers.is_some() {
                has_more |= self.hints.hear_speakers(place).await;
            }
            if !has_more {
                break;
            }
            seen = self.see(place, most, within).await?;
            has_more = false;
        }
        Ok(seen)
    }

    /// The browser collects listeners while the answer of the page script is on its way.
    async fn see_and_hear(
        &self,
        place: &FrameDocument,
        most: Most,
        within: Duration,
        ear: &Ear<'_>,
    ) -> Result<(PageSnapshot, bool), ActionError> {
        let mut hearing = ear.told.clone();
        let seeing = self.see(place, most, within);
        tokio::pin!(seeing);
        let mut heard = None;
        let seen = loop {
            tokio::select! {
                biased;
                seen = &mut seeing => break seen?,
                told = &mut hearing, if heard.is_none() => heard = Some(told),
            }
        };
        let heard = match heard {
            Some(told) => Some(told),
            None => timeout(HEARD_AFTER, hearing).await.ok(),
        };
        if heard.is_none() {
            self.hints.hears_too_late(ear);
        }
        Ok((seen, heard.is_some_and(|told| told.contains(&place.document))))
    }

    /// A snapshot is read straight into its own type, because it may be large.
    pub(crate) async fn see(
        &self,
        place: &FrameDocument,
        most: Most,
        within: Duration,
    ) -> Result<PageSnapshot, ActionError> {
        let Most(max_nodes, extent) = most;
        let near = extent == Extent::Near;
        let reply = self.pages.ask_raw(place, &PageCommand::Snapshot { max_nodes, near }, within).await?;
        if !reply.starts_with(r#"{"kind":"snapshot","#) {
            return Err(refused(read_reply(&reply)?));
        }
        serde_json::from_str(&reply).map_err(|error| nonsense(&error))
    }
}

/// How the page script is asked to look at the top document.
pub(crate) fn looking(extent: Extent) -> Looking {
    Looking { max_nodes: MOST_TOP, near: extent == Extent::Near }
}

/// How many nodes of a document are taken in, and from where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Most(u32, Extent);

impl Most {
    /// Only what is said of the document itself.
    pub(crate) const HEAD: Self = Self(1, Extent::Near);
}

/// How much of a large page is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// What is in view or not far from it; the rest is counted.
    Near,
    Whole,
}

impl Extent {
    /// As much as was looked at before, so that the two can be compared.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        if snapshot.is_partial() { Self::Near } else { Self::Whole }
    }
}

/// What documents listen through.
type Ears<'a> = HashMap<DocumentId, Ear<'a>>;

/// A child frame that is to be looked into.
struct Child {
    place: FrameDocument,
    origin: Origin,
    from: Option<String>,
    captcha: Option<&'static str>,
    is_coming: bool,
}

impl Child {
    fn of(id: &FrameId, frame: &Frame) -> Self {
        Self {
            place: FrameDocument::of(id, frame),
            origin: frame.origin.clone(),
            from: frame.from(),
            captcha: captcha::provider(&frame.url),
            is_coming: frame.is_coming(),
        }
    }
}

/// The `<iframe>`s that were seen, by document and number.
fn iframes(top: DocumentId, seen: &PageSnapshot, children: &Children) -> HashSet<(DocumentId, u32)> {
    let of = |document: DocumentId, seen: &PageSnapshot| -> Vec<(DocumentId, u32)> {
        let frames = seen.nodes.iter().filter(|node| HOLDERS.contains(&node.role.as_str()));
        frames.filter_map(|node| Some((document, node.node?))).collect()
    };
    let inner = children.values().filter_map(|part| Some(of(part.document, part.seen.as_ref()?)));
    of(top, seen).into_iter().chain(inner.flatten()).collect()
}

/// Roles of elements that show a document of their own.
pub(crate) const HOLDERS: [&str; 3] = ["iframe", "object", "embed"];
const MOST_TOP: u32 = 40_000;
const MOST_CHILD: u32 = 10_000;
/// The most frames looked into at once; further ones are marked.
const MOST_FRAMES: usize = 600;
/// Closed shadow roots inside closed shadow roots.
const MOST_ROUNDS: u32 = 4;
const CHILDREN_WITHIN: Duration = Duration::from_secs(1);
/// Frames of one process answer one after the other.
const CHILD_COSTS: Duration = Duration::from_millis(20);
const ALL_WITHIN: Duration = Duration::from_secs(4);
/// A look that is complete otherwise waits so long for the listeners.
const HEARD_AFTER: Duration = Duration::from_millis(400);
