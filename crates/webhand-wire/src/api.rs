//! The bodies of `/api/v1`: what clients send to start and steer runs, and what they read of them.
//!
//! Start at [`NewRun`], [`RunInfo`] and [`RunEvent`]. The dashboard's TypeScript and the `OpenAPI` description are generated
//! from these types.
//!
//! Invariant: a run's events are shown in the light form of [`RunEvent`]; looks of pages and prompts are read one by one.

mod details;
mod event;
mod keys;
mod person_input;
mod problem;
mod run;
mod schedule;
mod server;

pub use details::{EventDetails, LookDetails, PromptDetails, RequestDetails};
pub use event::{EventPage, RunEvent, RunEventKind, TouchedBox};
pub use keys::{BrainChoice, KeyInfo, KeyList, NewKey, ProfileInfo, ProfileList, ProfileName, RunAgain};
pub use person_input::{InputBatch, InputEvent, MouseButton, MouseStep, ScreenDialog};
pub use problem::{Problem, ProblemCode};
pub use run::{
    Answer, AnswerWord, NewRun, OutcomeInfo, OutcomeKind, PersonWords, QuestionInfo, QuestionTopic, RunInfo, RunLimits,
    RunMode, RunPage, RunState, StartedRun,
};
pub use schedule::{NewSchedule, ScheduleInfo, ScheduleList, ScheduleSwitch, ScheduleTrigger};
pub use server::{
    ChatSite, Health, IntentInfo, ModelInfo, ModelList, ServerInfo, SessionToken, SettingInfo, SettingList,
    SettingValue, TaskDraft,
};
