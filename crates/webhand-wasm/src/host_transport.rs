//! The connection of one run to its browser through the host's messages.

use std::io;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use tokio::sync::mpsc;
use webhand_cdp::{FrameSink, FrameSource, Transport};
use webhand_model::RunId;

use crate::Outbox;
use crate::message::ModuleMessage;

/// A transport whose frames go into the outbox, and the sender for the frames that the host brings. The connection is
/// closed for the module when that sender is dropped.
pub(crate) fn host_transport(run: RunId, outbox: Outbox) -> (Transport, mpsc::Sender<String>) {
    let (sender, frames) = mpsc::channel(MOST_UNREAD);
    (Transport { source: Box::new(HostSource(frames)), sink: Box::new(HostSink { run, outbox }) }, sender)
}

/// The reading task takes each frame before the next can come, so the queue is never full unless that task is stuck.
const MOST_UNREAD: usize = 1024;

struct HostSource(mpsc::Receiver<String>);

impl FrameSource for HostSource {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        async { Ok(self.0.recv().await.map(String::into_bytes)) }.boxed()
    }
}

struct HostSink {
    run: RunId,
    outbox: Outbox,
}

impl FrameSink for HostSink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        async {
            for frame in frames.drain(..) {
                let frame = String::from_utf8(frame).map_err(io::Error::other)?;
                self.outbox.push(ModuleMessage::CdpFrame { run: self.run.clone(), frame });
            }
            Ok(())
        }
        .boxed()
    }
}
