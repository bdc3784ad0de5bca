//! Sums and averages of what the page lists.

use super::figure::Figure;
use super::mind::{Mind, Said};
use super::say::Sentence;

/// What is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reckon {
    Sum,
    Average,
}

/// The most numbers that are told beside their sum.
const MOST_ADDENDS: usize = 8;

impl Mind<'_> {
    /// What the numbers of the entries come to; what the page says itself, where it adds up all of them or lists none.
    pub(super) fn reckon(&mut self, how: Reckon, what: &str) -> Option<Said> {
        let listing = self.listed(what);
        let figures: Vec<Figure> = listing.rows.iter().filter_map(|row| row.figure).collect();
        if let Some(own) = self.own_total().filter(|_| how == Reckon::Sum && !listing.narrowed) {
            self.memory.keep(own);
            return None;
        }
        let Some(first) = figures.first() else { return self.read(what) };
        let sum: f64 = figures.iter().map(|figure| figure.value).sum();
        let count = figures.len();
        let value = match how {
            Reckon::Sum => sum,
            Reckon::Average => sum / f64::from(u32::try_from(count).unwrap_or(u32::MAX)),
        };
        let mut addends: Vec<String> =
            figures.iter().take(MOST_ADDENDS).map(|figure| first.like(figure.value)).collect();
        if count > MOST_ADDENDS {
            addends.push("…".to_owned());
        }
        let sentence = if how == Reckon::Sum { Sentence::Totalled } else { Sentence::Averaged };
        let blanks = [("value", first.like(value)), ("count", count.to_string()), ("what", addends.join(" + "))];
        let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, text)| (*name, text.as_str())).collect();
        self.memory.keep(self.say(sentence, &blanks));
        None
    }
}
