//! Parses server-sent events from bytes that may be cut anywhere.
//!
//! Invariant: at most [`MOST_LINE`] bytes wait for the end of their event.

/// Collects the `data` of events. Comments and other fields are skipped.
#[derive(Debug, Default)]
pub(super) struct SseParser {
    line: Vec<u8>,
    data: Option<Vec<u8>>,
    after_return: bool,
}

/// An event longer than [`MOST_LINE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EventTooLong;

impl SseParser {
    /// Adds a byte, and returns the data of the event that it ends.
    pub fn push(&mut self, byte: u8) -> Result<Option<Vec<u8>>, EventTooLong> {
        let second = std::mem::take(&mut self.after_return) && byte == b'\n';
        match byte {
            b'\n' if second => Ok(None),
            b'\n' => Ok(self.end_line()),
            b'\r' => {
                self.after_return = true;
                Ok(self.end_line())
            }
            _ => {
                self.line.push(byte);
                let waiting = self.line.len() + self.data.as_ref().map_or(0, Vec::len);
                if waiting > MOST_LINE { Err(EventTooLong) } else { Ok(None) }
            }
        }
    }

    /// The data of the last event, if no empty line followed it.
    pub fn rest(mut self) -> Option<Vec<u8>> {
        if !self.line.is_empty() {
            self.end_line();
        }
        self.data
    }

    fn end_line(&mut self) -> Option<Vec<u8>> {
        let line = std::mem::take(&mut self.line);
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&line);
        if line.is_empty() {
            return self.data.take();
        }
        if let Some(data) = line.strip_prefix(b"data:") {
            let data = data.strip_prefix(b" ").unwrap_or(data);
            match &mut self.data {
                None => self.data = Some(data.to_vec()),
                Some(before) => {
                    before.push(b'\n');
                    before.extend_from_slice(data);
                }
            }
        }
        None
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const MOST_LINE: usize = 4 << 20;
