//! Works out again what a brain says that it worked out.

use webhand_model::{Derivation, DerivedFigure};

use super::date_words::DateParts;
use super::figure::{Figure, Reading, figures};
use super::plain_text::to_plain;
use super::seen_texts::SeenTexts;
use super::units::convert;

/// Whether a figure follows from what was seen, or from figures that were found to follow before.
pub(super) fn follows(derived: &DerivedFigure, seen: &SeenTexts, before: &[Figure]) -> bool {
    let is_known = |source: &String| {
        let all = figures(source);
        let known = |figure: &Figure| {
            seen.has_figure(figure) || before.iter().any(|other| !other.readings.is_disjoint(&figure.readings))
        };
        !all.is_empty() && all.iter().any(known)
    };
    let Some(value) = first_figure(&derived.value) else { return false };
    match derived.how {
        Derivation::Count => is_count(&value, &derived.from, seen),
        Derivation::Picture => is_on_picture(&derived.from, seen),
        Derivation::Sum
        | Derivation::Difference
        | Derivation::Product
        | Derivation::Ratio
        | Derivation::Convert
        | Derivation::Date => derived.from.iter().all(is_known) && is_worked_out(derived, &value),
    }
}

/// In how many ways the separators of a number can be read.
const READING_WAYS: usize = 3;

/// The first figure of a text in its longest form.
fn first_figure(text: &str) -> Option<Figure> {
    figures(text).into_iter().next()
}

fn is_worked_out(derived: &DerivedFigure, value: &Figure) -> bool {
    let sources: Vec<Figure> = derived.from.iter().filter_map(|source| first_figure(source)).collect();
    if derived.how == Derivation::Date {
        return is_date(derived, value, &sources);
    }
    // A page writes all of its numbers in one way.
    (0..READING_WAYS).any(|way| {
        let numbers: Option<Vec<f64>> = sources.iter().map(|source| source.numbers.get(way).copied()).collect();
        numbers.is_some_and(|numbers| is_calculated(derived, value, &numbers))
    })
}

fn is_calculated(derived: &DerivedFigure, value: &Figure, numbers: &[f64]) -> bool {
    match (derived.how, numbers) {
        (Derivation::Sum, numbers) => is_near(value, numbers.iter().sum()),
        (Derivation::Product, numbers) => !numbers.is_empty() && is_near(value, numbers.iter().product()),
        (Derivation::Difference, [first, rest @ ..]) => is_near(value, first - rest.iter().sum::<f64>()),
        (Derivation::Ratio, [first, rest @ ..]) if !rest.is_empty() => {
            let ratio = first / rest.iter().product::<f64>();
            let is_share = derived.value.contains('%') && is_near(value, ratio * 100.0);
            ratio.is_finite() && (is_share || is_near(value, ratio))
        }
        (Derivation::Convert, [amount]) => {
            let units = derived.from.first().map(|source| (unit(source), unit(&derived.value)));
            units.and_then(|(from, to)| convert(*amount, &from, &to)).is_some_and(|other| is_near(value, other))
        }
        (Derivation::Convert, [amount, rate]) => {
            is_near(value, amount * rate) || (*rate != 0.0 && is_near(value, amount / rate))
        }
        (
            Derivation::Difference
            | Derivation::Ratio
            | Derivation::Convert
            | Derivation::Date
            | Derivation::Count
            | Derivation::Picture,
            _,
        ) => false,
    }
}

/// Whether the number is the value as it is written: rounded to its decimals, without regard to the sign.
fn is_near(value: &Figure, number: f64) -> bool {
    value.readings.iter().any(|reading| {
        let Reading::Number(written) = reading else { return false };
        let Ok(read) = written.parse::<f64>() else { return false };
        let decimals = if read.fract() == 0.0 && !has_decimals(&value.written) { 0 } else { decimals(&value.written) };
        let half = 0.5 * 10_f64.powi(-decimals);
        (read - number.abs()).abs() <= half + number.abs() * 1e-9
    })
}

/// The number of digits behind the last separator.
fn decimals(written: &str) -> i32 {
    let digits = written.rsplit(['.', ',']).next().unwrap_or_default();
    i32::try_from(digits.bytes().take_while(u8::is_ascii_digit).count().min(9)).unwrap_or(0)
}

/// Whether a whole number is written with decimals: `12.00` is, `12,000` and `12` are not.
fn has_decimals(written: &str) -> bool {
    written.contains(['.', ',']) && decimals(written) != 3
}

/// The letters after the digits of an amount.
fn unit(written: &str) -> String {
    let plain = to_plain(written);
    let after = plain.rfind(|c: char| c.is_ascii_digit()).map_or("", |at| &plain[at + 1..]);
    let letters = after.chars().filter(|c| !matches!(c, ' ' | '°' | '/' | '.'));
    letters.take_while(|c| c.is_alphabetic()).collect()
}

/// Whether the value is the number of the entries, or of the places where the one entry stands.
fn is_count(value: &Figure, from: &[String], seen: &SeenTexts) -> bool {
    let is = |count: usize| value.number().is_some_and(|number| is_whole(number, count));
    match from {
        [] => false,
        [one] => seen.has_words(one) && (is(1) || seen.occurrences(one).into_iter().any(is)),
        several => is(several.len()) && several.iter().all(|entry| has_entry_often(seen, entry, several)),
    }
}

/// Whether an entry stands on a page at least as often as it is listed.
fn has_entry_often(seen: &SeenTexts, entry: &String, listed: &[String]) -> bool {
    let times = listed.iter().filter(|other| *other == entry).count();
    seen.has_words(entry) && (times == 1 || seen.occurrences(entry).into_iter().any(|count| count >= times))
}

fn is_whole(number: f64, count: usize) -> bool {
    u32::try_from(count).is_ok_and(|count| (number - f64::from(count)).abs() < 1e-9)
}

/// Whether the sources name a picture of the run, or none is named and there is one.
fn is_on_picture(from: &[String], seen: &SeenTexts) -> bool {
    let number = |source: &String| first_figure(source).and_then(|figure| figure.number());
    seen.pictures() > 0 && from.iter().filter_map(number).all(|number| seen.has_picture(number))
}

fn is_date(derived: &DerivedFigure, value: &Figure, sources: &[Figure]) -> bool {
    let dates: Vec<DateParts> = sources.iter().filter_map(|source| source.dates().next()).collect();
    let whole: Vec<i64> = dates.iter().filter_map(|date| date.day_number()).collect();
    let number = |figure: &Figure| figure.number();
    let is_same = || sources.iter().flat_map(Figure::dates).any(|date| value.dates().any(|own| own.agrees(date)));
    let is_joined = || value.dates().any(|own| join_parts(sources).is_some_and(|joined| own.is_within(joined)));
    let is_distance = || match whole.as_slice() {
        [first, last] => [0.0, 1.0].into_iter().any(|more| is_near(value, days(last - first).abs() + more)),
        _ => false,
    };
    let is_moved = || match (whole.as_slice(), sources.get(1).and_then(number)) {
        ([first], Some(moved)) => value.dates().filter_map(DateParts::day_number).any(|day| {
            let distance = days(day - first).abs();
            (distance - moved).abs() < 1e-9
        }),
        _ => false,
    };
    is_moved()
        || is_distance()
        || (sources.len() == 1 && (is_same() || is_named_otherwise(derived, &dates)))
        || is_joined()
}

#[expect(clippy::cast_precision_loss, reason = "days between two dates of four-digit years are exact")]
fn days(count: i64) -> f64 {
    count as f64
}

/// `March 2026` and `5` together.
fn join_parts(sources: &[Figure]) -> Option<DateParts> {
    let [date, day] = sources else { return None };
    let date = date.dates().find(|date| date.day.is_none())?;
    let day = day.number().filter(|day| (1.0..=31.0).contains(day))?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 31")]
    let day = day as u32;
    Some(DateParts { day: Some(day), ..date })
}

/// Whether the numbers of the value are those of the date, where the month has a name of another language.
fn is_named_otherwise(derived: &DerivedFigure, dates: &[DateParts]) -> bool {
    let numbers: Vec<f64> = figures(&derived.value).iter().filter_map(Figure::number).collect();
    let has_name = derived.value.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let is_of = |date: &DateParts| {
        let parts = [date.year, date.day].map(|part| part.map(f64::from));
        date.day.is_some() && numbers.iter().all(|number| parts.contains(&Some(*number)))
    };
    has_name && !numbers.is_empty() && dates.iter().any(is_of)
}
