//! The types of `/api/v1` for the dashboard.

use ts_rs::{Config, TS};

use super::up_to_date;
use crate::api;

#[test]
fn the_types_of_the_dashboard_are_up_to_date() {
    up_to_date("ui/src/generated/api.ts", &typescript());
}

fn typescript() -> String {
    let config = Config::default().with_large_int("number");
    let mut text = String::from("// Generated from webhand-wire by `make generate`; do not edit.\n");
    for declaration in [
        api::NewRun::decl(&config),
        api::RunMode::decl(&config),
        api::RunLimits::decl(&config),
        api::StartedRun::decl(&config),
        api::RunInfo::decl(&config),
        api::RunState::decl(&config),
        api::QuestionInfo::decl(&config),
        api::QuestionTopic::decl(&config),
        api::Answer::decl(&config),
        api::AnswerWord::decl(&config),
        api::OutcomeInfo::decl(&config),
        api::OutcomeKind::decl(&config),
        api::RunPage::decl(&config),
        api::RunEvent::decl(&config),
        api::RunEventKind::decl(&config),
        api::TouchedBox::decl(&config),
        api::EventPage::decl(&config),
        api::Problem::decl(&config),
        api::Health::decl(&config),
        api::ServerInfo::decl(&config),
        api::SessionToken::decl(&config),
        api::SettingList::decl(&config),
        api::SettingInfo::decl(&config),
        api::SettingValue::decl(&config),
        api::ChatSite::decl(&config),
        api::ModelList::decl(&config),
        api::ModelInfo::decl(&config),
        api::EventDetails::decl(&config),
        api::LookDetails::decl(&config),
        api::PromptDetails::decl(&config),
        api::RequestDetails::decl(&config),
        api::InputBatch::decl(&config),
        api::InputEvent::decl(&config),
        api::MouseStep::decl(&config),
        api::MouseButton::decl(&config),
        api::ScreenDialog::decl(&config),
        api::KeyList::decl(&config),
        api::KeyInfo::decl(&config),
        api::NewKey::decl(&config),
        api::BrainChoice::decl(&config),
        api::RunAgain::decl(&config),
        api::ProfileList::decl(&config),
        api::ProfileInfo::decl(&config),
        api::ProfileName::decl(&config),
        api::PersonWords::decl(&config),
        api::TaskDraft::decl(&config),
        api::IntentInfo::decl(&config),
        api::NewSchedule::decl(&config),
        api::ScheduleTrigger::decl(&config),
        api::ScheduleInfo::decl(&config),
        api::ScheduleList::decl(&config),
        api::ScheduleSwitch::decl(&config),
    ] {
        text.push_str("\nexport ");
        // Any JSON; the type would need a declaration of its own.
        text.push_str(&declaration.replace("JsonValue", "unknown"));
        text.push('\n');
    }
    text
}
