//! Dates and times: native fields and the calendar of a widget library.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::between;

pub const TASKS: Policies = &[
    ("enter-date", native_date),
    ("enter-time", native_time),
    ("choose-date", pick_and_submit),
    ("choose-date-easy", pick_and_submit),
    ("choose-date-medium", pick_and_submit),
    ("choose-date-nodelay", pick_and_submit),
];

fn native_date(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let [year, month, day] = parts(between(&view.task(), "Enter", "as the date")?)?;
    player.fill(view.nth("textbox", 0)?, &format!("{year}-{month:02}-{day:02}"))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn native_time(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let time = between(&task, "Enter", "as the time")?;
    let (clock, half) = time.split_at(time.find(['A', 'P']).context("AM or PM")?);
    let (hour, minute) = clock.trim().split_once(':').context("hours and minutes")?;
    let hour = hour.parse::<u32>()? % 12 + if half.starts_with('P') { 12 } else { 0 };
    player.fill(view.nth("textbox", 0)?, &format!("{hour:02}:{minute}"))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn pick_and_submit(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    pick(player, view.nth("textbox", 0)?, between(&task, "Select", "as the date")?)?;
    player.click_button("Submit").map(drop)
}

/// Opens the calendar of a field, turns its pages to the month and clicks the day.
pub fn pick(player: &mut Player, field: &ViewLine, date: &str) -> Result<()> {
    let [year, month, day] = parts(date)?;
    player.click(field)?;
    for _ in 0..MOST_PAGES {
        let view = player.look()?;
        let (shown_year, shown_month) = shown(&view)?;
        let turn = match (shown_year, shown_month).cmp(&(year, month)) {
            std::cmp::Ordering::Equal => {
                return player.click(view.one("link", &day.to_string())?).map(drop);
            }
            std::cmp::Ordering::Less => "Next",
            std::cmp::Ordering::Greater => "Prev",
        };
        player.click(view.named(turn)?)?;
    }
    bail!("{date} was not reached")
}

/// Year, month and day.
fn parts(date: &str) -> Result<[u32; 3]> {
    let numbers: Vec<u32> = date.split('/').flat_map(str::parse).collect();
    let [month, day, year] = numbers[..] else { bail!("{date:?} is no date") };
    Ok([year, month, day])
}

/// The month on the open page of the calendar.
fn shown(view: &View) -> Result<(u32, u32)> {
    let text: Vec<&str> = view.lines[1..].iter().flat_map(|seen| seen.name.split(' ')).collect();
    let month = text.iter().find_map(|word| MONTHS.iter().position(|month| month == word)).context("no month")?;
    let year = text.iter().find_map(|word| word.parse::<u32>().ok().filter(|year| *year > 1900)).context("no year")?;
    Ok((year, u32::try_from(month)? + 1))
}

const MOST_PAGES: usize = 24;
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
