//! Which elements listen for which events, as the bits of a number.

use std::collections::BTreeMap;

use crate::driver::{ElementNumber, EventListener};
use crate::hints::listeners_known::is_unrelated;
use crate::world::KnownListeners;

/// An element, and the events that it listens for.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) element: ElementNumber,
    pub(crate) events: u32,
}

/// What each element listens for.
pub(crate) fn by_element(listeners: &[EventListener]) -> BTreeMap<ElementNumber, u32> {
    let mut by_element: BTreeMap<ElementNumber, u32> = BTreeMap::new();
    for EventListener { kind, element } in listeners {
        if let Some(element) = element.filter(|_| !is_unrelated(kind)) {
            let event = EVENTS.iter().position(|event| event == kind);
            *by_element.entry(element).or_default() |= event.map_or(OTHERS, |event| 1 << event);
        }
    }
    by_element
}

/// Elements with events that were not known of them, with all their events; at most so many as one look takes in.
pub(crate) fn unheard(listeners: &[EventListener], hearing: &mut KnownListeners) -> Vec<Heard> {
    let mut new = Vec::new();
    hearing.leaves_out(false);
    for (element, events) in by_element(listeners) {
        if new.len() == MOST_NEW {
            hearing.leaves_out(true);
            break;
        }
        if hearing.wants(element, events) {
            new.push(Heard { element, events });
        }
    }
    new
}

/// As the page script names them.
pub(crate) fn words(events: u32) -> String {
    let heard = EVENTS.iter().enumerate().filter(|(at, _)| events & (1 << at) != 0);
    heard.map(|(_, event)| *event).collect::<Vec<_>>().join(" ")
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
pub(crate) const OTHERS: u32 = 1 << EVENTS.len();
/// Elements taken in with one look; the rest follow with the next ones.
const MOST_NEW: usize = 500;

#[cfg(test)]
mod tests;
