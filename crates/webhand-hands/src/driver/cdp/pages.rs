//! Tabs, navigation and pictures.

use std::sync::Arc;
use std::time::Duration;

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine as _};
use futures_util::FutureExt as _;
use webhand_cdp::Command as _;
use webhand_cdp::protocol::{
    self, ActivateTarget, CaptureScreenshot, CloseTarget, CrashPage, CreateTarget, GetResponseBody, HandleDialog,
    LayoutMetrics, Navigate, NavigateToEntry, NavigationHistory, PrintToPdf, Reload, StopLoading,
};

use super::CdpDriver;
use crate::driver::{
    Answer, Capture, Clip, ContextId, DriverError, FrameInfo, History, HistoryEntry, Layout, LoaderId, Navigated,
    Navigation, NetError, Screenshots, SessionId, TabCommands, TabWindow, TargetId,
};

impl Navigation for CdpDriver {
    fn navigate<'a>(&'a self, session: &'a SessionId, url: &'a str, within: Duration) -> Answer<'a, Navigated> {
        async move {
            let navigated = self.call(session, &Navigate { url: url.to_owned() }, within).await?;
            let (loader, error) = (navigated.loader_id.map(Into::into), navigated.error_text.map(NetError::new));
            Ok(Navigated { loader, error })
        }
        .boxed()
    }

    fn reload<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.run(session, Reload {}, within).boxed()
    }

    fn history<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, History> {
        async move {
            let history = self.call(session, &NavigationHistory {}, within).await?;
            let entries = history.entries.into_iter().map(|entry| HistoryEntry { id: entry.id, url: entry.url });
            Ok(History { current: history.current_index, entries: entries.collect() })
        }
        .boxed()
    }

    fn go_to_entry<'a>(&'a self, session: &'a SessionId, entry: i64, within: Duration) -> Answer<'a, ()> {
        self.run(session, NavigateToEntry { entry_id: entry }, within).boxed()
    }

    fn document_source<'a>(
        &'a self,
        session: &'a SessionId,
        loader: &'a LoaderId,
        within: Duration,
    ) -> Answer<'a, String> {
        async move {
            // The request of a document has the id of its loader. The page's own copy is missing where a server forbids to
            // store it, and after a change of process.
            let wanted = GetResponseBody { request_id: Arc::<str>::from(loader.as_str()).into() };
            let answer = self.call(session, &wanted, within).await?;
            Ok(if answer.base64_encoded { String::new() } else { answer.body })
        }
        .boxed()
    }

    fn stop_loading<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.run(session, StopLoading {}, within).boxed()
    }
}

impl CdpDriver {
    /// Opens an empty tab in a context, the browser's own when none is named.
    pub(super) async fn open_target(
        &self,
        window: TabWindow,
        context: Option<&ContextId>,
        within: Duration,
    ) -> Result<TargetId, DriverError> {
        let new_window = (window == TabWindow::New).then_some(true);
        let browser_context_id = context.map(Into::into);
        let create = CreateTarget { url: "about:blank".to_owned(), background: true, new_window, browser_context_id };
        Ok(self.call_browser(&create, within).await?.target_id.into())
    }
}

impl TabCommands for CdpDriver {
    fn open(&self, window: TabWindow, within: Duration) -> Answer<'_, TargetId> {
        self.open_target(window, None, within).boxed()
    }

    fn close<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()> {
        self.run_browser(CloseTarget { target_id: tab.into() }, within).boxed()
    }

    fn activate<'a>(&'a self, tab: &'a TargetId, within: Duration) -> Answer<'a, ()> {
        self.run_browser(ActivateTarget { target_id: tab.into() }, within).boxed()
    }

    fn answer_dialog<'a>(
        &'a self,
        session: &'a SessionId,
        accept: bool,
        text: Option<&'a str>,
        within: Duration,
    ) -> Answer<'a, ()> {
        self.run(session, HandleDialog { accept, prompt_text: text.map(str::to_owned) }, within).boxed()
    }

    fn end_page<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, ()> {
        self.run(session, CrashPage {}, within).boxed()
    }
}

impl Screenshots for CdpDriver {
    fn layout<'a>(&'a self, session: &'a SessionId, within: Duration) -> Answer<'a, Layout> {
        async move {
            let layout = self.call(session, &LayoutMetrics {}, within).await?;
            let (view, size) = (layout.css_visual_viewport, layout.css_layout_viewport);
            Ok(Layout {
                page_x: view.page_x,
                page_y: view.page_y,
                client_width: size.client_width,
                client_height: size.client_height,
                content_width: layout.css_content_size.width,
                content_height: layout.css_content_size.height,
            })
        }
        .boxed()
    }

    fn capture<'a>(&'a self, session: &'a SessionId, capture: Capture, within: Duration) -> Answer<'a, Vec<u8>> {
        async move {
            let Clip { x, y, width, height, scale } = capture.clip;
            let shot = CaptureScreenshot {
                format: "jpeg",
                quality: 70,
                clip: Some(protocol::Clip { x, y, width, height, scale }),
                capture_beyond_viewport: capture.beyond_viewport,
                optimize_for_speed: true,
            };
            decode(CaptureScreenshot::METHOD, &self.call(session, &shot, within).await?.data)
        }
        .boxed()
    }

    fn print<'a>(&'a self, session: &'a SessionId, within: Duration) -> Option<Answer<'a, Vec<u8>>> {
        let printed = async move {
            let print = PrintToPdf { print_background: true, prefer_css_page_size: true };
            decode(PrintToPdf::METHOD, &self.call(session, &print, within).await?.data)
        };
        Some(printed.boxed())
    }
}

fn decode(call: &str, base64: &str) -> Result<Vec<u8>, DriverError> {
    let unreadable = |error: DecodeError| DriverError::BadReply { call: call.to_owned(), why: error.to_string() };
    STANDARD.decode(base64).map_err(unreadable)
}

pub(super) fn frame_info(info: protocol::FrameInfo) -> FrameInfo {
    FrameInfo {
        id: info.id.into(),
        parent: info.parent_id.map(Into::into),
        loader: info.loader_id.into(),
        url: info.url,
        security_origin: info.security_origin,
        mime_type: info.mime_type,
        unreachable_url: info.unreachable_url,
    }
}
