//! Fills a JSON Schema from a page without a model: every value is one that the page shows.
//!
//! Invariant: the result fits the schema. A value that the page does not show is never made up; if it is required, the
//! result is an error that names the missing values and the existing ones.

mod answer_schema;
mod matching;
mod page_data;
mod schema;
mod value;

use serde_json::{Map, Value};

use crate::{clean, truncate};
pub use answer_schema::{AnswerSchema, SchemaMismatch};
use matching::{WantedField, title_fits};
pub use page_data::{DataField, DataRecord, PageData, RecordSet};
use schema::Shape;

/// Why an extraction has no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    #[error("this schema cannot be used: {0}")]
    Schema(String),
    #[error(
        "the page shows no {missing}; it shows {shown}. Read the page and answer in your own words, or ask for what is there"
    )]
    NotShown { missing: String, shown: String },
}

/// Fills the schema from the page. `instruction` helps to choose among several tables or lists.
///
/// # Errors
/// When the schema is of a kind that cannot be filled, or the page does not show what it requires.
pub fn extract(schema: &Map<String, Value>, instruction: Option<&str>, page: &PageData) -> Result<Value, ExtractError> {
    let shape = Shape::read(schema)?;
    let from = RecordSource { record: &page.facts, sets: &page.sets, hint: instruction.unwrap_or_default() };
    from.fill(&shape, &WantedField::nothing()).ok_or_else(|| ExtractError::NotShown {
        missing: truncate(&clean(&from.missing(&shape, &WantedField::nothing(), "").join(", ")), MOST_MISSING)
            .into_owned(),
        shown: shown(page),
    })
}

/// The record and the sets from which values are taken.
#[derive(Clone, Copy)]
struct RecordSource<'a> {
    record: &'a DataRecord,
    sets: &'a [RecordSet],
    hint: &'a str,
}

impl RecordSource<'_> {
    /// Fills a shape; `None` if the page does not show a required value.
    fn fill(self, shape: &Shape, wanted: &WantedField) -> Option<Value> {
        match shape {
            Shape::Scalar(scalar) => wanted.best(self.record, scalar),
            Shape::Object(properties) => {
                let mut object = Map::new();
                let mut used = Vec::new();
                for property in properties {
                    let wanted = WantedField::of(property);
                    let value = match &property.shape {
                        Shape::Scalar(scalar) => wanted.take(self.record, scalar, &mut used),
                        Shape::Object(_) | Shape::List { .. } => self.fill(&property.shape, &wanted),
                    };
                    match value {
                        Some(value) => {
                            object.insert(property.name.clone(), value);
                        }
                        None if property.nullable => {
                            object.insert(property.name.clone(), Value::Null);
                        }
                        None if property.required => return None,
                        None => {}
                    }
                }
                // An object without any value is no result.
                (properties.is_empty() || object.values().any(|value| !value.is_null()))
                    .then_some(Value::Object(object))
            }
            Shape::List { item, least, most } => {
                let list = self.list(item, wanted, *most)?;
                (list.len() >= *least).then_some(Value::Array(list))
            }
        }
    }

    /// The items from the set that fills them best: the most filled fields, then a title that matches.
    fn list(self, item: &Shape, wanted: &WantedField, most: usize) -> Option<Vec<Value>> {
        let filled = self.sets.iter().map(|set| {
            let records = set.records.iter().map(|record| RecordSource { record, sets: &[], hint: self.hint });
            let called = title_fits(&set.title, wanted, self.hint);
            // A list of texts is the column of that name, if no list is called so.
            let nothing = WantedField::nothing();
            let column = if item.is_scalar() && !wanted.is_nothing() && !called { wanted } else { &nothing };
            let values: Vec<Value> = records.filter_map(|from| from.fill(item, column)).take(most).collect();
            let share = values.len() * 100 / set.records.len().max(1);
            ((called, item.is_scalar() || share >= LEAST_SHARE, weight(&values)), values)
        });
        let best = filled.filter(|(_, values)| !values.is_empty()).max_by_key(|(score, _)| *score);
        best.map(|(_, values)| values)
    }

    /// The paths of required values that the page does not show: `order.total`, `items[].price`.
    fn missing(self, shape: &Shape, wanted: &WantedField, path: &str) -> Vec<String> {
        match shape {
            Shape::Scalar(_) => vec![if path.is_empty() { "such value".to_owned() } else { format!("\"{path}\"") }],
            Shape::Object(properties) => {
                let required = properties.iter().filter(|property| property.required && !property.nullable);
                let absent = required.filter_map(|property| {
                    let wanted = WantedField::of(property);
                    let is_there = self.fill(&property.shape, &wanted).is_some();
                    (!is_there).then(|| self.missing(&property.shape, &wanted, &join(path, &property.name)))
                });
                let absent: Vec<String> = absent.flatten().collect();
                if absent.is_empty() { names(properties, path) } else { absent }
            }
            Shape::List { item, .. } => {
                let inside = format!("{path}[]");
                let best = self.sets.iter().filter(|set| !set.records.is_empty());
                let best = best.max_by_key(|set| (title_fits(&set.title, wanted, self.hint), set.records.len()));
                let first = best.and_then(|set| set.records.first());
                match first {
                    Some(record) => RecordSource { record, sets: &[], hint: self.hint }.missing(item, wanted, &inside),
                    None => vec![format!("\"{inside}\"")],
                }
            }
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn names(properties: &[schema::Property], path: &str) -> Vec<String> {
    properties.iter().map(|property| format!("\"{}\"", join(path, &property.name))).collect()
}

/// The number of filled fields.
fn weight(values: &[Value]) -> usize {
    let fields =
        |value: &Value| value.as_object().map_or(1, |object| object.values().filter(|value| !value.is_null()).count());
    values.iter().map(fields).sum()
}

/// The names on the page, so that the next attempt can use them.
fn shown(page: &PageData) -> String {
    let mut names: Vec<&str> = Vec::new();
    let firsts = page.sets.iter().filter_map(|set| set.records.first());
    for field in std::iter::once(&page.facts).chain(firsts).flat_map(|record| &record.fields) {
        if let Some(name) = field.names.first()
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    if names.is_empty() {
        return "nothing that has the shape of data".to_owned();
    }
    let more = names.len().saturating_sub(MOST_NAMES);
    names.truncate(MOST_NAMES);
    let list = crate::quote(&truncate(&clean(&names.join(", ")), 400));
    if more > 0 { format!("{list} and {more} more") } else { list }
}

const MOST_NAMES: usize = 20;
const MOST_MISSING: usize = 400;
/// The least share, in percent, of a set's records that must be fillable; otherwise the set is about something else.
const LEAST_SHARE: usize = 50;

#[cfg(test)]
mod tests;
