//! Checkboxes, radio buttons and lists of options.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::ViewLine;
use crate::words::{between, list, place, quotation};

pub const TASKS: Policies = &[
    ("click-checkboxes", named_boxes),
    ("click-checkboxes-large", named_boxes),
    ("click-checkboxes-transfer", named_boxes),
    ("click-option", named_option),
    ("choose-list", chosen),
    ("click-scroll-list", chosen_several),
    ("form-sequence-2", radio_and_number),
    ("form-sequence-3", dropdown_and_button),
];

fn check(player: &mut Player, seen: &ViewLine) -> Result<()> {
    player.call("check", &json!({"ref": seen.target()?})).map(drop)
}

fn named_boxes(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    for name in list(between(&task, "Select", "and click")?).iter().filter(|name| **name != "nothing") {
        check(player, view.one("checkbox", name)?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn named_option(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    check(player, view.one("radio", between(&view.task(), "Select", "and click")?)?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn chosen(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = between(&task, "Select", "from the list")?;
    player.call("select", &json!({"ref": view.nth("combobox", 0)?.target()?, "value": wanted}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn chosen_several(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = list(between(&task, "Select", "from the scroll list")?);
    player.call("select", &json!({"ref": view.nth("listbox", 0)?.target()?, "values": wanted}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn radio_and_number(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let (radio, field) = task.split_once("radio button").context("the task has two parts")?;
    check(player, view.nth("radio", place(radio)?)?)?;
    player.fill(view.nth("textbox", place(field)?)?, quotation(field)?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

/// A list made of plain elements: it is opened, then its item clicked.
fn dropdown_and_button(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    player.click(view.nth("combobox", 0)?)?;
    let open = player.look()?;
    player.click(open.named(between(&task, "Choose", "from the dropdown")?)?)?;
    player.click_button(quotation(&task)?).map(drop)
}
