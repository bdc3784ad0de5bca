//! Type this there: fields, logins, tables to be read, forms in many layouts.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::{View, ViewLine};
use crate::words::{between, place, quotation, quotations};

pub const TASKS: Policies = &[
    ("enter-text", quoted_text),
    ("enter-text-dynamic", quoted_text),
    ("enter-text-2", quoted_text_in_case),
    ("enter-password", password_twice),
    ("login-user", login),
    ("login-user-popup", login_with_popup),
    ("focus-text", |player| focus(player, 0)),
    ("focus-text-2", focus_place),
    ("read-table", table_value),
    ("read-table-2", table_values),
    ("multi-layouts", movie_search),
    ("multi-orderings", movie_search),
    ("find-word", word_of_paragraph),
    ("copy-paste", |player| copy(player, 0)),
    ("copy-paste-2", copy_place),
    ("text-transform", skewed_text),
    ("scroll-text", last_word),
    ("scroll-text-2", scroll_to_an_end),
    ("sign-agreement", agreement),
    ("terminal", terminal),
];

fn quoted_text(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    player.fill(view.nth("textbox", 0)?, quotation(&view.task())?)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn quoted_text_in_case(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let name = quotation(&task)?;
    let name = if task.contains("upper case") { name.to_uppercase() } else { name.to_lowercase() };
    player.fill(view.nth("textbox", 0)?, &name)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn password_twice(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    for at in 0..2 {
        player.fill(view.nth("textbox", at)?, quotation(&task)?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

fn login(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    for (at, text) in quotations(&task).iter().enumerate() {
        player.fill(view.nth("textbox", at)?, text)?;
    }
    player.click(view.nth("button", 0)?).map(drop)
}

/// A popup may appear as soon as a field has the focus: it is closed and the field filled again.
fn login_with_popup(player: &mut Player) -> Result<()> {
    let mut view = player.look()?;
    let task = view.task();
    for (at, text) in quotations(&task).iter().enumerate() {
        let filled = player.fill(view.nth("textbox", at)?, text);
        view = player.look()?;
        if let Ok(cancel) = view.one("button", "Cancel") {
            player.click(cancel)?;
            view = player.look()?;
            player.fill(view.nth("textbox", at)?, text)?;
        } else {
            filled?;
        }
    }
    player.click(view.nth("button", 0)?).map(drop)
}

fn focus(player: &mut Player, place: usize) -> Result<()> {
    let view = player.look()?;
    let field = view.nth("textbox", place)?;
    player.call("focus", &json!({"ref": field.target()?})).map(drop)
}

fn focus_place(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    focus(player, place(&view.task())?)
}

/// The cells of a table of two columns, row by row.
fn rows(view: &View) -> Vec<(String, String)> {
    let row = |seen: &ViewLine| seen.name.split_once(" | ").map(|(key, value)| (key.to_owned(), value.to_owned()));
    view.lines.iter().filter(|seen| seen.role == "row").filter_map(row).collect()
}

fn value_of(view: &View, key: &str) -> Result<String> {
    let found = rows(view).into_iter().find(|(own, _)| own == key);
    Ok(found.with_context(|| format!("the table has no {key}"))?.1)
}

fn table_value(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let value = value_of(&view, between(&view.task(), "value of", "into")?)?;
    player.fill(view.nth("textbox", 0)?, &value)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn table_values(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    for field in view.of_role("textbox") {
        let label = label(&view, field)?;
        player.fill(field, &value_of(&view, label.trim_end_matches(':'))?)?;
    }
    player.click(view.one("button", "Submit")?).map(drop)
}

/// A field's own name, or else the text before it.
fn label<'a>(view: &'a View, field: &'a ViewLine) -> Result<&'a str> {
    if !field.name.is_empty() && !field.is("guessed") {
        return Ok(&field.name);
    }
    let at = view.lines.iter().position(|seen| seen == field).context("the field is in the view")?;
    let before = view.lines[..at].iter().rev().find(|seen| !seen.name.is_empty());
    Ok(&before.context("nothing stands before the field")?.name)
}

fn movie_search(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let wanted = [
        (["Genre", "Movie Genre"], between(&task, "Search for", "movies")?),
        (["Director", "Director Name"], between(&task, "directed by", "from year")?),
        (["Year", "Released Date"], between(&task, "from year", ".")?),
    ];
    let fields: Vec<&ViewLine> = view.of_role("textbox").collect();
    // One layout writes the labels below the fields: then the text before the first field is the task itself.
    let below = label(&view, fields[0])? == task;
    for (at, field) in fields.iter().enumerate() {
        let label = if below { label_below(&view, &fields, at)? } else { label(&view, field)? };
        let of_label = wanted.iter().find(|(names, _)| names.contains(&label.trim_end_matches(':')));
        player.fill(field, of_label.with_context(|| format!("the task has no {label}"))?.1)?;
    }
    let go = ["Submit", "Search", "Go!"].iter().find_map(|name| view.named(name).ok());
    player.click(go.context("there is no button")?).map(drop)
}

fn label_below<'a>(view: &'a View, fields: &[&'a ViewLine], at: usize) -> Result<&'a str> {
    let place = view.lines.iter().position(|seen| seen == fields[at]).context("the field is in the view")?;
    Ok(&view.lines.get(place + 1).context("nothing stands after the field")?.name)
}

fn word_of_paragraph(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let at = place(&view.task())?;
    let paragraph = view.lines.get(1).map(|seen| seen.name.clone()).unwrap_or_default();
    let word = paragraph.split(' ').nth(at).context("the paragraph is too short")?;
    let word: String = word.chars().filter(char::is_ascii_alphabetic).collect();
    player.fill(view.nth("textbox", 0)?, &word)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn copy_place(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    copy(player, place(&view.task())?)
}

fn copy(player: &mut Player, place: usize) -> Result<()> {
    let view = player.look()?;
    let areas: Vec<&ViewLine> = view.of_role("textbox").filter(|seen| seen.is("multiline")).collect();
    let area = areas.get(place).context("there is no such text area")?;
    let answer = view.of_role("textbox").find(|seen| !seen.is("multiline")).context("there is no field")?;
    player.fill(answer, area.value.as_deref().unwrap_or_default())?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn skewed_text(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let letters: String =
        view.lines[1..].iter().take_while(|seen| seen.role == "text").map(|s| s.name.as_str()).collect();
    player.fill(view.nth("textbox", 0)?, &letters)?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn last_word(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let area = view.of_role("textbox").find(|seen| seen.is("multiline")).context("there is no text area")?;
    let answer = view.of_role("textbox").find(|seen| !seen.is("multiline")).context("there is no field")?;
    let text = player.call("get", &json!({"what": "value", "ref": area.target()?}))?;
    let last = text.split_whitespace().last().context("the text area is empty")?;
    player.fill(answer, last.trim_end_matches('.'))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn scroll_to_an_end(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let direction = if view.task().contains("bottom") { "bottom" } else { "top" };
    let area = view.nth("textbox", 0)?;
    player.call("scroll", &json!({"ref": area.target()?, "direction": direction}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

fn agreement(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let [name, button] = quotations(&task)[..] else { return player.click_button("Cancel").map(drop) };
    let area = view.nth("textbox", 0)?;
    player.call("scroll", &json!({"ref": area.target()?, "direction": "bottom"}))?;
    let view = player.look()?;
    player.fill(view.nth("textbox", 1)?, name)?;
    player.click(view.one("button", button)?).map(drop)
}

fn terminal(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let ending = task.split_once("extension .").map(|(_, ending)| format!(".{}", ending.trim_end_matches('.')));
    // The prompt takes the keyboard by itself shortly after the start.
    player.call("wait", &json!({"ms": 300}))?;
    player.call("type", &json!({"text": "ls", "submit": true}))?;
    let view = player.look()?;
    let at = view.lines.iter().position(|seen| seen.name.ends_with("ls")).context("the command is not shown")?;
    let files = &view.lines.get(at + 1).context("ls says nothing")?.name;
    let fits = |file: &&str| match &ending {
        Some(ending) => file.ends_with(ending.as_str()),
        None => !file.contains('.'),
    };
    let file = files.split(' ').find(fits).with_context(|| format!("{files:?} has no such file"))?;
    player.call("type", &json!({"text": format!("rm {file}"), "submit": true})).map(drop)
}
