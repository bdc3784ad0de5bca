//! Reads lines from a connection, each of a bounded length.

use std::io;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::time::Timespec;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::net::unix::OwnedReadHalf;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub enum ReceivedLine {
    Whole(Vec<u8>),
    /// Longer than a line may be; it was read to its end and forgotten.
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

    /// Comes back when whoever asked has gone. Nothing that was sent is lost by it.
    pub async fn gone(&mut self) {
        let said = self.reader.fill_buf().await.map(|more| !more.is_empty());
        match said {
            // More was asked; whether they have gone since shows when it is their turn.
            Ok(true) => std::future::pending().await,
            // They may have said all they had to say and still listen.
            Ok(false) if !is_hung_up(self.reader.get_ref()) => std::future::pending().await,
            Ok(false) | Err(_) => {}
        }
    }
}

fn is_hung_up(half: &OwnedReadHalf) -> bool {
    let stream: &tokio::net::UnixStream = half.as_ref();
    let mut asked = [PollFd::new(stream, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut asked, Some(&now)).is_err() || asked[0].revents().contains(PollFlags::HUP)
}

#[cfg(test)]
mod tests;
