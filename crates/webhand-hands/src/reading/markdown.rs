//! `read`: returns the main content of a page as Markdown, in portions that fit an outcome.

use webhand_model::{FailCode, Outcome, Ref, clean, clean_value, paginate_text};
use webhand_wire::{PageCommand, PageReply};

use crate::action_error::ActionError;
use crate::documents::pages::{CALLED_WITHIN, FrameDocument, refused};
use crate::reading::Reader;

impl Reader {
    /// Reads the portion that begins after `offset` characters.
    pub(crate) async fn read_page(&self, target: Option<Ref>, offset: u32) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        // Twice the size of a portion is read, so that the portion says whether anything follows it.
        let longest = offset.saturating_add(2 * MOST_PORTION);
        let text = if let Some(target) = target {
            let element = self.elements.element(target)?;
            let own = text_of(self.elements.ask_about(&element, &read_command(Some(element.node), longest)).await?)?;
            if own.trim().is_empty() { self.frame_text(&element.place, element.node, longest).await } else { own }
        } else {
            let page = self.pages.page()?;
            let own = text_of(self.pages.ask(&page, &read_command(None, longest), CALLED_WITHIN).await?)?;
            self.with_frames(&page, own, longest, MOST_NESTED).await
        };
        if text.trim().is_empty() {
            return Err(ActionError::failed(FailCode::NotFound, NOTHING_TO_READ));
        }
        portion_from(&markdown(&text), offset).map(Outcome::done)
    }

    /// The text of a document and, below it, of the large visible frames in it, from the upper to the lower.
    async fn with_frames(&self, page: &FrameDocument, own: String, longest: u32, nested: u8) -> String {
        let mut text = own;
        if nested == 0 {
            return text;
        }
        for frame in self.visible_frames(page).await {
            if text.chars().count() >= longest as usize {
                break;
            }
            let inner = self.document_text(&frame, longest, nested - 1).await;
            if inner.trim().is_empty() {
                continue;
            }
            if !text.trim().is_empty() {
                text.push_str("\n\n---\n\n");
            }
            text.push_str(&inner);
        }
        text
    }

    /// The text of the frame that an element of the page shows; empty if it shows none.
    async fn frame_text(&self, page: &FrameDocument, owner: u32, longest: u32) -> String {
        for (frame, node) in self.frames_of(page).await {
            if node == owner {
                return self.document_text(&frame, longest, MOST_NESTED).await;
            }
        }
        String::new()
    }

    /// The text of the document of a frame, which may be gone already; it is empty then.
    async fn document_text(&self, frame: &FrameDocument, longest: u32, nested: u8) -> String {
        let reply = self.pages.ask(frame, &read_command(None, longest), CALLED_WITHIN).await;
        let own = reply.and_then(text_of).unwrap_or_default();
        Box::pin(self.with_frames(frame, own, longest, nested)).await
    }

    /// The frames of a document that are large enough to hold content, from the upper to the lower.
    async fn visible_frames(&self, page: &FrameDocument) -> Vec<FrameDocument> {
        let mut placed = Vec::new();
        for (frame, node) in self.frames_of(page).await {
            let state = self.pages.ask(page, &PageCommand::State { node }, CALLED_WITHIN).await;
            let Ok(PageReply::State(state)) = state else { continue };
            let [x, y, width, height] = state.bounds.map(f64::round);
            if state.visible && width * height >= LEAST_AREA {
                placed.push((y, x, frame));
            }
        }
        placed.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        placed.into_iter().map(|(_, _, frame)| frame).collect()
    }

    /// The frames of a document that the run may read, each with the number of the element that shows it.
    async fn frames_of(&self, page: &FrameDocument) -> Vec<(FrameDocument, u32)> {
        let children: Vec<FrameDocument> = self.access.read(|world| {
            let Some(own) = world.top(page.tab).map(|top| &top.origin) else { return Vec::new() };
            let is_child = |frame: &&crate::world::Frame| {
                frame.parent.as_ref() == Some(&page.frame) && self.looker.shows_frame(&frame.origin, own)
            };
            let children = world.frames.in_tab(page.tab).filter(|(_, frame)| is_child(frame));
            children.take(MOST_FRAMES).map(|(id, frame)| FrameDocument::of(id, frame)).collect()
        });
        let mut found = Vec::new();
        for child in children {
            if let Ok(Some((_, node))) = self.pages.owner(&child.frame).await {
                found.push((child, node));
            }
        }
        found
    }
}

fn read_command(node: Option<u32>, longest: u32) -> PageCommand {
    PageCommand::Read { node, longest }
}

fn text_of(reply: PageReply) -> Result<String, ActionError> {
    let PageReply::Text { text } = reply else { return Err(refused(reply)) };
    Ok(text)
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
            push_without_refs(&mut cleaned, &clean_value(line));
        } else {
            cleaned.extend(std::iter::repeat_n(' ', indent.min(MOST_INDENT)));
            push_without_refs(&mut cleaned, &clean(line));
        }
    }
    cleaned
}

/// Appends a line with a backslash before what looks like the ref of an element: only looks give refs.
fn push_without_refs(text: &mut String, line: &str) {
    let mut rest = line;
    while let Some(at) = rest.find(['[', '{']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let written = from[1..].strip_prefix("ref=").unwrap_or(&from[1..]);
        let is_ref = written.strip_prefix('e').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()));
        if is_ref {
            text.push('\\');
        }
        text.push_str(&from[..1]);
        rest = &from[1..];
    }
    text.push_str(rest);
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

const NOTHING_TO_READ: &str =
    "there is no text to read here; take a snapshot for the controls, or a screenshot for what is painted";
/// Smaller frames, in square pixels, hold buttons and adverts.
const LEAST_AREA: f64 = 30_000.0;
/// How deep frames in frames are read.
const MOST_NESTED: u8 = 3;
const MOST_FRAMES: usize = 30;
const MOST_PORTION: u32 = 50_000;
/// Deeper indentation than that of any list carries no meaning.
const MOST_INDENT: usize = 20;

#[cfg(test)]
mod tests;
