//! When a schedule is due. Pure: the time comes as an argument.

use cronexpr::Crontab;
use jiff::Timestamp;
use webhand_api::RunHostError;
use webhand_wire::api::ScheduleTrigger;

/// The first time after `after`, in milliseconds since 1970.
///
/// # Errors
/// When the trigger cannot be understood; the text says what to write.
pub fn next_time(when: &ScheduleTrigger, after: u64) -> Result<u64, RunHostError> {
    match when {
        ScheduleTrigger::Cron { expression, zone } => {
            let crontab = parse(expression, zone.as_deref())?;
            let after = i64::try_from(after).ok().and_then(|after| Timestamp::from_millisecond(after).ok());
            let after = after.ok_or_else(|| refused("the clock of this machine is wrong"))?;
            let next = crontab.find_next(after).map_err(|error| refused(&format!("the times never come: {error}")))?;
            u64::try_from(next.timestamp().as_millisecond()).map_err(|_| refused("the times never come"))
        }
        ScheduleTrigger::PageChange { every_minutes, .. } => Ok(after + u64::from(*every_minutes) * 60_000),
    }
}

/// How many times passed from `first`, which is one of them, until `now`; counted up to a bound.
pub fn missed_between(when: &ScheduleTrigger, first: u64, now: u64) -> u32 {
    let (mut missed, mut due) = (0, first);
    while due <= now && missed < MOST_COUNTED {
        missed += 1;
        match next_time(when, due) {
            Ok(next) if next > due => due = next,
            Ok(_) | Err(_) => break,
        }
    }
    missed
}

/// A time as the clock of this machine shows it.
pub fn local_time(at: u64) -> String {
    let stamp = i64::try_from(at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    let zoned = stamp.map(|stamp| stamp.to_zoned(jiff::tz::TimeZone::system()));
    zoned.map_or_else(String::new, |zoned| zoned.strftime("%Y-%m-%d %H:%M").to_string())
}

fn parse(expression: &str, zone: Option<&str>) -> Result<Crontab, RunHostError> {
    let written = expression.trim();
    let fields = match written {
        "@hourly" => "0 * * * *",
        "@daily" | "@midnight" => "0 0 * * *",
        "@weekly" => "0 0 * * 0",
        "@monthly" => "0 0 1 * *",
        other => other,
    };
    if fields.split_whitespace().count() != 5 {
        return Err(refused(&format!(
            "{written:?} has not the five fields of a cron expression: minute, hour, day, month, day of the week, such as \
             \"0 8 * * mon-fri\""
        )));
    }
    let zone = match zone {
        Some(zone) => zone.trim().to_owned(),
        None => jiff::tz::TimeZone::system().iana_name().unwrap_or("UTC").to_owned(),
    };
    if zone.is_empty() || zone.split_whitespace().count() != 1 {
        return Err(refused("a time zone is written as Europe/Madrid"));
    }
    cronexpr::parse_crontab(&format!("{fields} {zone}"))
        .map_err(|error| refused(&format!("{written:?} in {zone} is no cron expression: {error}")))
}

fn refused(text: &str) -> RunHostError {
    RunHostError::Refused(text.to_owned())
}

const MOST_COUNTED: u32 = 1_000;
