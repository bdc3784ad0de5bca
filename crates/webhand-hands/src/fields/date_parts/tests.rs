use super::{DatePart, DateTimeValue};

#[test]
fn every_spinner_gets_its_part_of_the_value() {
    let date_time = DateTimeValue::parse("2026-12-31T14:05").unwrap();
    let text = |part, twelve_hour| date_time.part_text(part, twelve_hour).unwrap_or_default();
    assert_eq!([DatePart::Year, DatePart::Month, DatePart::Day].map(|part| text(part, false)), ["2026", "12", "31"]);
    assert_eq!([DatePart::Hour, DatePart::Minute].map(|part| text(part, false)), ["14", "05"]);
    assert_eq!([DatePart::Hour, DatePart::DayPeriod].map(|part| text(part, true)), ["02", "PM"]);
    assert_eq!(DateTimeValue::parse("00:30").unwrap().part_text(DatePart::Hour, true).as_deref(), Some("12"));
    assert_eq!(DateTimeValue::parse("14:30").unwrap().part_text(DatePart::Day, false), None);
    assert_eq!(DateTimeValue::parse("250:00"), None);
    assert_eq!(DateTimeValue::parse("31.12.2026"), None);
}

#[test]
fn a_shown_date_must_contain_all_parts_of_the_value() {
    let day = DateTimeValue::parse("2026-12-31").unwrap();
    assert!(day.is_shown_in("12/31/2026") && day.is_shown_in("31. Dezember 2026"));
    assert!(!day.is_shown_in("12/31/0026") && !day.is_shown_in("MM/31/YY"));
    let nothing = DateTimeValue::parse("").unwrap();
    assert!(nothing.is_shown_in("MM/DD/YYYY") && !nothing.is_shown_in("12/DD/YYYY"));
}
