//! Requests on the network, and what was stopped of them.

use webhand_guard::ResourceKind;
use webhand_wire::{QuietRequest, QuietStoppedForm};

use super::Translated;
use crate::driver::quiet::body;
use crate::driver::quiet::state::{KnownRequest, StoppedForm, frame_id};
use crate::driver::{
    BrowserEventKind, ConsoleLine, FrameId, NetError, NetworkEvent, PageEvent, PauseState, PausedRequestId,
    RequestEvent, RequestId, RequestPaused, RequestStarted, ScriptWorldEvent, SocketEvent,
};

impl Translated<'_> {
    pub(super) fn request_started(&mut self, started: QuietRequest) {
        let id = self.name_of(&started);
        if let Some(tab) = started.tab {
            let kind = if started.resource == SOCKET {
                BrowserEventKind::Socket(SocketEvent::Opened { socket: id.clone(), url: started.url.clone() })
            } else {
                let (kind, resource) = kinds(&started);
                let loader = self.loader_of(tab, started.frame.unwrap_or(0));
                let frame = started.frame.map(|frame| frame_id(tab, frame));
                let request = body::request(&started);
                let redirect_status = started.redirect_status;
                let kind = kind.to_owned();
                let started =
                    RequestStarted { id: id.clone(), loader, request, frame, kind, resource, redirect_status };
                BrowserEventKind::Network(NetworkEvent::Started(started))
            };
            self.push(Some(tab), kind);
        }
        let is_allowed = started.is_allowed;
        let request = KnownRequest { id, started, is_reported: false };
        if is_allowed {
            self.report(&request, PauseState::Sent);
        }
        let own = request.started.id.clone();
        self.state.note_request(own, KnownRequest { is_reported: is_allowed, ..request });
    }

    /// The request that brings a document has the name of its loading.
    fn name_of(&mut self, started: &QuietRequest) -> RequestId {
        match (started.tab, started.frame) {
            (Some(tab), Some(frame)) if is_document(started) => {
                self.know_frame(tab, frame, started.parent);
                RequestId::new(self.state.begin_loading(tab, frame).as_str())
            }
            _ => RequestId::new(format!("request-{}", started.id)),
        }
    }

    pub(super) fn request_answered(&mut self, id: &str, status: u16, mime_type: String) {
        self.report_unasked(id);
        let Some(known) = self.state.request(id).cloned() else { return };
        let Some(tab) = known.started.tab else { return };
        if let Some(frame) = known.started.frame.filter(|_| is_document(&known.started)) {
            self.state.frame(tab, frame).media_type.clone_from(&mime_type);
        }
        let answered = NetworkEvent::Answered { request: known.id, status, mime_type };
        self.push(Some(tab), BrowserEventKind::Network(answered));
    }

    pub(super) fn request_finished(&mut self, id: &str) {
        self.report_unasked(id);
        let Some(known) = self.state.end_request(id) else { return };
        // The handshake of a socket is over, and the socket goes on.
        let Some(tab) = known.started.tab.filter(|_| known.started.resource != SOCKET) else { return };
        self.push(Some(tab), BrowserEventKind::Network(NetworkEvent::Finished { request: known.id, bytes: None }));
    }

    pub(super) fn request_failed(&mut self, id: &str, error: String) {
        let is_blocked = error == BLOCKED;
        if !is_blocked {
            self.report_unasked(id);
        }
        let Some(known) = self.state.end_request(id) else { return };
        if is_blocked && self.state.is_guarding && can_leave_mark(&known.started.method) {
            self.report(&known, PauseState::Stopped);
        }
        let Some(tab) = known.started.tab else { return };
        let error = NetError::new(error);
        let given_up = error.is_aborted();
        let kind = if known.started.resource == SOCKET {
            if is_blocked {
                let text = format!("a web socket to {} was stopped; the page may need it", known.started.url);
                self.world(tab, ScriptWorldEvent::Console(ConsoleLine { kind: "webhand".to_owned(), text }));
            }
            BrowserEventKind::Socket(SocketEvent::Closed { socket: known.id })
        } else {
            BrowserEventKind::Network(NetworkEvent::Failed { request: known.id, error, given_up })
        };
        self.push(Some(tab), kind);
    }

    /// A request that no rule has stopped although the run's tabs are guarded.
    fn report_unasked(&mut self, id: &str) {
        if !self.state.is_guarding {
            return;
        }
        let Some(known) = self.state.request(id) else { return };
        let is_form = is_document(&known.started);
        if known.is_reported || is_form || !can_leave_mark(&known.started.method) || known.started.tab.is_none() {
            return;
        }
        known.is_reported = true;
        let known = known.clone();
        self.report(&known, PauseState::Sent);
    }

    fn report(&mut self, known: &KnownRequest, state: PauseState) {
        let started = &known.started;
        let sender = match (started.tab, started.frame) {
            (Some(tab), frame) => frame_id(tab, frame.unwrap_or(0)),
            (None, _) => FrameId::new(format!("worker {}", started.initiator.as_deref().unwrap_or_default())),
        };
        let paused = RequestPaused {
            request_id: PausedRequestId::new(format!("blocked-{}", started.id)),
            request: body::request(started),
            frame_id: sender,
            kind: kinds(started).1,
            network_id: Some(known.id.clone()),
            state,
        };
        self.push(started.tab, BrowserEventKind::Request(RequestEvent::Paused(paused)));
    }

    /// The form waits in its document, so its page counts as being about to leave until it is decided.
    pub(super) fn form_stopped(&mut self, form: &QuietStoppedForm) {
        let (tab, frame) = (form.tab, form.frame);
        if !self.state.knows_frame(tab, frame) {
            return;
        }
        let name = format!("form-{}-{}", form.document, form.form);
        if self.state.forms.len() >= MOST_FORMS {
            // A page that submits without end gets no more answers.
            return;
        }
        let document = form.document.clone();
        self.state.forms.insert(name.clone(), StoppedForm { tab, frame, document, form: form.form });
        let loader = self.state.begin_loading(tab, frame);
        let network_id = Some(RequestId::new(loader.as_str()));
        self.page(tab, PageEvent::NavigationStarted { frame: frame_id(tab, frame), loader });
        let paused = RequestPaused {
            request_id: PausedRequestId::new(name),
            request: body::form_request(form),
            frame_id: frame_id(tab, frame),
            kind: ResourceKind::Document,
            network_id,
            state: PauseState::Waits,
        };
        self.push(Some(tab), BrowserEventKind::Request(RequestEvent::Paused(paused)));
    }
}

fn is_document(started: &QuietRequest) -> bool {
    matches!(started.resource.as_str(), "main_frame" | "sub_frame")
}

/// The name of a kind of request as the debugger has it, and how the guard sees it.
fn kinds(started: &QuietRequest) -> (&'static str, ResourceKind) {
    match started.resource.as_str() {
        "main_frame" | "sub_frame" => ("Document", ResourceKind::Document),
        "xmlhttprequest" => ("Fetch", ResourceKind::Fetch),
        "ping" => ("Ping", ResourceKind::Ping),
        "csp_report" => ("CSPViolationReport", ResourceKind::Report),
        "script" => ("Script", ResourceKind::Subresource),
        "stylesheet" => ("Stylesheet", ResourceKind::Subresource),
        "image" => ("Image", ResourceKind::Subresource),
        "font" => ("Font", ResourceKind::Subresource),
        "media" => ("Media", ResourceKind::Subresource),
        _ => ("Other", ResourceKind::Other),
    }
}

fn can_leave_mark(method: &str) -> bool {
    !matches!(method, "GET" | "HEAD" | "OPTIONS")
}

const SOCKET: &str = "websocket";
const BLOCKED: &str = "net::ERR_BLOCKED_BY_CLIENT";
const MOST_FORMS: usize = 64;
