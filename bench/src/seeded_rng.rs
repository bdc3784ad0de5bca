//! Seeded numbers and words, the same in every run.

/// A linear congruential generator; the field is its state.
#[derive(Debug, Clone)]
pub struct SeededRng(pub u64);

impl SeededRng {
    /// A number below `most`, which must not be zero.
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % most
    }

    pub fn words(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }

    /// A shuffled order of this many items.
    pub fn shuffled_order(&mut self, many: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..many).collect();
        for at in (1..many).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

const WORDS: [&str; 40] = [
    "river", "stone", "morning", "letter", "garden", "window", "silver", "market", "island", "thunder", "paper",
    "candle", "bridge", "winter", "orchard", "copper", "harvest", "lantern", "meadow", "sailor", "carpet", "mirror",
    "pepper", "saddle", "tunnel", "velvet", "walnut", "anchor", "barrel", "cellar", "dragon", "engine", "feather",
    "glacier", "hammer", "ivory", "jungle", "kettle", "ladder", "marble",
];
