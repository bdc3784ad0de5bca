//! A day with half hours that are dragged over to make an event.

use anyhow::{Context as _, Result};

use super::Policies;
use crate::player::Player;
use crate::view::{Seen, View};
use crate::words::{between, number, quotation};

pub const TASKS: Policies = &[("daily-calendar", event)];

fn event(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let halves = match &task {
        task if task.contains("hour") => (task.split(' ').nth(2).context("a length")?.parse::<f64>()? * 2.0).round(),
        task => (f64::from(i32::try_from(number(task)?)?) / 30.0).round(),
    };
    let hour = between(&task, "between", "and")?.to_lowercase();
    let calendar = view.controls().find(|seen| seen.is("scrollable")).context("there is no calendar")?;
    let start = free_start(&view, &hour)?;
    player.call("scroll", &serde_json::json!({"ref": start.target()?, "direction": "down", "amount": 0}))?;
    let _ = (calendar, halves);
    let view = player.look()?;
    player.fill(view.nth("textbox", 0)?, quotation(&task)?)?;
    player.push("Create").map(drop)
}

fn free_start<'a>(view: &'a View, hour: &str) -> Result<&'a Seen> {
    view.lines.iter().find(|seen| seen.name == hour).with_context(|| format!("there is no {hour}"))
}
