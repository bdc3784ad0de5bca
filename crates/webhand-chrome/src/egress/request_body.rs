//! Finds the end of a request's body, so that the head after it can be judged.

/// How the length of a body is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BodyFraming {
    Length(u64),
    Chunked(ChunkedBody),
    /// The connection changes its protocol, and no further request follows.
    Endless,
}

impl BodyFraming {
    /// By the headers of a request; `None` if they contradict each other.
    pub(super) fn of(transfer_encoding: Option<&str>, content_length: Option<&str>) -> Option<Self> {
        match (transfer_encoding, content_length) {
            (Some(encoding), None) if encoding.eq_ignore_ascii_case("chunked") => {
                Some(Self::Chunked(ChunkedBody::default()))
            }
            (Some(_), _) => None,
            (None, Some(length)) => length.trim().parse().ok().map(Self::Length),
            (None, None) => Some(Self::Length(0)),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        match self {
            Self::Length(left) => *left == 0,
            Self::Chunked(body) => body.state == ChunkState::Over,
            Self::Endless => false,
        }
    }

    /// How many of these bytes belong to the body; `None` if they are malformed.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Option<usize> {
        match self {
            Self::Length(left) => {
                let taken = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                *left -= taken as u64;
                Some(taken)
            }
            Self::Chunked(body) => body.take(bytes),
            Self::Endless => Some(bytes.len()),
        }
    }
}

/// A body in chunks, as far as it was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ChunkedBody {
    state: ChunkState,
    size: u64,
    /// The length of the current line.
    line: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ChunkState {
    #[default]
    Size,
    /// The chunk extension after the size, which nobody uses.
    Extension,
    Data,
    DataEnd,
    Trailer,
    Over,
}

impl ChunkedBody {
    fn take(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() && self.state != ChunkState::Over {
            if self.state == ChunkState::Data {
                let taken = usize::try_from(self.size).unwrap_or(usize::MAX).min(bytes.len() - at);
                self.size -= taken as u64;
                at += taken;
                if self.size == 0 {
                    self.next(ChunkState::DataEnd);
                }
                continue;
            }
            self.step(bytes[at])?;
            at += 1;
        }
        Some(at)
    }

    fn step(&mut self, byte: u8) -> Option<()> {
        match (self.state, byte) {
            (_, b'\r') => {}
            (ChunkState::Size | ChunkState::Extension, b'\n') => {
                let next = if self.size == 0 { ChunkState::Trailer } else { ChunkState::Data };
                self.next(next);
            }
            (ChunkState::Size, b';' | b' ' | b'\t') => self.state = ChunkState::Extension,
            (ChunkState::Size, digit) => {
                let digit = char::from(digit).to_digit(16)?;
                self.size = self.size.checked_mul(16)?.checked_add(u64::from(digit))?;
            }
            (ChunkState::DataEnd, b'\n') => self.next(ChunkState::Size),
            (ChunkState::Trailer, b'\n') if self.line == 0 => self.next(ChunkState::Over),
            (ChunkState::Trailer, b'\n') => self.line = 0,
            (ChunkState::Extension | ChunkState::Trailer, _) => self.line += 1,
            (ChunkState::DataEnd | ChunkState::Data | ChunkState::Over, _) => return None,
        }
        (self.line < LONGEST_LINE).then_some(())
    }

    fn next(&mut self, state: ChunkState) {
        self.state = state;
        self.line = 0;
    }
}

const LONGEST_LINE: usize = 8 * 1024;

#[cfg(test)]
mod tests;
