//! Keeps the browser's windows from taking the keyboard focus under X11, so that the person can type elsewhere.
//!
//! Chromium requests the focus when the mouse is pressed in a window that is not the active one, and no command or flag
//! prevents that. A window that believes to be active requests nothing. So each window of the browser receives a
//! synthetic `FocusIn` event whenever it has lost the focus. The event changes only the window's own belief: the X
//! server still sends the person's keys to the window that really has the focus.
//!
//! Without an X server, or where the browser's windows are not under it, this does nothing.

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

/// Watches the windows of a browser until this value is dropped.
#[derive(Debug)]
pub(crate) struct FocusStealPrevention {
    /// The watching thread stops when this end of the pipe is closed.
    _until_dropped: PipeWriter,
}

impl FocusStealPrevention {
    /// Watches the browser whose processes are this group. A thread of its own talks to the X server, because the server
    /// may be slow or hang.
    pub(crate) fn watch(group: Pid, further_flags: &[OsString]) -> Option<Self> {
        let display = display_of(further_flags);
        let (stop, until_dropped) = std::io::pipe().ok()?;
        let watch = move || {
            let watched = RustConnection::connect(display.as_deref())
                .map_err(|error| error.to_string())
                .and_then(|(x, screen)| WindowWatcher::new(x, screen, group).map_err(|error| error.to_string()))
                .and_then(|watcher| watcher.run(&stop).map_err(|error| error.to_string()));
            if let Err(error) = watched {
                tracing::debug!(error, "the browser's windows may take the focus");
            }
        };
        thread::Builder::new().name("focus".to_owned()).spawn(watch).ok()?;
        Some(Self { _until_dropped: until_dropped })
    }
}

/// The display that the flags name; `None` means the default one.
fn display_of(flags: &[OsString]) -> Option<String> {
    flags.iter().rev().find_map(|flag| flag.to_str()?.strip_prefix("--display=").map(str::to_owned))
}

struct WindowWatcher {
    x: RustConnection,
    root: Window,
    group: Pid,
    client_list: Atom,
    process_id: Atom,
    /// The browser's windows; closed ones are removed with the next client list.
    windows: Vec<Window>,
}

impl WindowWatcher {
    fn new(x: RustConnection, screen: usize, group: Pid) -> Result<Self, ReplyOrIdError> {
        let root = x.setup().roots.get(screen).map_or(0, |screen| screen.root);
        let client_list = x.intern_atom(false, b"_NET_CLIENT_LIST")?;
        let process_id = x.intern_atom(false, b"_NET_WM_PID")?;
        let (client_list, process_id) = (client_list.reply()?.atom, process_id.reply()?.atom);
        let changes = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        x.change_window_attributes(root, &changes)?.check()?;
        Ok(Self { x, root, group, client_list, process_id, windows: Vec::new() })
    }

    /// Handles events until the other end of `stop` is closed or the X server is gone.
    fn run(mut self, stop: &std::io::PipeReader) -> Result<(), ReplyError> {
        self.find_windows()?;
        loop {
            while let Some(event) = self.x.poll_for_event()? {
                self.handle_event(&event)?;
            }
            self.x.flush()?;
            let mut either = [PollFd::new(self.x.stream(), PollFlags::IN), PollFd::new(stop, PollFlags::IN)];
            poll(&mut either, None).map_err(|error| ConnectionError::IoError(error.into()))?;
            if either.last().is_some_and(|stop| !stop.revents().is_empty()) {
                return Ok(());
            }
        }
    }

    fn handle_event(&mut self, event: &Event) -> Result<(), ReplyError> {
        if let Event::PropertyNotify(changed) = event
            && changed.window == self.root
            && changed.atom == self.client_list
        {
            return self.find_windows();
        }
        if let Event::FocusOut(lost) = event
            && has_lost_focus(lost)
        {
            self.send_focus_in(lost.event)?;
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
                self.send_focus_in(window)?;
            }
        }
        Ok(())
    }

    /// Whether the window belongs to the process group. A wrapper script may have started the browser, so its own process
    /// id is not enough.
    fn is_ours(&self, window: Window) -> bool {
        let reply = self.x.get_property(false, window, self.process_id, AtomEnum::CARDINAL, 0, 1);
        // The window may have been closed meanwhile.
        let answer = reply.ok().and_then(|reply| reply.reply().ok());
        let id = answer.as_ref().and_then(|answer| answer.value32()?.next());
        let process = id.and_then(|id| Pid::from_raw(i32::try_from(id).ok()?));
        process.is_some_and(|process| getpgid(Some(process)).is_ok_and(|group| group == self.group))
    }

    /// Sends a window the event that it has got the focus.
    fn send_focus_in(&self, window: Window) -> Result<(), ConnectionError> {
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

/// Whether the focus has really moved to another window: not into a child window, and not for a menu or a grab.
fn has_lost_focus(lost: &FocusOutEvent) -> bool {
    let is_passing = lost.mode == NotifyMode::GRAB || lost.mode == NotifyMode::UNGRAB;
    let is_inside = lost.detail == NotifyDetail::INFERIOR || lost.detail == NotifyDetail::POINTER;
    !is_passing && !is_inside
}

const AT_MOST_WINDOWS: u32 = 4096;
