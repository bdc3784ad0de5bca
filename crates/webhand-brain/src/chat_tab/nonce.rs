//! Marks of messages: one at the head, by which a message is found again, and a nonce at its end, which an answer has to
//! repeat.
//!
//! Both follow from a random number that is kept for the run and from the number of the message, so that after a crash the
//! same message has the same marks. Invariant: no page can know a nonce before its message was sent, and no two messages
//! share one.

/// The marks of one message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Marks {
    /// Stands at the head.
    pub head: String,
    /// Stands at the end only, so a model that repeats it has read the message to its end.
    pub nonce: String,
}

impl Marks {
    /// The marks of message number `number` under the run's `seed`.
    pub fn new(seed: u64, number: u32) -> Self {
        let tag = letters(mix(seed, HEAD), 4);
        let nonce = letters(mix(mix(seed, NONCE), u64::from(number)), 7);
        Self { head: format!("[webhand {tag}-{number}]"), nonce }
    }
}

/// Mixes two numbers; the finaliser of `SplitMix64`, twice. Target pages see no mark at all, so none of them has anything to
/// compute a nonce from.
fn mix(seed: u64, with: u64) -> u64 {
    let mut mixed = seed ^ with.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..2 {
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^= mixed >> 31;
        mixed = mixed.wrapping_add(seed.rotate_left(17));
    }
    mixed
}

fn letters(mut number: u64, count: usize) -> String {
    let mut text = String::with_capacity(count);
    for _ in 0..count {
        let at = usize::try_from(number % 32).unwrap_or_default();
        text.push(char::from(ALPHABET[at]));
        number /= 32;
    }
    text
}

/// Without letters and digits that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
const HEAD: u64 = 1;
const NONCE: u64 = 2;
