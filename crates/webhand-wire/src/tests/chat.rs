//! The generated types of the chat script.

use ts_rs::{Config, TS};

use crate::chat;

#[test]
fn the_types_of_the_chat_script_are_up_to_date() {
    super::up_to_date("page/src/generated/chat.ts", &typescript());
}

#[test]
fn an_adapter_with_an_unknown_key_is_refused() {
    let error = serde_json::from_str::<chat::ChatAdapter>(r#"{"composr": []}"#).unwrap_err();
    assert!(error.to_string().contains("composr"), "{error}");
}

fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from("// Generated from webhand-wire by `make generate`; do not edit.\n");
    for declaration in [
        chat::ChatEditor::decl(&config),
        chat::ChatSendKey::decl(&config),
        chat::ChatRole::decl(&config),
        chat::ChatCandidate::decl(&config),
        chat::ChatAdapter::decl(&config),
        chat::WritePlace::decl(&config),
        chat::WriteWay::decl(&config),
        chat::SendWay::decl(&config),
        chat::LearnStep::decl(&config),
        chat::ChatCommand::decl(&config),
        chat::ChatCall::decl(&config),
        chat::ChatErrorCode::decl(&config),
        chat::ChatPageState::decl(&config),
        chat::ProbedRole::decl(&config),
        chat::ProbeReport::decl(&config),
        chat::SendControl::decl(&config),
        chat::ComposerReading::decl(&config),
        chat::UserTurn::decl(&config),
        chat::AnswerBlockKind::decl(&config),
        chat::AnswerBlock::decl(&config),
        chat::EndMark::decl(&config),
        chat::AssistantTurn::decl(&config),
        chat::TurnReading::decl(&config),
        chat::LearnedRole::decl(&config),
        chat::ChatReply::decl(&config),
    ] {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    }
    text
}
