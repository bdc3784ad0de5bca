//! `read`: returns the main content of a page as Markdown, in portions that fit an outcome.

use webhand_model::{FailCode, Outcome, Ref, clean, clean_value, paginate_text};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::{CALLED_WITHIN, refused};
use crate::reading::Reader;

impl Reader {
    /// Reads the portion that begins after `offset` characters.
    pub(crate) async fn read_page(&self, target: Option<Ref>, offset: u32) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        // Twice the size of a portion is read, so that the portion says whether anything follows it.
        let longest = offset.saturating_add(2 * MOST_PORTION);
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
        portion_from(&markdown(&text), offset).map(Outcome::done)
    }
}

/// Cleans Markdown line by line, so that it keeps its line breaks and indentation; fenced code keeps all spaces.
pub(crate) fn markdown(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut fence = None;
    for line in text.lines() {
        let ticks = fence_length(line);
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

/// Returns the number of backticks at the start of a line, after indentation and quote marks.
fn fence_length(line: &str) -> usize {
    let line = line.trim_start_matches([' ', '>']);
    line.len() - line.trim_start_matches('`').len()
}

/// Returns the portion after `offset` characters, with a note on how to read the rest.
fn portion_from(text: &str, offset: u32) -> Result<String, ActionError> {
    let skipped: usize = text.chars().take(offset as usize).map(char::len_utf8).sum();
    let rest = &text[skipped..];
    if rest.is_empty() && offset > 0 {
        let end = text.chars().count();
        return Err(ActionError::failed(FailCode::BadCall, format!("the text ends after {end} characters")));
    }
    Ok(paginate_text(rest, offset as usize, MOST_PORTION as usize).into_owned())
}

const MOST_PORTION: u32 = 50_000;
/// Deeper indentation than that of any list carries no meaning.
const MOST_INDENT: usize = 20;

#[cfg(test)]
mod tests;
