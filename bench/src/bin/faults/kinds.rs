//! The ways in which a provider can fail.

use webhand_bench::seeded_rng::SeededRng;
use webhand_fake_llm::{FaultKind, RetryHint};

/// A way to fail, and what it is called.
pub struct Kind {
    pub name: &'static str,
    make: fn(&mut SeededRng) -> FaultKind,
}

impl Kind {
    /// A fault of this kind at a random place.
    pub fn draw(&self, rng: &mut SeededRng) -> FaultKind {
        (self.make)(rng)
    }
}

pub const KINDS: [Kind; 20] = [
    Kind { name: "429 come back in a moment", make: |_| FaultKind::retry(429, RetryHint::Milliseconds(20)) },
    Kind { name: "429 come back in an hour", make: |_| FaultKind::retry(429, RetryHint::Seconds(3_600)) },
    Kind { name: "429", make: |_| FaultKind::status(429) },
    Kind { name: "500", make: |_| FaultKind::status(500) },
    Kind { name: "500 do not retry", make: |_| FaultKind::retry(500, RetryHint::Should(false)) },
    Kind { name: "502", make: |_| FaultKind::status(502) },
    Kind { name: "503", make: |_| FaultKind::status(503) },
    Kind { name: "529", make: |_| FaultKind::status(529) },
    Kind { name: "400", make: |_| FaultKind::status(400) },
    Kind { name: "401", make: |_| FaultKind::status(401) },
    Kind { name: "402", make: |_| FaultKind::status(402) },
    Kind { name: "silence", make: |_| FaultKind::Hang { after: None } },
    Kind { name: "silence inside", make: |rng| FaultKind::Hang { after: Some(rng.below(6)) } },
    Kind { name: "cut connection", make: |rng| FaultKind::Reset { after: rng.below(8) } },
    Kind { name: "error under 200", make: |_| FaultKind::ErrorInside { code: 502 } },
    Kind { name: "error inside", make: |rng| FaultKind::ErrorEvent { code: 529, after: rng.below(6) } },
    Kind { name: "half a body", make: |_| FaultKind::TruncatedJson },
    Kind { name: "empty answer", make: |_| FaultKind::Empty },
    Kind { name: "one id for all calls", make: |_| FaultKind::DuplicateIds },
    Kind { name: "stopped for length", make: |_| FaultKind::LengthStop },
];
