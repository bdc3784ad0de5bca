//! What pages listen on. Only the browser can tell, and the page script makes controls of it.
//!
//! Invariant: a look never waits long for this, and a document that listens on too much is not asked again.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use webhand_model::FailCode;

use super::place::Place;
use super::{Hands, Stopped};
use crate::cdp::CdpError;
use crate::cdp::protocol::{
    Argument, CallFunctionOn, DescribeNode, EventListeners, Listener, ReleaseGroup, ResolveNode,
};
use crate::trouble::Trouble;
use crate::world::{Frame, Hearing};

impl Hands {
    /// Tells the page script what its document listens on. Whether any of it was new to it, so that one more look shows
    /// more; a failure tells nothing.
    pub(super) async fn hear(&self, place: &Place) -> bool {
        if self.hearing(place, |hearing| hearing.given_up) != Some(false) {
            return false;
        }
        self.heard(place).await.unwrap_or_else(|trouble| {
            tracing::debug!(?trouble, "nothing is known of what a page listens on");
            false
        })
    }

    /// The document is not asked again.
    pub(super) fn stop_hearing(&self, place: &Place) {
        self.hearing(place, |hearing| hearing.given_up = true);
    }

    async fn heard(&self, place: &Place) -> Result<bool, Trouble> {
        let context = self.context(place).await?;
        let Some(reach) = self.reach(place) else { return Ok(false) };
        let Some(object_id) = self.document(place, context).await? else { return Ok(false) };
        let listeners = EventListeners { object_id, depth: DEEPEST, pierce: true };
        let answer = self.call(place.tab, &place.session, &listeners, HEARD_WITHIN).await;
        let listeners = match answer {
            Ok(answer) => answer.listeners,
            Err(Stopped::Error(CdpError::Timeout { .. })) => {
                self.stop_hearing(place);
                return Ok(false);
            }
            Err(stopped) => {
                self.hearing(place, |hearing| hearing.document = None);
                return Err(self.explain(place, stopped));
            }
        };
        if listeners.len() > MOST_LISTENERS {
            self.stop_hearing(place);
        }
        let new = self.hearing(place, |hearing| unheard(&listeners, hearing)).unwrap_or_default();
        let told = if new.is_empty() { Ok(false) } else { self.tell(place, context, reach, new).await };
        // Letting go of the objects is a courtesy; the document's end does it too.
        let _ = place.session.call_within(&ReleaseGroup { object_group: group(place) }, HEARD_WITHIN).await;
        told
    }

    /// The document as an object of the page's own world, unless it is too large. It is looked up once, because that
    /// takes longer than to ask whether it has grown.
    async fn document(&self, place: &Place, context: i64) -> Result<Option<String>, Trouble> {
        let known = self.hearing(place, |hearing| hearing.document.clone()).flatten();
        let found = CallFunctionOn {
            function_declaration: "most => webhand.documentUpTo(most)".to_owned(),
            execution_context_id: Some(context),
            arguments: vec![Argument::Value(json!(MOST_ELEMENTS))],
            object_group: Some(group(place)),
            ..CallFunctionOn::default()
        };
        let found = self.call_script(place, &found, HEARD_WITHIN).await?.object_id;
        let (Some(object_id), None) = (&found, &known) else { return Ok(found.and(known)) };
        let document = of_own_world(place, object_id.clone()).await?;
        self.hearing(place, |hearing| hearing.document = Some(document.clone()));
        Ok(Some(document))
    }

    /// Hands the elements over to the page script, those with the same events together.
    async fn tell(
        &self,
        place: &Place,
        context: i64,
        reach: Reach,
        new: BTreeMap<u32, Vec<i64>>,
    ) -> Result<bool, Trouble> {
        let mut groups = Vec::new();
        let mut elements = Vec::new();
        for (events, numbers) in new {
            let numbers = own(place, numbers, reach).await;
            let found: Vec<String> = resolve(place, &numbers, Some(context)).await.into_iter().flatten().collect();
            groups.push(json!([words(events), found.len()]));
            elements.extend(found.into_iter().map(Argument::ObjectId));
        }
        if elements.is_empty() {
            return Ok(false);
        }
        elements.insert(0, Argument::Value(Value::Array(groups)));
        let tell = CallFunctionOn {
            function_declaration: TELL.to_owned(),
            execution_context_id: Some(context),
            arguments: elements,
            ..CallFunctionOn::default()
        };
        self.call_script(place, &tell, HEARD_WITHIN).await?;
        Ok(true)
    }

    /// `None` while it cannot be told.
    fn reach(&self, place: &Place) -> Option<Reach> {
        self.read(|world| {
            let mut others = world.frames.in_tab(place.tab).filter(|(id, _)| **id != place.frame);
            if others.all(|(_, frame)| frame.session.id() != place.session.id()) {
                return Some(Reach::All);
            }
            world.frames.get(&place.frame)?.main_context.map(Reach::Context)
        })
    }

    /// What is known of a document's listeners; `None` when its frame shows another by now.
    fn hearing<T>(&self, place: &Place, with: impl FnOnce(&mut Hearing) -> T) -> Option<T> {
        self.change(|world| {
            let frame =
                world.frames.get_mut(&place.frame).filter(|frame: &&mut Frame| frame.document == place.document);
            frame.map(|frame| with(&mut frame.hearing))
        })
    }
}

/// The same object in the page's own world.
async fn of_own_world(place: &Place, object_id: String) -> Result<String, Trouble> {
    let within = HEARD_WITHIN;
    let about = place.session.call_within(&DescribeNode { object_id }, within).await?;
    let backend_node_id = about.node.backend_node_id;
    let resolve = ResolveNode { backend_node_id, execution_context_id: None, object_group: None };
    let resolved = place.session.call_within(&resolve, within).await?;
    resolved.object.object_id.ok_or_else(|| Trouble::failed(FailCode::Gone, "the document is gone"))
}

/// Which of the elements that the browser lists lie in the document it was asked about.
#[derive(Debug, Clone, Copy)]
enum Reach {
    All,
    /// There are child frames, and what is in them is listed too: only those of the page's own context.
    Context(i64),
}

/// Those that lie in the document itself. An element of another one that is handed to this page script would be of no
/// use to its own any more.
async fn own(place: &Place, numbers: Vec<i64>, reach: Reach) -> Vec<i64> {
    let Reach::Context(main) = reach else { return numbers };
    let resolved = resolve(place, &numbers, None).await;
    let is_own = |object: &Option<String>| object.as_deref().and_then(context_of) == Some(main);
    numbers.into_iter().zip(resolved).filter(|(_, object)| is_own(object)).map(|(number, _)| number).collect()
}

/// The elements as objects of a context, or of that which each belongs to.
async fn resolve(place: &Place, numbers: &[i64], context: Option<i64>) -> Vec<Option<String>> {
    let one = |backend_node_id: i64| async move {
        let resolve = ResolveNode { backend_node_id, execution_context_id: context, object_group: Some(group(place)) };
        place.session.call_within(&resolve, HEARD_WITHIN).await.ok()?.object.object_id
    };
    join_all(numbers.iter().copied().map(one)).await
}

/// An object's name is made of the numbers of its process, its context and itself.
fn context_of(object: &str) -> Option<i64> {
    object.split('.').nth(1)?.parse().ok()
}

/// Elements with events that were not known of them, by all their events; at most so many as one look takes in.
fn unheard(listeners: &[Listener], hearing: &mut Hearing) -> BTreeMap<u32, Vec<i64>> {
    let mut by_element: BTreeMap<i64, u32> = BTreeMap::new();
    for Listener { kind, backend_node_id } in listeners {
        let event = EVENTS.iter().position(|event| event == kind);
        if let (Some(element), Some(event)) = (backend_node_id, event) {
            *by_element.entry(*element).or_default() |= 1 << event;
        }
    }
    let mut new: BTreeMap<u32, Vec<i64>> = BTreeMap::new();
    let mut left = MOST_NEW;
    for (element, events) in by_element {
        if left > 0 && hearing.takes(element, events) {
            new.entry(events).or_default().push(element);
            left -= 1;
        }
    }
    new
}

fn words(events: u32) -> String {
    let heard = EVENTS.iter().enumerate().filter(|(at, _)| events & (1 << at) != 0);
    heard.map(|(_, event)| *event).collect::<Vec<_>>().join(" ")
}

/// Documents of one session share the names of groups.
fn group(place: &Place) -> String {
    format!("webhand listeners {}", place.document)
}

/// Calls `heard` for each group of elements that listen for the same events.
const TELL: &str = "(groups, ...elements) => {
  let at = 0;
  for (const [types, count] of groups) {
    webhand.heard(elements.slice(at, at + count), types);
    at += count;
  }
}";
/// Events that a person causes by pointing or typing.
const EVENTS: [&str; 17] = [
    "click",
    "dblclick",
    "auxclick",
    "contextmenu",
    "mousedown",
    "mouseup",
    "mousemove",
    "pointerdown",
    "pointerup",
    "pointermove",
    "touchstart",
    "touchend",
    "touchmove",
    "dragstart",
    "dragover",
    "drop",
    "keydown",
];
/// Elements taken in with one look; the rest follow with the next ones.
const MOST_NEW: usize = 500;
/// A document with more elements is not asked at all.
const MOST_ELEMENTS: u32 = 30_000;
/// One that listens on more is asked only once.
const MOST_LISTENERS: usize = 4_000;
/// The browser follows a document down by recursion, so not without an end.
const DEEPEST: u32 = 500;
/// Long enough to stand in line behind a look; whoever looks waits less.
const HEARD_WITHIN: Duration = Duration::from_secs(5);
