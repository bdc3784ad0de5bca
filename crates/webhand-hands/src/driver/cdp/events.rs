//! Events of the protocol as [`BrowserEvent`]s. An event that cannot be read, or that says nothing to the hands, becomes
//! none; it still counts as received.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use webhand_cdp::protocol::{
    AttachedToTarget, AuthRequired, ConsoleCalled, ContextCreated, ContextDestroyed, ContextsCleared,
    DetachedFromTarget, DialogClosed, DialogOpens, DownloadBegins, DownloadProgress, DragIntercepted, ExceptionThrown,
    FileChooserOpened, FrameAttached, FrameDetached, FrameNavigated, FrameStartsNavigating, FrameStopsLoading,
    Lifecycle, LoadingFailed, LoadingFinished, NavigatedWithinDocument, RemoteObject, RequestPaused, RequestStarts,
    ResponseArrives, TargetCrashed, TargetInfoChanged, ToolResponded, ToolsAdded, ToolsRemoved, WebSocketClosed,
    WebSocketCreated, WebSocketFrameSent, WindowOpens,
};
use webhand_cdp::{Event, Events, Filter};

use super::live_channels::socket_frame;
use super::page_script::WORLD;
use super::page_tools::{offered, response};
use super::pages::frame_info;
use super::requests::{paused, started};
use crate::driver::{
    BrowserEvent, BrowserEventKind, ConsoleLine, DownloadEvent, DownloadId, DownloadState, DragData, ElementNumber,
    EventSource, LoginRequired, NetError, NetworkEvent, PageEvent, Received, RequestEvent, ScriptWorld,
    ScriptWorldEvent, ScriptWorldKind, SocketEvent, TargetEvent, TargetInfo, TargetKind, ToolEvent,
};

#[derive(Debug)]
pub(super) struct CdpEvents {
    events: Events,
}

impl CdpEvents {
    pub(super) fn new(events: Events) -> Self {
        Self { events }
    }
}

impl EventSource for CdpEvents {
    fn next(&mut self) -> BoxFuture<'_, Option<Received>> {
        async {
            Some(match self.events.next().await? {
                webhand_cdp::Received::Lost(count) => Received::Lost(count),
                webhand_cdp::Received::Event(event) => match translate(&event) {
                    Some(kind) => {
                        let session = event.session.clone().map(Into::into);
                        Received::Event(Box::new(BrowserEvent { session, kind }))
                    }
                    None => Received::Unread,
                },
            })
        }
        .boxed()
    }
}

fn translate(event: &Event) -> Option<BrowserEventKind> {
    match event.method.split('.').next()? {
        "Page" => frame_event(event).or_else(|| page_event(event)).map(BrowserEventKind::Page),
        "Inspector" | "Input" => page_event(event).map(BrowserEventKind::Page),
        "Runtime" => world_event(event).map(BrowserEventKind::ScriptWorld),
        "Network" => {
            let socket = || socket_event(event).map(BrowserEventKind::Socket);
            network_event(event).map(BrowserEventKind::Network).or_else(socket)
        }
        "Fetch" => request_event(event).map(BrowserEventKind::Request),
        "WebMCP" => tool_event(event).map(BrowserEventKind::Tool),
        "Target" => target_event(event).map(BrowserEventKind::Target),
        "Browser" => download_event(event).map(BrowserEventKind::Download),
        _ => None,
    }
}

fn frame_event(event: &Event) -> Option<PageEvent> {
    if let Some(attached) = event.read::<FrameAttached>() {
        return Some(PageEvent::FrameAttached {
            frame: attached.frame_id.into(),
            parent: attached.parent_frame_id.into(),
        });
    }
    if let Some(navigated) = event.read::<FrameNavigated>() {
        return Some(PageEvent::FrameNavigated(frame_info(navigated.frame)));
    }
    if let Some(detached) = event.read::<FrameDetached>() {
        let frame = detached.frame_id.into();
        let is_swapped = detached.reason == "swap";
        return Some(if is_swapped { PageEvent::FrameSwapped { frame } } else { PageEvent::FrameRemoved { frame } });
    }
    if let Some(starts) = event.read::<FrameStartsNavigating>() {
        let is_other = starts.navigation_type != "sameDocument";
        let started = PageEvent::NavigationStarted { frame: starts.frame_id.into(), loader: starts.loader_id.into() };
        return is_other.then_some(started);
    }
    if let Some(stops) = event.read::<FrameStopsLoading>() {
        return Some(PageEvent::LoadingStopped { frame: stops.frame_id.into() });
    }
    if let Some(within) = event.read::<NavigatedWithinDocument>() {
        return Some(PageEvent::NavigatedWithinDocument { frame: within.frame_id.into(), url: within.url });
    }
    let lifecycle = event.read::<Lifecycle>().filter(|lifecycle| lifecycle.name == "DOMContentLoaded")?;
    Some(PageEvent::DocumentInteractive { frame: lifecycle.frame_id.into(), loader: lifecycle.loader_id.into() })
}

fn page_event(event: &Event) -> Option<PageEvent> {
    if event.read::<WindowOpens>().is_some() {
        return Some(PageEvent::WindowRequested);
    }
    if let Some(opens) = event.read::<DialogOpens>() {
        return Some(PageEvent::DialogOpened { kind: opens.kind, message: opens.message });
    }
    if event.read::<DialogClosed>().is_some() {
        return Some(PageEvent::DialogClosed);
    }
    if event.read::<TargetCrashed>().is_some() {
        return Some(PageEvent::Crashed);
    }
    if let Some(drag) = event.read::<DragIntercepted>() {
        return Some(PageEvent::DragStarted(DragData(drag.data)));
    }
    let chooser = event.read::<FileChooserOpened>()?;
    let several = chooser.mode == "selectMultiple";
    Some(PageEvent::FileChooserOpened { field: chooser.backend_node_id.map(ElementNumber), several })
}

fn world_event(event: &Event) -> Option<ScriptWorldEvent> {
    if let Some(ContextCreated { context }) = event.read() {
        let kind = if context.aux_data.is_default {
            ScriptWorldKind::Page
        } else if context.name == WORLD {
            ScriptWorldKind::PageScript { origin: context.origin }
        } else {
            return None;
        };
        let frame = context.aux_data.frame_id?.into();
        return Some(ScriptWorldEvent::Created { frame, world: ScriptWorld(context.id), kind });
    }
    if let Some(destroyed) = event.read::<ContextDestroyed>() {
        return Some(ScriptWorldEvent::Destroyed(ScriptWorld(destroyed.execution_context_id)));
    }
    if event.read::<ContextsCleared>().is_some() {
        return Some(ScriptWorldEvent::Cleared);
    }
    if let Some(called) = event.read::<ConsoleCalled>() {
        let words: Vec<String> = called.args.iter().map(shown).collect();
        return Some(ScriptWorldEvent::Console(ConsoleLine { kind: called.kind, text: words.join(" ") }));
    }
    let details = event.read::<ExceptionThrown>()?.exception_details;
    let what = details.exception.as_ref().map(shown).filter(|what| !what.is_empty());
    Some(ScriptWorldEvent::Console(ConsoleLine { kind: "error".to_owned(), text: what.unwrap_or(details.text) }))
}

fn shown(value: &RemoteObject) -> String {
    match (value.value.as_str(), &value.description) {
        (Some(text), _) => text.to_owned(),
        (None, Some(description)) => description.clone(),
        (None, None) => value.value.to_string(),
    }
}

fn network_event(event: &Event) -> Option<NetworkEvent> {
    if let Some(starts) = event.read::<RequestStarts>() {
        return Some(NetworkEvent::Started(started(starts)));
    }
    if let Some(arrives) = event.read::<ResponseArrives>() {
        let (status, mime_type) = (arrives.response.status, arrives.response.mime_type);
        return Some(NetworkEvent::Answered { request: arrives.request_id.into(), status, mime_type });
    }
    if let Some(finished) = event.read::<LoadingFinished>() {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
        let bytes = Some(finished.encoded_data_length as u64);
        return Some(NetworkEvent::Finished { request: finished.request_id.into(), bytes });
    }
    let failed = event.read::<LoadingFailed>()?;
    let error = NetError::new(failed.error_text);
    // Other failures bring an error page, which is a document like any other.
    let given_up = failed.canceled || error.is_aborted();
    Some(NetworkEvent::Failed { request: failed.request_id.into(), error, given_up })
}

fn socket_event(event: &Event) -> Option<SocketEvent> {
    if let Some(created) = event.read::<WebSocketCreated>() {
        return Some(SocketEvent::Opened { socket: created.request_id.into(), url: created.url });
    }
    if let Some(closed) = event.read::<WebSocketClosed>() {
        return Some(SocketEvent::Closed { socket: closed.request_id.into() });
    }
    let sent = event.read::<WebSocketFrameSent>()?;
    let frame = socket_frame(sent.response)?;
    Some(SocketEvent::FrameSent { socket: sent.request_id.into(), frame })
}

fn request_event(event: &Event) -> Option<RequestEvent> {
    if let Some(request) = event.read::<RequestPaused>() {
        return Some(RequestEvent::Paused(paused(request)));
    }
    let AuthRequired { request_id, frame_id } = event.read()?;
    Some(RequestEvent::LoginRequired(LoginRequired { request_id: request_id.into(), frame_id: frame_id.into() }))
}

fn tool_event(event: &Event) -> Option<ToolEvent> {
    if let Some(added) = event.read::<ToolsAdded>() {
        return Some(ToolEvent::Offered(added.tools.into_iter().map(offered).collect()));
    }
    if let Some(removed) = event.read::<ToolsRemoved>() {
        let withdrawn = removed.tools.into_iter().map(|tool| (tool.frame_id.into(), tool.name));
        return Some(ToolEvent::Withdrawn(withdrawn.collect()));
    }
    event.read::<ToolResponded>().map(response).map(ToolEvent::Responded)
}

fn target_event(event: &Event) -> Option<TargetEvent> {
    if let Some(AttachedToTarget { session_id, target_info, .. }) = event.read() {
        let kind = match target_info.kind.as_str() {
            "page" => TargetKind::Page,
            "iframe" => TargetKind::Frame,
            "shared_worker" => TargetKind::SharedWorker,
            "service_worker" => TargetKind::ServiceWorker,
            "worker" => TargetKind::Worker,
            _ => TargetKind::Other,
        };
        let target = TargetInfo {
            id: target_info.target_id.into(),
            kind,
            url: target_info.url,
            opener: target_info.opener_id.map(Into::into),
        };
        return Some(TargetEvent::Attached { session: session_id.into(), target });
    }
    if let Some(detached) = event.read::<DetachedFromTarget>() {
        return Some(TargetEvent::Detached { session: detached.session_id.into() });
    }
    let info = event.read::<TargetInfoChanged>()?.target_info;
    Some(TargetEvent::TitleChanged { target: info.target_id.into(), title: info.title, url: info.url })
}

fn download_event(event: &Event) -> Option<DownloadEvent> {
    if let Some(begins) = event.read::<DownloadBegins>() {
        let (download, frame) = (DownloadId::new(begins.guid), begins.frame_id.into());
        return Some(DownloadEvent::Started { download, frame, file: begins.suggested_filename });
    }
    let progress = event.read::<DownloadProgress>()?;
    let state = match progress.state.as_str() {
        "completed" => DownloadState::Complete,
        "canceled" => DownloadState::Cancelled,
        _ => DownloadState::UnderWay,
    };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
    let bytes = progress.received_bytes as u64;
    Some(DownloadEvent::Progress { download: DownloadId::new(progress.guid), state, bytes })
}

/// Everything that is listened to; other events are not even queued.
pub(super) const WANTED: Filter = Filter::Methods(&[
    "Browser.downloadProgress",
    "Browser.downloadWillBegin",
    "Fetch.authRequired",
    "Fetch.requestPaused",
    "Input.dragIntercepted",
    "Inspector.targetCrashed",
    "Network.loadingFailed",
    "Network.loadingFinished",
    "Network.requestWillBeSent",
    "Network.responseReceived",
    "Network.webSocketClosed",
    "Network.webSocketCreated",
    "Network.webSocketFrameSent",
    "Page.fileChooserOpened",
    "Page.frameAttached",
    "Page.frameDetached",
    "Page.frameNavigated",
    "Page.frameStartedNavigating",
    "Page.frameStoppedLoading",
    "Page.javascriptDialogClosed",
    "Page.javascriptDialogOpening",
    "Page.lifecycleEvent",
    "Page.navigatedWithinDocument",
    "Page.windowOpen",
    "Runtime.consoleAPICalled",
    "Runtime.exceptionThrown",
    "Runtime.executionContextCreated",
    "Runtime.executionContextDestroyed",
    "Runtime.executionContextsCleared",
    "Target.attachedToTarget",
    "Target.detachedFromTarget",
    "Target.targetInfoChanged",
    "WebMCP.toolResponded",
    "WebMCP.toolsAdded",
    "WebMCP.toolsRemoved",
]);
