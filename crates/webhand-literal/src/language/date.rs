//! Dates and times as people write them, and in the one notation that date and time fields accept.

use crate::language::tokens::words;
use crate::language::{Language, languages};

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date {
    pub year: u32,
    pub month: u32,
    pub day: u32,
}

/// Which number of `03/05/2016` is the month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DateOrder {
    #[default]
    DayFirst,
    MonthFirst,
}

impl Date {
    /// A date in a person's language: `03/05/2016`, `2016-03-05`, `5 March 2016`.
    pub(crate) fn read(text: &str, language: &Language) -> Option<Self> {
        let all = words(text);
        let numbers: Vec<u32> = all.iter().filter_map(|word| word.parse().ok()).collect();
        let named = all.iter().find_map(|word| month(word));
        let (year, month, day) = match (numbers.as_slice(), named) {
            ([year, month, day], None) if *year > 1000 => (*year, *month, *day),
            ([day, month, year], None) if *day > 12 || (language.dates == DateOrder::DayFirst && *month <= 12) => {
                (*year, *month, *day)
            }
            ([month, day, year], None) => (*year, *month, *day),
            ([year, day], Some(month)) if *year > 1000 => (*year, month, *day),
            ([day, year], Some(month)) => (*year, month, *day),
            (_, None | Some(_)) => return None,
        };
        let plausible = (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        (plausible && all.len() <= 5).then_some(Self { year, month, day })
    }

    /// The notation of a date field: `2016-03-05`.
    pub(crate) fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A time such as `8:04 PM` in the notation of a time field: `20:04`.
pub(crate) fn time(text: &str) -> Option<String> {
    let folded = text.trim().to_lowercase();
    let (clock, half) = folded.split_at(folded.find(|c: char| c.is_alphabetic()).unwrap_or(folded.len()));
    let (hour, minute) = clock.trim().split_once(':').unwrap_or((clock.trim(), "0"));
    let (hour, minute) = (hour.parse::<u32>().ok()?, minute.parse::<u32>().ok()?);
    let hour = match half.chars().next() {
        Some('p') => hour % 12 + 12,
        Some('a') => hour % 12,
        Some(_) | None => hour,
    };
    (hour < 24 && minute < 60).then(|| format!("{hour:02}:{minute:02}"))
}

/// The number of a month, by its name in any language.
pub(crate) fn month(word: &str) -> Option<u32> {
    let place = |language: &Language| {
        language.months.iter().position(|own| own == word || (word.len() == 3 && own.starts_with(word)))
    };
    languages().iter().find_map(place).and_then(|place| u32::try_from(place + 1).ok())
}
