//! Pages: frames, navigation, dialogs, pictures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{EmptyReply, FrameId, LoaderId};

command!(EnablePage, "Page.enable" => EmptyReply {});
command!(SetLifecycleEvents, "Page.setLifecycleEventsEnabled" => EmptyReply { enabled: bool });
command!(SetInterceptFileChooser, "Page.setInterceptFileChooserDialog" => EmptyReply { enabled: bool });
command!(Navigate, "Page.navigate" => Navigated { url: String });
command!(Reload, "Page.reload" => EmptyReply {});
command!(CrashPage, "Page.crash" => EmptyReply {});
command!(StopLoading, "Page.stopLoading" => EmptyReply {});
command!(NavigationHistory, "Page.getNavigationHistory" => History {});
command!(NavigateToEntry, "Page.navigateToHistoryEntry" => EmptyReply { entry_id: i64 });
command!(FrameTree, "Page.getFrameTree" => FrameTreeReply {});
command!(
    AddScript, "Page.addScriptToEvaluateOnNewDocument" => EmptyReply {
        source: String,
        world_name: &'static str,
        run_immediately: bool,
    }
);
command!(CreateWorld, "Page.createIsolatedWorld" => CreatedWorld { frame_id: FrameId, world_name: String });
command!(
    HandleDialog, "Page.handleJavaScriptDialog" => EmptyReply {
        accept: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        prompt_text: Option<String>,
    }
);
command!(LayoutMetrics, "Page.getLayoutMetrics" => Layout {});
command!(
    CaptureScreenshot, "Page.captureScreenshot" => Screenshot {
        format: &'static str,
        quality: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        clip: Option<Clip>,
        capture_beyond_viewport: bool,
        optimize_for_speed: bool,
    }
);
command!(
    PrintToPdf, "Page.printToPDF" => PrintedPage {
        print_background: bool,
        #[serde(rename = "preferCSSPageSize")]
        prefer_css_page_size: bool,
    }
);
command!(SetFocusEmulation, "Emulation.setFocusEmulationEnabled" => EmptyReply { enabled: bool });
command!(
    SetDeviceMetrics, "Emulation.setDeviceMetricsOverride" => EmptyReply {
        width: u32,
        height: u32,
        device_scale_factor: f64,
        mobile: bool,
    }
);
command!(
    SetUserAgent, "Emulation.setUserAgentOverride" => EmptyReply {
        user_agent: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        accept_language: Option<String>,
    }
);
command!(SetLocale, "Emulation.setLocaleOverride" => EmptyReply { locale: String });
command!(SetTimeZone, "Emulation.setTimezoneOverride" => EmptyReply { timezone_id: String });
command!(SetExtraHeaders, "Network.setExtraHTTPHeaders" => EmptyReply { headers: BTreeMap<String, String> });

#[derive(Debug, Clone, Copy, Serialize)]
pub struct Clip {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
    pub scale: f64,
}

part!(
    Navigated {
        frame_id: FrameId,
        /// Absent when only the fragment changed.
        loader_id: Option<LoaderId>,
        error_text: Option<String>,
        #[serde(default)]
        is_download: bool,
    }
);
part!(History { current_index: usize, entries: Vec<HistoryEntry> });
part!(HistoryEntry { id: i64, url: String });
part!(FrameTreeReply { frame_tree: FrameTreeNode });
part!(FrameTreeNode { frame: FrameInfo, #[serde(default)] child_frames: Vec<FrameTreeNode> });
part!(
    FrameInfo {
        id: FrameId,
        #[serde(default)]
        parent_id: Option<FrameId>,
        loader_id: LoaderId,
        url: String,
        #[serde(default)]
        security_origin: String,
        #[serde(default)]
        mime_type: String,
        /// The address that could not be loaded, if the frame shows an error page.
        #[serde(default)]
        unreachable_url: Option<String>,
    }
);
part!(CreatedWorld { execution_context_id: i64 });
part!(Layout {
    css_layout_viewport: LayoutViewport,
    css_visual_viewport: VisualViewport,
    css_content_size: ContentSize
});
part!(LayoutViewport { page_x: f64, page_y: f64, client_width: f64, client_height: f64 });
part!(VisualViewport { page_x: f64, page_y: f64 });
part!(ContentSize { width: f64, height: f64 });
part!(Screenshot { data: String });
part!(PrintedPage { data: String });

event!(FrameAttached, "Page.frameAttached" { frame_id: FrameId, parent_frame_id: FrameId });
event!(FrameNavigated, "Page.frameNavigated" { frame: FrameInfo });
event!(
    FrameDetached, "Page.frameDetached" {
        frame_id: FrameId,
        /// `swap` when the frame moves to another process.
        #[serde(default)]
        reason: String,
    }
);
event!(
    FrameStartsNavigating, "Page.frameStartedNavigating" {
        frame_id: FrameId,
        loader_id: LoaderId,
        /// `sameDocument`, `differentDocument`, `reload` and others.
        navigation_type: String,
    }
);
event!(FrameStopsLoading, "Page.frameStoppedLoading" { frame_id: FrameId });
event!(NavigatedWithinDocument, "Page.navigatedWithinDocument" { frame_id: FrameId, url: String });
event!(
    Lifecycle, "Page.lifecycleEvent" {
        frame_id: FrameId,
        loader_id: LoaderId,
        name: String,
    }
);
event!(
    /// The page opened a tab; the target of the tab is announced later.
    WindowOpens, "Page.windowOpen" {}
);
event!(
    /// The page and all its frames have loaded.
    PageLoaded, "Page.loadEventFired" {}
);
event!(
    DialogOpens, "Page.javascriptDialogOpening" {
        message: String,
        #[serde(rename = "type")]
        kind: String,
    }
);
event!(DialogClosed, "Page.javascriptDialogClosed" {});
event!(FileChooserOpened, "Page.fileChooserOpened" { mode: String, #[serde(default)] backend_node_id: Option<i64> });
