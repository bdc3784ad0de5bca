//! Takes the snapshots of all documents of a tab at the same time, under one deadline.
//!
//! A frame whose `<iframe>` is not visible is skipped until a snapshot of its parent document shows the `<iframe>` again.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use futures_util::future::join_all;
use webhand_model::{DocumentId, Origin, Snapshot, TabId};
use webhand_rt::{Instant, timeout, timeout_at};
use webhand_wire::{Looking, PageCommand, PageSnapshot};

use crate::action_error::ActionError;
use crate::documents::pages::{FrameDocument, nonsense, read_reply, refused};
use crate::driver::FrameId;
use crate::hints::listeners::ListenerQuery;
use crate::looking::Looker;
use crate::looking::captcha;
use crate::looking::merge::{Children, DocumentPart};
use crate::settling::settled::Seen;
use crate::world::Frame;

impl Looker {
    /// The snapshot of the top document and those of all its visible frames.
    pub(crate) async fn snapshot_frames(
        &self,
        tab: TabId,
        top: &FrameDocument,
        extent: Extent,
        within: Duration,
    ) -> Result<(PageSnapshot, Children), ActionError> {
        let visible = self.access.read(|world| {
            let children = world.frames.in_tab(tab).filter(|(id, frame)| **id != top.frame && !frame.out_of_sight);
            children.take(MOST_FRAMES).map(|(id, frame)| ChildFrame::of(id, frame)).collect::<Vec<_>>()
        });
        let mut visited: HashSet<DocumentId> = visible.iter().map(|child| child.place.document).collect();
        let queries = self.hints.listener_queries(std::iter::once(top).chain(visible.iter().map(|child| &child.place)));
        let (seen, mut children) = tokio::join!(
            self.snapshot_document(top, SnapshotLimit(MOST_TOP, extent), within, queries.get(&top.document)),
            self.snapshot_children(&visible, &queries, extent)
        );
        let seen = seen?;
        // Frames that were hidden in the last look and are visible in this one.
        loop {
            let shown = iframes(top.document, &seen, &children);
            let appeared: Vec<ChildFrame> = self.access.read(|world| {
                let is_shown = |frame: &Frame| {
                    let parent = frame.parent.as_ref().and_then(|parent| world.frames.get(parent));
                    parent.zip(frame.owner).is_some_and(|(parent, owner)| shown.contains(&(parent.document, owner)))
                };
                let new = world.frames.in_tab(tab).filter(|(_, frame)| !visited.contains(&frame.document));
                let new = new.filter(|(id, frame)| **id != top.frame && is_shown(frame));
                new.take(MOST_FRAMES).map(|(id, frame)| ChildFrame::of(id, frame)).collect()
            });
            if appeared.is_empty() {
                self.mark_hidden_frames(tab, &shown);
                return Ok((seen, children));
            }
            visited.extend(appeared.iter().map(|child| child.place.document));
            let queries = self.hints.listener_queries(appeared.iter().map(|child| &child.place));
            children.extend(self.snapshot_children(&appeared, &queries, extent).await);
        }
    }

    /// The snapshot that settling took already, if the tab has one document and no listener was added since.
    pub(crate) async fn reuse_snapshot(&self, top: &FrameDocument, extent: Extent, seen: Seen) -> Option<PageSnapshot> {
        let is_alone = self.access.read(|world| world.frames.in_tab(top.tab).count() == 1);
        if !is_alone || seen.document != top.document || seen.extent != extent {
            return None;
        }
        if !seen.idle
            && let Some(query) = self.hints.listener_queries(std::iter::once(top)).remove(&top.document)
        {
            match timeout(LISTENER_WAIT, query.updated.clone()).await {
                Ok(updated) if updated.is_empty() => {}
                Ok(_) => return None,
                Err(_elapsed) => self.hints.note_late_answer(&query),
            }
        }
        Some(seen.snapshot)
    }

    /// Marks the frames that the next look skips, because their `<iframe>` is not visible.
    fn mark_hidden_frames(&self, tab: TabId, shown: &HashSet<(DocumentId, u32)>) {
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

    /// Takes the snapshots of child frames at the same time. A frame that does not answer in time has no snapshot.
    async fn snapshot_children(
        &self,
        children: &[ChildFrame],
        queries: &ListenerQueries<'_>,
        extent: Extent,
    ) -> Children {
        let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
        let within = (CHILDREN_WITHIN + TIME_PER_CHILD * count).min(ALL_WITHIN);
        let deadline = Instant::now() + within;
        let one = async |child: &ChildFrame| {
            let owner = timeout_at(deadline, self.pages.owner(&child.place.frame)).await;
            let (parent, number) = owner.ok()?.ok()??;
            let limit = SnapshotLimit(MOST_CHILD, extent);
            let query = queries.get(&child.place.document);
            let seen = timeout_at(deadline, self.snapshot_document(&child.place, limit, within, query)).await;
            let seen = seen.ok().and_then(Result::ok);
            let ChildFrame { place, origin, from, captcha, is_navigating } = child;
            let (document, is_navigating) = (place.document, *is_navigating);
            let (origin, from, captcha) = (origin.clone(), from.clone(), *captcha);
            let part = DocumentPart { document, origin, from, captcha, is_navigating, seen };
            Some(((parent.document, number), part))
        };
        join_all(children.iter().map(one)).await.into_iter().flatten().collect()
    }

    /// Takes the snapshot of a document, again if the browser found closed shadow roots, element internals or listeners
    /// that the page script did not know.
    pub(crate) async fn snapshot_document(
        &self,
        place: &FrameDocument,
        limit: SnapshotLimit,
        within: Duration,
        query: Option<&ListenerQuery<'_>>,
    ) -> Result<PageSnapshot, ActionError> {
        let (mut seen, mut has_more) = match query {
            Some(query) => self.snapshot_with_listeners(place, limit, within, query).await?,
            None => (self.snapshot_once(place, limit, within).await?, false),
        };
        // A closed shadow root may hold elements with closed shadow roots.
        for _ in 0..MOST_ROUNDS {
            if seen.suspects.is_some() {
                has_more |= self.hints.open_roots(place).await;
            }
            if seen.speakers.is_some() {
                has_more |= self.hints.apply_internals_of_candidates(place).await;
            }
            if !has_more {
                break;
            }
            seen = self.snapshot_once(place, limit, within).await?;
            has_more = false;
        }
        Ok(seen)
    }

    /// Takes a snapshot while the browser collects the listeners. Returns whether new listeners make another one worthwhile.
    async fn snapshot_with_listeners(
        &self,
        place: &FrameDocument,
        limit: SnapshotLimit,
        within: Duration,
        query: &ListenerQuery<'_>,
    ) -> Result<(PageSnapshot, bool), ActionError> {
        let mut collecting = query.updated.clone();
        let snapshotting = self.snapshot_once(place, limit, within);
        tokio::pin!(snapshotting);
        let mut collected = None;
        let seen = loop {
            tokio::select! {
                biased;
                seen = &mut snapshotting => break seen?,
                updated = &mut collecting, if collected.is_none() => collected = Some(updated),
            }
        };
        let collected = match collected {
            Some(updated) => Some(updated),
            None => timeout(LISTENER_WAIT, collecting).await.ok(),
        };
        if collected.is_none() {
            self.hints.note_late_answer(query);
        }
        Ok((seen, collected.is_some_and(|updated| updated.contains(&place.document))))
    }

    /// Takes one snapshot. The reply is parsed straight into its own type, because it may be large.
    pub(crate) async fn snapshot_once(
        &self,
        place: &FrameDocument,
        limit: SnapshotLimit,
        within: Duration,
    ) -> Result<PageSnapshot, ActionError> {
        let SnapshotLimit(max_nodes, extent) = limit;
        let near = extent == Extent::Near;
        let reply = self.pages.ask_raw(place, &PageCommand::Snapshot { max_nodes, near }, within).await?;
        if !reply.starts_with(r#"{"kind":"snapshot","#) {
            return Err(refused(read_reply(&reply)?));
        }
        serde_json::from_str(&reply).map_err(|error| nonsense(&error))
    }
}

/// The request for a snapshot of the top document, sent along with another command.
pub(crate) fn looking(extent: Extent) -> Looking {
    Looking { max_nodes: MOST_TOP, near: extent == Extent::Near }
}

/// The most nodes of a document in its snapshot, and the part of the page they come from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SnapshotLimit(u32, Extent);

impl SnapshotLimit {
    /// Only the document itself: its title and address.
    pub(crate) const HEAD: Self = Self(1, Extent::Near);
}

/// How much of a large page a snapshot covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The nodes in view or close to it; the rest is only counted.
    Near,
    Whole,
}

impl Extent {
    /// The extent of an earlier snapshot, so that a new one can be compared with it.
    pub(crate) fn of(snapshot: &Snapshot) -> Self {
        if snapshot.is_partial() { Self::Near } else { Self::Whole }
    }
}

/// The query that collects the listeners of each document.
type ListenerQueries<'a> = HashMap<DocumentId, ListenerQuery<'a>>;

/// A child frame of which a snapshot is taken.
struct ChildFrame {
    place: FrameDocument,
    origin: Origin,
    from: Option<String>,
    captcha: Option<&'static str>,
    is_navigating: bool,
}

impl ChildFrame {
    fn of(id: &FrameId, frame: &Frame) -> Self {
        Self {
            place: FrameDocument::of(id, frame),
            origin: frame.origin.clone(),
            from: frame.from(),
            captcha: captcha::provider(&frame.url),
            is_navigating: frame.is_navigating(),
        }
    }
}

/// The `<iframe>`s in these snapshots, by document and node number.
fn iframes(top: DocumentId, seen: &PageSnapshot, children: &Children) -> HashSet<(DocumentId, u32)> {
    let of = |document: DocumentId, seen: &PageSnapshot| -> Vec<(DocumentId, u32)> {
        let frames = seen.nodes.iter().filter(|node| FRAME_ROLES.contains(&node.role.as_str()));
        frames.filter_map(|node| Some((document, node.node?))).collect()
    };
    let inner = children.values().filter_map(|part| Some(of(part.document, part.seen.as_ref()?)));
    of(top, seen).into_iter().chain(inner.flatten()).collect()
}

/// Roles of elements that show a document of their own.
pub(crate) const FRAME_ROLES: [&str; 3] = ["iframe", "object", "embed"];
const MOST_TOP: u32 = 40_000;
const MOST_CHILD: u32 = 10_000;
/// The most frames in one round of snapshots; further ones have none.
const MOST_FRAMES: usize = 600;
/// How deep closed shadow roots inside closed shadow roots are opened.
const MOST_ROUNDS: u32 = 4;
const CHILDREN_WITHIN: Duration = Duration::from_secs(1);
/// Each child adds to the deadline, because frames of one process answer one after the other.
const TIME_PER_CHILD: Duration = Duration::from_millis(20);
const ALL_WITHIN: Duration = Duration::from_secs(4);
/// How long an otherwise complete look waits for the listeners.
const LISTENER_WAIT: Duration = Duration::from_millis(400);
