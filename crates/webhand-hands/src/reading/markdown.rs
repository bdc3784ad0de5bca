//! The main content of a page as Markdown, in portions that fit an answer.

use webhand_model::{FailCode, Outcome, Ref, clean, clean_value, paginate_text};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::{CALLED_WITHIN, refused};
use crate::reading::Reader;

impl Reader {
    /// Reads on behind the first `before` characters.
    pub(crate) async fn read_page(&self, target: Option<Ref>, before: u32) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        // As much again as is told, so that it shows whether anything follows.
        let longest = before.saturating_add(2 * MOST_TOLD);
        let reply = match target {
            Some(target) => {
                let element = self.elements.element(target)?;
                self.elements.ask_about(&element, &PageCommand::Read { node: Some(element.node), longest }).await?
            }
            None => {
                self.pages.ask(&self.pages.page()?, &PageCommand::Read { node: None, longest }, CALLED_WITHIN).await?
            }
        };
        let PageReply::Text { text } = reply else { return Err(refused(reply)) };
        behind(&markdown(&text), before).map(Outcome::done)
    }
}

/// Cleaned line by line, so that the text keeps its shape; code keeps its blanks too.
pub(crate) fn markdown(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut fence = None;
    for line in text.lines() {
        let ticks = ticks_of(line);
        let is_code = fence.is_some();
        match fence {
            None if ticks >= 3 => fence = Some(ticks),
            Some(opened) if ticks == opened => fence = None,
            _ => {}
        }
        if !cleaned.is_empty() {
            cleaned.push('\n');
        }
        let indent = line.len() - line.trim_start_matches(' ').len();
        if is_code {
            cleaned.push_str(&clean_value(line));
        } else {
            cleaned.extend(std::iter::repeat_n(' ', indent.min(MOST_INDENT)));
            cleaned.push_str(&clean(line));
        }
    }
    cleaned
}

/// How many backticks a line begins with, behind what it is indented or quoted with.
fn ticks_of(line: &str) -> usize {
    let line = line.trim_start_matches([' ', '>']);
    line.len() - line.trim_start_matches('`').len()
}

/// What follows the first `before` characters, as much as an answer holds, and how to get the rest.
fn behind(text: &str, before: u32) -> Result<String, ActionError> {
    let skipped: usize = text.chars().take(before as usize).map(char::len_utf8).sum();
    let rest = &text[skipped..];
    if rest.is_empty() && before > 0 {
        let end = text.chars().count();
        return Err(ActionError::failed(FailCode::BadCall, format!("the text ends after {end} characters")));
    }
    Ok(paginate_text(rest, before as usize, MOST_TOLD as usize).into_owned())
}

const MOST_TOLD: u32 = 50_000;
/// What is set further in than any list is not set in by its meaning.
const MOST_INDENT: usize = 20;

#[cfg(test)]
mod tests;
