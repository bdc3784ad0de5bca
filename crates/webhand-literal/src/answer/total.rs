//! Sums and averages of the numbers that the page lists.

use crate::answer::listing::{find_listing, stated_total};
use crate::answer::read::read_page;
use crate::context::{DecisionContext, NextCalls};
use crate::language::sentence::Sentence;
use crate::number::figure::Figure;
use crate::parse::instruction::Aggregate;

/// The most addends shown beside their sum.
const MOST_ADDENDS: usize = 8;

/// Answers with the sum or average of the entries' numbers, or with the total that the page itself states, where all
/// entries are meant.
pub(crate) fn report_total(context: &mut DecisionContext<'_>, how: Aggregate, what: &str) -> Option<NextCalls> {
    let listing = find_listing(&context.page, context.language, what);
    let figures: Vec<Figure> = listing.rows.iter().filter_map(|row| row.figure).collect();
    if let Some(own) = stated_total(&context.page).filter(|_| how == Aggregate::Sum && !listing.narrowed) {
        context.progress.report.add_note(own);
        return None;
    }
    let Some(first) = figures.first() else { return read_page(context, what) };
    let sum: f64 = figures.iter().map(|figure| figure.value).sum();
    let count = figures.len();
    let value = match how {
        Aggregate::Sum => sum,
        Aggregate::Average => sum / f64::from(u32::try_from(count).unwrap_or(u32::MAX)),
    };
    let mut addends: Vec<String> = figures.iter().take(MOST_ADDENDS).map(|figure| first.like(figure.value)).collect();
    if count > MOST_ADDENDS {
        addends.push("…".to_owned());
    }
    let sentence = if how == Aggregate::Sum { Sentence::Totalled } else { Sentence::Averaged };
    let blanks = [("value", first.like(value)), ("count", count.to_string()), ("what", addends.join(" + "))];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, text)| (*name, text.as_str())).collect();
    context.progress.report.add_note(context.sentence(sentence, &blanks));
    let all: Vec<String> = figures.iter().map(|figure| first.like(figure.value)).collect();
    let report = &mut context.progress.report;
    report.add_derived(&first.like(sum), "sum", &all);
    if how == Aggregate::Average {
        let rows: Vec<String> = listing.rows.iter().map(|row| row.text.clone()).collect();
        report.add_derived(&count.to_string(), "count", &rows);
        report.add_derived(&first.like(value), "ratio", &[first.like(sum), count.to_string()]);
    }
    None
}
