//! `collect`: a list or table is read row by row from its first to its last.
//!
//! Invariant: every step scrolls no further than to the last row that was read, so that none is passed over in lists
//! that draw only what is in view.

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
    /// Reads the rows in view, scrolls on and reads again, until nothing new comes.
    pub(crate) async fn collect(&self, target: Ref, limit: Option<RowLimit>) -> Result<Outcome, ActionError> {
        let element = self.elements.element(target)?;
        let limit = limit.map_or(USUAL_LIMIT, |RowLimit(limit)| usize::try_from(limit).unwrap_or(usize::MAX));
        let began = Instant::now();
        let has_start = self.go_to_start(&element, limit, began).await?;
        let mut rows = Rows::new(limit);
        let mut piece = self.gather(&element, &mut rows, ALL).await?;
        let mut is_late = false;
        // Steps in a row that brought nothing.
        let mut idle = 0;
        while !rows.is_full() && !is_late {
            let watch = self.settler.watch(element.place.tab);
            let moved = self.scroll_on(&element, &piece, idle).await?.moved;
            self.settler.come_to_rest(&watch).await;
            let before = rows.len();
            piece = self.gather(&element, &mut rows, ONWARD).await?;
            if moved && rows.len() == before {
                // It may not have drawn the new place yet.
                self.settler.come_to_rest(&watch).await;
                piece = self.gather(&element, &mut rows, ONWARD).await?;
            }
            idle = if rows.len() > before { 0 } else { idle + 1 };
            if idle > if moved { MOST_IDLE } else { 1 } {
                break;
            }
            is_late = began.elapsed() > COLLECTED_WITHIN;
        }
        let more = piece.more.map(|control| self.elements.name_of(&element.place, &control));
        Ok(collected(&element.called, rows, &Reached { has_start, is_late, more }))
    }

    /// Scrolls to the first row, or towards it as far as the limit goes where older rows come at the upper end. Whether
    /// it got there.
    async fn go_to_start(&self, element: &Element, limit: usize, began: Instant) -> Result<bool, ActionError> {
        let mut part = NOTHING;
        loop {
            let mut sample = Rows::new(limit);
            let piece = self.gather(element, &mut sample, part).await?;
            if sample.is_full() || began.elapsed() > COLLECTED_WITHIN / 2 {
                return Ok(false);
            }
            let watch = self.settler.watch(element.place.tab);
            if !self.scroll_rows(element, piece.scroller, ScrollDirection::Top, None).await?.moved {
                return Ok(true);
            }
            self.settler.come_to_rest(&watch).await;
            part = ALL;
        }
    }

    /// Reads what there is of the list now, a piece at a time.
    async fn gather(&self, element: &Element, rows: &mut Rows, part: RowsPart) -> Result<PageRecords, ActionError> {
        let mut part = part;
        loop {
            let reply =
                self.elements.ask_about(element, &PageCommand::Records { node: Some(element.node), part }).await?;
            let PageReply::Records(mut piece) = reply else { return Err(refused(reply)) };
            rows.take(piece.sets.drain(..).flat_map(|set| set.records));
            match piece.next.filter(|_| !rows.is_full()) {
                Some(next) => part.skip = next,
                None => return Ok(piece),
            }
        }
    }

    /// To the last row that was read; where the list is over, to the end of what scrolls it, as more may come there.
    async fn scroll_on(&self, element: &Element, piece: &PageRecords, idle: u32) -> Result<Scrolled, ActionError> {
        let (direction, amount) = match piece.ahead {
            None if idle > 1 => (ScrollDirection::Bottom, None),
            None => (ScrollDirection::Down, None),
            Some(ahead) => (ScrollDirection::Down, Some(ahead).filter(|ahead| *ahead >= LEAST_STEP)),
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

/// How far collecting has come.
#[derive(Debug)]
struct Reached {
    has_start: bool,
    is_late: bool,
    /// The control that brings further rows, named.
    more: Option<String>,
}

fn collected(called: &str, rows: Rows, reached: &Reached) -> Outcome {
    let full = rows.is_full();
    let records = rows.into_records();
    let how = match &reached.more {
        _ if reached.is_late => "the time was up before its end; search or filter the list first".to_owned(),
        _ if full => "there may be more: a greater limit shows them".to_owned(),
        Some(more) => format!("that is all of it here; {more} brings more"),
        None => "that is all of it".to_owned(),
    };
    let before = if reached.has_start { "" } else { "; there are older ones before them" };
    let mut text = format!("{} rows of {called}{before}; {how}", records.len());
    let columns = columns(&records);
    if let Some(columns) = &columns {
        let _ = write!(text, "\ncolumns: {}", quote(&truncate(&columns.join(" — "), MOST_LINE)));
    }
    for (at, record) in records.iter().enumerate() {
        let said = if columns.is_some() { in_columns(record) } else { record.to_line() };
        let line = format!("\n{}. {}", at + 1, quote(&truncate(&said, MOST_LINE)));
        if text.len() + line.len() > MOST_TEXT {
            let _ = write!(text, "\n… {} more rows (extract, or a smaller limit)", records.len() - at);
            break;
        }
        text.push_str(&line);
    }
    Outcome::done(text).with_data(records.iter().map(row_data).collect())
}

/// What the fields of all rows are called, where that is the same in all of them.
fn columns(records: &[DataRecord]) -> Option<Vec<&str>> {
    let names = |record: &'_ DataRecord| -> Option<Vec<String>> {
        record.fields.iter().map(|field| field.names.first().cloned()).collect()
    };
    let (first, rest) = records.split_first()?;
    let known = names(first).filter(|known| known.len() > 1)?;
    let is_like = |record: &DataRecord| names(record).as_ref() == Some(&known);
    let said = || first.fields.iter().filter_map(|field| field.names.first().map(String::as_str)).collect();
    rest.iter().all(is_like).then(said)
}

/// An empty cell keeps its place, or those after it would be read as other columns.
fn in_columns(record: &DataRecord) -> String {
    let texts: Vec<&str> = record.fields.iter().map(|field| field.text.as_str()).collect();
    texts.join(" — ")
}

fn row_data(record: &DataRecord) -> Value {
    let cells =
        record.fields.iter().map(|field| json!({"name": field.names.first(), "text": field.text, "href": field.href}));
    cells.collect()
}

const ALL: RowsPart = RowsPart { skip: 0, onward: false };
const ONWARD: RowsPart = RowsPart { skip: 0, onward: true };
const NOTHING: RowsPart = RowsPart { skip: u32::MAX, onward: false };
const USUAL_LIMIT: usize = 200;
/// A list whose last row is nearer than this is scrolled by a part of the view.
const LEAST_STEP: f64 = 40.0;
/// Some lists tremble at their end, and a page may go on far behind its list.
const MOST_IDLE: u32 = 5;
/// Less than callers give a call.
const COLLECTED_WITHIN: Duration = Duration::from_secs(45);
const MOST_LINE: usize = 400;
