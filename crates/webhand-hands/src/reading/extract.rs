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

/// Renders the data as JSON text. A list that is too long is cut between two items.
fn render_extracted(found: &Value) -> String {
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
    };
    DataRecord { fields: raw.fields.into_iter().map(field).collect() }
}

const GATHERED_WITHIN: Duration = Duration::from_secs(15);
pub(crate) const MOST_TEXT: usize = 50_000;
