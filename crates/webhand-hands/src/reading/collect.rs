//! `collect`: reads a list or table from its first row to its last, scrolling where needed.
//!
//! Invariant: a step scrolls no further than to the last row that was read, so that no row of a virtual list, which
//! renders only the rows in view, is skipped.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};
use webhand_model::{DataRecord, Outcome, Ref, RowLimit, quote, truncate};
use webhand_rt::Instant;
use webhand_wire::{PageCommand, PageRecords, PageReply, RowsPart, ScrollDirection, Scrolled};

use crate::action_error::ActionError;
use crate::documents::elements::Element;
use crate::documents::pages::refused;
use crate::reading::Reader;
use crate::reading::extract::MOST_TEXT;

mod rows;

use rows::Rows;

impl Reader {
    /// Reads the rendered rows, scrolls on and reads again, until no new rows appear.
    pub(crate) async fn collect(&self, target: Ref, limit: Option<RowLimit>) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let limit = limit.map_or(DEFAULT_LIMIT, |RowLimit(limit)| usize::try_from(limit).unwrap_or(usize::MAX));
        let began = Instant::now();
        let has_start = self.scroll_to_start(&element, limit, began).await?;
        let mut rows = Rows::new(limit);
        let mut piece = self.read_rows(&element, &mut rows, ALL_ROWS).await?;
        let mut is_timed_out = false;
        // Consecutive steps without new rows.
        let mut idle = 0;
        while !rows.is_full() && !is_timed_out {
            let watch = self.settler.watch(element.place.tab);
            let moved = self.scroll_on(&element, &piece, idle).await?.moved;
            self.settler.come_to_rest(&watch).await;
            let before = rows.len();
            piece = self.read_rows(&element, &mut rows, ROWS_FROM_VIEW).await?;
            if moved && rows.len() == before {
                // The list may not have rendered the rows of the new position yet.
                self.settler.come_to_rest(&watch).await;
                piece = self.read_rows(&element, &mut rows, ROWS_FROM_VIEW).await?;
            }
            idle = if rows.len() > before { 0 } else { idle + 1 };
            if idle > if moved { MOST_IDLE_STEPS } else { 1 } {
                break;
            }
            is_timed_out = began.elapsed() > COLLECTED_WITHIN;
        }
        let more = piece.more.map(|control| self.elements.name_of(&element.place, &control));
        Ok(render_collected(&element.called, rows, &CollectExtent { has_start, is_timed_out, more }))
    }

    /// Scrolls up to the first row and returns whether it was reached. A list that loads older rows at its top is
    /// scrolled until it holds as many rows as the limit.
    async fn scroll_to_start(&self, element: &Element, limit: usize, began: Instant) -> Result<bool, ActionError> {
        let mut part = NO_ROWS;
        loop {
            let mut sample = Rows::new(limit);
            let piece = self.read_rows(element, &mut sample, part).await?;
            if sample.is_full() || began.elapsed() > COLLECTED_WITHIN / 2 {
                return Ok(false);
            }
            let watch = self.settler.watch(element.place.tab);
            if !self.scroll_rows(element, piece.scroller, ScrollDirection::Top, None).await?.moved {
                return Ok(true);
            }
            self.settler.come_to_rest(&watch).await;
            part = ALL_ROWS;
        }
    }

    /// Adds the rows that are rendered now to `rows`, in several requests if there are many.
    async fn read_rows(&self, element: &Element, rows: &mut Rows, part: RowsPart) -> Result<PageRecords, ActionError> {
        let mut part = part;
        loop {
            let reply =
                self.elements.ask_about(element, &PageCommand::Records { node: Some(element.node), part }).await?;
            let PageReply::Records(mut piece) = reply else { return Err(refused(reply)) };
            rows.add(piece.sets.drain(..).flat_map(|set| set.records));
            match piece.next.filter(|_| !rows.is_full()) {
                Some(next) => part.skip = next,
                None => return Ok(piece),
            }
        }
    }

    /// Scrolls to the last row that was read. Past the end of the list it scrolls to the end of the scroll container,
    /// because a page may load more rows there.
    async fn scroll_on(&self, element: &Element, piece: &PageRecords, idle: u32) -> Result<Scrolled, ActionError> {
        let (direction, amount) = match piece.ahead {
            None if idle > 1 => (ScrollDirection::Bottom, None),
            None => (ScrollDirection::Down, None),
            Some(ahead) => (ScrollDirection::Down, Some(ahead).filter(|ahead| *ahead >= MIN_STEP)),
        };
        self.scroll_rows(element, piece.scroller, direction, amount).await
    }

    async fn scroll_rows(
        &self,
        element: &Element,
        node: Option<u32>,
        direction: ScrollDirection,
        amount: Option<f64>,
    ) -> Result<Scrolled, ActionError> {
        let reply = self.elements.ask_about(element, &PageCommand::Scroll { node, direction, amount }).await?;
        let PageReply::Scrolled(scrolled) = reply else { return Err(refused(reply)) };
        Ok(scrolled)
    }
}

/// Which part of the list was read.
#[derive(Debug)]
struct CollectExtent {
    has_start: bool,
    is_timed_out: bool,
    /// The description of the control that loads further rows.
    more: Option<String>,
}

fn render_collected(called: &str, rows: Rows, extent: &CollectExtent) -> Outcome {
    let full = rows.is_full();
    let records = rows.into_records();
    let how = match &extent.more {
        _ if extent.is_timed_out => "the time was up before its end; search or filter the list first".to_owned(),
        _ if full => "there may be more: a greater limit shows them".to_owned(),
        Some(more) => format!("that is all of it here; {more} brings more"),
        None => "that is all of it".to_owned(),
    };
    let before = if extent.has_start { "" } else { "; there are older ones before them" };
    let mut text = format!("{} rows of {called}{before}; {how}", records.len());
    let columns = shared_columns(&records);
    if let Some(columns) = &columns {
        let _ = write!(text, "\ncolumns: {}", quote(&truncate(&columns.join(" | "), MOST_LINE)));
    }
    for (at, record) in records.iter().enumerate() {
        let said = if columns.is_some() { join_cells(record) } else { record.to_line() };
        let line = format!("\n{}. {}", at + 1, quote(&truncate(&said, MOST_LINE)));
        if text.len() + line.len() > MOST_TEXT {
            let _ = write!(text, "\n… {} more rows (extract, or a smaller limit)", records.len() - at);
            break;
        }
        text.push_str(&line);
    }
    Outcome::done(text).with_data(records.iter().map(row_data).collect())
}

/// Returns the field names if all rows have the same ones.
fn shared_columns(records: &[DataRecord]) -> Option<Vec<&str>> {
    let names = |record: &'_ DataRecord| -> Option<Vec<String>> {
        record.fields.iter().map(|field| field.names.first().cloned()).collect()
    };
    let (first, rest) = records.split_first()?;
    let known = names(first).filter(|known| known.len() > 1)?;
    let is_like = |record: &DataRecord| names(record).as_ref() == Some(&known);
    let said = || first.fields.iter().filter_map(|field| field.names.first().map(String::as_str)).collect();
    rest.iter().all(is_like).then(said)
}

/// Joins the cells of a row. An empty cell keeps its place, so that later cells stay in their columns.
fn join_cells(record: &DataRecord) -> String {
    let texts: Vec<&str> = record.fields.iter().map(|field| field.text.as_str()).collect();
    texts.join(" | ")
}

fn row_data(record: &DataRecord) -> Value {
    let cells =
        record.fields.iter().map(|field| json!({"name": field.names.first(), "text": field.text, "href": field.href}));
    cells.collect()
}

const ALL_ROWS: RowsPart = RowsPart { skip: 0, onward: false };
const ROWS_FROM_VIEW: RowsPart = RowsPart { skip: 0, onward: true };
const NO_ROWS: RowsPart = RowsPart { skip: u32::MAX, onward: false };
const DEFAULT_LIMIT: usize = 200;
/// A list whose last row is nearer than this is scrolled by a part of the view.
const MIN_STEP: f64 = 40.0;
/// Some lists keep moving a little at their end, and a page may scroll on far beyond its list.
const MOST_IDLE_STEPS: u32 = 5;
/// Shorter than the timeout of callers.
const COLLECTED_WITHIN: Duration = Duration::from_secs(45);
const MOST_LINE: usize = 400;
