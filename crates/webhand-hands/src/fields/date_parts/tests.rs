use super::{Moment, Share};

#[test]
fn every_part_gets_its_share() {
    let moment = Moment::read("2026-12-31T14:05").unwrap();
    let share = |share, in_halves| moment.share(share, in_halves).unwrap_or_default();
    assert_eq!([Share::Year, Share::Month, Share::Day].map(|part| share(part, false)), ["2026", "12", "31"]);
    assert_eq!([Share::Hour, Share::Minute].map(|part| share(part, false)), ["14", "05"]);
    assert_eq!([Share::Hour, Share::Half].map(|part| share(part, true)), ["02", "PM"]);
    assert_eq!(Moment::read("00:30").unwrap().share(Share::Hour, true).as_deref(), Some("12"));
    assert_eq!(Moment::read("14:30").unwrap().share(Share::Day, false), None);
    assert_eq!(Moment::read("250:00"), None);
    assert_eq!(Moment::read("31.12.2026"), None);
}

#[test]
fn what_is_shown_has_all_of_it() {
    let day = Moment::read("2026-12-31").unwrap();
    assert!(day.is_in("12/31/2026") && day.is_in("31. Dezember 2026"));
    assert!(!day.is_in("12/31/0026") && !day.is_in("MM/31/YY"));
    let nothing = Moment::read("").unwrap();
    assert!(nothing.is_in("MM/DD/YYYY") && !nothing.is_in("12/DD/YYYY"));
}
