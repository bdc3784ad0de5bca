//! The report of a run: one HTML file that needs nothing else, to read, keep and share.
//!
//! Invariants: text of others enters only through [`html::Html::text`] and attributes, which escape it; the file asks
//! its reader's browser to run no script and to fetch nothing.

mod html;
mod layout;
mod moments;
mod picture;
mod prose;
mod story;

use std::collections::BTreeMap;

use anyhow::Result;
use base64::Engine as _;
use webhand_model::{Event, RunId};
use webhand_port::Store;

use story::Story;

/// Pictures by name, as addresses that carry them.
type Pictures = BTreeMap<String, String>;

/// The whole file for a run's journal.
pub async fn render(kept: &dyn Store, run: &RunId, events: &[Event]) -> Result<String> {
    let story = Story::of(events);
    let mut pictures = Pictures::new();
    for name in story.pictures() {
        if let Some(picture) = kept.picture(run, name).await? {
            let data = base64::engine::general_purpose::STANDARD.encode(&picture.jpeg);
            pictures.insert(name.to_owned(), format!("data:image/jpeg;base64,{data}"));
        }
    }
    Ok(layout::page(run, &story, &pictures).into_string())
}

/// A figure that stays on one line with its unit.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

#[cfg(test)]
mod tests;
