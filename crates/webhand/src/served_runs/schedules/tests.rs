use webhand_wire::api::{NewRun, NewSchedule, ScheduleTrigger};

use super::page_watch::{part_around, without_refs};
use super::stored::check;
use super::times::{missed_between, next_time};

fn cron(expression: &str, zone: &str) -> ScheduleTrigger {
    ScheduleTrigger::Cron { expression: expression.to_owned(), zone: Some(zone.to_owned()) }
}

/// 2026-03-28 12:00 UTC, the day before the clocks of Madrid go forward.
const SATURDAY: u64 = 1_774_699_200_000;
const HOUR: u64 = 3_600_000;

#[test]
fn the_next_time_follows_the_clock_of_its_zone() {
    let noon = cron("0 12 * * *", "UTC");
    assert_eq!(next_time(&noon, SATURDAY), Ok(SATURDAY + 24 * HOUR));
    // 8:00 in Madrid is 7:00 UTC in winter and 6:00 in summer.
    let madrid = cron("0 8 * * *", "Europe/Madrid");
    assert_eq!(next_time(&madrid, SATURDAY - 12 * HOUR), Ok(SATURDAY - 5 * HOUR));
    assert_eq!(next_time(&madrid, SATURDAY), Ok(SATURDAY + 18 * HOUR));
    assert_eq!(next_time(&cron("@daily", "UTC"), SATURDAY), Ok(SATURDAY + 12 * HOUR));
}

#[test]
fn what_is_no_time_is_refused_with_what_to_write() {
    for wrong in ["", "every day", "61 * * * *", "* * * *", "0 8 * * * Europe/Madrid"] {
        let refused = next_time(&cron(wrong, "UTC"), SATURDAY);
        assert!(refused.is_err(), "{wrong}");
    }
    assert!(next_time(&cron("0 8 * * *", "Mars/Olympus"), SATURDAY).is_err());
    let with_key = NewRun { task: "x".to_owned(), idempotency_key: Some("k".to_owned()), ..NewRun::default() };
    assert!(check(&NewSchedule { name: None, when: cron("@hourly", "UTC"), run: with_key }).is_err());
}

#[test]
fn missed_times_are_counted_up_to_a_bound() {
    let hourly = cron("@hourly", "UTC");
    assert_eq!(missed_between(&hourly, SATURDAY, SATURDAY + 3 * HOUR), 4);
    assert_eq!(missed_between(&cron("* * * * *", "UTC"), SATURDAY, SATURDAY + 1_000 * HOUR), 1_000);
}

const PAGE: &str = "\
- banner
  - link \"Home\" [ref=e1]
- main
  - heading \"Prices\" [ref=e2]
  - table \"Today\"
    - row
      - cell \"Tide clock\"
      - cell \"30 €\"
  - text: visited 12 times";

#[test]
fn a_part_is_the_smallest_one_around_its_text() {
    assert_eq!(
        part_around(PAGE, "tide clock").unwrap().trim(),
        "- row\n      - cell \"Tide clock\"\n      - cell \"30 €\""
    );
    assert!(part_around(PAGE, "Today").unwrap().contains("30 €"));
    assert!(!part_around(PAGE, "Today").unwrap().contains("visited"));
    assert_eq!(part_around(PAGE, "Tomorrow"), None);
}

#[test]
fn another_load_with_other_refs_is_the_same_page() {
    let again = PAGE.replace("e1]", "e41]").replace("e2]", "e42]");
    assert_eq!(without_refs(PAGE), without_refs(&again));
    assert_ne!(without_refs(PAGE), without_refs(&again.replace("30 €", "29 €")));
}
