//! Joins the overlapping pieces in which a list is read, so that each row is kept once and in order.
//!
//! A virtual list renders only the rows in view, so pieces overlap. A row with a key (such as an id) is recognized by
//! it. Rows without keys are aligned by their texts, because a page that measures its rows anew shifts their
//! positions; where the texts align in several ways, as when all rows are alike, the positions decide.

use std::collections::BTreeSet;

use webhand_model::DataRecord;
use webhand_wire::PageRecord;

use crate::reading::extract::clean_record;

/// The distinct rows read so far, up to a limit.
#[derive(Debug)]
pub(super) struct Rows {
    limit: usize,
    records: Vec<DataRecord>,
    keys: BTreeSet<String>,
    /// The rows without a key, in order.
    keyless: Vec<PlacedText>,
}

/// The text of a row and its vertical position in the list.
#[derive(Debug)]
struct PlacedText {
    text: String,
    at: f64,
}

impl Rows {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, records: Vec::new(), keys: BTreeSet::new(), keyless: Vec::new() }
    }

    pub(super) fn add(&mut self, rows: impl Iterator<Item = PageRecord>) {
        let mut keyless = Vec::new();
        let mut keyed = Vec::new();
        for row in rows {
            let (key, at) = (row.key.clone(), row.at);
            let record = clean_record(row);
            let placed = PlacedText { text: record.to_line(), at };
            if key.is_empty() {
                keyless.push((placed, record));
            } else {
                keyed.push((key, placed, record));
            }
        }
        for (key, placed, record) in keyed {
            // The text is part of the key, because some lists reuse an element for another row.
            if self.keys.insert(format!("{key} {}", placed.text)) {
                self.push(record);
            }
        }
        let piece: Vec<&PlacedText> = keyless.iter().map(|(placed, _)| placed).collect();
        let is_new = self.find_new(&piece);
        for ((placed, record), _) in keyless.into_iter().zip(is_new).filter(|(_, is_new)| *is_new) {
            self.keyless.push(placed);
            self.push(record);
        }
    }

    fn push(&mut self, record: DataRecord) {
        if !self.is_full() {
            self.records.push(record);
        }
    }

    /// Returns for each row of a piece whether it is new.
    fn find_new(&self, piece: &[&PlacedText]) -> Vec<bool> {
        if let Some(start) = self.find_overlap(piece) {
            return (start..start + piece.len()).map(|at| at >= self.keyless.len()).collect();
        }
        let is_known = |row: &PlacedText| {
            self.keyless.iter().any(|known| known.text == row.text && (known.at - row.at).abs() < SAME_PLACE)
        };
        piece.iter().map(|row| !is_known(row)).collect()
    }

    /// Returns the index in the known rows at which a piece begins, if the alignment is certain.
    fn find_overlap(&self, piece: &[&PlacedText]) -> Option<usize> {
        let agrees =
            |start: &usize| self.keyless[*start..].iter().zip(piece).all(|(known, row)| known.text == row.text);
        let starts: Vec<usize> = (0..self.keyless.len()).filter(|_| !piece.is_empty()).filter(agrees).collect();
        let shift = |start: usize| (self.keyless[start].at - piece[0].at).abs();
        let best = starts.iter().copied().min_by(|one, other| shift(*one).total_cmp(&shift(*other)))?;
        let shared = piece.len().min(self.keyless.len() - best);
        (shift(best) < SAME_PLACE || (starts.len() == 1 && shared >= MIN_OVERLAP)).then_some(best)
    }

    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.records.len() >= self.limit
    }

    pub(super) fn into_records(self) -> Vec<DataRecord> {
        self.records
    }
}

/// Pixels: less than the height of a row, more than a new measurement shifts it by.
const SAME_PLACE: f64 = 12.0;
/// The number of equal consecutive rows that is no coincidence.
const MIN_OVERLAP: usize = 3;

#[cfg(test)]
mod tests {
    use webhand_wire::{PageField, PageRecord};

    use super::Rows;

    fn row(key: &str, at: f64, text: &str) -> PageRecord {
        PageRecord {
            key: key.to_owned(),
            at,
            fields: vec![PageField { names: Vec::new(), text: text.to_owned(), href: None, mixed: false }],
        }
    }

    fn lines(rows: Rows) -> Vec<String> {
        rows.into_records().iter().map(webhand_model::DataRecord::to_line).collect()
    }

    #[test]
    fn overlapping_pieces_give_each_row_once() {
        let mut rows = Rows::new(10);
        rows.add([row("", 0.0, "a"), row("", 20.0, "b")].into_iter());
        rows.add([row("", 21.0, "b"), row("", 40.0, "c")].into_iter());
        assert_eq!(lines(rows), ["a", "b", "c"]);
    }

    #[test]
    fn rows_that_say_the_same_are_told_apart_by_their_place() {
        let mut rows = Rows::new(10);
        rows.add([row("", 0.0, "same"), row("", 20.0, "same")].into_iter());
        rows.add([row("", 20.0, "same"), row("", 40.0, "same")].into_iter());
        assert_eq!(rows.len(), 3);
    }

    #[test]
    fn rows_that_a_page_shifts_by_measuring_them_are_known_by_those_beside_them() {
        let mut rows = Rows::new(10);
        rows.add(["a", "b", "c", "d"].map(|text| row("", 0.0, text)).into_iter());
        rows.add(["b", "c", "d", "e"].map(|text| row("", 90.0, text)).into_iter());
        assert_eq!(lines(rows), ["a", "b", "c", "d", "e"]);
    }

    #[test]
    fn elements_used_again_for_other_rows_are_new_rows() {
        let mut rows = Rows::new(10);
        rows.add([row("id=r1", 0.0, "first")].into_iter());
        rows.add([row("id=r1", 0.0, "second"), row("id=r1", 0.0, "second")].into_iter());
        assert_eq!(lines(rows), ["first", "second"]);
    }

    #[test]
    fn rows_beyond_the_limit_are_dropped() {
        let mut rows = Rows::new(1);
        rows.add([row("", 0.0, "a"), row("", 20.0, "b")].into_iter());
        assert!(rows.is_full());
        assert_eq!(lines(rows), ["a"]);
    }
}
