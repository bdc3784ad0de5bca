//! Count, compare and calculate.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::ViewLine;
use crate::words::{number, numbers};

pub const TASKS: Policies = &[
    ("simple-arithmetic", sum),
    ("simple-algebra", equation),
    ("visual-addition", blocks),
    ("guess-number", guess),
    ("generate-number", generate),
    ("odd-or-even", odd_or_even),
    ("find-greatest", greatest),
    ("stock-market", buy_low),
];

fn answer(player: &mut Player, number: i64) -> Result<()> {
    let view = player.look()?;
    player.fill(view.nth("textbox", 0)?, &number.to_string())?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn sum(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let problem = view.lines.iter().map(|seen| &seen.name).find(|name| name.ends_with('=')).context("no problem")?;
    let [first, sign, second, _] = problem.split(' ').collect::<Vec<_>>()[..] else { bail!("{problem:?} is odd") };
    let (first, second): (i64, i64) = (first.parse()?, second.parse()?);
    answer(
        player,
        match sign {
            "+" => first + second,
            "-" => first - second,
            _ => first * second,
        },
    )
}

fn equation(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let problem =
        view.lines[1..].iter().map(|seen| &seen.name).find(|name| name.contains(" = ")).context("no problem")?;
    let [first, sign, second, _, result] = problem.split(' ').collect::<Vec<_>>()[..] else {
        bail!("{problem:?} is odd")
    };
    let result: i64 = result.parse()?;
    answer(
        player,
        match (first, sign) {
            ("x", "+") => result - second.parse::<i64>()?,
            ("x", _) => result + second.parse::<i64>()?,
            (known, "+") => result - known.parse::<i64>()?,
            (known, _) => known.parse::<i64>()? - result,
        },
    )
}

fn blocks(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let textbox = view.lines.iter().position(|seen| seen.role == "textbox").context("there is no field")?;
    let blocks = view.lines[1..textbox].iter().filter(|seen| seen.role != "text").count();
    answer(player, i64::try_from(blocks)?)
}

fn guess(player: &mut Player) -> Result<()> {
    let (mut least, mut most) = (0, 9);
    while least <= most {
        let view = player.look()?;
        let middle = i64::midpoint(least, most);
        player.fill(view.nth("spinbutton", 0)?, &middle.to_string())?;
        player.click(view.one("button", "Submit")?)?;
        let view = player.look()?;
        if view.says("higher than") {
            least = middle + 1;
        } else if view.says("lower than") {
            most = middle - 1;
        } else {
            return Ok(());
        }
    }
    bail!("no number is left")
}

fn generate(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let fits = |number: i64| {
        if task.contains("less than") {
            numbers(&task).first().is_some_and(|most| number < *most)
        } else if task.contains("greater than") {
            numbers(&task).first().is_some_and(|least| number > *least)
        } else {
            (number % 2 == 0) == task.contains("even")
        }
    };
    for _ in 0..MOST_TRIES {
        player.click_button("Generate")?;
        let view = player.look()?;
        if view.lines[1..].iter().find_map(|seen| seen.name.parse().ok()).is_some_and(fits) {
            return player.click(view.one("button", "Submit")?).map(drop);
        }
    }
    bail!("no number fits")
}

fn odd_or_even(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let is_number = |seen: &&ViewLine| seen.role == "text" && seen.name.parse::<i64>().is_ok();
    for (at, seen) in view.lines.iter().filter(is_number).enumerate() {
        let name = if number(&seen.name)? % 2 == 0 { "Even" } else { "Odd" };
        let button = view.of_role("button").filter(|seen| seen.name == name).nth(at);
        player.click(button.with_context(|| format!("there is no {name} number {at}"))?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

/// The cards lie face down: each is turned to be read, then the greatest is turned again.
fn greatest(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let cards: Vec<&ViewLine> = view.of_role("button").filter(|seen| seen.name != "Submit").collect();
    let mut best = None;
    for card in &cards {
        player.click(card)?;
        let turned = player.look()?;
        let is_up = |seen: &&ViewLine| seen.role == "text" || seen.reference() == card.reference();
        let shown = turned.lines[1..].iter().filter(is_up).find_map(|seen| seen.name.parse::<i64>().ok());
        best = best.max(Some((shown, card.target()?)));
    }
    let (_, target) = best.context("there are no cards")?;
    if cards.last().and_then(|card| card.reference()) != Some(target) {
        player.call("click", &json!({"ref": target}))?;
    }
    player.click_button("Submit").map(drop)
}

fn buy_low(player: &mut Player) -> Result<()> {
    let price = |text: &str| text.split('$').nth(1).and_then(|rest| rest.trim_end_matches('.').parse::<f64>().ok());
    let began = Instant::now();
    while began.elapsed() < MOST_TRADING {
        let view = player.look()?;
        let most = price(&view.task()).context("the task has no price")?;
        // Far enough below at first, because it may rise again before the click; later there is no choice.
        let margin = if began.elapsed() < MOST_TRADING / 2 { SAFE_MARGIN } else { 0.0 };
        if view.lines[1..].iter().find_map(|seen| price(&seen.name)).is_some_and(|now| now + margin <= most) {
            return player.click(view.one("button", "Buy")?).map(drop);
        }
    }
    bail!("the price did not fall")
}

const MOST_TRIES: usize = 60;
const MOST_TRADING: Duration = Duration::from_secs(10);
const SAFE_MARGIN: f64 = 1.5;
