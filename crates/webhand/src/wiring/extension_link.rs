//! The browser extension as the browser of a run: which browsers are paired, and how a run gets tabs in one.
//!
//! Start at [`open_tabs`]; `files.rs` keeps devices and the code that is waited for.

mod files;
mod relay;

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use tokio::sync::oneshot;
use webhand_api::hands::{DeviceBook as _, HandsChannel, HandsHub, HandsSender};
use webhand_api::http::{HandsServer, ServeError};
use webhand_chrome::ExtensionTabs;
use webhand_model::RunId;
use webhand_wire::HandsLevel;

use crate::data_dir::DataDir;
use crate::exit::UsageError;

pub use files::{DeviceFiles, running_server};

/// How a run gets tabs in a paired browser.
#[derive(Clone)]
pub struct ExtensionLaunch {
    pub level: HandsLevel,
    pub run: RunId,
    /// The name that the person sees at the tabs.
    pub name: String,
    pub data_dir: DataDir,
    /// The browsers that this very program serves.
    pub hub: Option<HandsHub>,
}

impl std::fmt::Debug for ExtensionLaunch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExtensionLaunch").field("level", &self.level).field("run", &self.run).finish_non_exhaustive()
    }
}

/// Gets tabs from this program's own connection, through the server of the data folder, or by listening for the extension.
pub async fn open_tabs(launch: &ExtensionLaunch) -> Result<ExtensionTabs> {
    if let Some(hub) = &launch.hub {
        return open_in(hub, launch, None).await;
    }
    if let Some(server) = running_server(&launch.data_dir) {
        return relay::open_tabs(&server, launch).await;
    }
    let files = DeviceFiles::of(&launch.data_dir);
    if files.is_empty() {
        bail!(UsageError(NOT_PAIRED.to_owned()));
    }
    let address = files.newest_address().context(NO_ADDRESS)?;
    let (hub, stop) = listen(address, files).await?;
    open_in(&hub, launch, Some(stop)).await
}

/// Listens for extensions until the returned value is dropped.
pub async fn listen(address: SocketAddr, files: DeviceFiles) -> Result<(HandsHub, oneshot::Sender<()>)> {
    let hub = HandsHub::new(Arc::new(files));
    let server = HandsServer::bind(address, hub.clone()).await.map_err(|error| {
        if matches!(error, ServeError::AddressInUse { .. }) {
            return anyhow!("{error}; `webhand serve` has the address for several runs at once");
        }
        error.into()
    })?;
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn(server.run(async { drop(stopped.await) }));
    Ok((hub, stop))
}

async fn open_in(hub: &HandsHub, launch: &ExtensionLaunch, stop: Option<oneshot::Sender<()>>) -> Result<ExtensionTabs> {
    let HandsChannel { sender, frames } = hub.open(launch.run.as_str(), launch.level, &launch.name).await?;
    let held = HeldTabs { sender, _listening: stop };
    Ok(ExtensionTabs { frames, send: Box::new(move |frame| held.send(frame)) })
}

/// Its parts are dropped in this order: the tabs are let go before nobody listens any more.
struct HeldTabs {
    sender: HandsSender,
    _listening: Option<oneshot::Sender<()>>,
}

impl HeldTabs {
    fn send(&self, frame: String) -> bool {
        self.sender.send(frame)
    }
}

const NOT_PAIRED: &str =
    "no browser is paired: run `webhand extension pair` and enter the code in the settings of the extension";
const NO_ADDRESS: &str = "the extension connects to an address that only `webhand serve` can have; start it";
