//! The rows of a list that is read in pieces, each once and in order.
//!
//! A virtual list keeps only the rows in view, so pieces overlap. A row is known again by what the page calls it. Without
//! that, a piece is laid over what was read before so that their texts agree, since a page that measures its rows anew
//! shifts them; where they agree in several ways, as when all rows say the same, their places decide.

use std::collections::BTreeSet;

use webhand_model::DataRecord;
use webhand_wire::PageRecord;

use crate::reading::extract::record;

#[derive(Debug)]
pub(super) struct Rows {
    limit: usize,
    records: Vec<DataRecord>,
    keys: BTreeSet<String>,
    /// The rows that the page calls nothing, in order.
    nameless: Vec<Told>,
}

/// What a row says, and where.
#[derive(Debug)]
struct Told {
    text: String,
    at: f64,
}

impl Rows {
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, records: Vec::new(), keys: BTreeSet::new(), nameless: Vec::new() }
    }

    pub(super) fn take(&mut self, rows: impl Iterator<Item = PageRecord>) {
        let mut nameless = Vec::new();
        let mut named = Vec::new();
        for row in rows {
            let (key, at) = (row.key.clone(), row.at);
            let record = record(row);
            let told = Told { text: record.to_line(), at };
            if key.is_empty() {
                nameless.push((told, record));
            } else {
                named.push((key, told, record));
            }
        }
        for (key, told, record) in named {
            // The text is part of it: some pages give the same elements other rows.
            if self.keys.insert(format!("{key} {}", told.text)) {
                self.push(record);
            }
        }
        let piece: Vec<&Told> = nameless.iter().map(|(told, _)| told).collect();
        let is_new = self.new_of(&piece);
        for ((told, record), _) in nameless.into_iter().zip(is_new).filter(|(_, is_new)| *is_new) {
            self.nameless.push(told);
            self.push(record);
        }
    }

    fn push(&mut self, record: DataRecord) {
        if !self.is_full() {
            self.records.push(record);
        }
    }

    /// Which rows of a piece were not read before.
    fn new_of(&self, piece: &[&Told]) -> Vec<bool> {
        if let Some(start) = self.laid_over(piece) {
            return (start..start + piece.len()).map(|at| at >= self.nameless.len()).collect();
        }
        let is_known = |row: &Told| {
            self.nameless.iter().any(|known| known.text == row.text && (known.at - row.at).abs() < SAME_PLACE)
        };
        piece.iter().map(|row| !is_known(row)).collect()
    }

    /// Where a piece begins among the rows that were read before, if that is sure.
    fn laid_over(&self, piece: &[&Told]) -> Option<usize> {
        let agrees =
            |start: &usize| self.nameless[*start..].iter().zip(piece).all(|(known, row)| known.text == row.text);
        let starts: Vec<usize> = (0..self.nameless.len()).filter(|_| !piece.is_empty()).filter(agrees).collect();
        let shift = |start: usize| (self.nameless[start].at - piece[0].at).abs();
        let best = starts.iter().copied().min_by(|one, other| shift(*one).total_cmp(&shift(*other)))?;
        let shared = piece.len().min(self.nameless.len() - best);
        (shift(best) < SAME_PLACE || (starts.len() == 1 && shared >= SURELY_SHARED)).then_some(best)
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

/// Less than the height of a row, more than what a new measurement shifts it by.
const SAME_PLACE: f64 = 12.0;
/// So many rows one after the other are hardly the same by chance.
const SURELY_SHARED: usize = 3;

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
        rows.into_records().iter().map(webhand_model::DataRecord::to_line).collect()
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
    fn rows_that_a_page_shifts_by_measuring_them_are_known_by_those_beside_them() {
        let mut rows = Rows::new(10);
        rows.take(["a", "b", "c", "d"].map(|text| row("", 0.0, text)).into_iter());
        rows.take(["b", "c", "d", "e"].map(|text| row("", 90.0, text)).into_iter());
        assert_eq!(lines(rows), ["a", "b", "c", "d", "e"]);
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
