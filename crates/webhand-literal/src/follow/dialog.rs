//! Dialogs of the browser (alert, confirm, prompt), which block the page until they are answered.

use serde_json::json;
use webhand_model::NativeDialog;

use crate::context::{DecisionContext, NextCalls};
use crate::language::sentence::Sentence;
use crate::parse::instruction::{DialogAnswer, Instruction};
use crate::progress::{PendingQuestion, Phase};

/// Answers a dialog of the browser, which blocks the page: an alert is accepted at once, any other dialog is left to the
/// person unless the task says how to answer it.
pub(crate) fn handle_native_dialog(context: &mut DecisionContext<'_>) -> Option<NextCalls> {
    let dialog = context.page.snapshot.dialog.as_ref()?;
    if !matches!(context.progress.instruction.phase, Phase::Fresh | Phase::Cleared) {
        return None;
    }
    if let Some(Instruction::Answer { with, .. }) = context.instructions.get(context.progress.next) {
        context.progress.instruction.phase = Phase::Acted;
        return Some(answer_dialog(context, dialog, *with));
    }
    if dialog.kind == "alert" {
        context.progress.report.add_note(context.sentence(Sentence::DialogSaid, &[("what", &dialog.message)]));
        context.progress.instruction.phase = Phase::Cleared;
        return Some(answer_dialog(context, dialog, DialogAnswer::Accept));
    }
    context.progress.instruction.phase = Phase::Asked(PendingQuestion::Dialog);
    let options = [Sentence::AcceptOption, Sentence::DismissOption].map(|option| context.sentence(option, &[]));
    Some(context.ask(&context.sentence(Sentence::NativeDialog, &[("what", &dialog.message)]), &options))
}

pub(crate) fn answer_dialog(context: &DecisionContext<'_>, dialog: &NativeDialog, with: DialogAnswer) -> NextCalls {
    let text = context.sentence(Sentence::AnsweringDialog, &[("what", &dialog.message)]);
    NextCalls::one(text, "dialog", json!({ "accept": with == DialogAnswer::Accept }))
}
