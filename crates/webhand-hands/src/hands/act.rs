//! Performs an approved action: passes it to the part that can do it, and reports the held requests with the outcome.

use std::sync::PoisonError;
use std::time::Duration;

use webhand_guard::{Approved, Touch, TouchedTabs};
use webhand_model::{Action, FailCode, Origin, Outcome, RenderOptions, TokenBudget, WaitMs};
use webhand_port::Done;

use crate::action_error::ActionError;
use crate::hands::Hands;
use crate::interception;
use crate::live_frames;
use crate::pointing::mouse::Press;
use crate::requests::report_requests;
use crate::settling::wait::Condition;
use crate::tabs::navigation::Step;
use crate::world::{Activity, World};

impl Hands {
    pub(crate) async fn act(&self, approved: &Approved) -> Done {
        let _turn = self.access.turn.lock().await;
        let done = self.act_in_turn(approved).await;
        live_frames::release_waiting(&self.access.browser, self.access.lease);
        done
    }

    async fn act_in_turn(&self, approved: &Approved) -> Done {
        let activity = if approved.touch() == Touch::Nothing { Activity::Reading } else { Activity::Acting };
        let _acting = self.access.begin_activity(activity);
        if let Err(error) = interception::before_action(&self.access.browser, self.access.lease, approved).await {
            return Outcome::from(ActionError::from(error)).into();
        }
        self.forget_stopped();
        self.touch(approved);
        if approved.touch() != Touch::Nothing {
            live_frames::hold_frames(&self.access.browser, self.access.lease).await;
        }
        *self.looker.redactor.lock().unwrap_or_else(PoisonError::into_inner) = Some(approved.frame_redactor().clone());
        self.tab_control.stop_abandoned_navigations().await;
        let _expected_tab = self.tab_control.expect_tab(approved.action()).await;
        self.pre_aims.keep_for(approved.action());
        if self.access.unblocked().is_ok() {
            self.arming.disarm_late().await;
            self.pressed_input.let_go_for(approved.action()).await;
        }
        if !matches!(approved.action(), Action::Dialog { .. }) {
            self.access.change(|world| {
                let tab = world.current(self.access.lease).map(|tab| tab.id);
                if let Some(tab) = tab.and_then(|tab| world.tabs.get_mut(tab)) {
                    tab.dialogs = 0;
                }
            });
        }
        let before = self.facts_before(approved).await;
        let mut done = match self.perform(approved.action(), approved.origin()).await {
            Ok(done) => done,
            Err(error) => Outcome::from(self.looker.with_successors(approved.action(), error).await).into(),
        };
        self.access.change(|world| world.tabs.end_opening(self.access.lease));
        let current = |world: &World| Some(world.top(world.current(self.access.lease)?.id)?.origin.clone());
        done.outcome.origin = self.access.read(current).filter(|origin| *origin != Origin::opaque());
        self.remember_stopped(approved, before, &mut done.outcome).await;
        report_requests(&self.access, &mut done.outcome);
        done
    }

    /// Marks what the action touches before anything of it happens, so that no request it causes passes for the page's own.
    fn touch(&self, approved: &Approved) {
        let lease = self.access.lease;
        self.access.change(|world| {
            if let Some(own) = world.leases.get_mut(lease) {
                own.requests.composes_address = approved.touch() == Touch::Tabs(TouchedTabs::Opened);
                own.requests.judge_by(approved.request_grants().clone(), approved.followed());
                if let (Action::Eval { .. }, Some(origin)) = (approved.action(), approved.origin()) {
                    own.requests.run_script(origin.clone());
                }
            }
            let tabs: Vec<_> = match approved.touch() {
                Touch::Nothing | Touch::Tabs(TouchedTabs::Opened) => return,
                Touch::Tabs(TouchedTabs::All) => world.tabs.ids(lease).into_iter().collect(),
                Touch::Tabs(TouchedTabs::OfTarget) => world.current(lease).map(|tab| tab.id).into_iter().collect(),
            };
            let target = approved.action().target().and_then(|target| world.frames.showing(target.document()));
            let frame = target.map(|(id, _)| id.clone());
            for tab in tabs {
                world.touch(lease, tab, frame.as_ref());
            }
        });
    }

    pub(super) async fn perform(&self, action: &Action, judged_for: Option<&Origin>) -> Result<Done, ActionError> {
        if let Some(done) = self.pictures.perform(action).await {
            return done;
        }
        let outcome = match action {
            Action::Snapshot { delta, .. } => self.reader.snapshot(rendering(action), *delta == Some(true)).await,
            Action::Read { target: None, tabs: Some(tabs), .. } => self.tab_control.read_tabs(tabs).await,
            Action::Read { target, offset, .. } => {
                self.reader.read_page(*target, offset.map_or(0, |offset| offset.0)).await
            }
            Action::Find { text, role } => self.reader.find(text.as_deref(), role.as_deref()).await,
            Action::Get { what, target, name } => self.reader.get(*what, *target, name.as_deref()).await,
            Action::Is { what, target } => self.reader.is(*what, *target).await,
            Action::Console {} => self.reader.console(),
            Action::Network {} => self.reader.network(),
            Action::Downloads {} => Ok(self.reader.downloads()),
            Action::Wait { ms, .. } => self.settler.wait(condition(action), *ms).await,
            Action::Click { target, .. } | Action::Dblclick { target } => {
                self.gestures.click(*target, press(action)).await
            }
            Action::Hover { target } => self.gestures.hover(*target).await,
            Action::Focus { target } => self.fields.focus(*target).await,
            Action::Fill { target, value } => self.fields.fill(*target, value).await,
            Action::Type { target, text, delay, submit } => {
                self.fields.type_text(*target, text, pause(*delay), *submit == Some(true)).await
            }
            Action::Clear { target } => self.fields.clear(*target).await,
            Action::Press { key, target, hold } => self.keyboard.press(key, *target, pause(*hold)).await,
            Action::Select { target, value, values } => {
                self.fields.select(*target, value.as_ref(), values.as_deref()).await
            }
            Action::Check { target } => self.fields.tick(*target, true).await,
            Action::Uncheck { target } => self.fields.tick(*target, false).await,
            Action::Upload { target, files } => self.fields.upload(*target, files).await,
            Action::Drag { from, to } => self.gestures.drag(*from, *to).await,
            Action::Scroll { target, direction, amount } => self.gestures.scroll(*target, *direction, *amount).await,
            Action::ScrollAt { x, y, direction, amount } => {
                self.gestures.scroll_at((*x, *y), *direction, *amount).await
            }
            Action::ClickAt { x, y, .. } => self.gestures.click_at((*x, *y), press(action)).await,
            Action::HoverAt { x, y } => self.gestures.hover_at((*x, *y)).await,
            Action::DragAt { from, to, via } => {
                self.gestures.drag_at(*from, via.as_deref().unwrap_or_default(), *to).await
            }
            Action::Mouse { action, x, y } => self.gestures.press_or_release(*action, x.zip(*y)).await,
            Action::Open { url, behind: Some(true), .. } => self.tab_control.open_behind(url).await,
            Action::Open { url, new_tab, .. } => self.tab_control.open(url, *new_tab == Some(true)).await,
            Action::Back {} => self.tab_control.step(Step::Back).await,
            Action::Forward {} => self.tab_control.step(Step::Forward).await,
            Action::Reload {} => self.tab_control.reload().await,
            Action::Tab { action, url, tab } => self.tab_control.tab(*action, url.as_ref(), tab.as_deref()).await,
            Action::Dialog { accept, text } => self.tab_control.answer_dialog(*accept, text.as_deref()).await,
            Action::Extract { schema, instruction } => self.reader.extract(schema, instruction.as_deref()).await,
            Action::Collect { target, limit } => self.reader.collect(*target, *limit).await,
            Action::PageTool { name, args } => self.scripts.page_tool(name, args.as_ref(), judged_for).await,
            Action::Eval { script, target } => self.scripts.eval(script, *target).await,
            Action::Screenshot { .. } | Action::Pdf { .. } | Action::OpenTool { .. } => Err(unsupported(action)),
        };
        outcome.map(Done::from)
    }
}

/// The render options of a snapshot action.
fn rendering(action: &Action) -> RenderOptions {
    let usual = RenderOptions::default();
    let Action::Snapshot { scope, budget, boxes, .. } = action else { return usual };
    let budget = match budget {
        None => usual.budget,
        Some(TokenBudget(0)) => RenderOptions::NO_LIMIT,
        Some(TokenBudget(most)) => usize::try_from(*most).unwrap_or(RenderOptions::NO_LIMIT),
    };
    RenderOptions { budget, scope: *scope, boxes: *boxes == Some(true) }
}

/// The condition of a wait action.
fn condition(action: &Action) -> Condition<'_> {
    let Action::Wait { text, gone, url, target, idle, .. } = action else { return Condition::default() };
    let (text, gone, url) = (text.as_deref(), gone.as_deref(), url.as_deref());
    Condition { text, gone, url, target: *target, idle: *idle == Some(true) }
}

/// The button, count and modifiers of a click action.
fn press(action: &Action) -> Press {
    if let Action::Click { button, count, modifiers, .. } | Action::ClickAt { button, count, modifiers, .. } = action {
        return Press::of(*button, *count, modifiers.as_deref());
    }
    let count = if matches!(action, Action::Dblclick { .. }) { 2 } else { 1 };
    Press { count, ..Press::ONCE }
}

fn pause(delay: Option<WaitMs>) -> Duration {
    delay.map_or(Duration::ZERO, |WaitMs(ms)| Duration::from_millis(ms.into()))
}

fn unsupported(action: &Action) -> ActionError {
    let text = format!("this browser cannot do {}; use other actions", action.name());
    ActionError::failed(FailCode::Unsupported, text)
}
