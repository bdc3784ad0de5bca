//! Carries out an action that passed the guard.

use std::fmt::Write as _;
use std::time::Duration;

use webhand_guard::Approved;
use webhand_model::{Action, Button, Clicks, FailCode, Outcome, Rendering, Tokens};
use webhand_port::Done;

use super::Hands;
use super::pointer::{Press, modifier_bits};
use super::rule::told;
use super::travel::Step;
use super::wait::Condition;
use crate::trouble::Trouble;
use crate::world::Shared;

impl Hands {
    pub(crate) async fn act(&self, approved: &Approved) -> Done {
        let _turn = self.turn.lock().await;
        let _acting = self.acting();
        let mut done = match self.carry_out(approved.action()).await {
            Ok(done) => done,
            Err(trouble) => Outcome::from(trouble).into(),
        };
        done.outcome.held = self.change(|world| world.held.tell());
        for request in &done.outcome.held {
            let _ = write!(done.outcome.text, "; {} waits for a yes", told(request));
        }
        done
    }

    /// While this lives, requests that start may be the action's doing.
    pub(super) fn acting(&self) -> Acting<'_> {
        self.change(|world| world.traffic.acting = true);
        Acting(&self.around.shared)
    }

    async fn carry_out(&self, action: &Action) -> Result<Done, Trouble> {
        match action {
            Action::Screenshot { target, full, marks: _ } => self.screenshot(*target, *full == Some(true)).await,
            Action::Snapshot { .. }
            | Action::Read { .. }
            | Action::Find { .. }
            | Action::Get { .. }
            | Action::Is { .. }
            | Action::Console {}
            | Action::Network {}
            | Action::Downloads {}
            | Action::Wait { .. } => self.look_action(action).await.map(Done::from),
            Action::Click { .. }
            | Action::Dblclick { .. }
            | Action::Hover { .. }
            | Action::Drag { .. }
            | Action::ClickAt { .. }
            | Action::DragAt { .. }
            | Action::Scroll { .. }
            | Action::Check { .. }
            | Action::Uncheck { .. } => self.mouse_action(action).await.map(Done::from),
            Action::Focus { .. }
            | Action::Fill { .. }
            | Action::Type { .. }
            | Action::Clear { .. }
            | Action::Press { .. }
            | Action::Select { .. }
            | Action::Upload { .. } => self.field_action(action).await.map(Done::from),
            Action::Open { .. }
            | Action::Back {}
            | Action::Forward {}
            | Action::Reload {}
            | Action::Tab { .. }
            | Action::Dialog { .. } => self.travel_action(action).await.map(Done::from),
            Action::OpenTool { .. }
            | Action::Extract { .. }
            | Action::Collect { .. }
            | Action::Eval { .. }
            | Action::PageTool { .. } => Err(unsupported(action)),
        }
    }

    async fn look_action(&self, action: &Action) -> Result<Outcome, Trouble> {
        match action {
            Action::Snapshot { scope, budget, delta: _, boxes } => {
                let usual = Rendering::default();
                let budget = budget.map_or(usual.budget, |Tokens(most)| usize::try_from(most).unwrap_or(usual.budget));
                self.snapshot(Rendering { budget, scope: *scope, boxes: *boxes == Some(true) }).await
            }
            Action::Read { target } => self.read_page(*target).await,
            Action::Find { text, role } => self.find(text.as_deref(), role.as_deref()).await,
            Action::Get { what, target, name } => self.get(*what, *target, name.as_deref()).await,
            Action::Is { what, target } => self.is(*what, *target).await,
            Action::Console {} => self.console(),
            Action::Network {} => self.network(),
            Action::Downloads {} => Ok(self.downloads()),
            Action::Wait { text, gone, url, target, idle, ms } => {
                let condition = Condition {
                    text: text.as_deref(),
                    gone: gone.as_deref(),
                    url: url.as_deref(),
                    target: *target,
                    idle: *idle == Some(true),
                };
                self.wait(condition, *ms).await
            }
            other => Err(unsupported(other)),
        }
    }

    async fn mouse_action(&self, action: &Action) -> Result<Outcome, Trouble> {
        match action {
            Action::Click { target, button, count, modifiers } => {
                let press = Press {
                    button: button.unwrap_or(Button::Left),
                    count: count.map_or(1, |Clicks(count)| count),
                    modifiers: modifiers.as_deref().map_or(0, modifier_bits),
                };
                self.click(*target, press).await
            }
            Action::Dblclick { target } => self.click(*target, Press { count: 2, ..Press::ONCE }).await,
            Action::Hover { target } => self.hover(*target).await,
            Action::Drag { from, to } => self.drag(*from, *to).await,
            Action::ClickAt { x, y, button } => {
                self.unblocked()?;
                self.click_at((*x, *y), Press { button: button.unwrap_or(Button::Left), ..Press::ONCE }).await
            }
            Action::DragAt { from, to } => {
                self.unblocked()?;
                self.drag_at((from.x, from.y), (to.x, to.y)).await
            }
            Action::Scroll { target, direction, amount } => self.scroll(*target, *direction, *amount).await,
            Action::Check { target } => self.tick(*target, true).await,
            Action::Uncheck { target } => self.tick(*target, false).await,
            other => Err(unsupported(other)),
        }
    }

    async fn field_action(&self, action: &Action) -> Result<Outcome, Trouble> {
        match action {
            Action::Focus { target } => self.focus(*target).await,
            Action::Fill { target, value } => self.fill(*target, value).await,
            Action::Clear { target } => self.clear(*target).await,
            Action::Type { target, text, delay, submit } => {
                let delay = delay.map_or(Duration::ZERO, |pause| Duration::from_millis(pause.0.into()));
                self.type_text(*target, text, delay, *submit == Some(true)).await
            }
            Action::Press { key, target } => self.press(key, *target).await,
            Action::Select { target, value, values } => {
                let values = values.clone().unwrap_or_default().into_iter().chain(value.clone()).collect();
                self.select(*target, values).await
            }
            Action::Upload { target, files } => self.upload(*target, files).await,
            other => Err(unsupported(other)),
        }
    }

    async fn travel_action(&self, action: &Action) -> Result<Outcome, Trouble> {
        match action {
            Action::Open { url, new_tab } => self.open(url, *new_tab == Some(true)).await,
            Action::Back {} => self.step(Step::Back).await,
            Action::Forward {} => self.step(Step::Forward).await,
            Action::Reload {} => self.reload().await,
            Action::Tab { action, url, tab } => self.tab(*action, url.as_ref(), tab.as_deref()).await,
            Action::Dialog { accept, text } => self.answer_dialog(*accept, text.as_deref()).await,
            other => Err(unsupported(other)),
        }
    }
}

/// Resets what [`Hands::acting`] set, also when the action is given up in the middle.
pub(super) struct Acting<'a>(&'a Shared);

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        self.0.change(|world| world.traffic.acting = false);
    }
}

fn unsupported(action: &Action) -> Trouble {
    let text = format!("this browser cannot do {}; use other actions", action.name());
    Trouble::failed(FailCode::Unsupported, text)
}
