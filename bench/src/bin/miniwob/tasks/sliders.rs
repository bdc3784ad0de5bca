//! Sliders, spinners and colour pickers.

use anyhow::{Context as _, Result, bail};

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{number, numbers, place};

pub const TASKS: Policies = &[
    ("use-slider", one_slider),
    ("use-slider-2", three_sliders),
    ("form-sequence", slider_and_box),
    ("use-spinner", spinner),
    ("use-colorwheel", named_colour),
    ("use-colorwheel-2", shown_colour),
    ("resize-textarea", resize),
];

fn handles(view: &View) -> Vec<&ViewLine> {
    view.controls().filter(|seen| seen.role == "slider" || seen.name.contains("slider")).collect()
}

/// The number that the page writes beside each slider.
fn values(view: &View) -> Vec<i64> {
    view.lines[1..].iter().filter_map(|seen| seen.name.parse().ok()).collect()
}

/// A step for each press of an arrow key.
fn slide(player: &mut Player, at: usize, wanted: i64) -> Result<()> {
    let view = player.look()?;
    let handle = *handles(&view).get(at).context("there is no such slider")?;
    let now = *values(&view).get(at).context("the slider's value is not shown")?;
    let key = if wanted > now { "ArrowRight" } else { "ArrowLeft" };
    for _ in 0..wanted.abs_diff(now) {
        player.press(handle, key)?;
    }
    let reached = player.look()?;
    if values(&reached).get(at) != Some(&wanted) {
        bail!("the slider is at {:?} instead of {wanted}", values(&reached));
    }
    Ok(())
}

fn one_slider(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    slide(player, 0, number(&view.task())?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn three_sliders(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    for (at, wanted) in numbers(&view.task()).into_iter().enumerate() {
        slide(player, at, wanted)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn slider_and_box(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    slide(player, 0, number(&task)?)?;
    let box_ = view.nth("checkbox", place(&task)?)?;
    player.click(box_)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

/// The field takes no keys, so its two arrows are clicked.
fn spinner(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let wanted = number(&view.task())?;
    let arrows: Vec<&ViewLine> = view.of_role("button").filter(|seen| seen.name != "Submit").collect();
    let [up, down] = arrows[..] else { bail!("the spinner has {} arrows", arrows.len()) };
    for _ in 0..wanted.unsigned_abs() {
        player.click(if wanted > 0 { up } else { down })?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn named_colour(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let named = COLOURS.iter().find(|(name, _)| task.contains(&format!("Select {name} ")));
    let (_, code) = named.with_context(|| format!("no colour of {task:?} is known"))?;
    enter_colour(player, &view, code)
}

fn shown_colour(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let sentence = view.sentence();
    let shown = sentence.iter().find(|seen| seen.role != "text").context("the colour is not shown")?;
    let code = shown.name.split('#').nth(1).map(|code| code.chars().take(6).collect::<String>());
    let named = COLOURS.iter().find(|(name, _)| shown.name.contains(name)).map(|(_, code)| (*code).to_owned());
    enter_colour(player, &view, &code.or(named).with_context(|| format!("{:?} is no colour", shown.name))?)
}

fn enter_colour(player: &mut Player, view: &View, code: &str) -> Result<()> {
    player.fill(view.nth("textbox", 0)?, code)?;
    // The picker that opened over the button closes when the focus leaves the field.
    player.press(view.nth("textbox", 0)?, "Tab")?;
    player.click_button("Submit").map(drop)
}

fn resize(player: &mut Player) -> Result<()> {
    let view = player.look_boxes()?;
    let task = view.task();
    let grip = view.controls().find(|seen| seen.name.contains("grip")).context("there is no grip")?;
    let (x, y) = grip.centre()?;
    let by = if task.contains("larger") { 15.0 } else { -15.0 };
    player.drag_at((x, y), if task.contains("width") { (x + by, y) } else { (x, y + by) })?;
    player.click(view.one("button", "Submit")?).map(drop)
}

const COLOURS: [(&str, &str); 19] = [
    ("aqua", "00FFFF"),
    ("black", "000000"),
    ("blue", "0000FF"),
    ("gold", "FFD700"),
    ("gray", "808080"),
    ("green", "008000"),
    ("lime", "00FF00"),
    ("magenta", "FF00FF"),
    ("maroon", "800000"),
    ("navy", "000080"),
    ("olive", "808000"),
    ("orange", "FFA500"),
    ("pink", "FFC0CB"),
    ("purple", "800080"),
    ("red", "FF0000"),
    ("silver", "C0C0C0"),
    ("teal", "008080"),
    ("white", "FFFFFF"),
    ("yellow", "FFFF00"),
];
