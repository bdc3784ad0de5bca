//! The events that an element listens for, as a bit mask.

use std::collections::BTreeMap;

use crate::driver::{ElementNumber, EventListener};
use crate::hints::listeners_known::is_unrelated;
use crate::world::KnownListeners;

/// An element and the mask of the events that it listens for.
#[derive(Debug)]
pub(crate) struct ListeningElement {
    pub(crate) element: ElementNumber,
    pub(crate) events: u32,
}

/// The event mask of each element.
pub(crate) fn events_by_element(listeners: &[EventListener]) -> BTreeMap<ElementNumber, u32> {
    let mut events_by_element: BTreeMap<ElementNumber, u32> = BTreeMap::new();
    for EventListener { kind, element } in listeners {
        if let Some(element) = element.filter(|_| !is_unrelated(kind)) {
            let event = EVENTS.iter().position(|event| event == kind);
            *events_by_element.entry(element).or_default() |= event.map_or(OTHER_EVENTS, |event| 1 << event);
        }
    }
    events_by_element
}

/// The elements with listeners that are not known yet, each with its whole mask; at most [`MOST_NEW_ELEMENTS`].
pub(crate) fn new_listeners(listeners: &[EventListener], known: &mut KnownListeners) -> Vec<ListeningElement> {
    let mut new = Vec::new();
    known.set_left_out(false);
    for (element, events) in events_by_element(listeners) {
        if new.len() == MOST_NEW_ELEMENTS {
            known.set_left_out(true);
            break;
        }
        if known.wants(element, events) {
            new.push(ListeningElement { element, events });
        }
    }
    new
}

/// The names of the events in a mask, separated by spaces.
pub(crate) fn event_names(events: u32) -> String {
    let set = EVENTS.iter().enumerate().filter(|(at, _)| events & (1 << at) != 0);
    set.map(|(_, event)| *event).collect::<Vec<_>>().join(" ")
}

/// Events that a person causes by pointing.
const EVENTS: [&str; 16] = [
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
];
/// Any other event that may follow from a press.
pub(crate) const OTHER_EVENTS: u32 = 1 << EVENTS.len();
/// The most new elements per look; the rest follow with the next looks.
const MOST_NEW_ELEMENTS: usize = 500;

#[cfg(test)]
mod tests;
