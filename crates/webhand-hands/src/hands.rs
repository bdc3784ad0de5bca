//! The hands of one owner: all parts that look and act, put together, as the `Browser` port.
//!
//! Invariant: one action at a time for each owner. The parts build on each other in one direction, in the order in which
//! [`Hands::new`] makes them. Start reading at `port` (the trait) and `act` (which part performs which action).

mod act;
mod chat;
mod outgoing_requests;
mod person_input;
mod port;
mod repeat;
mod status;

pub use chat::ChatTab;

use std::sync::{Arc, Mutex};

use crate::access::Access;
use crate::documents::{Elements, Pages};
use crate::event_loop::BrowserHandle;
use crate::fields::{Fields, Keyboard};
use crate::hints::Hints;
use crate::looking::{Looker, RecentLooks};
use crate::pictures::Pictures;
use crate::pointing::{Arming, Gestures, Inspector, Mouse, Points, PreAims, PressedInput};
use crate::reading::{Reader, Scripts};
use crate::requests::RequestControl;
use crate::settling::Settler;
use crate::tabs::{LeaseControl, TabControl};
use crate::world::LeaseId;

pub(crate) use outgoing_requests::release as release_outgoing_request;

/// One owner's access to a browser: looks at its tabs and acts on them. Other owners of the same browser have other hands.
#[derive(Debug)]
pub struct Hands {
    access: Arc<Access>,
    recent: Arc<RecentLooks>,
    inspector: Arc<Inspector>,
    gestures: Arc<Gestures>,
    keyboard: Arc<Keyboard>,
    fields: Arc<Fields>,
    arming: Arc<Arming>,
    pre_aims: Arc<PreAims>,
    pressed_input: Arc<PressedInput>,
    looker: Arc<Looker>,
    settler: Arc<Settler>,
    lease_control: Arc<LeaseControl>,
    tab_control: Arc<TabControl>,
    reader: Arc<Reader>,
    scripts: Arc<Scripts>,
    pictures: Arc<Pictures>,
    requests: Arc<RequestControl>,
    /// In a browser that cannot hold requests.
    stopped_action: Mutex<Option<repeat::StoppedAction>>,
}

impl Hands {
    pub(crate) fn new(browser: BrowserHandle, lease: LeaseId) -> Self {
        let base = Base::new(browser, lease);
        let pointing = Pointing::new(&base);
        let Base { access, recent, pages, hints: _, elements, looker, arming, settler } = base;
        let Pointing { pre_aims, pressed_input, mouse, points, inspector, gestures } = pointing;
        let keyboard = Arc::new(Keyboard::new(&access, &arming, &elements, &pressed_input, &pages, &settler));
        let fields = Arc::new(Fields::new(&access, &elements, &gestures, &keyboard, &looker, &pages, &settler));
        let lease_control = Arc::new(LeaseControl::new(&access, &pressed_input));
        let tab_control = Arc::new(TabControl::new(&access, &arming, &lease_control, &looker, &pages, &settler));
        let reader = Arc::new(Reader::new(&access, &elements, &looker, &pages, &settler));
        let scripts = Arc::new(Scripts::new(&access, &elements, &pages, &settler));
        let pictures = Arc::new(Pictures::new(&access, &elements, &looker, &mouse, &pages, &points, &recent));
        let requests = Arc::new(RequestControl::new(&access, &settler));
        Self {
            access,
            recent,
            inspector,
            gestures,
            keyboard,
            fields,
            arming,
            pre_aims,
            pressed_input,
            looker,
            settler,
            lease_control,
            tab_control,
            reader,
            scripts,
            pictures,
            requests,
            stopped_action: Mutex::default(),
        }
    }
}

/// The parts that all others build on: documents and their elements, looking, and settling.
struct Base {
    access: Arc<Access>,
    recent: Arc<RecentLooks>,
    pages: Arc<Pages>,
    hints: Arc<Hints>,
    elements: Arc<Elements>,
    looker: Arc<Looker>,
    arming: Arc<Arming>,
    settler: Arc<Settler>,
}

impl Base {
    fn new(browser: BrowserHandle, lease: LeaseId) -> Self {
        let access = Arc::new(Access::new(browser, lease));
        let recent = Arc::new(RecentLooks::default());
        let pages = Arc::new(Pages::new(&access));
        let hints = Arc::new(Hints::new(&access, &pages));
        let elements = Arc::new(Elements::new(&access, &hints, &pages, &recent));
        let looker = Arc::new(Looker::new(&access, &hints, &pages, &recent));
        let arming = Arc::new(Arming::new(&access, &elements, &pages));
        let settler = Arc::new(Settler::new(&access, &arming, &elements, &looker, &pages, &recent));
        Self { access, recent, pages, hints, elements, looker, arming, settler }
    }
}

/// The parts that point with the mouse.
struct Pointing {
    pre_aims: Arc<PreAims>,
    pressed_input: Arc<PressedInput>,
    mouse: Arc<Mouse>,
    points: Arc<Points>,
    inspector: Arc<Inspector>,
    gestures: Arc<Gestures>,
}

impl Pointing {
    fn new(base: &Base) -> Self {
        let Base { access, recent: _, pages, hints, elements, looker, arming, settler } = base;
        let pre_aims = Arc::new(PreAims::new(arming));
        let pressed_input = Arc::new(PressedInput::new(access, arming, pages, &pre_aims));
        let mouse = Arc::new(Mouse::new(access, arming, elements, &pressed_input, pages));
        let points = Arc::new(Points::new(access, pages));
        let inspector =
            Inspector::new(access, arming, elements, &pressed_input, hints, looker, pages, &points, &pre_aims);
        let gestures =
            Gestures::new(access, arming, elements, &pressed_input, hints, &mouse, pages, &points, &pre_aims, settler);
        Self { pre_aims, pressed_input, mouse, points, inspector: Arc::new(inspector), gestures: Arc::new(gestures) }
    }
}

#[cfg(test)]
mod tests;
