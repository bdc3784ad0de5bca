//! Follows the instructions of a task, one decision at a time: which calls come next, given the progress of the current
//! instruction. [`decide_next`] is the way in; each module holds one kind of instruction.
//!
//! The modules never touch the page: they read [`PageIndex`](crate::page::PageIndex), move
//! [`TaskProgress`](crate::progress::TaskProgress) on and return calls.

pub(crate) mod calendar;
pub(crate) mod choose;
pub(crate) mod condition;
pub(crate) mod dial;
pub(crate) mod dialog;
pub(crate) mod explore;
pub(crate) mod fill;
pub(crate) mod gesture;
pub(crate) mod late;
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
use crate::answer::total::report_total;
use crate::context::{DecisionContext, NextCalls};
use crate::follow::choose::choose_option;
use crate::follow::condition::is_on_page;
use crate::follow::dial::set_dials;
use crate::follow::dialog::handle_native_dialog;
use crate::follow::fill::{complete_form, fill_field, note_value, open_found_entry};
use crate::follow::gesture::{
    answer_notice, clear_field, drag_element, open_place, press_named, scroll_page, select_text, set_tick,
    touch_element, wait_until,
};
use crate::follow::late::{look_again_before_finishing, look_again_before_reading};
use crate::follow::recover::handle_results;
use crate::follow::repeat::has_more_elements;
use crate::follow::rounds::{repeat_for_words, round_subject, start_next_round};
use crate::follow::search::run_search;
use crate::language::sentence::Sentence;
use crate::parse::instruction::{ConditionKind, Instruction};
use crate::progress::Phase;

/// Decides which calls come next; afterwards the progress holds everything that the next decision needs.
pub(crate) fn decide_next(context: &mut DecisionContext<'_>) -> NextCalls {
    if let Some(calls) = handle_results(context) {
        return calls;
    }
    loop {
        if let Some(calls) = handle_native_dialog(context) {
            // The dialog is what the action brought.
            context.progress.acted_on = None;
            return calls;
        }
        let Some(instruction) = context.instructions.get(context.progress.next) else {
            return look_again_before_finishing(context).unwrap_or_else(|| finish(context));
        };
        if let Some(calls) = follow_instruction(context, &repeat_for_words(context, instruction)) {
            return calls;
        }
        context.progress.advance();
    }
}

/// The next calls for this instruction, or nothing once it is complete.
pub(crate) fn follow_instruction(context: &mut DecisionContext<'_>, instruction: &Instruction) -> Option<NextCalls> {
    let only_reads = matches!(
        instruction,
        Instruction::Search(_) | Instruction::Read { .. } | Instruction::Count { .. } | Instruction::Aggregate { .. }
    );
    if !only_reads && context.progress.instruction.phase == Phase::Acted && !has_more_elements(context, instruction) {
        return None;
    }
    if (only_reads || matches!(instruction, Instruction::When { .. }))
        && let Some(calls) = look_again_before_reading(context)
    {
        return Some(calls);
    }
    let calls = match instruction {
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
            if is_on_page(&context.page, context.language, what) != (*holds == ConditionKind::IfThere) {
                context.progress.next += skip;
            }
            return None;
        }
        Instruction::Each { what } => return start_next_round(context, what),
        Instruction::Again => return start_next_round(context, &round_subject(context)),
        Instruction::Within { what } => {
            context.progress.subject.clone_from(what);
            return None;
        }
        Instruction::Scroll { direction, inside } => scroll_page(context, *direction, inside.as_ref()),
        Instruction::Wait(until) => Ok(wait_until(context, until)),
        Instruction::Press { key } => {
            Ok(context.act(context.sentence(Sentence::Pressing, &[("what", key)]), "press", json!({ "key": key })))
        }
        Instruction::Back => Ok(context.act(context.sentence(Sentence::GoingBack, &[]), "back", json!({}))),
        Instruction::Forward => Ok(context.act(context.sentence(Sentence::GoingForward, &[]), "forward", json!({}))),
        Instruction::Reload => Ok(context.act(context.sentence(Sentence::Reloading, &[]), "reload", json!({}))),
        Instruction::LogIn => Err(context.fail(&context.sentence(Sentence::LogInYourself, &[]))),
        Instruction::Search(search) => return run_search(context, search),
        Instruction::Read { about } => return read_page(context, about),
        Instruction::Count { what } => return count_entries(context, what),
        Instruction::Aggregate { how, what } => return report_total(context, *how, what),
    };
    Some(calls.unwrap_or_else(|calls| calls))
}
