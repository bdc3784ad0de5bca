//! The pipe of a browser started with `--remote-debugging-pipe`: JSON frames, each ended by NUL.

use std::collections::VecDeque;
use std::io;
use std::os::fd::OwnedFd;

use futures_util::future::BoxFuture;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::pipe;

use webhand_cdp::{FrameSink, FrameSource, Transport};

use crate::frame_splitter::FrameSplitter;

/// Wraps the two pipe ends of this process: the one that the browser writes to, and the one that it reads from.
///
/// # Errors
/// When the descriptors are not pipe ends of the right direction.
pub(crate) fn pipe_transport(from_browser: OwnedFd, to_browser: OwnedFd) -> io::Result<Transport> {
    let source = PipeSource {
        pipe: pipe::Receiver::from_owned_fd(from_browser)?,
        splitter: FrameSplitter::new(LONGEST_FRAME),
        ready: VecDeque::new(),
        chunk: vec![0; CHUNK],
    };
    let sink = PipeSink { pipe: pipe::Sender::from_owned_fd(to_browser)? };
    Ok(Transport { source: Box::new(source), sink: Box::new(sink) })
}

struct PipeSource {
    pipe: pipe::Receiver,
    splitter: FrameSplitter,
    /// Frames that the last chunk completed.
    ready: VecDeque<Vec<u8>>,
    chunk: Vec<u8>,
}

impl FrameSource for PipeSource {
    fn next(&mut self) -> BoxFuture<'_, io::Result<Option<Vec<u8>>>> {
        Box::pin(async move {
            while self.ready.is_empty() {
                let length = self.pipe.read(&mut self.chunk).await?;
                if length == 0 {
                    return Ok(None);
                }
                let skipped = self.splitter.skipped();
                self.splitter.push(&self.chunk[..length], &mut self.ready);
                if self.splitter.skipped() > skipped {
                    tracing::warn!(limit = LONGEST_FRAME, "skipped a message of the browser that was too long");
                }
            }
            Ok(self.ready.pop_front())
        })
    }
}

struct PipeSink {
    pipe: pipe::Sender,
}

impl FrameSink for PipeSink {
    fn send<'a>(&'a mut self, frames: &'a mut Vec<Vec<u8>>) -> BoxFuture<'a, io::Result<()>> {
        Box::pin(async move {
            let mut all = Vec::with_capacity(frames.iter().map(|frame| frame.len() + 1).sum());
            for frame in frames.drain(..) {
                all.extend_from_slice(&frame);
                all.push(0);
            }
            self.pipe.write_all(&all).await
        })
    }
}

/// Far above any screenshot or document; a bound, not a budget.
const LONGEST_FRAME: usize = 256 * 1024 * 1024;
/// The capacity of a Linux pipe.
const CHUNK: usize = 64 * 1024;
