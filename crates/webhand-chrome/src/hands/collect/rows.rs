//! The rows of a list that is read in pieces, each once and in order.
//!
//! A virtual list keeps only the rows in view, so pieces overlap. A row is known again by what the page calls it or,
//! without that, by its text and its place in the list; the place may be off by a little when the page measures anew.

use std::collections::{BTreeMap, BTreeSet};

use webhand_model::Record;
use webhand_wire::PageRecord;

#[derive(Debug)]
pub(super) struct Rows {
    limit: usize,
    records: Vec<Record>,
    keys: BTreeSet<String>,
    /// Where each text was seen.
    places: BTreeMap<String, Vec<f64>>,
}

impl Rows {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, records: Vec::new(), keys: BTreeSet::new(), places: BTreeMap::new() }
    }

    pub(super) fn take(&mut self, rows: impl Iterator<Item = PageRecord>) {
        for row in rows {
            if self.is_full() {
                return;
            }
            let (key, at) = (row.key.clone(), row.at);
            let record = super::record(row);
            if self.is_new(&key, at, &record.line()) {
                self.records.push(record);
            }
        }
    }

    fn is_new(&mut self, key: &str, at: f64, text: &str) -> bool {
        if !key.is_empty() {
            // The text is part of it: some pages give the same elements other rows.
            return self.keys.insert(format!("{key} {text}"));
        }
        let places = self.places.entry(text.to_owned()).or_default();
        if places.iter().any(|seen| (seen - at).abs() < SAME_PLACE) {
            return false;
        }
        places.push(at);
        true
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.records.len() >= self.limit
    }

    pub(super) fn into_records(self) -> Vec<Record> {
        self.records
    }
}

/// Less than the height of a row, more than what a new measurement shifts it by.
const SAME_PLACE: f64 = 12.0;

#[cfg(test)]
mod tests {
    use webhand_wire::{PageField, PageRecord};

    use super::Rows;

    fn row(key: &str, at: f64, text: &str) -> PageRecord {
        PageRecord {
            key: key.to_owned(),
            at,
            fields: vec![PageField { names: Vec::new(), text: text.to_owned(), href: None }],
        }
    }

    fn lines(rows: Rows) -> Vec<String> {
        rows.into_records().iter().map(webhand_model::Record::line).collect()
    }

    #[test]
    fn overlapping_pieces_give_each_row_once() {
        let mut rows = Rows::new(10);
        rows.take([row("", 0.0, "a"), row("", 20.0, "b")].into_iter());
        rows.take([row("", 21.0, "b"), row("", 40.0, "c")].into_iter());
        assert_eq!(lines(rows), ["a", "b", "c"]);
    }

    #[test]
    fn rows_that_say_the_same_are_told_apart_by_their_place() {
        let mut rows = Rows::new(10);
        rows.take([row("", 0.0, "same"), row("", 20.0, "same")].into_iter());
        rows.take([row("", 20.0, "same"), row("", 40.0, "same")].into_iter());
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn elements_used_again_for_other_rows_are_new_rows() {
        let mut rows = Rows::new(10);
        rows.take([row("id=r1", 0.0, "first")].into_iter());
        rows.take([row("id=r1", 0.0, "second"), row("id=r1", 0.0, "second")].into_iter());
        assert_eq!(lines(rows), ["first", "second"]);
    }

    #[test]
    fn no_more_than_the_limit_is_taken() {
        let mut rows = Rows::new(1);
        rows.take([row("", 0.0, "a"), row("", 20.0, "b")].into_iter());
        assert!(rows.is_full());
        assert_eq!(lines(rows), ["a"]);
    }
}
