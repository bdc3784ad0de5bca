//! The browser as a whole: version, closing, downloads.

use serde::{Deserialize, Serialize};

use super::{BrowserContextId, EmptyReply, FrameId};

command!(BrowserVersion, "Browser.getVersion" => Version {});
command!(CloseBrowser, "Browser.close" => EmptyReply {});
command!(
    SetDownloadBehavior, "Browser.setDownloadBehavior" => EmptyReply {
        /// `deny`, or with a path `allowAndName`: the browser names each file by its guid, because a name chosen by the
        /// page could overwrite an existing file.
        behavior: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        download_path: Option<String>,
        events_enabled: bool,
        /// The browser's own context when absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        browser_context_id: Option<BrowserContextId>,
    }
);

command!(CancelDownload, "Browser.cancelDownload" => EmptyReply { guid: String });

part!(Version {
    /// Name and version, as in `Chrome/156.0.8078.79`.
    product: String,
    protocol_version: String,
    user_agent: String,
});

event!(
    DownloadBegins, "Browser.downloadWillBegin" {
        /// The frame that started the download.
        frame_id: FrameId,
        guid: String,
        url: String,
        suggested_filename: String,
    }
);
event!(
    DownloadProgress, "Browser.downloadProgress" {
        guid: String,
        /// `inProgress`, `completed` or `canceled`.
        state: String,
        received_bytes: f64,
    }
);
