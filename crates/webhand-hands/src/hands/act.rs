//! Carries out an action that passed the guard.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_guard::Approved;
use webhand_model::{Action, FailCode, Outcome, Ref, RenderOptions, TokenBudget, WaitMs};
use webhand_port::Done;

use super::Hands;
use super::pointer::Press;
use super::travel::Step;
use super::wait::Condition;
use crate::trouble::Trouble;
use crate::world::{Doing, LeaseId, Shared};

impl Hands {
    pub(crate) async fn act(&self, approved: &Approved) -> Done {
        let _turn = self.turn.lock().await;
        let _acting = self.acting();
        *self.sight.lock().unwrap_or_else(PoisonError::into_inner) = Some(approved.frame_redactor().clone());
        self.stop_what_was_given_up().await;
        let _expecting = self.expecting(approved.action()).await;
        self.keep_ahead_for(approved.action());
        if self.unblocked().is_ok() {
            self.disarm_late().await;
            self.let_go_for(approved.action()).await;
        }
        if !matches!(approved.action(), Action::Dialog { .. }) {
            self.change(|world| {
                let tab = world.current(self.lease).map(|tab| tab.id);
                if let Some(tab) = tab.and_then(|tab| world.tabs.get_mut(tab)) {
                    tab.dialogs = 0;
                }
            });
        }
        let mut done = match self.carry_out(approved.action()).await {
            Ok(done) => done,
            Err(trouble) => Outcome::from(self.with_successors(approved.action(), trouble).await).into(),
        };
        done.outcome.held = self.change(|world| world.tell_held(self.lease));
        done
    }

    /// While this lives, requests that start may be the action's doing.
    pub(super) fn acting(&self) -> Acting<'_> {
        self.change(|world| world.leases.set_doing(self.lease, Doing::Acting));
        Acting { shared: &self.around.shared, lease: self.lease }
    }

    async fn carry_out(&self, action: &Action) -> Result<Done, Trouble> {
        if let Action::Screenshot { target, full, marks, region } = action {
            return self.screenshot(*target, *region, *full == Some(true), *marks == Some(true)).await;
        }
        let outcome = match action {
            Action::Snapshot { scope, budget, delta, boxes } => {
                self.snapshot(rendering(*scope, *budget, *boxes), *delta == Some(true)).await
            }
            Action::Read { target: None, tabs: Some(tabs), .. } => self.read_tabs(tabs).await,
            Action::Read { target, offset, .. } => self.read_page(*target, offset.map_or(0, |offset| offset.0)).await,
            Action::Find { text, role } => self.find(text.as_deref(), role.as_deref()).await,
            Action::Get { what, target, name } => self.get(*what, *target, name.as_deref()).await,
            Action::Is { what, target } => self.is(*what, *target).await,
            Action::Console {} => self.console(),
            Action::Network {} => self.network(),
            Action::Downloads {} => Ok(self.downloads()),
            Action::Wait { text, gone, url, target, idle, ms } => {
                let (text, gone, url) = (text.as_deref(), gone.as_deref(), url.as_deref());
                self.wait(Condition { text, gone, url, target: *target, idle: *idle == Some(true) }, *ms).await
            }
            Action::Click { target, button, count, modifiers } => {
                self.click(*target, Press::of(*button, *count, modifiers.as_deref())).await
            }
            Action::Dblclick { target } => self.click(*target, Press { count: 2, ..Press::ONCE }).await,
            Action::Hover { target } => self.hover(*target).await,
            Action::Focus { target } => self.focus(*target).await,
            Action::Fill { target, value } => self.fill(*target, value).await,
            Action::Type { target, text, delay, submit } => {
                self.type_text(*target, text, pause(*delay), *submit == Some(true)).await
            }
            Action::Clear { target } => self.clear(*target).await,
            Action::Press { key, target, hold } => self.press(key, *target, pause(*hold)).await,
            Action::Select { target, value, values } => self.select(*target, value.as_ref(), values.as_deref()).await,
            Action::Check { target } => self.tick(*target, true).await,
            Action::Uncheck { target } => self.tick(*target, false).await,
            Action::Upload { target, files } => self.upload(*target, files).await,
            Action::Drag { from, to } => self.drag(*from, *to).await,
            Action::Scroll { target, direction, amount } => self.scroll(*target, *direction, *amount).await,
            Action::ScrollAt { x, y, direction, amount } => self.scroll_at((*x, *y), *direction, *amount).await,
            Action::ClickAt { x, y, button, count, modifiers } => {
                self.click_at((*x, *y), Press::of(*button, *count, modifiers.as_deref())).await
            }
            Action::HoverAt { x, y } => self.hover_at((*x, *y)).await,
            Action::DragAt { from, to, via } => self.drag_at(*from, via.as_deref().unwrap_or_default(), *to).await,
            Action::Mouse { action, x, y } => self.half_click(*action, x.zip(*y)).await,
            Action::Open { url, behind: Some(true), .. } => self.open_behind(url).await,
            Action::Open { url, new_tab, .. } => self.open(url, *new_tab == Some(true)).await,
            Action::Back {} => self.step(Step::Back).await,
            Action::Forward {} => self.step(Step::Forward).await,
            Action::Reload {} => self.reload().await,
            Action::Tab { action, url, tab } => self.tab(*action, url.as_ref(), tab.as_deref()).await,
            Action::Dialog { accept, text } => self.answer_dialog(*accept, text.as_deref()).await,
            Action::Extract { schema, instruction } => self.extract(schema, instruction.as_deref()).await,
            Action::Collect { target, limit } => self.collect(*target, *limit).await,
            Action::PageTool { name, args } => self.page_tool(name, args.as_ref()).await,
            Action::Eval { script, target } => self.eval(script, *target).await,
            Action::Screenshot { .. } | Action::OpenTool { .. } => Err(unsupported(action)),
        };
        outcome.map(Done::from)
    }
}

fn rendering(scope: Option<Ref>, budget: Option<TokenBudget>, boxes: Option<bool>) -> RenderOptions {
    let usual = RenderOptions::default();
    let budget = match budget {
        None => usual.budget,
        Some(TokenBudget(0)) => RenderOptions::NO_LIMIT,
        Some(TokenBudget(most)) => usize::try_from(most).unwrap_or(RenderOptions::NO_LIMIT),
    };
    RenderOptions { budget, scope, boxes: boxes == Some(true) }
}

fn pause(delay: Option<WaitMs>) -> Duration {
    delay.map_or(Duration::ZERO, |WaitMs(ms)| Duration::from_millis(ms.into()))
}

/// Resets what [`Hands::acting`] set, also when the action is given up in the middle.
pub(super) struct Acting<'a> {
    shared: &'a Shared,
    lease: LeaseId,
}

impl Drop for Acting<'_> {
    fn drop(&mut self) {
        self.shared.change(|world| world.leases.set_doing(self.lease, Doing::Nothing));
    }
}

fn unsupported(action: &Action) -> Trouble {
    let text = format!("this browser cannot do {}; use other actions", action.name());
    Trouble::failed(FailCode::Unsupported, text)
}
