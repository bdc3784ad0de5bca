//! A saved tool is opened as the address that the person saved; the guard judges it like one that they wrote.

use webhand_model::{Action, FailCode, Millis, Outcome, quote};

use super::{action, finish_call};
use crate::Run;
use crate::state::State;

pub(super) fn open_tool(run: &mut Run, called: &str, now: Millis) -> State {
    let found = run.task().tools.iter().find(|tool| tool.is_called(called)).map(|tool| tool.url.clone());
    let Some(url) = found else {
        let names: Vec<&str> = run.task().tools.iter().map(|tool| tool.name.as_str()).collect();
        let text = format!("There is no saved tool {}; there are: {}.", quote(called), names.join(", "));
        return finish_call(run, &Outcome::failed(FailCode::NotFound, text), now);
    };
    run.permissions.learn_saved(&url);
    action::inspect_or_judge(run, Action::Open { url, new_tab: None, behind: None }, now)
}
