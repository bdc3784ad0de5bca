//! The browser as a whole: its version, its end, its downloads.

use serde::{Deserialize, Serialize};

use super::{Done, FrameId};

command!(BrowserVersion, "Browser.getVersion" => Version {});
command!(CloseBrowser, "Browser.close" => Done {});
command!(
    SetDownloadBehavior, "Browser.setDownloadBehavior" => Done {
        /// `deny`, or with a path `allowAndName`: files are called by their guid, because names the pages choose
        /// would overwrite what is there.
        behavior: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        download_path: Option<String>,
        events_enabled: bool,
    }
);

command!(CancelDownload, "Browser.cancelDownload" => Done { guid: String });

part!(Version {
    /// Name and version, as in `Chrome/156.0.8078.79`.
    product: String,
    protocol_version: String,
    user_agent: String,
});

notice!(
    DownloadBegins, "Browser.downloadWillBegin" {
        /// The frame that wanted it.
        frame_id: FrameId,
        guid: String,
        url: String,
        suggested_filename: String,
    }
);
notice!(
    DownloadProgress, "Browser.downloadProgress" {
        guid: String,
        /// `inProgress`, `completed` or `canceled`.
        state: String,
        received_bytes: f64,
    }
);
