//! Fields with suggestions, and flights that are booked through them.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::{Policies, dates};
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, quotations};

pub const TASKS: Policies = &[
    ("use-autocomplete", autocomplete),
    ("use-autocomplete-nodelay", autocomplete),
    ("book-flight", flight),
    ("book-flight-nodelay", flight),
    ("buy-ticket", ticket),
];

fn autocomplete(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let parts = quotations(&task);
    let start = *parts.first().context("the task names no beginning")?;
    let end = parts.get(1).copied().unwrap_or_default();
    choose(player, field(&view, 0)?, start, |item| item.starts_with(start) && item.ends_with(end))?;
    player.click_button("Submit").map(drop)
}

fn field(view: &View, at: usize) -> Result<&ViewLine> {
    let is_field = |seen: &&ViewLine| matches!(seen.role.as_str(), "textbox" | "combobox" | "searchbox");
    view.controls().filter(is_field).nth(at).with_context(|| format!("there is no field number {at}"))
}

/// Types the beginning and clicks the suggestion.
fn choose(player: &mut Player, field: &ViewLine, text: &str, fits: impl Fn(&str) -> bool) -> Result<()> {
    player.call("type", &json!({"ref": field.target()?, "text": text}))?;
    let offered = player.look()?;
    let is_offered = |seen: &ViewLine| !matches!(seen.role.as_str(), "button" | "combobox" | "textbox");
    let is_item = |seen: &&ViewLine| is_offered(seen) && fits(&seen.name);
    let item = offered.controls().find(is_item).with_context(|| format!("nothing fits {text:?}"))?;
    player.click(item).map(drop)
}

fn flight(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let (from, to) = (between(&task, "from: ", " to: ")?, between(&task, " to: ", " on ")?);
    let date = task.rsplit(' ').next().context("a date")?.trim_end_matches('.');
    choose(player, field(&view, 0)?, from, |item| item.contains(from))?;
    let view = player.look()?;
    choose(player, field(&view, 1)?, to, |item| item.contains(to))?;
    let view = player.look()?;
    dates::pick(player, field(&view, 2)?, date)?;
    player.click_button("Search")?;
    let found = player.look()?;
    book(player, &found, task.contains("cheapest"), true)
}

fn ticket(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let least = task.contains("cheapest") || task.contains("shortest");
    book(player, &view, task.contains("cost"), least)
}

/// Each offer is a duration and a button with the price.
fn book(player: &mut Player, view: &View, by_price: bool, least: bool) -> Result<()> {
    let prices: Vec<(&ViewLine, i64)> =
        view.of_role("button").filter_map(|seen| Some((seen, price(&seen.name)?))).collect();
    let minutes: Vec<i64> = view.lines.iter().filter_map(|seen| minutes(&seen.name)).collect();
    let offers = prices.iter().enumerate().map(|(at, (seen, price))| {
        let worth = if by_price { Some(*price) } else { minutes.get(at).copied() };
        (worth, *seen)
    });
    let best = if least { offers.min_by_key(|(worth, _)| *worth) } else { offers.max_by_key(|(worth, _)| *worth) };
    player.click(best.context("there is no offer")?.1).map(drop)
}

fn price(text: &str) -> Option<i64> {
    text.split_once('$')?.1.parse().ok()
}

/// `14h 18m`, also behind a label.
fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.trim_start_matches("Duration:").trim().split_once("h ")?;
    Some(hours.parse::<i64>().ok()? * 60 + minutes.strip_suffix('m')?.parse::<i64>().ok()?)
}
