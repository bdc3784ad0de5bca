//! Data out of pages: `extract` fills a schema, `collect` scrolls a list to its end.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::Instant;
use webhand_model::{
    Count, ExtractError, FailCode, Field, Outcome, PageData, Record, RecordSet, Ref, clean, cut, extract, quote,
};
use webhand_wire::{PageCommand, PageRecord, PageRecords, PageReply, ScrollDirection, Scrolled};

use super::Hands;
use super::element::Element;
use super::place::refused;
use crate::trouble::Trouble;

mod rows;

use rows::Rows;

impl Hands {
    pub(super) async fn extract(
        &self,
        schema: &Map<String, Value>,
        instruction: Option<&str>,
    ) -> Result<Outcome, Trouble> {
        self.unblocked()?;
        let reply = self.ask(&self.page()?, &PageCommand::Records { node: None }, GATHERED_WITHIN).await?;
        let PageReply::Records(records) = reply else { return Err(refused(reply)) };
        let found = extract(schema, instruction, &page_data(records)).map_err(|error| {
            let code = if matches!(error, ExtractError::Schema(_)) { FailCode::BadCall } else { FailCode::NotFound };
            Trouble::failed(code, error.to_string())
        })?;
        Ok(Outcome::done(told(&found)).with_data(found))
    }

    /// Reads the rows in view, scrolls on and reads again, until nothing new comes.
    pub(super) async fn collect(&self, target: Ref, limit: Option<Count>) -> Result<Outcome, Trouble> {
        let element = self.element(target)?;
        let limit = limit.map_or(USUAL_LIMIT, |Count(limit)| usize::try_from(limit).unwrap_or(usize::MAX));
        let mut rows = Rows::new(limit);
        let mut end = self.gather(&element, &mut rows).await?;
        let began = Instant::now();
        // Steps in a row that brought nothing.
        let mut idle = 0;
        while !rows.is_full() {
            if began.elapsed() > COLLECTED_WITHIN {
                end = Reached::TimeUp;
                break;
            }
            // A list that keeps all its rows in the document shows nothing new on the way: it is taken to its end.
            let direction = if idle < 2 { ScrollDirection::Down } else { ScrollDirection::Bottom };
            let watch = self.watch(element.place.tab);
            let moved = self.scroll_on(&element, end, direction).await?.moved;
            self.come_to_rest(&watch).await;
            let before = rows.len();
            end = self.gather(&element, &mut rows).await?;
            if moved && rows.len() == before {
                // It may not have drawn the new place yet.
                self.come_to_rest(&watch).await;
                end = self.gather(&element, &mut rows).await?;
            }
            idle = if rows.len() > before { 0 } else { idle + 1 };
            if !moved && idle > 1 {
                break;
            }
        }
        Ok(collected(&element, rows, end))
    }

    async fn gather(&self, element: &Element, rows: &mut Rows) -> Result<Reached, Trouble> {
        let reply = self.ask_about(element, &PageCommand::Records { node: Some(element.node) }).await?;
        let PageReply::Records(records) = reply else { return Err(refused(reply)) };
        let set = records.sets.into_iter().next();
        rows.take(set.into_iter().flat_map(|set| set.records));
        Ok(Reached::Here { scroller: records.scroller })
    }

    async fn scroll_on(&self, element: &Element, at: Reached, direction: ScrollDirection) -> Result<Scrolled, Trouble> {
        let node = if let Reached::Here { scroller } = at { scroller } else { None };
        let scroll = PageCommand::Scroll { node, direction, amount: None };
        let reply = self.ask_about(element, &scroll).await?;
        let PageReply::Scrolled(scrolled) = reply else { return Err(refused(reply)) };
        Ok(scrolled)
    }
}

/// How far collecting has come.
#[derive(Debug, Clone, Copy)]
enum Reached {
    Here { scroller: Option<u32> },
    TimeUp,
}

fn collected(element: &Element, rows: Rows, end: Reached) -> Outcome {
    let full = rows.is_full();
    let records = rows.into_records();
    let how = match end {
        Reached::TimeUp => "the time was up before its end; call collect again with a greater limit later",
        Reached::Here { .. } if full => "there may be more: a greater limit shows them",
        Reached::Here { .. } => "that is all of it",
    };
    let mut text = format!("{} rows of {}; {how}", records.len(), element.called);
    for (at, record) in records.iter().enumerate() {
        let line = format!("\n{}. {}", at + 1, quote(&cut(&record.line(), MOST_LINE)));
        if text.len() + line.len() > MOST_TEXT {
            let _ = write!(text, "\n… {} more rows (extract, or a smaller limit)", records.len() - at);
            break;
        }
        text.push_str(&line);
    }
    Outcome::done(text).with_data(records.iter().map(row_data).collect())
}

fn row_data(record: &Record) -> Value {
    let cells =
        record.fields.iter().map(|field| json!({"name": field.names.first(), "text": field.text, "href": field.href}));
    cells.collect()
}

/// Whole as long as it can be; a long list is cut between two of its items.
fn told(found: &Value) -> String {
    let whole = found.to_string();
    let Some(list) = found.as_array().filter(|_| whole.len() > MOST_TEXT) else { return whole };
    let mut text = String::from("[");
    for (at, item) in list.iter().enumerate() {
        let item = item.to_string();
        if text.len() + item.len() > MOST_TEXT {
            let _ = write!(text, "]\n… {} more items (maxItems in the schema, or collect)", list.len() - at);
            return text;
        }
        if at > 0 {
            text.push(',');
        }
        text.push_str(&item);
    }
    text.push(']');
    text
}

fn page_data(records: PageRecords) -> PageData {
    let sets = records
        .sets
        .into_iter()
        .map(|set| RecordSet { title: clean(&set.title), records: set.records.into_iter().map(record).collect() });
    PageData { facts: record(records.facts), sets: sets.collect() }
}

/// Cleaned, as everything that comes out of a page.
fn record(raw: PageRecord) -> Record {
    let field = |field: webhand_wire::PageField| Field {
        names: field.names.iter().map(|name| clean(name)).collect(),
        text: clean(&field.text),
        href: field.href.filter(|href| href.starts_with("http")).map(|href| clean(&href)),
    };
    Record { fields: raw.fields.into_iter().map(field).collect() }
}

const USUAL_LIMIT: usize = 200;
const GATHERED_WITHIN: Duration = Duration::from_secs(15);
const COLLECTED_WITHIN: Duration = Duration::from_mins(1);
const MOST_LINE: usize = 400;
const MOST_TEXT: usize = 50_000;
