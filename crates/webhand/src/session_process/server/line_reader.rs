//! Reads lines from a connection, each of a bounded length.

use std::io;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::Timespec;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::unix::OwnedReadHalf;

/// A line that was received.
#[derive(Debug, PartialEq, Eq)]
pub enum ReceivedLine {
    Whole(Vec<u8>),
    /// The line was longer than the limit; it was read to its end and dropped.
    TooLong,
}

#[derive(Debug)]
pub struct LineReader {
    reader: BufReader<OwnedReadHalf>,
    most: usize,
}

impl LineReader {
    pub fn new(reader: OwnedReadHalf, most: usize) -> Self {
        Self { reader: BufReader::new(reader), most }
    }

    /// The next line that is not empty; `None` when nothing more comes. The last line needs no end.
    pub async fn next(&mut self) -> io::Result<Option<ReceivedLine>> {
        loop {
            match self.read().await? {
                Some(ReceivedLine::Whole(line)) if line.trim_ascii().is_empty() => {}
                line => return Ok(line),
            }
        }
    }

    async fn read(&mut self) -> io::Result<Option<ReceivedLine>> {
        let (mut line, mut too_long, mut any) = (Vec::new(), false, false);
        loop {
            let read = self.reader.fill_buf().await?;
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            too_long |= line.len() + part.len() > self.most;
            if too_long {
                line.clear();
            } else {
                line.extend_from_slice(part);
            }
            let (is_over, used) = (read.is_empty(), part.len() + usize::from(end.is_some()));
            any |= !is_over;
            self.reader.consume(used);
            if end.is_some() || is_over {
                return Ok(any.then_some(if too_long { ReceivedLine::TooLong } else { ReceivedLine::Whole(line) }));
            }
        }
    }

    /// Resolves when the client has disconnected. No received byte is lost.
    pub async fn disconnected(&mut self) {
        let has_more = self.reader.fill_buf().await.map(|more| !more.is_empty());
        match has_more {
            // The next message has arrived; a disconnect is noticed when that message is handled.
            Ok(true) => std::future::pending().await,
            // The client may have shut down only its writing half and still wait for the answer.
            Ok(false) if !is_hung_up(self.reader.get_ref()) => std::future::pending().await,
            Ok(false) | Err(_) => {}
        }
    }
}

fn is_hung_up(half: &OwnedReadHalf) -> bool {
    let stream: &tokio::net::UnixStream = half.as_ref();
    let mut polled = [PollFd::new(stream, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&now)).is_err() || polled[0].revents().contains(PollFlags::HUP)
}

#[cfg(test)]
mod tests;
