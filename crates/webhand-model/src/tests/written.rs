//! Numbers, dates and text as people write them.

use crate::{
    Accents, ClockTime, Date, DateOrder, LoneSeparator, NumberError, Spacing, find_number, fold_text, fold_with,
    normalize_number,
};

#[test]
fn separators_are_read_in_either_fashion() {
    let cases = [
        ("1234.5", "1234.5"),
        (" 1 234,50 ", "1234.50"),
        ("1'234'567", "1234567"),
        ("1.234.567", "1234567"),
        ("1,234,567", "1234567"),
        ("1,234,567.8", "1234567.8"),
        ("1.234,5", "1234.5"),
        ("1.234,567", "1234.567"),
        ("3,5", "3.5"),
        ("−7", "-7"),
        ("1e3", "1e3"),
    ];
    let ways = [
        LoneSeparator::CommaPartsThousands,
        LoneSeparator::PartsThousands,
        LoneSeparator::PartsDecimals,
        LoneSeparator::CommaIsAmbiguous,
    ];
    for (written, plain) in cases {
        for way in ways {
            assert_eq!(normalize_number(written, way).as_deref(), Ok(plain), "{written} {way:?}");
        }
    }
    for written in ["", "-", "a dozen", "inf", "NaN", "1,2.3.4"] {
        assert_eq!(normalize_number(written, LoneSeparator::PartsThousands), Err(NumberError::NotANumber), "{written}");
    }
}

#[test]
fn three_digits_behind_one_separator_are_read_as_the_caller_says() {
    let read = |written, way| normalize_number(written, way);
    assert_eq!(read("1,234", LoneSeparator::CommaPartsThousands).as_deref(), Ok("1234"));
    assert_eq!(read("1.234", LoneSeparator::CommaPartsThousands).as_deref(), Ok("1.234"));
    assert_eq!(read("1,234", LoneSeparator::PartsThousands).as_deref(), Ok("1234"));
    assert_eq!(read("1.234", LoneSeparator::PartsThousands).as_deref(), Ok("1234"));
    assert_eq!(read("1,234", LoneSeparator::PartsDecimals).as_deref(), Ok("1.234"));
    assert_eq!(read("1,234", LoneSeparator::CommaIsAmbiguous), Err(NumberError::Ambiguous));
    assert_eq!(read("1.234", LoneSeparator::CommaIsAmbiguous).as_deref(), Ok("1.234"));
}

#[test]
fn the_first_number_of_a_text_is_found() {
    let cases = [
        ("Book for $1,255.", Some(1255.0)),
        ("1.234,50 €", Some(1234.5)),
        ("from −3 to 4", Some(-3.0)),
        ("12\u{202f}500 km", Some(12500.0)),
        ("3, 4 and 5", Some(3.0)),
        ("none", None),
    ];
    for (text, number) in cases {
        assert_eq!(find_number(text).map(|found| found.value), number, "{text}");
    }
}

#[test]
fn dates_are_read_in_the_order_of_a_language() {
    let date = |year, month, day| Some(Date { year, month, day });
    let read = |numbers: &[u32], month, order| Date::from_numbers(numbers, month, order);
    assert_eq!(read(&[2016, 3, 5], None, DateOrder::MonthFirst), date(2016, 3, 5));
    assert_eq!(read(&[3, 5, 2016], None, DateOrder::DayFirst), date(2016, 5, 3));
    assert_eq!(read(&[3, 5, 2016], None, DateOrder::MonthFirst), date(2016, 3, 5));
    assert_eq!(read(&[25, 5, 2016], None, DateOrder::MonthFirst), date(2016, 5, 25));
    assert_eq!(read(&[5, 2016], Some(3), DateOrder::DayFirst), date(2016, 3, 5));
    assert_eq!(read(&[2016, 13, 5], None, DateOrder::DayFirst), None);
    assert_eq!(read(&[5, 3], None, DateOrder::DayFirst), None);
    assert_eq!(Date::parse_iso("2026-12-31"), date(2026, 12, 31));
    assert_eq!(Date::parse_iso("31-12-2026"), None);
    assert_eq!(Date::parse_iso("2026-12-3x"), None);
    assert_eq!(Date { year: 2026, month: 1, day: 5 }.to_string(), "2026-01-05");
}

#[test]
fn times_are_read_with_and_without_halves_of_a_day() {
    let cases = [
        ("20:04", Some("20:04")),
        ("20:04:59", Some("20:04")),
        ("8:04 PM", Some("20:04")),
        ("12:30 am", Some("00:30")),
        ("8pm", Some("20:00")),
        ("25:00", None),
        ("20:61", None),
        ("1:2:3:4", None),
        ("soon", None),
    ];
    for (written, time) in cases {
        assert_eq!(ClockTime::parse(written).map(|time| time.to_string()).as_deref(), time, "{written}");
    }
}

#[test]
fn text_is_folded_as_far_as_the_caller_wants() {
    assert_eq!(fold_text("Crème  Brûlée"), "creme  brulee");
    assert_eq!(fold_with(" Crème  Brûlée ", Accents::Keep, Spacing::Single), "crème brûlée");
    assert_eq!(fold_with("+1 (555) Ext-é", Accents::Keep, Spacing::LettersAlone), "1555exté");
    assert_eq!(fold_with("Crème, brûlée!", Accents::Drop, Spacing::LettersAlone), "cremebrulee");
}
