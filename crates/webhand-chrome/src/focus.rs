//! Leaves the keyboard to the person while the browser's windows are worked in, under X11.
//!
//! Chromium asks for the focus when the mouse is pressed in a window that is not the active one, and no command or flag
//! keeps it from that. A window that takes itself for the active one asks for nothing. So each window of the browser
//! is told that it has the focus whenever it has lost it. That is a word to the window alone: the window system still
//! sends the person's keys where they look, and a window they turn to gets them as ever.
//!
//! Elsewhere this does nothing: without an X server, or where the browser's windows are not under it.

use std::ffi::OsString;
use std::io::PipeWriter;
use std::thread;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, getpgid};
use x11rb::connection::Connection as _;
use x11rb::errors::{ConnectionError, ReplyError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, FOCUS_IN_EVENT, FocusInEvent,
    FocusOutEvent, NotifyDetail, NotifyMode, Window,
};
use x11rb::rust_connection::RustConnection;

/// Watches the windows of a browser until it is dropped.
#[derive(Debug)]
pub(crate) struct LeftFocus {
    /// Its end is the sign to stop.
    _until_dropped: PipeWriter,
}

impl LeftFocus {
    /// For the browser whose processes are this group. The X server is spoken to by a thread of its own: it may be slow
    /// or hang, and nobody waits for it.
    pub(crate) fn watch(group: Pid, further_flags: &[OsString]) -> Option<Self> {
        let display = display_of(further_flags);
        let (stop, until_dropped) = std::io::pipe().ok()?;
        let watch = move || {
            let watched = RustConnection::connect(display.as_deref())
                .map_err(|error| error.to_string())
                .and_then(|(x, screen)| Watch::new(x, screen, group).map_err(|error| error.to_string()))
                .and_then(|watch| watch.go_on(&stop).map_err(|error| error.to_string()));
            if let Err(error) = watched {
                tracing::debug!(error, "the browser's windows may take the focus");
            }
        };
        thread::Builder::new().name("focus".to_owned()).spawn(watch).ok()?;
        Some(Self { _until_dropped: until_dropped })
    }
}

/// The display that the browser is told to use; the usual one when it is told nothing.
fn display_of(flags: &[OsString]) -> Option<String> {
    flags.iter().rev().find_map(|flag| flag.to_str()?.strip_prefix("--display=").map(str::to_owned))
}

struct Watch {
    x: RustConnection,
    root: Window,
    group: Pid,
    client_list: Atom,
    process_id: Atom,
    /// The browser's windows; those that are gone leave with the next list.
    windows: Vec<Window>,
}

impl Watch {
    fn new(x: RustConnection, screen: usize, group: Pid) -> Result<Self, ReplyOrIdError> {
        let root = x.setup().roots.get(screen).map_or(0, |screen| screen.root);
        let client_list = x.intern_atom(false, b"_NET_CLIENT_LIST")?;
        let process_id = x.intern_atom(false, b"_NET_WM_PID")?;
        let (client_list, process_id) = (client_list.reply()?.atom, process_id.reply()?.atom);
        let changes = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        x.change_window_attributes(root, &changes)?.check()?;
        Ok(Self { x, root, group, client_list, process_id, windows: Vec::new() })
    }

    /// Goes on until the other end of `stop` is closed or the X server is gone.
    fn go_on(mut self, stop: &std::io::PipeReader) -> Result<(), ReplyError> {
        self.find_windows()?;
        loop {
            while let Some(event) = self.x.poll_for_event()? {
                self.hear(&event)?;
            }
            self.x.flush()?;
            let mut either = [PollFd::new(self.x.stream(), PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
            poll(&mut either, None).map_err(|error| ConnectionError::IoError(error.into()))?;
            if either.last().is_some_and(|stop| !stop.revents().is_empty()) {
                return Ok(());
            }
        }
    }

    fn hear(&mut self, event: &Event) -> Result<(), ReplyError> {
        if let Event::PropertyNotify(changed) = event
            && changed.window == self.root
            && changed.atom == self.client_list
        {
            return self.find_windows();
        }
        if let Event::FocusOut(lost) = event
            && has_left(lost)
        {
            self.reassure(lost.event)?;
        }
        Ok(())
    }

    fn find_windows(&mut self) -> Result<(), ReplyError> {
        let list =
            self.x.get_property(false, self.root, self.client_list, AtomEnum::WINDOW, 0, AT_MOST_WINDOWS)?.reply()?;
        let listed: Vec<Window> = list.value32().into_iter().flatten().collect();
        self.windows.retain(|window| listed.contains(window));
        for window in listed {
            if !self.windows.contains(&window) && self.is_ours(window) {
                let changes = ChangeWindowAttributesAux::new().event_mask(EventMask::FOCUS_CHANGE);
                self.x.change_window_attributes(window, &changes)?.ignore_error();
                self.windows.push(window);
                self.reassure(window)?;
            }
        }
        Ok(())
    }

    /// A starter script may stand between us and the browser, so the group counts and not the process itself.
    fn is_ours(&self, window: Window) -> bool {
        let asked = self.x.get_property(false, window, self.process_id, AtomEnum::CARDINAL, 0, 1);
        // A window can be gone by now.
        let answer = asked.ok().and_then(|asked| asked.reply().ok());
        let id = answer.as_ref().and_then(|answer| answer.value32()?.next());
        let process = id.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        process.is_some_and(|process| getpgid(Some(process)).is_ok_and(|group| group == self.group))
    }

    /// Tells a window that it has the focus.
    fn reassure(&self, window: Window) -> Result<(), ConnectionError> {
        let event = FocusInEvent {
            response_type: FOCUS_IN_EVENT,
            detail: NotifyDetail::NONLINEAR,
            sequence: 0,
            event: window,
            mode: NotifyMode::NORMAL,
        };
        self.x.send_event(false, window, EventMask::FOCUS_CHANGE, event)?.ignore_error();
        Ok(())
    }
}

/// Whether the focus is really elsewhere now: not inside of the window, nor held up by a menu or a grab.
fn has_left(lost: &FocusOutEvent) -> bool {
    let is_passing = lost.mode == NotifyMode::GRAB || lost.mode == NotifyMode::UNGRAB;
    let is_inside = lost.detail == NotifyDetail::INFERIOR || lost.detail == NotifyDetail::POINTER;
    !is_passing && !is_inside
}

const AT_MOST_WINDOWS: u32 = 4096;
