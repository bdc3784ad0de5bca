//! The report of a run: one HTML file that needs nothing else, to read, keep and share.
//!
//! Invariants: untrusted text enters only through [`html::Html::text`] and attributes, which escape it; the file's
//! content security policy forbids scripts and requests. Start at [`render`]: `timeline` turns the journal into steps,
//! `layout` turns the steps into the page.

mod html;
mod layout;
mod markdown;
mod screenshot;
mod shared;
mod timeline;
mod timeline_items;

use std::collections::BTreeMap;

use anyhow::Result;
use base64::Engine as _;
use webhand_model::{Event, RunId};
use webhand_port::{Picture, Store};

use html::Html;
use shared::SharedRun;
pub use shared::is_secret_parameter;
use timeline::Timeline;

/// Pictures by name, as data URLs.
type PictureUrls = BTreeMap<String, String>;

/// The pictures as variables of the style sheet: each is in the file once and can be shown more than once.
fn picture_styles(pictures: &PictureUrls) -> Html {
    let one = |(at, url): (usize, &String)| Html::text(format!("{}:url({url});", picture_variable(at)));
    let all: Html = pictures.values().enumerate().map(one).collect();
    Html::fixed(":root{").and(all).and(Html::fixed("}\n"))
}

/// The variable of a picture, by its place in the list.
fn picture_variable(at: usize) -> String {
    format!("--picture-{at}")
}

/// Renders the whole file from a run's journal.
pub async fn render(kept: &dyn Store, run: &RunId, events: &[Event]) -> Result<String> {
    render_with(kept, run, Timeline::from_events(events), |_, picture| Some(picture)).await
}

/// As [`render`], for others: with placeholders in the place of personal data.
pub async fn render_shared(kept: &dyn Store, run: &RunId, events: &[Event]) -> Result<String> {
    let shared = SharedRun::of(events)?;
    let timeline = Timeline { is_shared: true, ..Timeline::from_events(&shared.events) };
    render_with(kept, run, timeline, |name, picture| shared.picture(name, &picture)).await
}

async fn render_with(
    kept: &dyn Store,
    run: &RunId,
    timeline: Timeline,
    shown: impl Fn(&str, Picture) -> Option<Picture>,
) -> Result<String> {
    let mut pictures = PictureUrls::new();
    for name in timeline.pictures() {
        if let Some(picture) = kept.picture(run, name).await?.and_then(|picture| shown(name, picture)) {
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
