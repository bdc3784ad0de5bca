//! Dialogs of the browser (alert, confirm, prompt), which block the page until they are answered.

use serde_json::json;
use webhand_model::NativeDialog;

use crate::context::{Context, NextCalls};
use crate::language::message::Message;
use crate::memory::{Phase, Question};
use crate::parse::instruction::{DialogAnswer, Instruction};

/// A dialog of the browser blocks the page: an alert is only news, anything else is the person's to answer.
pub(crate) fn handle_native_dialog(context: &mut Context<'_>) -> Option<NextCalls> {
    let dialog = context.page.snapshot.dialog.as_ref()?;
    if !matches!(context.memory.phase, Phase::Fresh | Phase::Cleared) {
        return None;
    }
    if let Some(Instruction::Answer { with, .. }) = context.instructions.get(context.memory.next) {
        context.memory.phase = Phase::Acted;
        return Some(answer_dialog(context, dialog, *with));
    }
    if dialog.kind == "alert" {
        context.memory.keep(context.message(Message::DialogSaid, &[("what", &dialog.message)]));
        context.memory.phase = Phase::Cleared;
        return Some(answer_dialog(context, dialog, DialogAnswer::Accept));
    }
    context.memory.phase = Phase::Asked(Question::Dialog);
    let options = [Message::AcceptOption, Message::DismissOption].map(|option| context.message(option, &[]));
    Some(context.ask(&context.message(Message::NativeDialog, &[("what", &dialog.message)]), &options))
}

pub(crate) fn answer_dialog(context: &Context<'_>, dialog: &NativeDialog, with: DialogAnswer) -> NextCalls {
    let text = context.message(Message::AnsweringDialog, &[("what", &dialog.message)]);
    NextCalls::one(text, "dialog", json!({ "accept": with == DialogAnswer::Accept }))
}
