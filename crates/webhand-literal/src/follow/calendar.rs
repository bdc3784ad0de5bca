//! Enters dates: into a date field at once, into a field with a calendar by turning its pages to the day.

use serde_json::json;
use webhand_model::{Date, NodeState, Ref};

use crate::context::{Context, NextCalls};
use crate::follow::gesture::reference;
use crate::language::concept;
use crate::language::date::month;
use crate::language::message::Message;
use crate::language::phrase::Phrase;
use crate::language::tokens::words;
use crate::matching::Want;
use crate::memory::Phase;
use crate::page::{Page, is_text};

/// The most pages of a calendar that are turned.
const MOST_PAGES: usize = 36;

pub(crate) fn pick_date(context: &mut Context<'_>, date: Date, field: &Phrase) -> Result<NextCalls, NextCalls> {
    let open = context.memory.phase == Phase::Unfolded;
    if let Some(said) = if open { turn_calendar(context, date) } else { None } {
        return Ok(said);
    }
    let target = context.locate(field, Want::Field)?;
    let what = context.page.describe(target);
    let node = context.page.snapshot.node(target);
    let typed = node.is_some_and(|node| !node.is(NodeState::ReadOnly));
    context.record_deed(Message::DidFilled, &what, &date.to_string());
    let text = context.message(Message::Filling, &[("what", &what), ("value", &date.to_string())]);
    if typed {
        return Ok(context.act(text, "fill", json!({ "ref": target.to_string(), "value": date.to_string() })));
    }
    if context.memory.phase == Phase::Unfolded {
        return Err(
            context.fail(&context.message(Message::CannotSet, &[("what", &what), ("value", &date.to_string())]))
        );
    }
    context.memory.phase = Phase::Unfolded;
    Ok(NextCalls::one(text, "click", reference(target)))
}

/// The day on the page of its month, else the way to that month; nothing where no calendar is open.
fn turn_calendar(context: &mut Context<'_>, date: Date) -> Option<NextCalls> {
    let (year, month) = shown_month(&context.page)?;
    let towards = match (year, month).cmp(&(date.year, date.month)) {
        std::cmp::Ordering::Equal => {
            let day = find_day(&context.page, date.day)?;
            let text = context.message(Message::Clicking, &[("what", &context.page.describe(day))]);
            return Some(context.act(text, "click", reference(day)));
        }
        std::cmp::Ordering::Less => "next",
        std::cmp::Ordering::Greater => "previous",
    };
    if context.memory.done.len() >= MOST_PAGES {
        return None;
    }
    let target = find_page_button(&context.page, towards)?;
    context.memory.done.push(format!("{year}-{month}"));
    let text = context.message(Message::Clicking, &[("what", &context.page.describe(target))]);
    Some(NextCalls::one(text, "click", reference(target)))
}

fn shown_month(page: &Page<'_>) -> Option<(u32, u32)> {
    let nodes = page.nodes();
    let shown: Vec<String> =
        (0..nodes.len()).filter(|at| !page.is_echo(*at)).flat_map(|at| words(&nodes[at].name)).collect();
    let at = shown.iter().position(|word| word.len() > 2 && month(word).is_some())?;
    let is_year = |word: &String| word.parse().ok().filter(|year| (1900..2200).contains(year));
    let year = shown[at + 1..].iter().take(3).find_map(is_year)?;
    Some((year, month(&shown[at])?))
}

fn find_day(page: &Page<'_>, day: u32) -> Option<Ref> {
    let wanted = day.to_string();
    let called = |name: &str| name.trim().trim_start_matches('0') == wanted;
    let mut days =
        page.nodes().iter().filter(|node| called(&node.name) && !is_text(&node.role) && !node.is(NodeState::Disabled));
    days.find_map(|node| node.target)
}

fn find_page_button(page: &Page<'_>, towards: &str) -> Option<Ref> {
    let turns = |name: &str| words(name).iter().any(|word| concept(word) == Some(towards));
    let nodes = page.nodes().iter();
    nodes.filter(|node| turns(&node.name) && !node.is(NodeState::Disabled)).find_map(|node| node.target)
}
