//! The report of a run: one HTML file that needs nothing else, to read, keep and share.
//!
//! Invariants: untrusted text enters only through [`html::Html::text`] and attributes, which escape it; the file's
//! content security policy forbids scripts and requests. Start at [`render`]: `timeline` turns the journal into steps,
//! `layout` turns the steps into the page.

mod html;
mod layout;
mod markdown;
mod screenshot;
mod timeline;
mod timeline_items;

use std::collections::BTreeMap;

use anyhow::Result;
use base64::Engine as _;
use webhand_model::{Event, RunId};
use webhand_port::Store;

use timeline::Timeline;

/// Pictures by name, as data URLs.
type PictureUrls = BTreeMap<String, String>;

/// Renders the whole file from a run's journal.
pub async fn render(kept: &dyn Store, run: &RunId, events: &[Event]) -> Result<String> {
    let timeline = Timeline::from_events(events);
    let mut pictures = PictureUrls::new();
    for name in timeline.pictures() {
        if let Some(picture) = kept.picture(run, name).await? {
            let data = base64::engine::general_purpose::STANDARD.encode(&picture.jpeg);
            pictures.insert(name.to_owned(), format!("data:image/jpeg;base64,{data}"));
        }
    }
    Ok(layout::render_page(run, &timeline, &pictures).into_string())
}

/// A number with non-breaking spaces, so that it stays on one line with its unit.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

#[cfg(test)]
mod tests;
