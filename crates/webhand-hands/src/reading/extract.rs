//! `extract`: returns the data of a page as JSON that fits a schema.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Map, Value};
use webhand_model::{DataField, DataRecord, ExtractError, FailCode, Outcome, PageData, RecordSet, clean, extract};
use webhand_wire::{PageCommand, PageRecord, PageRecords, PageReply, RowsPart};

use crate::action_error::ActionError;
use crate::documents::pages::refused;
use crate::reading::Reader;

impl Reader {
    pub(crate) async fn extract(
        &self,
        schema: &Map<String, Value>,
        instruction: Option<&str>,
    ) -> Result<Outcome, ActionError> {
        self.access.unblocked()?;
        let all = PageCommand::Records { node: None, part: RowsPart { skip: 0, onward: false } };
        let reply = self.pages.ask(&self.pages.page()?, &all, GATHERED_WITHIN).await?;
        let PageReply::Records(records) = reply else { return Err(refused(reply)) };
        let found = extract(schema, instruction, &page_data(records)).map_err(|error| {
            let code = if matches!(error, ExtractError::Schema(_)) { FailCode::BadCall } else { FailCode::NotFound };
            ActionError::failed(code, error.to_string())
        })?;
        Ok(Outcome::done(render_extracted(&found)).with_data(found))
    }
}

/// Renders the data as JSON text. From data that are too long the ends of the longest lists are left out, so that the
/// first line is JSON at any size.
fn render_extracted(found: &Value) -> String {
    let whole = found.to_string();
    if whole.len() <= MOST_TEXT {
        return whole;
    }
    let mut kept = found.clone();
    let mut left_out = 0;
    let mut text = whole;
    while text.len() > MOST_TEXT
        && let Some(longest) = longest_list(&mut kept).filter(|list| list.len() > 1)
    {
        let half = longest.len() / 2;
        left_out += longest.len() - half;
        longest.truncate(half);
        text = kept.to_string();
    }
    let _ = write!(text, "\n… {left_out} more items (maxItems in the schema, or collect)");
    text
}

/// The list with the most items anywhere in the data.
fn longest_list(data: &mut Value) -> Option<&mut Vec<Value>> {
    match data {
        Value::Array(list) => {
            let inside = list.iter().filter_map(list_length).max().unwrap_or(0);
            if inside <= list.len() {
                return Some(list);
            }
            list.iter_mut().max_by_key(|item| list_length(item)).and_then(longest_list)
        }
        Value::Object(properties) => {
            properties.values_mut().max_by_key(|value| list_length(value)).and_then(longest_list)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// The number of items of the longest list in the data; `None` if there is no list.
fn list_length(data: &Value) -> Option<usize> {
    match data {
        Value::Array(list) => list.iter().filter_map(list_length).max().max(Some(list.len())),
        Value::Object(properties) => properties.values().filter_map(list_length).max(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

fn page_data(records: PageRecords) -> PageData {
    let sets = records.sets.into_iter().map(|set| RecordSet {
        title: clean(&set.title),
        records: set.records.into_iter().map(clean_record).collect(),
    });
    PageData { facts: clean_record(records.facts), sets: sets.collect() }
}

/// Converts a record and cleans its texts, as for every text of a page.
pub(crate) fn clean_record(raw: PageRecord) -> DataRecord {
    let field = |field: webhand_wire::PageField| DataField {
        names: field.names.iter().map(|name| clean(name)).collect(),
        text: clean(&field.text),
        href: field.href.filter(|href| href.starts_with("http")).map(|href| clean(&href)),
        mixed: field.mixed,
    };
    DataRecord { fields: raw.fields.into_iter().map(field).collect() }
}

const GATHERED_WITHIN: Duration = Duration::from_secs(15);
pub(crate) const MOST_TEXT: usize = 50_000;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{MOST_TEXT, render_extracted};

    #[test]
    fn long_data_are_json_and_a_note() {
        let items: Vec<Value> = (0..20_000).map(|at| json!({"name": format!("Lamp {at}")})).collect();
        for found in [json!(items.clone()), json!({"shop": "Lumen", "lamps": {"all": items}})] {
            let text = render_extracted(&found);
            let (data, note) = text.split_once('\n').unwrap_or_default();
            assert!(data.len() <= MOST_TEXT && serde_json::from_str::<Value>(data).is_ok(), "{note}");
            assert!(note.ends_with("more items (maxItems in the schema, or collect)"), "{note}");
        }
    }
}
