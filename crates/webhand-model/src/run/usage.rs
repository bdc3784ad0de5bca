//! The usage of answers: tokens, and money if the price is known.

use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The usage of one or more answers. Tokens of unknown price do not count as free: `priced` is the number of tokens that
/// `cost` covers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Input tokens, those from the provider's cache included.
    pub input: u64,
    /// The input tokens that came from the cache.
    pub cached: u64,
    /// The input tokens that were written to the cache.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stored: u64,
    /// Output tokens, thinking included.
    pub output: u64,
    /// Tokens whose price is known.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub priced: u64,
    /// The cost of the priced tokens.
    #[serde(default, skip_serializing_if = "Money::is_zero")]
    pub cost: Money,
}

impl Usage {
    /// Input and output tokens together.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.input.saturating_add(self.output)
    }

    /// Tokens of unknown price.
    #[must_use]
    pub fn unpriced(&self) -> u64 {
        self.tokens().saturating_sub(self.priced)
    }

    /// The same usage with this cost for all of its tokens.
    #[must_use]
    pub fn with_cost(self, cost: Money) -> Self {
        Self { priced: self.tokens(), cost, ..self }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.input = self.input.saturating_add(other.input);
        self.cached = self.cached.saturating_add(other.cached);
        self.stored = self.stored.saturating_add(other.stored);
        self.output = self.output.saturating_add(other.output);
        self.priced = self.priced.saturating_add(other.priced);
        self.cost = Money(self.cost.0.saturating_add(other.cost.0));
    }
}

/// US dollars, in millionths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Money(pub u64);

/// The text is no amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write it in US dollars, like 0.50")]
pub struct MoneyError;

impl Money {
    /// An amount in dollars, rounded up; `None` for a negative or too large number.
    #[must_use]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let millionths = (dollars * MILLION).ceil();
        // Beyond this, a float does not represent every whole number.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked by the range")]
        (0.0..=MOST).contains(&millionths).then_some(Self(millionths as u64))
    }

    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Money {
    /// Rounded up, as a bill is: to cents from a dollar on, finer below.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (unit, digits) = if self.0 >= 1_000_000 || self.0.is_multiple_of(10_000) { (10_000, 2) } else { (100, 4) };
        let parts = self.0.div_ceil(unit);
        let whole = 1_000_000 / unit;
        write!(f, "${}.{:0digits$}", parts / whole, parts % whole)
    }
}

impl FromStr for Money {
    type Err = MoneyError;

    fn from_str(written: &str) -> Result<Self, MoneyError> {
        let dollars = written.trim().trim_start_matches('$');
        dollars.parse().ok().and_then(Self::from_dollars).ok_or(MoneyError)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

const MILLION: f64 = 1e6;
const MOST: f64 = 9e15;
