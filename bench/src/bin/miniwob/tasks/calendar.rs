//! A day with half hours that are dragged over to make an event.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, number, quotation};

pub const TASKS: Policies = &[("daily-calendar", event)];

fn event(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let length = halves(&task)?;
    let first = half_hour(between(&task, "between", "and")?)?;
    for start in first..=first + WINDOW - length {
        if !drag_over(player, start, length)? {
            continue;
        }
        let named = player.look()?;
        player.fill(named.nth("textbox", 0)?, quotation(&task)?)?;
        return player.click_button("Create").map(drop);
    }
    bail!("there is no room for the event")
}

/// How many half hours it shall last.
fn halves(task: &str) -> Result<usize> {
    if task.contains("mins") {
        return Ok(usize::try_from(number(task)?)? / 30);
    }
    let hours = task.split(' ').nth(2).context("the task has a length")?;
    Ok(if hours == "0.5" { 1 } else { usize::from(hours.ends_with(".5")) + usize::try_from(number(hours)?)? * 2 })
}

/// The place of `8AM` among the half hours of a day.
fn half_hour(time: &str) -> Result<usize> {
    let hour = usize::try_from(number(time)?)? % 12;
    Ok((hour + if time.ends_with("PM") { 12 } else { 0 }) * 2)
}

fn half_hours(view: &View) -> Vec<&ViewLine> {
    view.controls().filter(|seen| seen.name.contains("hh") || seen.name.contains("half")).collect()
}

/// Drags from the first half hour to the last; whether that made an event. Another event may be in the way.
fn drag_over(player: &mut Player, start: usize, length: usize) -> Result<bool> {
    let view = player.look()?;
    let first = *half_hours(&view).get(start).context("the day is too short")?;
    if player.hover(first).is_err() {
        return Ok(false);
    }
    // Only elements in view are marked as covered.
    let view = player.look()?;
    let halves = half_hours(&view);
    let wanted = halves.get(start..start + length).context("the day is too short")?;
    let is_taken = wanted.iter().any(|half| half.is("covered"));
    if is_taken || player.drag(wanted[0], wanted[length - 1]).is_err() {
        return Ok(false);
    }
    Ok(player.look()?.one("button", "Create").is_ok())
}

/// The windows are four hours long.
const WINDOW: usize = 8;
