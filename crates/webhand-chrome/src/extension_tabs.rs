//! Tabs of a person's browser behind its extension: frames that somebody else carries, as a transport.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use webhand_cdp::{FrameSink, FrameSource, Transport};

/// Sends a frame; `false` when the tabs are gone. Dropping it lets the tabs go.
pub type SendFrame = Box<dyn FnMut(String) -> bool + Send>;

/// The way to the tabs of one run, to be driven by [`Chrome::over_extension`](crate::Chrome::over_extension).
pub struct ExtensionTabs {
    /// Ends when the tabs are gone.
    pub frames: mpsc::Receiver<String>,
    pub send: SendFrame,
}

/// Lets the tabs go, whoever still has the connection.
#[derive(Clone)]
pub(crate) struct TabsHolder(Arc<Mutex<Option<SendFrame>>>);

impl TabsHolder {
    pub(crate) fn let_go(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl std::fmt::Debug for TabsHolder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TabsHolder")
    }
}

/// A transport over the tabs, which ends when their holder lets them go.
pub(crate) fn transport(tabs: ExtensionTabs) -> (Transport, TabsHolder) {
    let holder = TabsHolder(Arc::new(Mutex::new(Some(tabs.send))));
    let transport = Transport { source: Box::new(Source(tabs.frames)), sink: Box::new(Sink(holder.clone())) };
    (transport, holder)
}

struct Source(mpsc::Receiver<String>);

impl FrameSource for Source {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        async { Ok(self.0.recv().await.map(String::into_bytes)) }.boxed()
    }
}

struct Sink(TabsHolder);

impl FrameSink for Sink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        async {
            for frame in frames.drain(..) {
                let frame = String::from_utf8(frame).map_err(io::Error::other)?;
                let sent = match self.0.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
                    Some(send) => send(frame),
                    None => false,
                };
                if !sent {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            Ok(())
        }
        .boxed()
    }
}
