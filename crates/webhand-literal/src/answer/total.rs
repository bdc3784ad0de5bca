//! Sums and averages of what the page lists.

use crate::answer::listing::{find_listing, stated_total};
use crate::answer::read::read_page;
use crate::context::{Context, NextCalls};
use crate::language::message::Message;
use crate::number::figure::Figure;
use crate::parse::instruction::Aggregate;

/// The most numbers that are told beside their sum.
const MOST_ADDENDS: usize = 8;

/// What the numbers of the entries come to; what the page says itself, where it adds up all of them or lists none.
pub(crate) fn tell_total(context: &mut Context<'_>, how: Aggregate, what: &str) -> Option<NextCalls> {
    let listing = find_listing(&context.page, context.language, what);
    let figures: Vec<Figure> = listing.rows.iter().filter_map(|row| row.figure).collect();
    if let Some(own) = stated_total(&context.page).filter(|_| how == Aggregate::Sum && !listing.narrowed) {
        context.memory.keep(own);
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
    let sentence = if how == Aggregate::Sum { Message::Totalled } else { Message::Averaged };
    let blanks = [("value", first.like(value)), ("count", count.to_string()), ("what", addends.join(" + "))];
    let blanks: Vec<(&str, &str)> = blanks.iter().map(|(name, text)| (*name, text.as_str())).collect();
    context.memory.keep(context.message(sentence, &blanks));
    None
}
