//! The one reader of dates and times that people and brains write.
//!
//! Names of months belong to languages, so whoever knows a language finds them and passes their number.

use std::fmt;

/// A day that can stand in a calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    pub year: u32,
    pub month: u32,
    pub day: u32,
}

/// Which number of `03/05/2016` is the month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DateOrder {
    #[default]
    DayFirst,
    MonthFirst,
}

impl Date {
    /// The date that numbers stand for in the order in which they are written, with a month that is named beside them:
    /// `2016-03-05`, `03/05/2016`, `5 March 2016`.
    #[must_use]
    pub fn from_numbers(numbers: &[u32], named_month: Option<u32>, order: DateOrder) -> Option<Self> {
        let (year, month, day) = match (numbers, named_month) {
            ([year, month, day], None) if *year > 1000 => (*year, *month, *day),
            ([day, month, year], None) if *day > 12 || (order == DateOrder::DayFirst && *month <= 12) => {
                (*year, *month, *day)
            }
            ([month, day, year], None) => (*year, *month, *day),
            ([year, day], Some(month)) if *year > 1000 => (*year, month, *day),
            ([day, year], Some(month)) => (*year, month, *day),
            (_, None | Some(_)) => return None,
        };
        let is_plausible = (1000..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        is_plausible.then_some(Self { year, month, day })
    }

    /// Reads `2026-12-31` alone.
    #[must_use]
    pub fn parse_iso(written: &str) -> Option<Self> {
        let parts = written.split('-').map(parse_digits).collect::<Option<Vec<u32>>>()?;
        let is_year_first = parts.first().is_some_and(|year| *year >= 1000);
        if is_year_first { Self::from_numbers(&parts, None, DateOrder::default()) } else { None }
    }
}

/// As a date field takes it: `2026-12-31`.
impl fmt::Display for Date {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClockTime {
    pub hour: u32,
    pub minute: u32,
}

impl ClockTime {
    /// Reads `20:04`, `20:04:30`, `8:04 PM` and `8pm`; seconds are left out.
    #[must_use]
    pub fn parse(written: &str) -> Option<Self> {
        let written = written.trim();
        let (clock, half) = written.split_at(written.find(char::is_alphabetic).unwrap_or(written.len()));
        let mut parts = clock.trim().split(':').map(parse_digits);
        let (hour, minute) = (parts.next()??, parts.next().unwrap_or(Some(0))?);
        let (_seconds, None) = (parts.next().unwrap_or(Some(0))?, parts.next()) else { return None };
        let hour = match half.chars().next() {
            Some('p' | 'P') => hour % 12 + 12,
            Some('a' | 'A') => hour % 12,
            Some(_) | None => hour,
        };
        (hour < 24 && minute < 60).then_some(Self { hour, minute })
    }
}

/// As a time field takes it: `20:04`.
impl fmt::Display for ClockTime {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:02}:{:02}", self.hour, self.minute)
    }
}

fn parse_digits(part: &str) -> Option<u32> {
    part.bytes().all(|byte| byte.is_ascii_digit()).then(|| part.parse().ok()).flatten()
}
