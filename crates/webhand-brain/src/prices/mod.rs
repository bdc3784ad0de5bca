//! Prices of models: the person's own list, then the list that comes with the program. Start reading at [`Prices::of`].
//!
//! Invariant: a model in no list has no price. Only a model on this machine costs nothing.

use serde::Deserialize;
use webhand_model::{Money, Origin, Usage};

use crate::spec::ModelSpec;

/// The lists, the person's own first.
#[derive(Debug, Clone)]
pub struct Prices {
    own: Vec<PriceEntry>,
    known: Vec<PriceEntry>,
}

/// The price of one model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    input: Rate,
    cached: Rate,
    stored: Rate,
    output: Rate,
    /// The context length of the model, in tokens.
    pub context: Option<u64>,
}

/// Why the person's own list cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PricesError(String);

/// Millionths of a dollar for a million tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rate(u64);

#[derive(Debug, Clone)]
struct PriceEntry {
    brain: String,
    price: Price,
}

impl Prices {
    /// The list that comes with the program.
    #[must_use]
    pub fn known() -> Self {
        Self { own: Vec::new(), known: entries(KNOWN).unwrap_or_default() }
    }

    /// The person's own list, which has the same format, before the program's.
    ///
    /// # Errors
    /// When it is not such a list.
    pub fn after(own: &str) -> Result<Self, PricesError> {
        Ok(Self { own: entries(own)?, ..Self::known() })
    }

    /// The price of a model, if it is known.
    #[must_use]
    pub fn of(&self, model: &ModelSpec) -> Option<Price> {
        let named = model.name();
        if let Some(own) = find(&self.own, &named) {
            return Some(own);
        }
        if runs_locally(model) {
            return Some(Price::NOTHING);
        }
        // At another address the same name may mean another model.
        let same = if model.address.is_none() { &self.known[..] } else { &[] };
        find(same, &named)
    }
}

impl Price {
    const NOTHING: Self = Self { input: Rate(0), cached: Rate(0), stored: Rate(0), output: Rate(0), context: None };

    /// The usage with its cost.
    #[must_use]
    pub fn charge(&self, usage: Usage) -> Usage {
        let cached = usage.cached.min(usage.input);
        let stored = usage.stored.min(usage.input - cached);
        let fresh = usage.input - cached - stored;
        let parts = [(fresh, self.input), (cached, self.cached), (stored, self.stored), (usage.output, self.output)];
        let whole: u128 = parts.iter().map(|(tokens, rate)| u128::from(*tokens) * u128::from(rate.0)).sum();
        usage.with_cost(Money(u64::try_from(whole.div_ceil(MILLION)).unwrap_or(u64::MAX)))
    }

    #[must_use]
    pub fn is_nothing(&self) -> bool {
        [self.input, self.cached, self.stored, self.output].iter().all(|rate| rate.0 == 0)
    }

    /// The price of a million input tokens that are not cached, and of a million output tokens.
    #[must_use]
    pub fn per_million(&self) -> [Money; 2] {
        [Money(self.input.0), Money(self.output.0)]
    }
}

/// Whether the model runs on this machine.
fn runs_locally(model: &ModelSpec) -> bool {
    Origin::from_url(model.address.as_deref().unwrap_or(model.provider.base_url)).is_localhost()
}

fn find(entries: &[PriceEntry], brain: &str) -> Option<Price> {
    entries.iter().find(|entry| fits(&entry.brain, brain)).map(|entry| entry.price)
}

/// Whether a pattern stands for a name: `*` is any text, everything else is itself.
fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// A list as its file writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceFile {
    /// When the prices were looked up, for people.
    #[serde(rename = "checked")]
    _checked: Option<String>,
    #[serde(default)]
    price: Vec<PriceRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PriceRow {
    brain: String,
    input: f64,
    cached: Option<f64>,
    stored: Option<f64>,
    output: f64,
    context: Option<u64>,
}

fn entries(text: &str) -> Result<Vec<PriceEntry>, PricesError> {
    let list: PriceFile = toml::from_str(text).map_err(|error| PricesError(error.message().to_owned()))?;
    list.price.into_iter().map(entry).collect()
}

fn entry(line: PriceRow) -> Result<PriceEntry, PricesError> {
    let rate = |dollars: f64| {
        let rate = Money::from_dollars(dollars).map(|money| Rate(money.0));
        rate.ok_or_else(|| PricesError(format!("the price of {} is no amount of dollars", line.brain)))
    };
    let price = Price {
        input: rate(line.input)?,
        cached: rate(line.cached.unwrap_or(line.input))?,
        stored: rate(line.stored.unwrap_or(line.input))?,
        output: rate(line.output)?,
        context: line.context,
    };
    Ok(PriceEntry { brain: line.brain, price })
}

const KNOWN: &str = include_str!("prices.toml");
const MILLION: u128 = 1_000_000;

#[cfg(test)]
mod tests;
