//! Dates in the words of a language.

use webhand_model::Date;

use crate::language::tokens::words;
use crate::language::{Language, languages};

/// A date in a person's language: `03/05/2016`, `2016-03-05`, `5 March 2016`.
pub(crate) fn read_date(text: &str, language: &Language) -> Option<Date> {
    let all = words(text);
    let numbers: Vec<u32> = all.iter().filter_map(|word| word.parse().ok()).collect();
    let named = all.iter().find_map(|word| month(word));
    Date::from_numbers(&numbers, named, language.dates).filter(|_| all.len() <= MOST_WORDS)
}

/// The number of a month, by its name in any language.
pub(crate) fn month(word: &str) -> Option<u32> {
    let place = |language: &Language| {
        language.months.iter().position(|own| own == word || (word.len() == 3 && own.starts_with(word)))
    };
    languages().iter().find_map(place).and_then(|place| u32::try_from(place + 1).ok())
}

/// A longer text only mentions a date.
const MOST_WORDS: usize = 5;
