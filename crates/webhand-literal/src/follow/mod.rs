//! Follows the instructions of a task, one decision at a time: which calls come next, given how far the current
//! instruction is. [`decide_next`] is the way in; the modules hold one kind of instruction each.
//!
//! The modules never touch the page: they read [`Page`](crate::page::Page), move [`Memory`](crate::memory::Memory) on and
//! return calls.

pub(crate) mod calendar;
pub(crate) mod choose;
pub(crate) mod condition;
pub(crate) mod dial;
pub(crate) mod dialog;
pub(crate) mod explore;
pub(crate) mod fill;
pub(crate) mod gesture;
pub(crate) mod recover;
pub(crate) mod repeat;
pub(crate) mod results;
pub(crate) mod rounds;
pub(crate) mod search;
pub(crate) mod value;

use serde_json::json;

use crate::answer::count::count_entries;
use crate::answer::finish::finish;
use crate::answer::read::read_page;
use crate::answer::total::tell_total;
use crate::context::{Context, NextCalls};
use crate::follow::choose::choose_option;
use crate::follow::condition::is_on_page;
use crate::follow::dial::set_dials;
use crate::follow::dialog::handle_native_dialog;
use crate::follow::fill::{complete_form, fill_field, note_value, open_found_entry};
use crate::follow::gesture::{
    answer_notice, clear_field, drag_element, open_place, press_named, scroll_page, select_text, set_tick,
    touch_element, wait_until,
};
use crate::follow::recover::handle_results;
use crate::follow::repeat::has_more_elements;
use crate::follow::rounds::{repeat_for_words, round_subject, start_next_round};
use crate::follow::search::run_search;
use crate::language::message::Message;
use crate::memory::Phase;
use crate::parse::instruction::{Condition, Instruction};

/// Decides which calls come next; afterwards the memory holds what the next decision must know.
pub(crate) fn decide_next(context: &mut Context<'_>) -> NextCalls {
    if let Some(said) = handle_results(context) {
        return said;
    }
    loop {
        if let Some(said) = handle_native_dialog(context) {
            return said;
        }
        let Some(instruction) = context.instructions.get(context.memory.next) else { return finish(context) };
        if let Some(said) = follow_instruction(context, &repeat_for_words(context, instruction)) {
            return said;
        }
        context.memory.advance();
    }
}

/// The next call for this instruction, or nothing when it is carried out.
pub(crate) fn follow_instruction(context: &mut Context<'_>, instruction: &Instruction) -> Option<NextCalls> {
    let looks = matches!(
        instruction,
        Instruction::Search(_) | Instruction::Read { .. } | Instruction::Count { .. } | Instruction::Aggregate { .. }
    );
    if !looks && context.memory.phase == Phase::Acted && !has_more_elements(context, instruction) {
        return None;
    }
    let done = match instruction {
        Instruction::Open { place } => open_place(context, place),
        Instruction::Touch { how, target } => touch_element(context, *how, target),
        Instruction::Named { target } => press_named(context, target),
        Instruction::Fill { value, field, then } => fill_field(context, value, field.as_ref(), *then),
        Instruction::Clear { field } => clear_field(context, field),
        Instruction::Choose { option, list } => choose_option(context, option, list.as_ref()),
        Instruction::Tick { target, to } => set_tick(context, target, *to),
        Instruction::Answer { with, about } => answer_notice(context, *with, about.as_ref()),
        Instruction::Drag { what, to } => drag_element(context, what, to),
        Instruction::Highlight { target } => select_text(context, target),
        Instruction::Visit => Ok(open_found_entry(context)),
        Instruction::Complete => return complete_form(context),
        Instruction::Dial { control, values } => return set_dials(context, control, values),
        Instruction::Note { value } => return note_value(context, value),
        Instruction::When { what, holds, skip } => {
            if is_on_page(&context.page, context.language, what) != (*holds == Condition::IfThere) {
                context.memory.next += skip;
            }
            return None;
        }
        Instruction::Each { what } => return start_next_round(context, what),
        Instruction::Again => return start_next_round(context, &round_subject(context)),
        Instruction::Within { what } => {
            context.memory.within.clone_from(what);
            return None;
        }
        Instruction::Scroll { direction, inside } => scroll_page(context, *direction, inside.as_ref()),
        Instruction::Wait(until) => Ok(wait_until(context, until)),
        Instruction::Press { key } => {
            Ok(context.act(context.message(Message::Pressing, &[("what", key)]), "press", json!({ "key": key })))
        }
        Instruction::Back => Ok(context.act(context.message(Message::GoingBack, &[]), "back", json!({}))),
        Instruction::Forward => Ok(context.act(context.message(Message::GoingForward, &[]), "forward", json!({}))),
        Instruction::Reload => Ok(context.act(context.message(Message::Reloading, &[]), "reload", json!({}))),
        Instruction::LogIn => Err(context.fail(&context.message(Message::LogInYourself, &[]))),
        Instruction::Search(search) => return run_search(context, search),
        Instruction::Read { about } => return read_page(context, about),
        Instruction::Count { what } => return count_entries(context, what),
        Instruction::Aggregate { how, what } => return tell_total(context, *how, what),
    };
    Some(done.unwrap_or_else(|said| said))
}
