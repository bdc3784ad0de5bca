//! How a stream is cut: into deltas by the protocol, and into network pieces by bytes.
//!
//! Invariant: the same seed cuts the same bytes at the same places.

use axum::body::Bytes;
use serde::{Deserialize, Serialize};

/// How an answer is streamed. The default is tidy: whole events, calls one after the other.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct StreamShape {
    /// Cuts the bytes anywhere, inside letters and escapes too.
    pub split: Option<Split>,
    /// Cuts each call's arguments into deltas of that many characters; without it they come in one.
    pub fragments: Option<Split>,
    pub calls: CallOrder,
    /// A comment line before every so many events; 0 for none.
    pub comments: usize,
    /// The fields that tool call deltas leave out, as with some routers.
    pub missing: Vec<MissingField>,
    pub line_end: LineEnding,
    /// A wait between network pieces.
    pub pause_ms: u64,
}

/// Random-looking lengths between 1 and `max`, fixed by the seed.
#[derive(Debug, Clone, Copy, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    pub seed: u64,
    pub max: usize,
}

/// In which order the deltas of parallel calls arrive. Routers may interleave them, and joining by index takes it; the
/// stream helper of `OpenAI`'s own client does not, as it closes a call when the next one begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallOrder {
    #[default]
    OneByOne,
    Interleaved,
}

/// A field left out of tool call deltas. Without an index every call comes whole, because a client could not join its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingField {
    Id,
    Index,
}

/// How the lines of the stream end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEnding {
    #[default]
    Lf,
    Crlf,
}

impl StreamShape {
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.pause_ms > MAX_PAUSE_MS {
            return Err(format!("pause_ms is {}; {MAX_PAUSE_MS} is the most", self.pause_ms));
        }
        if [self.split, self.fragments].into_iter().flatten().any(|split| split.max == 0) {
            return Err("a split with max 0 never ends; use 1 or more".to_owned());
        }
        Ok(())
    }

    pub(crate) fn omits(&self, field: MissingField) -> bool {
        self.missing.contains(&field)
    }

    /// Arguments as the deltas they come in; at least one, so that a call without arguments still appears.
    pub(crate) fn fragments_of(&self, arguments: &str) -> Vec<String> {
        let Some(split) = self.fragments.filter(|_| !self.omits(MissingField::Index)) else {
            return vec![arguments.to_owned()];
        };
        let letters: Vec<char> = arguments.chars().collect();
        let mut deltas = vec![String::new()];
        deltas.extend(split.ranges(letters.len()).map(|range| letters[range].iter().collect()));
        deltas
    }

    /// Puts comment lines between the events.
    pub(crate) fn with_comments(&self, events: Vec<String>) -> Vec<String> {
        if self.comments == 0 {
            return events;
        }
        let commented = events.into_iter().enumerate();
        let comment = |(index, event)| {
            if index % self.comments == 0 { format!(": still here\n\n{event}") } else { event }
        };
        commented.map(comment).collect()
    }

    /// Stream events as the network pieces they travel in.
    pub(crate) fn split_into_network_chunks(&self, events: Vec<String>) -> Vec<Bytes> {
        let events = events.into_iter().map(|event| match self.line_end {
            LineEnding::Lf => event,
            LineEnding::Crlf => event.replace('\n', "\r\n"),
        });
        match self.split {
            None => events.map(Bytes::from).collect(),
            Some(split) => {
                let whole = Bytes::from(events.collect::<String>());
                split.ranges(whole.len()).map(|range| whole.slice(range)).collect()
            }
        }
    }
}

impl Split {
    fn ranges(self, length: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
        let max = self.max.max(1) as u64;
        let mut state = self.seed;
        let mut start = 0;
        std::iter::from_fn(move || {
            let step = usize::try_from(next_random(&mut state) % max).unwrap_or(0) + 1;
            let range = start..(start + step).min(length);
            start = range.end;
            (!range.is_empty()).then_some(range)
        })
    }
}

/// The `SplitMix64` generator: tiny, and the same everywhere.
fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

const MAX_PAUSE_MS: u64 = 10_000;
