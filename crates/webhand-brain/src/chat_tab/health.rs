//! The health of an adapter on a page, in one line.

use std::fmt::Write as _;

use webhand_wire::chat::{ChatEditor, ChatPageState, ChatRole, ProbeReport};

/// The findings of a probe, in one line for the person: `composer 4/4, send 2/4, turn 3/3 (user 0/1); ready`.
#[must_use]
pub fn health_line(report: &ProbeReport) -> String {
    let fitting = |wanted: ChatRole| {
        let role = report.roles.iter().find(|role| role.role == wanted);
        role.map_or("0/0".to_owned(), |role| format!("{}/{}", role.fitting, role.candidates))
    };
    let mut line = format!(
        "composer {}, send {}, user turn {}, answer turn {}",
        fitting(ChatRole::Composer),
        fitting(ChatRole::Send),
        fitting(ChatRole::UserTurn),
        fitting(ChatRole::AssistantTurn),
    );
    if report.editor != ChatEditor::Any {
        // Writing into a string does not fail.
        write!(line, "; {}", editor_name(report.editor)).ok();
    }
    write!(line, "; {}", state_name(&report.state)).ok();
    if report.hidden {
        line.push_str(", hidden");
    }
    line
}

/// Whether messages can be written and sent on this page. Turns are seen only once there are some.
#[must_use]
pub fn is_usable(report: &ProbeReport) -> bool {
    let fits = |wanted: ChatRole| report.roles.iter().any(|role| role.role == wanted && role.fitting > 0);
    fits(ChatRole::Composer) && report.state == ChatPageState::Ready {}
}

/// How well an adapter fits a page: the sum of the shares of candidates that fit, in percent. An adapter with general
/// candidates finds something on many pages, but not all of it.
#[must_use]
pub fn fit(report: &ProbeReport) -> u32 {
    let wanted = [ChatRole::Composer, ChatRole::Send, ChatRole::UserTurn, ChatRole::AssistantTurn];
    let roles = report.roles.iter().filter(|role| wanted.contains(&role.role));
    roles.map(|role| role.fitting * 100 / role.candidates.max(1)).sum()
}

/// The name of a state for the person.
pub(super) fn state_name(state: &ChatPageState) -> &'static str {
    match state {
        ChatPageState::Blocked { .. } => "blocked",
        ChatPageState::SignedOut {} => "not signed in",
        ChatPageState::Limit { .. } => "limit reached",
        ChatPageState::Dialog { .. } => "a dialog is open",
        ChatPageState::Changed {} => "page changed",
        ChatPageState::Failed { .. } => "failed",
        ChatPageState::Ready {} => "ready",
    }
}

fn editor_name(editor: ChatEditor) -> &'static str {
    match editor {
        ChatEditor::Any => "unknown editor",
        ChatEditor::Textarea => "textarea",
        ChatEditor::Prosemirror => "ProseMirror",
        ChatEditor::Lexical => "Lexical",
        ChatEditor::Quill => "Quill",
        ChatEditor::Editable => "contenteditable",
    }
}
