//! Texts that are selected: highlighted, or styled in a rich editor.

use anyhow::{Context as _, Result};
use serde_json::json;

use super::Policies;
use crate::player::Player;
use crate::view::ViewLine;
use crate::words::{between, place};

pub const TASKS: Policies =
    &[("highlight-text", |player| highlight(player, 0)), ("highlight-text-2", highlight_place), ("text-editor", style)];

fn highlight_place(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    highlight(player, place(&view.task())?)
}

/// Three clicks select a paragraph.
fn highlight(player: &mut Player, at: usize) -> Result<()> {
    let view = player.look()?;
    let end = view.lines.iter().position(|seen| seen.role == "canvas").unwrap_or(view.lines.len());
    let is_text = |seen: &&ViewLine| matches!(seen.role.as_str(), "text" | "paragraph") && !seen.name.is_empty();
    let paragraph = view.lines[1..end].iter().filter(is_text).nth(at).context("there is no such paragraph")?;
    player.call("click", &json!({"ref": paragraph.target()?, "count": 3}))?;
    player.click(view.one("button", "Submit")?).map(drop)
}

/// A word is selected with the keyboard: from the start of the text so many characters right, then as many as it has.
fn style(player: &mut Player) -> Result<()> {
    let view = player.look()?;
    let task = view.task();
    let editor = view.of_role("textbox").next().context("there is no editor")?;
    let text = editor.value.clone().context("the editor is empty")?;
    let everything = task.contains("everything");
    let (from, length) = if everything {
        (0, text.chars().count())
    } else {
        let word = between(&task, "give the text", "the ")?;
        (text.find(word).with_context(|| format!("{word:?} is not in {text:?}"))?, word.chars().count())
    };
    player.click(editor)?;
    player.press(editor, "Control+Home")?;
    for _ in 0..from {
        player.press(editor, "ArrowRight")?;
    }
    for _ in 0..length {
        player.press(editor, "Shift+ArrowRight")?;
    }
    for (word, button) in [("bold", "bold"), ("italics", "italic"), ("underlined", "underline")] {
        if task.contains(&format!("style {word}")) {
            player.click(named_like(&view.lines, button)?)?;
            return player.click_button("Submit").map(drop);
        }
    }
    let colour = task.rsplit("the color ").next().unwrap_or_default();
    let colour = colour.split([' ', '.']).next().unwrap_or_default().to_owned();
    player.click(named_like(&view.lines, "picker")?)?;
    let open = player.look()?;
    player.click(named_like(&open.lines, &colour)?)?;
    player.click_button("Submit").map(drop)
}

fn named_like<'a>(lines: &'a [ViewLine], word: &str) -> Result<&'a ViewLine> {
    let found = lines.iter().find(|seen| seen.role != "text" && seen.reference().is_some() && seen.name.contains(word));
    found.with_context(|| format!("nothing is called {word}"))
}
